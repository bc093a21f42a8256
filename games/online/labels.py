"""What the table online says. Its script puts names, cards and numbers into whole sentences."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from ecarte_club.clubs import audit_log
from ecarte_club.clubs.labels import WORKS
from games.engine.cards import NAMES, card
from games.engine.codes import Rule
from games.engine.hand.state import Say
from games.engine.refusals import RefusalCode
from games.matches.card_faces.sprite import symbol
from games.matches.labels import engine
from games.matches.labels.hands import CHOICES, SAID, SUIT_NAMES, card_name

from .models import OnlineTable

Text = str | Promise

PLACEHOLDER: Final = re.compile(r"%\((\w+)\)s")
HAND_CARDS: Final = 5

PHRASES: Final[Mapping[str, Text]] = {
    "well_played": gettext_lazy("Well played."),
    "thank_you": gettext_lazy("Thank you."),
    "one_moment": gettext_lazy("One moment, please."),
}

# What a player says, as it stands beside them.
SPEECH: Final[Mapping[str, Text]] = {
    Say.DEAL_FIRST: pgettext_lazy("said by a player", "I deal."),
    Say.LEAVE_DEAL: pgettext_lazy("said by a player", "You deal."),
    Say.PROPOSE: pgettext_lazy("said by a player", "I propose."),
    Say.STAND: pgettext_lazy("said by a player", "I stand."),
    Say.ACCEPT: pgettext_lazy("said by a player", "I accept."),
    Say.ACCEPT_IF_ENOUGH: pgettext_lazy("said by a player", "I accept, if there are enough."),
    Say.REFUSE: pgettext_lazy("said by a player", "I refuse."),
    Say.NOT_ENOUGH: pgettext_lazy("said by a player", "There are not enough."),
    Say.KING: pgettext_lazy("said by a player", "I have the king."),
    Say.ABANDON: pgettext_lazy("said by a player", "I abandon the hand."),
}

# One letter each; two that are offered together differ.
KEYS: Final[Mapping[str, Text]] = {
    Say.DEAL_FIRST: pgettext_lazy("key for: Deal first", "D"),
    Say.LEAVE_DEAL: pgettext_lazy("key for: Leave the deal", "L"),
    Say.PROPOSE: pgettext_lazy("key for: Propose", "P"),
    Say.STAND: pgettext_lazy("key for: Stand", "S"),
    Say.ACCEPT: pgettext_lazy("key for: Accept", "A"),
    Say.ACCEPT_IF_ENOUGH: pgettext_lazy("key for: Accept if enough", "E"),
    Say.REFUSE: pgettext_lazy("key for: Refuse", "R"),
    Say.NOT_ENOUGH: pgettext_lazy("key for: Not enough cards", "N"),
    Say.KING: pgettext_lazy("key for: Announce the king", "K"),
}

# By phase: what the reader has to do, and what is expected of another player.
YOURS: Final[Mapping[str, Text]] = {
    "first_dealer": gettext_lazy("Your turn: choose who deals"),
    "proposal": gettext_lazy("Your turn: propose or stand"),
    "answer": gettext_lazy("Your turn: accept or refuse"),
    "discard": gettext_lazy("Your turn: discard"),
    "lead": gettext_lazy("Your turn: lead a card"),
    "play": gettext_lazy("Your turn: play a card"),
}
THEIRS: Final[Mapping[str, Text]] = {
    "first_dealer": gettext_lazy("Chooses who deals"),
    "proposal": gettext_lazy("Proposes or stands"),
    "answer": gettext_lazy("Accepts or refuses"),
    "discard": gettext_lazy("Is discarding"),
    "lead": gettext_lazy("Is to lead"),
    "play": gettext_lazy("Is to play"),
}

LINKS: Final[Mapping[str, Text]] = {
    "replay": gettext_lazy("Replay the hands"),
    "review": gettext_lazy("Post-mortem"),
    "match": gettext_lazy("See the match"),
    "transcript": gettext_lazy("Transcript"),
    "verify": gettext_lazy("Verify the deals"),
    "table": gettext_lazy("Online tables"),
}

MARKS: Final[Mapping[str, Rule]] = {
    "king_turned": Rule.KING_TURNED,
    "king_held": Rule.KING_HELD,
    "point": Rule.POINT,
    "vole": Rule.VOLE,
    "stood": Rule.STOOD_AND_LOST,
    "refused": Rule.REFUSED_AND_LOST,
    "abandoned": Rule.ABANDONED,
}

REFUSED: Final = (RefusalCode.FOLLOW_SUIT, RefusalCode.TAKE_THE_TRICK, RefusalCode.MUST_TRUMP)

SENTENCES: Final[Mapping[str, Text]] = {
    # the deal
    "cut": gettext_lazy("%(a)s cuts: %(card_a)s. %(b)s cuts: %(card_b)s."),
    "cut_again": gettext_lazy("The two cards are equal: they cut again."),
    "cut_higher": gettext_lazy("%(name)s has the higher card."),
    "deals": gettext_lazy("%(who)s deals, and turns up: %(card)s."),
    "dealing": gettext_lazy("The cards are being dealt."),
    "deal_waits": gettext_lazy("The deal waits for %(name)s."),
    # the hand
    "turn_up": gettext_lazy("Turn-up: %(card)s"),
    "trumps": gettext_lazy("Trumps: %(trumps)s"),
    "own_cards": gettext_lazy("Your cards: %(cards)s."),
    "backed_cards": gettext_lazy("%(name)s holds: %(cards)s."),
    "leads": gettext_lazy("%(who)s leads: %(card)s."),
    "plays": gettext_lazy("%(who)s plays: %(card)s."),
    "takes_trick": gettext_lazy("%(who)s takes the trick."),
    "nobody_marks": gettext_lazy("Nobody marks."),
    "missed": gettext_lazy("You missed the end of a hand."),
    # Translators: %(of_a)s and %(of_b)s are the points of the two players in this game.
    "score": gettext_lazy("Score: %(a)s %(of_a)s, %(b)s %(of_b)s."),
    "games_won": gettext_lazy("Games won: %(a)s %(of_a)s, %(b)s %(of_b)s."),
    "wins_game": gettext_lazy("%(name)s has won the game."),
    "wins_match": gettext_lazy("%(name)s has won the match."),
    "drawn_match": gettext_lazy("Nobody has won the match."),
    "closed": gettext_lazy("This table is closed. Its match has the result so far."),
    # Translators: %(name)s is a player, %(phrase)s as in “Well played.”
    "phrase": gettext_lazy("%(name)s: “%(phrase)s”"),
    "your_hand": gettext_lazy("Your hand"),
    # Translators: the cards of a player, for somebody who backs them.
    "hand_of": gettext_lazy("Hand: %(name)s"),
    # choices
    "play_card": gettext_lazy("Play: %(card)s"),
    "choose_card": gettext_lazy("Choose a card"),
    "choose_discards": gettext_lazy("Choose cards to discard"),
    "discard_none": gettext_lazy("Discard no cards"),
    "hand_over": gettext_lazy("The hand is over."),
    "next_hand": gettext_lazy("Next hand"),
    "deal_cards": gettext_lazy("Deal the cards"),
    "point_at": gettext_lazy("Point at: %(choice)s"),
    "pointed": gettext_lazy("A backer points here."),
    "pointing": gettext_lazy("You point at this."),
    # Translators: the title of a button: what it does, and the key of the keyboard that does it.
    "with_key": gettext_lazy("%(choice)s (key %(key)s)"),
    "key_of_card": gettext_lazy("Key %(key)s"),
    "play_here": gettext_lazy("Play on here"),
    "claim_match": gettext_lazy("Claim the match"),
    "rematch": gettext_lazy("Play a rematch"),
    "copy_link": gettext_lazy("Copy the link"),
    "withdraw": gettext_lazy("Withdraw the invitation"),
    "accept_invitation": gettext_lazy("Accept the invitation"),
    "decline": gettext_lazy("Decline the invitation"),
    # before the first deal
    "nobody_yet": gettext_lazy("Nobody yet"),
    "invites": gettext_lazy("%(name)s invites you to play."),
    "waits_for_anybody": gettext_lazy(
        "Nobody has sat down opposite yet. Send this link to the person you want to play:"
    ),
    "waits_for": gettext_lazy("%(name)s has not answered the invitation yet. The link to it:"),
    "not_begun": gettext_lazy("This match has not begun."),
    # turns and clocks
    "title_yours": gettext_lazy("Your turn against %(name)s"),
    "not_your_turn": gettext_lazy("It is not your turn yet: %(name)s is to act."),
    "turn_of": gettext_lazy("%(name)s is to act."),
    "watching": gettext_lazy("You are watching."),
    "backing": gettext_lazy("You back %(name)s."),
    "backing_pointing": gettext_lazy("You back %(name)s. Tap what you want to point at."),
    "away": gettext_lazy("Away"),
    # Translators: %(time)s is a time such as 21:04, with its day if that is not today.
    "away_since": gettext_lazy("Away since %(time)s"),
    "until": gettext_lazy("Until %(time)s"),
    "timed_out_twice": gettext_lazy(
        "%(name)s ran out of time twice in a row. Claim the match, or wait."
    ),
    # lines and devices
    "connecting": gettext_lazy("Connecting"),
    "connected": gettext_lazy("Connected"),
    "sending": gettext_lazy("Sending"),
    "offline": gettext_lazy("No connection. Trying again"),
    "unsent": gettext_lazy("Not sent. Trying again"),
    "halted": gettext_lazy("Signed out"),
    "changed": gettext_lazy("The table has changed since. Look at it, and choose again."),
    "refused": gettext_lazy("This was not done."),
    "elsewhere": gettext_lazy("You are playing this match on another device."),
    "waits_open": gettext_lazy("%(name)s has not opened the table yet."),
    "copied": gettext_lazy("Link copied."),
    "notify_off": gettext_lazy("Notifications are blocked in this browser’s settings."),
}


ACTS: Final[Mapping[str, tuple[Text, Text]]] = {
    "online_open": (
        gettext_lazy("Table opened online"),
        # Translators: about is the two players, or the one who invites.
        gettext_lazy("Table opened online: %(about)s"),
    ),
    "online_accept": (
        gettext_lazy("Invitation to play online accepted"),
        gettext_lazy("Invitation to play online accepted: %(about)s"),
    ),
    "online_withdraw": (
        gettext_lazy("Invitation to play online withdrawn"),
        gettext_lazy("Invitation to play online withdrawn: %(about)s"),
    ),
    "online_decline": (
        gettext_lazy("Invitation to play online declined"),
        gettext_lazy("Invitation to play online declined: %(about)s"),
    ),
    "online_close": (
        gettext_lazy("Table online closed"),
        gettext_lazy("Table online closed: %(about)s"),
    ),
    "online_claim": (
        gettext_lazy("Match claimed after two timeouts"),
        gettext_lazy("Match claimed after two timeouts: %(about)s"),
    ),
    "online_clock_stop": (
        gettext_lazy("Clock of a table online stopped"),
        gettext_lazy("Clock of a table online stopped: %(about)s"),
    ),
    "online_clock_extend": (
        gettext_lazy("Time at a table online extended"),
        # Translators: minutes is a number.
        gettext_lazy("Time at a table online extended: %(about)s, %(minutes)s minutes"),
    ),
    "online_adjudge": (
        gettext_lazy("Match at a table online decided"),
        gettext_lazy("Match at a table online decided: %(about)s. Reason: %(reason)s"),
    ),
    "online_hand_annul": (
        gettext_lazy("Hand in play online annulled"),
        gettext_lazy("Hand in play online annulled: %(about)s. Reason: %(reason)s"),
    ),
}


def _names(pks: set[int]) -> dict[int, str]:
    rows = OnlineTable.objects.filter(pk__in=pks).select_related("host", "guest")
    return {
        row.pk: " – ".join(player.name for player in (row.host, row.guest) if player)
        for row in rows
    }


def register() -> None:
    audit_log.register_acts(ACTS)
    audit_log.register_names("online", _names)


def table_words() -> dict[str, Any]:
    """Every sentence of the table in the reader's language, with placeholders such as {name}."""
    language = (get_language() or "en")[:2]
    return {
        "cards": {name: card_name(card(name)) for name in NAMES},
        "symbols": {name: symbol(name, language) for name in NAMES},
        "suits": {suit: str(text) for suit, text in SUIT_NAMES.items()},
        "law": scripted(_("law %(number)s")),
        "article": scripted(_("article %(number)s")),
        "works": {name: str(text) for name, text in WORKS.items()},
        "with_law": scripted(_("%(text)s (%(law)s)")),
        "say": _scripted(SAID),
        "speech": _scripted(SPEECH),
        "choices": _scripted(CHOICES),
        "keys": _scripted(KEYS),
        "phrases": _scripted(PHRASES),
        "links": _scripted(LINKS),
        "yours": _scripted(YOURS),
        "theirs": _scripted(THEIRS),
        "marks": {kind: _marks(rule) for kind, rule in MARKS.items()},
        "refusals": {code: scripted(engine.REFUSALS[code]) for code in REFUSED},
        "forms": {
            "discard": _forms(
                lambda number: ngettext(
                    "Discard %(number)s card", "Discard %(number)s cards", number
                )
            ),
            "discard_most": _forms(
                lambda number: ngettext(
                    "You can discard %(number)s card at most.",
                    "You can discard %(number)s cards at most.",
                    number,
                )
            ),
            "takes": _forms(
                lambda number: ngettext(
                    "%(who)s takes %(number)s card.", "%(who)s takes %(number)s cards.", number
                )
            ),
            "stock": _forms(
                lambda number: ngettext("Stock: %(left)s card", "Stock: %(left)s cards", number)
            ),
            "holds": _forms(
                lambda number: ngettext(
                    "%(name)s holds %(number)s card",
                    "%(name)s holds %(number)s cards",
                    number,
                )
            ),
            "tricks": _forms(
                lambda number: ngettext("%(number)s trick", "%(number)s tricks", number)
            ),
            "games": _forms(lambda number: ngettext("%(games)s game", "%(games)s games", number)),
            "seconds_left": _forms(
                lambda number: ngettext(
                    "You have %(seconds)s second left.",
                    "You have %(seconds)s seconds left.",
                    number,
                )
            ),
        },
        "takes_none": scripted(_("%(who)s takes nothing.")),
        "asked": [pgettext("said by a player", "No cards."), *_asked()],
        **_scripted(SENTENCES),
    }


def scripted(text: Text) -> str:
    """With {name} for %(name)s, as the script fills it in."""
    return PLACEHOLDER.sub(r"{\1}", str(text)).replace("%%", "%")


def _scripted(texts: Mapping[Any, Text]) -> dict[str, str]:
    return {str(key): scripted(text) for key, text in texts.items()}


def _forms(text: Callable[[int], str]) -> list[str]:
    """For one, and for several."""
    return [scripted(text(1)), scripted(text(2))]


def _asked() -> list[str]:
    """For how many cards a player asks, by number from one on."""
    return [
        # Translators: a player asks for so many cards from the stock.
        ngettext("%(number)s card.", "%(number)s cards.", number) % {"number": number}
        for number in range(1, HAND_CARDS + 1)
    ]


def _marks(rule: Rule) -> dict[str, str]:
    """By points; the citation of the law stands for itself at the end."""
    return {
        str(points): scripted(engine.MARKS[rule, points])
        for points in (1, 2)
        if (rule, points) in engine.MARKS
    }
