"""All that was entered in a match, in the order of entering: who did what, and when."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.matches.labels import engine
from games.matches.models import Entry
from games.matches.selectors.reading import Reading

from .match_sheet import annulling_told, plainly, short_names


@dataclass(frozen=True, slots=True)
class Act:
    """`who` is empty for those who may not know. A taking back stands until it is undone."""

    number: int
    what: str
    who: str
    when: datetime
    stands: bool


def journal(reading: Reading, *, with_people: bool) -> list[Act]:
    """Newest first; what no longer stands too."""
    superseded = {entry.supersedes_id for entry in reading.log.entries}
    return [
        Act(
            number=entry.number,
            what=_told(reading, entry),
            who=engine.entered_by(entry) if with_people else "",
            when=entry.at,
            stands=entry.pk not in superseded,
        )
        for entry in reversed(reading.log.entries)
    ]


def _told(reading: Reading, entry: Entry) -> str:
    if annulling := annulling_told(reading, entry):
        return annulling
    undone, old = reading.log.get(entry.undoes_id), reading.log.get(entry.supersedes_id)
    if undone is not None:
        return _("Entry %(number)s undone.") % {"number": undone.number}
    what = plainly(entry, short_names(reading))
    if old is None:
        return what
    return _("Replaces entry %(number)s: %(what)s (%(reason)s)") % {
        "number": old.number,
        "what": what,
        "reason": entry.reason,
    }
