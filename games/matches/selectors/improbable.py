"""Warnings about an entry: it is taken, and somebody should look at it again."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.matches.labels import engine
from games.matches.models import Entry
from games.matches.rules.improbable import SOON, Improbable, Streak, is_same_hand, streaks

from .reading import Reading


@dataclass(frozen=True, slots=True)
class Warned:
    """`code` is stable, `text` in the reader's language."""

    code: Improbable
    text: str


def warnings_about(entry: Entry, found: Reading) -> list[Warned]:
    """By what was played before it. Of an undo, or what no longer stands, there are none."""
    pairs = list(found.lines())
    place = next((n for n, (one, _line) in enumerate(pairs) if one == entry), None)
    if place is None or entry.undoes_id is not None:
        return []
    lines = [line for _entry, line in pairs[: place + 1]]
    warned = [Warned(one.what, _streak_text(one, found.names)) for one in streaks(lines)]
    if place and is_same_hand(*lines[-2:]):
        warned += _same_hand(pairs[place - 1][0], entry)
    return warned


def _streak_text(streak: Streak, names: engine.Names) -> str:
    texts = {
        Improbable.KINGS_IN_A_ROW: _("%(name)s marks the king in %(hands)s hands in a row."),
        Improbable.KINGS_TURNED_IN_A_ROW: _("The king is turned in %(hands)s hands in a row."),
        Improbable.VOLES_IN_A_ROW: _("%(name)s makes the vole in %(hands)s hands in a row."),
    }
    name = names[streak.seat] if streak.seat else ""
    return texts[streak.what] % {"name": name, "hands": streak.hands}


def _same_hand(before: Entry, entry: Entry) -> list[Warned]:
    """None where the same person or phone entered both, or time enough lies between them."""
    apart = abs(entry.at - before.at)
    if apart >= SOON or (before.by_id, before.phone_id) == (entry.by_id, entry.phone_id):
        return []
    seconds = max(1, int(apart.total_seconds()))
    text = ngettext(
        "The same hand was entered on another phone %(seconds)s second ago.",
        "The same hand was entered on another phone %(seconds)s seconds ago.",
        seconds,
    )
    return [Warned(Improbable.SAME_HAND, text % {"seconds": seconds})]
