"""The log of a club as it is read: who did what and when, sifted, and said in words.

A page costs the same whether there are a thousand deeds or a million: it begins after an id, and
days are turned into ids first.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import NAMERS, SENTENCES
from ecarte_club.clubs.models import Deed, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole

PHONES = "phones"
PHONE = "phone"
CSV_MOST, CHUNK = 10_000, 1_000
COLUMNS = ("id", "at", "by", "act", "text", "kind", "about")
# An id is given out a little before its deed is done: no act takes as long as this.
SLACK = timedelta(hours=1)
# What ids in a deed's detail are of.
KINDS = {"player": "player", "gone": "player", "user": "user"}

# How a value of a deed's detail is said, by its name there.
Sayer = Callable[[Any], str]
SAYERS: dict[str, Sayer] = {}


@dataclass(frozen=True, slots=True)
class Asked:
    """`by`: a user's id; `phones`: only what phones did that nobody had signed in on; `kind` and
    `about`: all about one thing."""

    by: int | None = None
    phones: bool = False
    act: str = ""
    kind: str = ""
    about: int | None = None
    since: date | None = None
    until: date | None = None
    before: int | None = None


def asked(sent: Mapping[str, str]) -> Asked:
    """Raises: Invalid, naming each field that cannot be."""
    errors: dict[str, str] = {}
    by = sent.get("by", "")
    found = Asked(
        by=None if by == PHONES else _number(by, "by", errors),
        phones=by == PHONES,
        act=_one_of(sent.get("act", ""), "act", SENTENCES, errors),
        kind=_one_of(sent.get("kind", ""), "kind", NAMERS, errors),
        about=_number(sent.get("about", ""), "about", errors),
        since=_day(sent.get("since", ""), "since", errors),
        until=_day(sent.get("until", ""), "until", errors),
        before=_number(sent.get("before", ""), "before", errors),
    )
    if not errors and (found.about is None) != (not found.kind):
        errors["about"] = _("Send kind and about together: a thing is named by both.")
    if errors:
        raise Invalid("invalid", _("The log was not filtered."), errors=errors)
    return found


def _number(value: str, field: str, errors: dict[str, str]) -> int | None:
    number = whole(value) if value else None
    if value and number is None:
        errors[field] = _("Must be a whole number.")
    return number


def _one_of(value: str, field: str, known: Iterable[str], errors: dict[str, str]) -> str:
    if value and value not in known:
        allowed = ", ".join(sorted(known))
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


def deeds(person: Person, sought: Asked) -> QuerySet[Deed]:
    """The newest first. Raises: Denied, Absent."""
    require(person, Act.SEE_LOG)
    found = Deed.objects.filter(club_id=person.club_id).select_related("by")
    if sought.by is not None:
        found = found.filter(by_id=sought.by)
    if sought.phones:
        found = found.filter(by=None, phone_id__isnull=False)
    if sought.act:
        found = found.filter(act=sought.act)
    if sought.kind:
        found = found.filter(kind=sought.kind, about=sought.about)
    if sought.before is not None:
        found = found.filter(pk__lt=sought.before)
    return _between(found, person.club_id, sought).order_by("-pk")


def _between(found: QuerySet[Deed], club_id: int, sought: Asked) -> QuerySet[Deed]:
    """By id as well as by time, so that the database need not read what lies outside."""
    all_deeds = Deed.objects.filter(club_id=club_id).order_by("at")
    if sought.since is not None:
        start = _midnight(sought.since)
        before = all_deeds.filter(at__lt=start - SLACK).values_list("pk", flat=True).last()
        found = found.filter(at__gte=start)
        found = found if before is None else found.filter(pk__gt=before)
    if sought.until is not None:
        end = _midnight(sought.until + timedelta(days=1))
        after = all_deeds.filter(at__gte=end + SLACK).values_list("pk", flat=True).first()
        found = found.filter(at__lt=end)
        found = found if after is None else found.filter(pk__lt=after)
    return found


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))


def doers(club_id: int, name: str, most: int) -> list[User]:
    """Whoever of this name ever did something in the club."""
    theirs = Deed.objects.filter(club_id=club_id, by=OuterRef("pk"))
    found = User.objects.filter(called(name), Exists(theirs))
    return list(found.order_by("sort_name", "pk")[:most])


@dataclass(frozen=True, slots=True)
class Line:
    """`thing`: the name of what it was done to, empty for the club itself or nothing."""

    deed: Deed
    who: str
    text: str
    thing: str


def label(act: str) -> str:
    """The act without what it was done to: its sentence up to the first name in it."""
    return str(SENTENCES[act]).partition("%(")[0].rstrip(" \u00a0:,")


def lines(found: Sequence[Deed]) -> list[Line]:
    """In words; a few queries for all of them."""
    known = _names(found)
    return [_line(deed, known) for deed in found]


def _names(found: Sequence[Deed]) -> dict[tuple[str, int], str]:
    """Every thing that the deeds speak of, by kind and id."""
    ids: dict[str, set[int]] = defaultdict(set)
    for deed in found:
        if deed.about is not None:
            ids[deed.kind].add(deed.about)
        if deed.phone_id is not None:
            ids[PHONE].add(deed.phone_id)
        for key, kind in KINDS.items():
            if isinstance(value := deed.detail.get(key), int):
                ids[kind].add(value)
    return {
        (kind, pk): name
        for kind, wanted in ids.items()
        if kind in NAMERS
        for pk, name in NAMERS[kind](wanted).items()
    }


def _line(deed: Deed, known: Mapping[tuple[str, int], str]) -> Line:
    thing = known.get((deed.kind, deed.about or 0), "")
    said = {key: _said(key, value, known) for key, value in deed.detail.items()}
    role = said.get("role", "")
    said |= {"about": thing, "to": ", ".join(part for part in (thing, role) if part)}
    sentence = SENTENCES.get(deed.act)
    text = str(sentence) % defaultdict(str, said) if sentence is not None else deed.act
    return Line(deed, _who(deed, known), text, thing)


def _said(key: str, value: Any, known: Mapping[tuple[str, int], str]) -> str:
    if key in KINDS:
        return known.get((KINDS[key], value), str(value))
    return SAYERS[key](value) if key in SAYERS else str(value)


def _who(deed: Deed, known: Mapping[tuple[str, int], str]) -> str:
    if deed.by is not None:
        return str(deed.by)
    if deed.phone_id is None:
        return _("The site")
    return known.get((PHONE, deed.phone_id), "")


def csv_table(found: QuerySet[Deed]) -> bytes:
    """The newest `CSV_MOST` of them."""
    return csv_files.write_rows(COLUMNS, _rows(found))


def _rows(found: QuerySet[Deed]) -> Iterable[Sequence[object]]:
    left, before = CSV_MOST, None
    while left:
        part = found if before is None else found.filter(pk__lt=before)
        chunk = list(part[: min(CHUNK, left)])
        for line in lines(chunk):
            deed = line.deed
            about = "" if deed.about is None else deed.about
            at = deed.at.isoformat()
            yield deed.pk, at, line.who, deed.act, line.text, deed.kind, about
        left -= len(chunk)
        if len(chunk) < CHUNK:
            return
        before = chunk[-1].pk
