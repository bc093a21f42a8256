"""The log of a match: everything that was ever entered in it, and what became of it."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.core.sentences import and_list
from games.matches.labels import engine
from games.matches.models import Entry
from games.matches.selectors.reading import Reading

from .match_sheet import act_text, entry_text, short_names


@dataclass(frozen=True, slots=True)
class Act:
    """`who` is empty for those who may not know. A taking back stands until it is undone.
    `is_in_match`: it is among what was played, and so can be corrected."""

    number: int
    what: str
    who: str
    when: datetime
    stands: bool
    is_in_match: bool = False


def journal(reading: Reading, *, with_people: bool) -> list[Act]:
    """Newest first; what no longer stands too."""
    superseded = {entry.supersedes_id for entry in reading.log.entries}
    in_match = {entry.number for entry in reading.log.in_order}
    return [
        Act(
            number=entry.number,
            what=journal_text(reading, entry),
            who=engine.entered_by(entry) if with_people else "",
            when=entry.at,
            stands=entry.pk not in superseded and (entry.data is None or entry.number in in_match),
            is_in_match=entry.number in in_match,
        )
        for entry in reversed(reading.log.entries)
    ]


def journal_text(reading: Reading, entry: Entry) -> str:
    """What was entered or done, and with a correction why."""
    if act := act_text(reading, entry):
        return act
    undone, old = reading.log.get(entry.undoes_id), reading.log.get(entry.supersedes_id)
    if undone is not None and entry.reason:
        return _("Entry %(number)s undone: %(reason)s") % {
            "number": undone.number,
            "reason": entry.reason,
        }
    if undone is not None:
        return _("Entry %(number)s undone.") % {"number": undone.number}
    what = entry_text(entry, short_names(reading))
    if entry.inserted:
        text = _("Inserted: %(what)s (%(reason)s)") % {"what": what, "reason": entry.reason}
    elif old is None:
        return what
    else:
        text = _("Replaces entry %(number)s: %(what)s (%(reason)s)") % {
            "number": old.number,
            "what": what,
            "reason": entry.reason,
        }
    return " ".join([text, *_order_texts(reading, entry)])


def _order_texts(reading: Reading, entry: Entry) -> list[str]:
    """What became of the other entries by an act that changed more than one place."""
    if entry.order is None:
        return []
    before = {one.number: one for one in reading.log.before(entry).in_order}
    old = reading.log.get(entry.supersedes_id)
    replaced = old.number if old else None
    after = dict(entry.order)
    games = {number: int((one.data or {}).get("game", 0)) for number, one in before.items()}
    gone = [number for number in before if number not in after and number != replaced]
    moved = [number for number in before if number in after and after[number] != games[number]]
    texts = []
    if gone:
        text = ngettext("Entry %(numbers)s removed.", "Entries %(numbers)s removed.", len(gone))
        texts.append(text % {"numbers": and_list(map(str, gone))})
    if moved:
        text = ngettext(
            "Entry %(numbers)s moved to another game.",
            "Entries %(numbers)s moved to another game.",
            len(moved),
        )
        texts.append(text % {"numbers": and_list(map(str, moved))})
    return texts
