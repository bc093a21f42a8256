"""What the page says of a transcript. Its script puts places and names into whole sentences."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.cards import NAMES, PACK
from games.engine.transcripts.checks import CheckName
from games.matches.card_faces.ink import index_name
from games.matches.labels.hands import card_name

Text = str | Promise
SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

# Of each check: what is right if it passes, and what is wrong if it fails.
CHECKS: Final[Mapping[CheckName, tuple[Text, Text]]] = {
    CheckName.FORMAT: (
        gettext_lazy("The file has the form of a transcript, to the letter."),
        gettext_lazy(
            "The file does not have the form of a transcript. Choose the file as it was downloaded."
        ),
    ),
    CheckName.HASH: (
        gettext_lazy("The hash at its end is that of the file."),
        gettext_lazy("The hash at its end is of another file: something was changed."),
    ),
    CheckName.CHAIN_S: (
        gettext_lazy(
            "Each link of the server leads to the one before it, and to the end published first."
        ),
        gettext_lazy("A link of the server does not lead to the one before it."),
    ),
    CheckName.CHAIN_A: (
        gettext_lazy(
            "Each link of player A leads to the one before it, and to the end published first."
        ),
        gettext_lazy("The ends or the links of player A do not fit together."),
    ),
    CheckName.CHAIN_B: (
        gettext_lazy(
            "Each link of player B leads to the one before it, and to the end published first."
        ),
        gettext_lazy("The ends or the links of player B do not fit together."),
    ),
    CheckName.DRAWS: (
        gettext_lazy(
            "The draws are numbered without a gap, and each has its pack or a link that is missing."
        ),
        gettext_lazy("A draw is out of order, or its links and its pack contradict each other."),
    ),
    CheckName.PACKS: (
        gettext_lazy("Each pack is the one that its links give."),
        gettext_lazy("A pack is not the one that its links give."),
    ),
    CheckName.HEADS: (
        gettext_lazy("The acts are chained: none was changed, added or left out."),
        gettext_lazy("The chain of the acts is broken."),
    ),
    CheckName.ACTS: (
        gettext_lazy("Every act is allowed by the code of laws, with the cards of the packs."),
        gettext_lazy("An act is not allowed there, or no act belongs to a draw."),
    ),
    CheckName.RESULTS: (
        gettext_lazy("Marks, games and the result follow from the acts."),
        gettext_lazy("Marks, games or the result do not follow from the acts."),
    ),
}


def words(language: str) -> dict[str, Any]:
    """For the script, in the language that is active; `language` is its code."""
    return {
        "checks": {name.value: [str(text) for text in texts] for name, texts in CHECKS.items()},
        "passed": pgettext("check", "Passed"),
        "failed": pgettext("check", "Failed"),
        "right": _("Every check passed."),
        "wrong": _("This transcript is not right."),
        "unreadable": _("The file could not be read. Choose it again."),
        "nothing": _("Choose a file or paste a transcript first."),
        "loading": _("Loading the transcript of the match…"),
        "unloaded": _(
            "The transcript of the match could not be loaded. Download it from the page of the "
            "match, and choose the file here."
        ),
        # Translators: %(one)s and %(other)s are the names of players.
        "players": _("%(one)s (A) against %(other)s (B)"),
        "places": {
            "line": _("Line %(number)s"),
            "draws": _("Draw %(number)s"),
            # Translators: %(act)s is an act in the notation, such as “B KD”.
            "acts": _("Act %(number)s: %(act)s"),
            "hands": _("Hand %(number)s of the results"),
            "games": _("Game %(number)s of the results"),
            "over": _("The match is not over."),
        },
        "kinds": {
            "cut": _("Draw %(number)s, the cut for deal"),
            "hand": _("Draw %(number)s, a hand"),
        },
        "missing": {
            "s": _("The draw died: the server did not open its link."),
            # Translators: %(name)s is a player.
            "player": _("The draw died: no link came from %(name)s."),
        },
        "parts": {
            "cut": [_("The card A cut"), _("The card B cut"), _("The rest of the pack")],
            "hand": [_("Dealt to A"), _("Dealt to B"), _("Turned up"), _("Stock")],
            # Where no deal belongs to the draw.
            "undealt": [_("The ten cards to deal"), _("Turned up"), _("Stock")],
        },
        "cards": {NAMES[card]: _card(NAMES[card], language) for card in PACK},
        "names": {NAMES[card]: card_name(card) for card in PACK},
    }


def _card(name: str, language: str) -> str:
    """As in its corner: "10♥", and "R♥" in French."""
    index = index_name(name[0], language)
    return f"{'10' if name[0] == 'T' else index}{SUIT_SIGNS[name[1]]}"


def title() -> str:
    return pgettext("title of a page", "Verify a transcript")
