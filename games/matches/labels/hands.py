"""Cards, games and hands by their names, and each act of a hand in a sentence."""

from collections.abc import Mapping
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from ecarte_club.core.sentences import and_list
from games.engine.cards import RANKS, SUITS, Card, rank, suit
from games.engine.hand.state import Say
from games.engine.notation.values import Cards, Plays, Says, Takes, Throws
from games.engine.seats import Seat
from games.engine.states import Line, MatchState
from games.matches.rules.replay import Frame

from . import engine

RANK_NAMES: Final[Mapping[str, str | Promise]] = {
    "7": pgettext_lazy("card", "seven"),
    "8": pgettext_lazy("card", "eight"),
    "9": pgettext_lazy("card", "nine"),
    "T": pgettext_lazy("card", "ten"),
    "A": pgettext_lazy("card", "ace"),
    "J": pgettext_lazy("card", "knave"),
    "Q": pgettext_lazy("card", "queen"),
    "K": pgettext_lazy("card", "king"),
}
SUIT_NAMES: Final[Mapping[str, str | Promise]] = {
    "C": pgettext_lazy("suit", "clubs"),
    "D": pgettext_lazy("suit", "diamonds"),
    "H": pgettext_lazy("suit", "hearts"),
    "S": pgettext_lazy("suit", "spades"),
}


def card_name(of: Card) -> str:
    """As in "king of hearts"."""
    return _("%(rank)s of %(suit)s") % {
        "rank": RANK_NAMES[RANKS[rank(of)]],
        "suit": SUIT_NAMES[SUITS[suit(of)]],
    }


def suit_name(of: int) -> str:
    return str(SUIT_NAMES[SUITS[of]])


def game_name(state: MatchState, number: int) -> str:
    """0: the match, of which only the games won were kept."""
    if number == 0:
        return _("the match")
    if state.terms.format.rubbers == 1:
        return _("game %(game)s") % {"game": number}
    rubber, game = state.place_of(number)
    if _is_by_score(state, number):
        return _("rubber %(rubber)s") % {"rubber": rubber}
    return _("rubber %(rubber)s, game %(game)s") % {"rubber": rubber, "game": game}


def game_heading(state: MatchState, number: int) -> str:
    """Above what was played in it."""
    if number == 0:
        return _("The match, score only")
    named = capfirst(game_name(state, number))
    if _is_by_score(state, number):
        # Translators: %(rubber)s as in “Rubber 2”.
        return _("%(rubber)s, score only") % {"rubber": named}
    return named


def _is_by_score(state: MatchState, number: int) -> bool:
    """Of several rubbers, one of which only the games won were kept."""
    return any(entry.game == number for entry in state.by_games)


def game_won_text(state: MatchState, line: Line, winner: str) -> str:
    """That the winner has the game, and with it a rubber that is not the last."""
    name = {"name": winner}
    if state.rubbers and state.rubber_from == state.game and line is state.lines[-1]:
        return _("%(name)s has won the game and the rubber.") % name
    return _("%(name)s has won the game.") % name


def hand_name(state: MatchState, game: int, hand: int) -> str:
    if state.terms.format.rubbers == 1:
        return _("Hand %(hand)s of game %(game)s") % {"hand": hand, "game": game}
    return _("%(game)s, hand %(hand)s") % {"game": game_heading(state, game), "hand": hand}


SAID: Final[Mapping[Say, str | Promise]] = {
    Say.DEAL_FIRST: gettext_lazy("%(who)s chooses to deal."),
    Say.LEAVE_DEAL: gettext_lazy("%(who)s leaves the deal to the other player."),
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


CHOICES: Final[Mapping[str, str | Promise]] = {
    Say.DEAL_FIRST: gettext_lazy("Deal first"),
    Say.LEAVE_DEAL: gettext_lazy("Leave the deal"),
    Say.PROPOSE: gettext_lazy("Propose"),
    Say.STAND: gettext_lazy("Stand"),
    Say.ACCEPT: gettext_lazy("Accept"),
    Say.ACCEPT_IF_ENOUGH: gettext_lazy("Accept if enough"),
    Say.REFUSE: gettext_lazy("Refuse"),
    Say.NOT_ENOUGH: gettext_lazy("Not enough cards"),
    Say.KING: gettext_lazy("Announce the king"),
    Say.MARK: gettext_lazy("Mark the king turned"),
    Say.ABANDON: gettext_lazy("Abandon the hand"),
}


def frame_text(frame: Frame, names: engine.Names, *, hidden: frozenset[Seat]) -> str:
    """The act and what was marked by it. Of the cards of the `hidden` only the number is said."""
    sentences = [_act_text(frame, names, hidden), *(engine.mark(one, names) for one in frame.marks)]
    return " ".join(sentences)


def _act_text(frame: Frame, names: engine.Names, hidden: frozenset[Seat]) -> str:
    act, who = frame.act, names[frame.seat]
    if isinstance(act, Says):
        return str(SAID[act.say]) % {"who": who}
    if isinstance(act, Throws):
        return _discarded_text(who, act.cards, _with_cards(act.cards, hide=act.seat in hidden))
    if isinstance(act, Takes):
        return _drawn_text(who, act.cards, _with_cards(act.cards, hide=act.seat in hidden))
    if isinstance(act, Plays):
        return _played_text(frame, act.card, names)
    if frame.table.turn_up is None:
        return _("%(who)s deals.") % {"who": who}
    turned = card_name(frame.table.turn_up)
    return _("%(who)s deals, and turns up: %(card)s.") % {"who": who, "card": turned}


def _discarded_text(who: str, cards: Cards, named: str) -> str:
    number = len(cards)
    if not number:
        return _("%(who)s discards nothing.") % {"who": who}
    text = ngettext(
        "%(who)s discards %(number)s card.", "%(who)s discards %(number)s cards.", number
    )
    if named:
        # Translators: %(cards)s is a list such as “king of hearts and ace of clubs”.
        text = ngettext(
            "%(who)s discards %(number)s card: %(cards)s.",
            "%(who)s discards %(number)s cards: %(cards)s.",
            number,
        )
    return text % {"who": who, "number": number, "cards": named}


def _drawn_text(who: str, cards: Cards, named: str) -> str:
    number = len(cards)
    if not number:
        return _("%(who)s takes nothing.") % {"who": who}
    text = ngettext("%(who)s takes %(number)s card.", "%(who)s takes %(number)s cards.", number)
    if named:
        # Translators: %(cards)s is a list such as “king of hearts and ace of clubs”.
        text = ngettext(
            "%(who)s takes %(number)s card: %(cards)s.",
            "%(who)s takes %(number)s cards: %(cards)s.",
            number,
        )
    return text % {"who": who, "number": number, "cards": named}


def _with_cards(cards: Cards, *, hide: bool) -> str:
    """Those that may be seen and are known, as a list."""
    return "" if hide else and_list(card_name(card) for card in cards if card is not None)


def _played_text(frame: Frame, card: Card | None, names: engine.Names) -> str:
    trick, who = frame.table.trick, names[frame.seat]
    what = _("an unknown card") if card is None else card_name(card)
    if trick is None or not trick.is_complete:
        return _("%(who)s leads: %(card)s.") % {"who": who, "card": what}
    text = _("%(who)s plays: %(card)s.") % {"who": who, "card": what}
    if trick.winner is None:
        return text
    return f"{text} " + _("%(who)s takes the trick.") % {"who": names[trick.winner]}
