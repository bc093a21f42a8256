"""What the pad's script says without the site, in the reader's language.

A name stands for its place in braces, as in "{who}", which the script replaces.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.engine import pad_tables
from games.engine.codes import Code
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind
from games.matches.labels import engine
from games.matches.selectors.reading import Reading

from . import pad_form
from .match_sheet import short_names
from .pad_form import Chosen

Words = dict[str, Any]
WHO: Final = {Seat.A: "{who}", Seat.B: "{other}"}
# What differs by code, format and language alone is made once in each process.
KEPT = 500
# One character stands for each name in rows that are kept.
STAND_INS: Final = {Seat.A: "\ue000", Seat.B: "\ue001"}


def offline(found: Reading) -> Words:
    """For the frame of the pad: its words, and the rows of a hand for each who may deal."""
    names, terms = short_names(found), found.state.terms
    return {
        "words": {
            "names": {seat.value: name for seat, name in names.items()},
            **_texts(terms.code, terms.format, get_language()),
        },
        "rows": [(dealer or "", blank_rows(dealer, names)) for dealer in (*Seat, None)],
    }


def blank_rows(dealer: Seat | None, names: engine.Names) -> SafeString:
    """The rows of a hand of which nothing is chosen."""
    shown = {ord(STAND_INS[seat]): escape(name) for seat, name in names.items()}
    return mark_safe(_rows(dealer, get_language()).translate(shown))  # noqa: S308 - escaped above


@lru_cache(maxsize=KEPT)
def _rows(dealer: Seat | None, _language: str | None) -> str:
    choices = pad_form.hand_choices(dealer, STAND_INS, Chosen())
    return render_to_string("matches/hand_rows.html", {"ask_dealer": dealer is None, **choices})


@lru_cache(maxsize=KEPT)
def _texts(code: Code, form: Format, _language: str | None) -> Words:
    return {
        "marks": _marks(code),
        "refusals": _refusals(code),
        "nobody": _("Nobody marks."),
        "score": _("Only the score was entered."),
        "undone": _("Entry undone."),
        "ends": {
            "game": _("%(name)s has won the game.") % {"name": "{who}"},
            "rubber": _("%(name)s has won the game and the rubber.") % {"name": "{who}"},
            "match": _("%(name)s has won the match.") % {"name": "{who}"},
            "drawn": _("The match is drawn."),
        },
        "over": _("The match is over."),
        "hand": _hand(form),
        "games": _counted(_games),
        "rubbers": _counted(_rubbers),
        "waiting": _counted(_waiting),
        "provisional": _("Provisional until the site has answered."),
        "network": _("Cards, rulings and fixes need the network."),
        "refused": _("Nothing was marked."),
        "lost": _("This needs the network. What you typed is still here."),
    }


def _marks(code: Code) -> Words:
    """By the name of the mark and its points, which the end of a game may cut."""
    return {
        f"{pad_tables.mark_name(mark)} {points}": engine.mark(replace(mark, points=points), WHO)
        for mark in pad_tables.every_mark(code)
        for points in range(1, mark.points + 1)
    }


def _refusals(code: Code) -> Words:
    found = pad_tables.every_refusal(code)
    unchosen = _("Choose who marked the king, or nobody.")
    return {**{one.code: engine.refusal(one) for one in found}, "no_such_king": unchosen}


def _hand(form: Format) -> str:
    places = {"hand": "{hand}", "game": "{game}", "rubber": "{rubber}"}
    if form.kind is FormatKind.ONE_GAME:
        return _("Hand %(hand)s") % places
    if form.rubbers == 1:
        return _("Hand %(hand)s of game %(game)s") % places
    return _("Rubber %(rubber)s, game %(game)s, hand %(hand)s") % places


def _counted(text: Any) -> list[str]:
    """For one and for several: where they begin is the language's own affair."""
    return [text(number).replace(str(number), "{count}") for number in (0, 1, 2)]


def _games(count: int) -> str:
    return ngettext("%(games)s game", "%(games)s games", count) % {"games": count}


def _rubbers(count: int) -> str:
    return ngettext("%(rubbers)s rubber", "%(rubbers)s rubbers", count) % {"rubbers": count}


def _waiting(count: int) -> str:
    return ngettext("%(count)s waiting", "%(count)s waiting", count) % {"count": count}


def of_evening() -> Words:
    """Of arrivals and results that wait on a device."""
    return {
        "waiting": _counted(_waiting),
        "here": _counted(_here),
        "pending": _("Waiting to be sent"),
        "entered": _("Entered"),
        "unstored": _("Not stored here"),
        "network": _("This needs the network. What you typed is still here."),
    }


def _here(count: int) -> str:
    return ngettext("%(number)s player here.", "%(number)s players here.", count) % {
        "number": count
    }


def of_device() -> Words:
    """Of the page Check this device."""
    return {
        "yes": _("Yes"),
        "no": _("No"),
        "checks": {
            "network": _("The site can be reached"),
            "storage": _("Entries are stored"),
            "worker": _("Pads open without a network"),
            "persisted": _("The browser keeps entries when space is short"),
            "pages": _("Pages stored"),
        },
        "hints": {
            "storage": _(
                "This browser refuses to store anything, as in a private window. Leave the pad "
                "open until everything is sent."
            ),
            "worker": _(
                "That takes an address with HTTPS. At this address an open pad goes on without a "
                "network, but cannot be reloaded."
            ),
        },
        "waiting": _counted(_entries_waiting),
        "evening": _counted(_evening_waiting),
        "aside": _counted(_entries_aside),
        "code": _("The entries as a QR code"),
        "tooLong": _("This is too much for a QR code. Use the text, or save it as a file."),
        "file": _("ecarte-entries.txt"),
        "sending": _("Sending"),
        "sent": _("Everything is sent."),
        "left": _("Not everything could be sent. Open its page to see why."),
    }


def _entries_waiting(count: int) -> str:
    text = ngettext(
        "%(count)s entry waits for this pad", "%(count)s entries wait for this pad", count
    )
    return text % {"count": count}


def _evening_waiting(count: int) -> str:
    text = ngettext(
        "%(count)s entry waits for this evening", "%(count)s entries wait for this evening", count
    )
    return text % {"count": count}


def _entries_aside(count: int) -> str:
    text = ngettext("%(count)s entry put aside", "%(count)s entries put aside", count)
    return text % {"count": count}
