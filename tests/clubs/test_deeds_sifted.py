"""The log sifted by the site against the same sifted by hand, whatever is asked of it."""

from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import product
from random import Random

import pytest
from django.utils import timezone

from ecarte_club.clubs import audit_log
from ecarte_club.clubs.models import AuditLogEntry
from games.evenings.models import Phone
from tests.support.clubhouse import House, read
from tests.support.depth import times
from tests.support.scene import Scene

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

ACTS = ("entry", "match_start", "player_add")
DAYS = [date(2026, 3, day) for day in (27, 28, 29, 30)]
"""The clocks go forward in the night to the 29th."""


def by_hand(deeds: list[AuditLogEntry], sent: dict[str, str]) -> list[int]:
    """Ids, the newest first; each filter as one would say it."""
    kept = deeds
    if sent.get("by") == "phones":
        kept = [deed for deed in kept if deed.by_id is None and deed.phone_id is not None]
    elif "by" in sent:
        kept = [deed for deed in kept if str(deed.by_id) == sent["by"]]
    if "act" in sent:
        kept = [deed for deed in kept if deed.act == sent["act"]]
    if "kind" in sent:
        wanted = (sent["kind"], sent["about"])
        kept = [deed for deed in kept if (deed.kind, str(deed.about)) == wanted]
    if "since" in sent:
        kept = [deed for deed in kept if local_day(deed) >= sent["since"]]
    if "until" in sent:
        kept = [deed for deed in kept if local_day(deed) <= sent["until"]]
    return sorted((deed.pk for deed in kept), reverse=True)


def local_day(deed: AuditLogEntry) -> str:
    return day_of(deed.at)


@cache
def day_of(moment: datetime) -> str:
    return timezone.localtime(moment).date().isoformat()


def some_deeds(here: Scene, neighbour: House) -> list[AuditLogEntry]:
    """Of four days, in the order in which they were done; others of another club between them."""
    house, random = here.house, Random(1911)
    AuditLogEntry.objects.all().delete()
    phone = Phone.objects.filter(table=here.table).first()
    people = [house.users["committee"], house.users["scorer"], None]
    moment = datetime(2026, 3, 26, 22, tzinfo=UTC)
    for _number in range(160):
        moment += timedelta(minutes=random.randint(1, 75))
        by, kind = random.choice(people), random.choice(["match", "player", ""])
        AuditLogEntry.objects.create(
            club=random.choice([house.club, house.club, neighbour.club]),
            at=moment,
            act=random.choice(ACTS),
            by=by,
            phone_id=phone.pk if phone and by is None and random.random() < 0.8 else None,
            kind=kind,
            about=random.randint(1, 3) if kind else None,
        )
    return list(AuditLogEntry.objects.filter(club=house.club))


def questions(house: House) -> list[dict[str, str]]:
    people = [None, "phones", str(house.users["committee"].pk), str(house.users["scorer"].pk)]
    things = [None, ("match", "1"), ("player", "3")]
    days = [None, *(day.isoformat() for day in DAYS)]
    asked = []
    for by, act, thing, since, until in product(people, (None, *ACTS[:2]), things, days, days):
        sent = {"by": by, "act": act, "since": since, "until": until}
        if thing:
            sent |= {"kind": thing[0], "about": thing[1]}
        asked.append({name: value for name, value in sent.items() if value})
    return asked


@pytest.mark.slow
def test_questions_are_answered_as_by_hand(here: Scene, beside: House) -> None:
    house, deeds = here.house, some_deeds(here, beside)
    person = house.person("director")
    answers = 0
    for sent in Random(8).sample(questions(house), times(100, thorough=300)):
        found = list(
            audit_log.entries(person, audit_log.parse_filters(sent)).values_list("pk", flat=True)
        )
        assert found == by_hand(deeds, sent), sent
        answers += bool(found)
    assert answers > times(20, thorough=60)


def test_some_questions_by_the_api_and_from_where_one_stopped(here: Scene, beside: House) -> None:
    house, deeds = here.house, some_deeds(here, beside)
    api = house.api("director")
    for sent in Random(7).sample(questions(house), 12):
        query = "&".join(f"{name}={value}" for name, value in sent.items())
        path, seen = f"clubs/cercle/log?page_size=7&{query}", list[int]()
        while path:
            body = read(api.get(path))
            seen += [one["id"] for one in body["results"]]
            path = (body["next"] or "").partition("/api/v1/")[2]
        assert seen == by_hand(deeds, sent), sent
        if len(seen) > 3:
            rest = read(api.get(f"clubs/cercle/log?page_size=200&{query}&before={seen[2]}"))
            assert [one["id"] for one in rest["results"]] == seen[3:]


@pytest.mark.any_database
def test_a_deed_is_never_changed_by_reading(here: Scene, beside: House) -> None:
    house = here.house
    before = [deed.detail for deed in some_deeds(here, beside)]
    assert audit_log.lines(list(audit_log.entries(house.person("committee"), audit_log.Filters())))
    assert [deed.detail for deed in AuditLogEntry.objects.filter(club=house.club)] == before
