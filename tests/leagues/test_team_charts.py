"""The table of the teams by rounds, their form, and each against each."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.leagues.models import Result, Season, Team
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.selectors.standings import names_of
from scoring.leagues.services.adjustments import adjustment_give
from scoring.leagues.views.charts import charts_context
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.planned import season_of
from tests.support.teamed import built_once, meetings

from .five_teams import FIVE, five_teams, leave, won

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


_built, built, house, season = built_once(five_teams)


def seen(season: Season, own: int | None = None) -> dict[str, Any]:
    whole = standing.team_table_now(season.pk)
    return charts_context(whole, names_of(whole, ""), own)


def won_at_home(house: House, season: Season, rounds: int) -> None:
    """Each on the day that it was planned for."""
    for (home, away), meeting in meetings(season).items():
        if away and meeting.round.number <= rounds:
            won(house, meeting, home)
            Result.objects.filter(match__board__meeting=meeting).update(day=meeting.day)


def test_two_rounds_by_hand(house: House, season: Season) -> None:
    """Berger for five, in the order of entering: Reds out, Blues – Blacks, Greens – Whites; then
    Whites out, Blacks – Greens, Reds – Blues. Who is at home wins."""
    assert [pair for pair, one in meetings(season).items() if one.round.number <= 2] == [
        ("Blues", "Blacks"),
        ("Greens", "Whites"),
        ("Reds", ""),
        ("Blacks", "Greens"),
        ("Reds", "Blues"),
        ("Whites", ""),
    ]
    won_at_home(house, season, rounds=2)
    found = seen(season)
    assert [one.round for one in found["steps"]] == [1, 2]
    places, points = (
        {row["name"]: row["figures"] for row in one["rows"]} for one in found["charts"]
    )
    assert points == {
        "Reds": [0, 2],
        "Blues": [2, 2],
        "Greens": [2, 2],
        "Whites": [0, 0],
        "Blacks": [0, 2],
    }
    # Of the four with two points Reds have beaten theirs, and lost nothing at the boards.
    assert places["Blues"][0] == places["Greens"][0] == 1
    assert places["Reds"] == [3, 1]
    assert places["Whites"][1] == 5
    last = {row["name"]: [letter for letter, *_told in row["last"]] for row in found["forms"]}
    assert last == {
        "Reds": ["–", "W"],
        "Blues": ["W", "L"],
        "Greens": ["W", "L"],
        "Whites": ["L", "–"],
        "Blacks": ["L", "W"],
    }, "Byes in rounds to come are no form."
    numbers = {row["name"]: row["number"] for row in found["cross"]}
    cells = {row["name"]: [cell["text"] for cell in row["cells"]] for row in found["cross"]}
    assert cells["Reds"][numbers["Blues"] - 1] == "2–0"
    assert cells["Blues"][numbers["Reds"] - 1] == "0–2"
    assert cells["Reds"][numbers["Whites"] - 1] == ""


def test_its_last_step_is_the_table_now(house: House, season: Season) -> None:
    """Whoever left, and whatever was ruled since."""
    won_at_home(house, season, rounds=3)
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    asked["team"] = Team.objects.get(season=season, name="Greens").pk
    adjustment_give(**asked, points=3, reason="Cup.", on=timezone.localdate())
    leave(house, season, "Blues")
    whole = standing.team_table_now(season.pk)
    table = {one.name: one for one in standing.team_lines(whole, whole.table)}
    places, points = seen(season)["charts"]
    assert {row["name"]: row["figures"][-1] for row in places["rows"]} == {
        name: one.rank for name, one in table.items()
    }
    assert {row["name"]: row["figures"][-1] for row in points["rows"]} == {
        name: one.share.points for name, one in table.items()
    }
    assert len(table) == 5 - Team.objects.filter(season=season, struck=True).count()


def test_the_page_of_who_may_see_the_season(house: House, season: Season) -> None:
    address = f"seasons/{season.pk}/teams/standings/"
    empty = page(Browser(house).get(f"{address}charts/"))
    assert "after the first result" in empty
    won_at_home(house, season, rounds=1)
    text = page(Browser(house).get(f"{address}charts/"))
    assert text.count("<svg") == 4
    assert all(f'<span class="name">{name}</span>' in text for name in FIVE)
    assert "Board points of the team on the left" in text
    assert ">2–0<" in text
    table = page(Browser(house).get(f"seasons/{season.pk}/"))
    assert f'href="/clubs/{house.club.slug}/{address}charts/"' in table
    single = season_of(house)
    assert Browser(house).get(f"seasons/{single.pk}/teams/standings/charts/").status_code == 404


def test_its_queries_do_not_grow(house: House, season: Season) -> None:
    def cost() -> int:
        standing.team_tables.clear()
        with CaptureQueriesContext(connection) as found:
            page(Browser(house).get(f"seasons/{season.pk}/teams/standings/charts/"))
        return len(found)

    with undone("three of the five"):
        Team.objects.filter(season=season, name__in=("Reds", "Blues")).update(struck=True)
        few = cost()
    assert cost() == few
    won_at_home(house, season, rounds=5)
    assert cost() == few
