"""Each act of a hand in a sentence, as somebody at the table would tell it to who cannot see."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.engine.cards import Card
from games.engine.hand.state import Say
from games.engine.notation.values import Cards, Plays, Says, Takes, Throws
from games.engine.seats import Seat
from games.matches.rules.replay import Frame

from . import engine
from .cards import card_name

SAID: Final[Mapping[Say, str | Promise]] = {
    Say.PROPOSE: gettext_lazy("%(who)s proposes."),
    Say.STAND: gettext_lazy("%(who)s stands."),
    Say.ACCEPT: gettext_lazy("%(who)s accepts."),
    Say.ACCEPT_IF_ENOUGH: gettext_lazy("%(who)s accepts, if there are enough cards."),
    Say.REFUSE: gettext_lazy("%(who)s refuses."),
    Say.NOT_ENOUGH: gettext_lazy("There are not enough cards: the hand is played as it is."),
    Say.KING: gettext_lazy("%(who)s announces the king."),
    Say.MARK: gettext_lazy("%(who)s marks the king turned."),
    Say.ABANDON: gettext_lazy("%(who)s abandons the hand."),
}


def frame_text(frame: Frame, names: engine.Names, *, hidden: frozenset[Seat]) -> str:
    """The act and what was marked by it. Whose cards are `hidden`, of his discards only how many
    there were is told."""
    sentences = [_act(frame, names, hidden), *(engine.mark(one, names) for one in frame.marks)]
    return " ".join(sentences)


def _act(frame: Frame, names: engine.Names, hidden: frozenset[Seat]) -> str:
    act, who = frame.act, names[frame.seat]
    if isinstance(act, Says):
        return str(SAID[act.say]) % {"who": who}
    if isinstance(act, Throws):
        return _named(_thrown(act.cards, who), act.cards, hide=act.seat in hidden)
    if isinstance(act, Takes):
        return _named(_taken(act.cards, who), act.cards, hide=act.seat in hidden)
    if isinstance(act, Plays):
        return _played(frame, act.card, names)
    if frame.table.turn_up is None:
        return _("%(who)s deals.") % {"who": who}
    turned = card_name(frame.table.turn_up)
    return _("%(who)s deals, and turns up: %(card)s.") % {"who": who, "card": turned}


def _thrown(cards: Cards, who: str) -> str:
    number = len(cards)
    if not number:
        return _("%(who)s discards nothing.") % {"who": who}
    text = ngettext(
        "%(who)s discards %(number)s card.", "%(who)s discards %(number)s cards.", number
    )
    return text % {"who": who, "number": number}


def _taken(cards: Cards, who: str) -> str:
    number = len(cards)
    if not number:
        return _("%(who)s takes nothing.") % {"who": who}
    text = ngettext("%(who)s takes %(number)s card.", "%(who)s takes %(number)s cards.", number)
    return text % {"who": who, "number": number}


def _named(sentence: str, cards: Cards, *, hide: bool) -> str:
    """The sentence, and behind it the cards that may be seen."""
    known = [] if hide else [card_name(card) for card in cards if card is not None]
    return f"{sentence[:-1]}{_(':')} {', '.join(known)}." if known else sentence


def _played(frame: Frame, card: Card | None, names: engine.Names) -> str:
    trick, who = frame.table.trick, names[frame.seat]
    what = _("an unknown card") if card is None else card_name(card)
    if trick is None or not trick.is_whole:
        return _("%(who)s leads: %(card)s.") % {"who": who, "card": what}
    text = _("%(who)s plays: %(card)s.") % {"who": who, "card": what}
    if trick.winner is None:
        return text
    return f"{text} " + _("%(who)s takes the trick.") % {"who": names[trick.winner]}
