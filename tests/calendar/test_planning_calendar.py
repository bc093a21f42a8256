"""The club's month, and the calendars that others subscribe to."""

from datetime import date, timedelta

import pytest

from ecarte_club.clubs.models import NameVisibility
from games.evenings.services.evenings import evening_open
from scoring.calendar.selectors import Month, month_of
from scoring.leagues.models import Fixture
from scoring.leagues.services.decisions import fixture_award, fixture_postpone
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.feeds import feed, summaries
from tests.support.planned import FIRST, free_day, plan, season_of
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def three_planned(house: House) -> dict[tuple[str, str], Fixture]:
    """Ann, Bob and Cyd, once, and an evening of the club alone on the first day."""
    evening_open(by=house.person("director"), held_on=FIRST, name="Opening night")
    return plan(house, season_of(house), list(house.players.values()))


_built, built, house, planned = built_once(three_planned)


@pytest.mark.slow
def test_a_calendar_reads_what_was_planned(
    house: House, planned: dict[tuple[str, str], Fixture]
) -> None:
    met = {f"{home} – {away}": one.day for (home, away), one in planned.items() if away}
    assert summaries(feed(house.api("ann"))) == {**met, "Opening night": FIRST}
    assert summaries(feed(Api())) == met, "The evening is for the club alone."
    season = next(iter(planned.values())).event_id
    assert summaries(feed(Api(), f"seasons/{season}/fixtures.ics")) == met
    ann = house.players["ann"].pk
    assert all(
        "Ann" in name for name in summaries(feed(Api(), f"clubs/cercle/calendar.ics?player={ann}"))
    )


@pytest.mark.slow
def test_what_is_moved_keeps_its_uid_and_says_that_it_changed(
    house: House, planned: dict[tuple[str, str], Fixture]
) -> None:
    fixture = next(one for pair, one in planned.items() if all(pair))

    def event() -> tuple[str, int, date, str]:
        uid = f"fixture-{fixture.pk}@127.0.0.1"
        one = next(one for one in feed(Api()).walk("VEVENT") if str(one["UID"]) == uid)
        return uid, int(one.decoded("SEQUENCE")), one.decoded("DTSTART"), str(one.get("STATUS", ""))

    before = event()
    by = house.person("director")
    fixture_postpone(by=by, fixture=fixture, day=free_day(), reason="Ill.", version=1)
    moved = event()
    assert moved[2] == free_day()
    assert moved[1] > before[1]
    fixture_award(by=by, fixture=fixture, award="both_absent", reason="Snow.", version=2)
    assert event()[3] == "CANCELLED"


@pytest.mark.slow
@pytest.mark.parametrize(("table", "place"), [("4", "Table 4"), ("Blue room", "Blue room")])
def test_a_table_is_called_as_on_the_pages(
    planned: dict[tuple[str, str], Fixture], table: str, place: str
) -> None:
    Fixture.objects.filter(pk__in=[one.pk for one in planned.values()]).update(table=table)
    places = {str(one.get("LOCATION", "")) for one in feed(Api()).walk("VEVENT")}
    assert place in places
    assert places <= {place, ""}


@pytest.mark.slow
def test_who_has_the_newest_is_told_so(
    house: House, planned: dict[tuple[str, str], Fixture]
) -> None:
    first = Api().get("clubs/cercle/calendar.ics")
    assert (
        Api().get("clubs/cercle/calendar.ics", **{"If-None-Match": first["ETag"]}).status_code
        == 304
    )
    fixture = next(one for pair, one in planned.items() if all(pair))
    by = house.person("director")
    fixture_postpone(by=by, fixture=fixture, day=free_day(), reason="Ill.", version=1)
    answer = Api().get("clubs/cercle/calendar.ics", **{"If-None-Match": first["ETag"]})
    assert (answer.status_code, answer.content == first.content) == (200, False)


def test_strangers_see_initials_where_the_club_shows_no_more(
    house: House, planned: dict[tuple[str, str], Fixture]
) -> None:
    house.club.names_shown = NameVisibility.INITIALS
    house.club.save()
    season = next(iter(planned.values())).event_id
    for path in (f"seasons/{season}/fixtures", f"seasons/{season}/fixtures.csv"):
        told = Api().get(path).content.decode()
        assert "Ann" not in told, path
        assert "A." in told, path
    assert not any("Ann" in name for name in summaries(feed(Api())))
    assert "Ann" not in page(Browser(house).get(f"seasons/{season}/fixtures/"))
    assert "Ann" not in page(Browser(house).get(f"calendar/?month={Month.of(FIRST)}"))


def test_the_month_has_each_thing_on_its_day(
    house: House, planned: dict[tuple[str, str], Fixture]
) -> None:
    text = tight(page(Browser(house, "ann").get(f"calendar/?month={Month.of(FIRST)}")))
    day = text[text.index(f'datetime="{FIRST}"') : text.index(f'datetime="{FIRST + timedelta(1)}"')]
    assert "Opening night" in day
    first = [pair for pair, one in planned.items() if one.day == FIRST and pair[1]]
    assert all(f"{home} – {away}" in day for home, away in first)
    assert "Opening night" not in page(Browser(house).get(f"calendar/?month={Month.of(FIRST)}"))
    assert "Nothing is planned" in page(Browser(house).get("calendar/?month=1999-01"))


@pytest.mark.parametrize("text", ["", "2026", "2026-13", "2026-1", "x", "2026-00", "٢٠٢٦-٠١"])
def test_what_is_no_month_is_this_month(text: str) -> None:
    assert month_of(text, date(2026, 11, 21)) == Month(2026, 11)


def test_months_follow_each_other_over_the_year() -> None:
    december = Month(2026, 12)
    assert (str(december.after), str(december.before)) == ("2027-01", "2026-11")
    assert (december.first, december.last) == (date(2026, 12, 1), date(2026, 12, 31))
    assert Month(2028, 2).last == date(2028, 2, 29)


def test_the_api_tells_the_same_from_day_to_day(
    house: House, planned: dict[tuple[str, str], Fixture]
) -> None:
    days = f"from={FIRST}&to={FIRST + timedelta(6)}"
    found = read(house.api("ann").get(f"clubs/cercle/calendar?{days}"))
    assert [one["name"] for one in found["evenings"]] == ["Opening night"]
    assert {one["day"] for one in found["fixtures"]} == {str(FIRST)}
    problem(Api().get("clubs/cercle/calendar?from=2026-02-30"), 422, field="from")
    problem(Api().get("clubs/cercle/calendar?from=2026-01-01&to=2029-01-01"), 422, field="to")
