"""The audit log, for every app: each act of a club is logged in the transaction that does it.

An app registers its acts here when the site starts, and the names of the things that they are
about. Names are looked up when the log is read, and never stored.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from ecarte_club.core import csv_files
from ecarte_club.core.changes import club_writing
from ecarte_club.core.collation import called
from ecarte_club.core.composed_writes import ComposedInsert
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole_number
from ecarte_club.core.shared_cache import club_key, purge_after_commit

from .models import AuditLogEntry, User
from .permissions import Act, Person, require

# Names of all things of one kind that a page of the log mentions, by their ids.
NamesOf = Callable[[set[int]], dict[int, str]]
# How a value of an entry's detail is shown, by its name there.
Formatter = Callable[[Any], str]
FORMATTERS: dict[str, Formatter] = {}
PHONES = "phones"
PHONE = "phone"
CSV_MOST, CHUNK = 10_000, 1_000
COLUMNS = ("id", "at", "by", "act", "text", "kind", "about")
# An id is given out a little before its entry is committed: no act takes as long as this.
SLACK = timedelta(hours=1)
# What the ids in an entry's detail are of.
KINDS = {"player": "player", "gone": "player", "user": "user"}


# Acts of a club that are added up. An id is given out before its act is committed: one that is
# committed later than others is among them still.
ACTS_COMPARED = 32


class ActText(NamedTuple):
    """`label`: the act by itself, as in the filter of the log. `sentence`: the act with
    %(about)s, the thing that it was done to, and with figures of its `detail`."""

    label: str | Promise
    sentence: str | Promise


ACTS: dict[str, ActText] = {}
NAMES_OF: dict[str, NamesOf] = {}


def register_acts(acts: Mapping[str, tuple[str | Promise, str | Promise]]) -> None:
    """Raises: ValueError for an act that another app has registered."""
    if twice := ACTS.keys() & acts.keys():
        raise ValueError(f"registered twice: {sorted(twice)}")
    ACTS.update({act: ActText(*texts) for act, texts in acts.items()})


def register_names(kind: str, names_of: NamesOf) -> None:
    NAMES_OF[kind] = names_of


_new_entry = ComposedInsert(AuditLogEntry)


def log_act(
    by: Person, act: str, *, kind: str = "", about: int | None = None, **detail: object
) -> None:
    """Must be called within the transaction of the act."""
    club_writing.send(club=by.club_id)
    _new_entry.create(
        club_id=by.club_id,
        at=timezone.now(),
        act=act,
        by_id=by.user_id,
        phone_id=by.phone_id,
        kind=kind,
        about=about,
        detail=detail,
    )
    purge_after_commit(club_key(by.club_id))


def log_act_for_each(by: Person, act: str, *, kind: str, about: Iterable[int]) -> None:
    """The same act, done to many things at once."""
    club_writing.send(club=by.club_id)
    now = timezone.now()
    entries = [
        AuditLogEntry(club_id=by.club_id, at=now, act=act, by_id=by.user_id, kind=kind, about=pk)
        for pk in about
    ]
    AuditLogEntry.objects.bulk_create(entries, batch_size=500)
    purge_after_commit(club_key(by.club_id))


def latest_acts(club: str) -> Subquery:
    """The sum of their ids, which every act makes greater: a column of a query whose rows name
    their club in the column `club`."""
    found = AuditLogEntry.objects.filter(club=OuterRef(club)).order_by("-pk")
    return Subquery(
        found.values("id")[:ACTS_COMPARED],
        template="(SELECT SUM(latest.id) FROM (%(subquery)s) latest)",
    )


@dataclass(frozen=True, slots=True)
class Filters:
    """`by`: a user's id; `phones`: only what was done on phones where nobody had signed in;
    `kind` and `about`: everything about one thing; `before`: an id."""

    by: int | None = None
    phones: bool = False
    act: str = ""
    kind: str = ""
    about: int | None = None
    since: date | None = None
    until: date | None = None
    before: int | None = None


def parse_filters(query: Mapping[str, str]) -> Filters:
    """Raises: Invalid, naming each field that is not valid."""
    errors: dict[str, str] = {}
    by = query.get("by", "")
    filters = Filters(
        by=None if by == PHONES else _number(by, "by", errors),
        phones=by == PHONES,
        act=_choice(query.get("act", ""), "act", ACTS, errors),
        kind=_choice(query.get("kind", ""), "kind", NAMES_OF, errors),
        about=_number(query.get("about", ""), "about", errors),
        since=_day(query.get("since", ""), "since", errors),
        until=_day(query.get("until", ""), "until", errors),
        before=_number(query.get("before", ""), "before", errors),
    )
    if not errors and (filters.about is None) != (not filters.kind):
        errors["about"] = _("Send kind and about together: a thing is named by both.")
    if errors:
        raise Invalid("invalid", _("The log was not filtered."), errors=errors)
    return filters


def _number(value: str, field: str, errors: dict[str, str]) -> int | None:
    number = whole_number(value) if value else None
    if value and number is None:
        errors[field] = _("Must be a whole number.")
    return number


def _choice(value: str, field: str, choices: Iterable[str], errors: dict[str, str]) -> str:
    if value and value not in choices:
        allowed = ", ".join(sorted(choices))
        errors[field] = _("Must be one of: %(allowed)s.") % {"allowed": allowed}
    return value


def _day(value: str, field: str, errors: dict[str, str]) -> date | None:
    try:
        day = parse_date(value) if value else None
    except ValueError:
        day = None
    if value and (day is None or not 1900 <= day.year <= 9000):
        errors[field] = _("Must be a date, such as 2026-03-14.")
        return None
    return day


def entries(person: Person, filters: Filters) -> QuerySet[AuditLogEntry]:
    """The newest first. Raises: Denied, Absent."""
    require(person, Act.SEE_LOG)
    rows = AuditLogEntry.objects.filter(club_id=person.club_id).select_related("by")
    if filters.by is not None:
        rows = rows.filter(by_id=filters.by)
    if filters.phones:
        rows = rows.filter(by=None, phone_id__isnull=False)
    if filters.act:
        rows = rows.filter(act=filters.act)
    if filters.kind:
        rows = rows.filter(kind=filters.kind, about=filters.about)
    if filters.before is not None:
        rows = rows.filter(pk__lt=filters.before)
    return _between(rows, person.club_id, filters).order_by("-pk")


def _between(
    rows: QuerySet[AuditLogEntry], club_id: int, filters: Filters
) -> QuerySet[AuditLogEntry]:
    """By id as well as by time, so that the database need not read what lies outside."""
    by_time = AuditLogEntry.objects.filter(club_id=club_id).order_by("at")
    if filters.since is not None:
        start = _midnight(filters.since)
        before = by_time.filter(at__lt=start - SLACK).values_list("pk", flat=True).last()
        rows = rows.filter(at__gte=start)
        rows = rows if before is None else rows.filter(pk__gt=before)
    if filters.until is not None:
        end = _midnight(filters.until + timedelta(days=1))
        after = by_time.filter(at__gte=end + SLACK).values_list("pk", flat=True).first()
        rows = rows.filter(at__lt=end)
        rows = rows if after is None else rows.filter(pk__lt=after)
    return rows


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def users_in_log(club_id: int, name: str, most: int) -> list[User]:
    """Users with this name who ever did something in the club."""
    own_entries = AuditLogEntry.objects.filter(club_id=club_id, by=OuterRef("pk"))
    users = User.objects.filter(called(name), Exists(own_entries))
    return list(users.order_by("sort_name", "pk")[:most])


@dataclass(frozen=True, slots=True)
class Line:
    """`who`: whoever did it, in words. `thing`: the name of what it was done to; empty for the
    club itself."""

    entry: AuditLogEntry
    who: str
    text: str
    thing: str


Names = Mapping[tuple[str, int], str]


def lines(rows: Sequence[AuditLogEntry]) -> list[Line]:
    """As sentences, with a few queries for all of them."""
    names = _names(rows)
    return [_line(entry, names) for entry in rows]


def _names(rows: Sequence[AuditLogEntry]) -> Names:
    """The name of every thing in these entries, by kind and id."""
    ids: dict[str, set[int]] = defaultdict(set)
    for entry in rows:
        if entry.about is not None:
            ids[entry.kind].add(entry.about)
        if entry.phone_id is not None:
            ids[PHONE].add(entry.phone_id)
        for key, kind in KINDS.items():
            if isinstance(value := entry.detail.get(key), int):
                ids[kind].add(value)
    return {
        (kind, pk): name
        for kind, wanted in ids.items()
        if kind in NAMES_OF
        for pk, name in NAMES_OF[kind](wanted).items()
    }


class _Gap(int):
    """What an old entry does not hold: nothing in its sentence, which may take its plural by it."""

    def __str__(self) -> str:
        return ""


def _line(entry: AuditLogEntry, names: Names) -> Line:
    thing = names.get((entry.kind, entry.about or 0), "")
    values = {key: _formatted(key, value, names) for key, value in entry.detail.items()}
    role = str(values.get("role", ""))
    values |= {"about": thing, "to": ", ".join(part for part in (thing, role) if part)}
    act = ACTS.get(entry.act)
    if act is None:
        return Line(entry, _who(entry, names), entry.act, thing)
    sentence: Any = act.sentence  # a plural form is chosen by one of the values
    text = str(sentence % defaultdict(_Gap, values))
    return Line(entry, _who(entry, names), text, thing)


def _formatted(key: str, value: Any, names: Names) -> str | int:
    if key in KINDS:
        return names.get((KINDS[key], value), str(value))
    if key in FORMATTERS:
        return FORMATTERS[key](value)
    return value if isinstance(value, int) else str(value)


def _who(entry: AuditLogEntry, names: Names) -> str:
    if entry.by is not None:
        return str(entry.by)
    if entry.phone_id is None:
        return _("The site")
    return names.get((PHONE, entry.phone_id), "")


def csv_table(rows: QuerySet[AuditLogEntry]) -> bytes:
    """The newest `CSV_MOST` of them."""
    return csv_files.write_rows(COLUMNS, _csv_rows(rows))


def _csv_rows(rows: QuerySet[AuditLogEntry]) -> Iterable[Sequence[object]]:
    left, before = CSV_MOST, None
    while left:
        part = rows if before is None else rows.filter(pk__lt=before)
        chunk = list(part[: min(CHUNK, left)])
        for line in lines(chunk):
            entry = line.entry
            about = "" if entry.about is None else entry.about
            at = entry.at.isoformat()
            yield entry.pk, at, line.who, entry.act, line.text, entry.kind, about
        left -= len(chunk)
        if len(chunk) < CHUNK:
            return
        before = chunk[-1].pk
