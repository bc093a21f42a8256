"""Meetings in calendars, on the pages of other rooms, and in what a correction would change."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar

from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Board, Meeting, Season
from scoring.leagues.services import starting
from scoring.leagues.services.decisions import fixture_award, fixture_postpone
from scoring.leagues.services.starting import fixture_link
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, read
from tests.support.everything import everything
from tests.support.planned import free_day
from tests.support.teamed import (
    begun,
    built_once,
    line_up,
    lined_up,
    planned,
    played,
    teamed,
    teams,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
THREE = {"Reds": "Ann, Dora", "Blues": "Bob, Emil", "Greens": "Cyd, Flora"}
GIVEN = (THREE["Blues"], THREE["Greens"])


def three_teams(house: House) -> Season:
    """Three teams at two boards, who meet from a month ahead on."""
    season = teamed(house)
    teams(house, season, THREE)
    planned(house, season, first=first_day())
    return season


_built, built, house, season = built_once(three_teams)


def first_day() -> date:
    return timezone.localdate() + timedelta(30)


def meeting(season: Season, home: str, away: str) -> Meeting:
    rows = Meeting.objects.filter(season=season).select_related("round", "home", "away")
    return rows.get(home__name=home, away__name=away)


def events(body: bytes) -> dict[str, Any]:
    found = Calendar.from_ical(body.decode())
    return {str(one["UID"]).partition("@")[0]: one for one in found.walk("VEVENT")}


def test_meetings_as_icalendar(house: House, season: Season) -> None:
    address = f"seasons/{season.pk}/meetings.ics"
    answer = Api().get(address)
    assert answer["Content-Type"].startswith("text/calendar")
    assert Api().get(address).content == answer.content
    found = events(answer.content)
    assert len(found) == 3, "Byes are in no calendar."
    one = meeting(season, "Reds", "Blues")
    before = found[f"meeting-{one.pk}"]
    assert str(before["SUMMARY"]) == "Reds – Blues"
    assert before["DTSTART"].dt == one.day
    assert f"/meetings/{one.pk}/" in str(before["URL"])
    by = house.person("director")
    day = free_day()
    moved = fixture_postpone(by=by, fixture=one, day=day, reason="Snow.", version=1)
    after = events(Api().get(address).content)[f"meeting-{one.pk}"]
    assert (after["DTSTART"].dt, after["SEQUENCE"]) == (day, before["SEQUENCE"] + 1)
    assert "Snow." in str(after["DESCRIPTION"])
    asked: dict[str, Any] = {"award": "void", "reason": "No.", "version": moved.version}
    fixture_award(by=by, fixture=moved, **asked)
    gone = events(Api().get(address).content)[f"meeting-{one.pk}"]
    assert str(gone["STATUS"]) == "CANCELLED"
    reds = season.teams.get(name="Reds").pk
    assert len(events(Api().get(f"{address}?team={reds}").content)) == 2


def test_in_the_calendar_of_the_club(house: House, season: Season) -> None:
    first, last = first_day(), first_day() + timedelta(60)
    span = f"from={first}&to={last}"
    told = read(Api().get(f"clubs/cercle/calendar?{span}"))["meetings"]
    assert [(one["home"]["name"], one["away"]["name"]) for one in told] == [
        ("Blues", "Greens"),
        ("Reds", "Blues"),
        ("Greens", "Reds"),
    ]
    ann = house.players["ann"].pk
    his = read(Api().get(f"clubs/cercle/calendar?{span}&player={ann}"))["meetings"]
    assert [one["id"] for one in his] == [one["id"] for one in told[1:]]
    feed = events(Api().get(f"clubs/cercle/calendar.ics?player={ann}").content)
    assert feed.keys() == {f"meeting-{one['id']}" for one in his}
    month = tight(page(Browser(house).get(f"calendar/?month={first:%Y-%m}")))
    assert "Blues – Greens" in month
    empty = tight(page(Browser(house).get("calendar/?month=2031-01")))
    assert "Blues – Greens" not in empty


def test_a_correction_says_what_it_changes_for_the_teams(house: House, season: Season) -> None:
    """Blues 4–0 Greens would be 2–2: a point for each."""
    boards = lined_up(house, meeting(season, "Blues", "Greens"), *GIVEN)
    for one in boards:
        match = played(house, one)
    match.refresh_from_db()
    body = {"game": {"score": {"a": 3, "b": 5}}, "reason": "misread", "version": match.version}
    before = {**everything(), "IdempotencyRecord": []}
    address = f"matches/{match.pk}/entries/1/corrections/preview"
    found = read(house.api("director").post(address, body), 200)["changes"]
    assert {**everything(), "IdempotencyRecord": []} == before
    told = {
        (one["of"], one["figure"]): (one["number_before"], one["number_after"])
        for one in found
        if one["part"] == "teams"
    }
    assert told[("Blues", "match_points")] == (2, 1)
    assert told[("Blues", "board_points")] == (4, 2)
    assert told[("Greens", "match_points")] == (0, 1)
    # Greens were the last by the games at their boards, and share the first place then.
    assert told[("Greens", "rank")] == (3, 1)
    assert told[("Reds", "rank")] == (2, 3)
    assert ("Blues", "rank") not in told


def test_a_board_that_has_become_another_is_not_begun(
    house: House, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it the board of an imported match of the two."""
    monkeypatch.setattr(starting, "counts_for_nothing", lambda _match: False)
    one = meeting(season, "Blues", "Greens")
    (board, other) = lined_up(house, one, "Bob, Emil", "Cyd, Flora")
    line_up(house, one, "Greens", "Flora, Cyd")
    match = begun(house, other)
    assert not Board.objects.exclude(match=None).exists(), "The two do not meet any more."
    with pytest.raises(Invalid) as caught, transaction.atomic():
        fixture_link(board, match)
    assert caught.value.code == "board_changed"


def test_lists_take_the_same_queries_at_any_length(house: House, season: Season) -> None:
    def count(address: str) -> int:
        browser = Browser(house)
        page(browser.get(address))
        with CaptureQueriesContext(connection) as found:
            page(browser.get(address))
        return len(found)

    addresses = [f"seasons/{season.pk}/{end}" for end in ("meetings/", "teams/")]
    few = [count(one) for one in addresses]
    other = teamed(house, "Longer", boards=4)
    names = [f"T{number}" for number in range(8)]
    teams(house, other, {name: f"{name} a, {name} b" for name in names})
    for (home, away), one in planned(house, other).items():
        if {home, away} <= {"T0", "T1", "T2", "T3"}:
            lined_up(house, one, f"{home} a, {home} b", f"{away} a, {away} b")
    assert max(few) <= 15
    # A team has its boards read only where there are any.
    assert [count(one.replace(str(season.pk), str(other.pk))) for one in addresses] == few
