"""What may still become of a season of teams: by hand, by page and API."""

from itertools import product
from typing import Any

import pytest

from games.engine.terms import FormatKind
from scoring.leagues.models import Season, Team
from scoring.leagues.selectors.team_outlook import points_of_meeting, team_chances
from scoring.leagues.selectors.team_standings import team_table_now
from scoring.ratings.models import Rating
from tests.site.pages import Browser, page, tight
from tests.support.clubhouse import Api, House, problem, read
from tests.support.rated import after
from tests.support.teamed import built_once, lined_up, planned, played, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def three_teams(house: House) -> Season:
    """At one board: Reds have beaten Blues; Blues–Greens and Greens–Reds are to be played. Greens
    have a second player."""
    season = teamed(house, boards=1)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd, Dora"})
    (board,) = lined_up(house, planned(house, season)["Reds", "Blues"], "Ann", "Bob")
    played(house, board, (5, 0))
    return Season.objects.get(pk=season.pk)


_built, built, house, season = built_once(three_teams)


def _team(season: Season, name: str) -> int:
    return Team.objects.get(season=season, name=name).pk


def _naive(greens_win: float) -> dict[str, list[float]]:
    """By every outcome of the two meetings of Greens; equal points share the better place."""
    chances = {name: [0.0, 0.0, 0.0] for name in ("Reds", "Blues", "Greens")}
    for over_blues, over_reds in product([True, False], repeat=2):
        points = {
            "Reds": 2 + 2 * (not over_reds),
            "Blues": 2 * (not over_blues),
            "Greens": 2 * over_blues + 2 * over_reds,
        }
        weight = 1.0
        for won in (over_blues, over_reds):
            weight *= greens_win if won else 1 - greens_win
        for name, own in points.items():
            chances[name][sum(other > own for other in points.values())] += 100 * weight
    return chances


def _rated(house: House, name: str, strength: float) -> None:
    """In log-odds, and certain."""
    player = house.club.players.get(name=name)
    given: dict[str, Any] = {
        "strength": round(strength * 10**6),
        "doubt": 1,
        "low": 0,
        "matches": 9,
        "games": 9,
    }
    given |= {"last_at": after(4000), "last_match": 1}
    Rating.objects.update_or_create(player=player, club=house.club, defaults=given)


def _check(season: Season, expected: dict[str, list[float]]) -> None:
    found = team_chances(team_table_now(season.pk), season)
    assert found is not None
    for name, places in expected.items():
        assert found.percent(_team(season, name)) == pytest.approx(places, abs=found.error)


def test_chances_of_equal_players_are_those_of_coins(season: Season) -> None:
    expected = _naive(0.5)
    assert expected["Greens"] == [50, 25, 25]
    _check(season, expected)


def test_line_ups_that_are_not_known_are_drawn(house: House, season: Season) -> None:
    """Cyd wins nearly every game, Dora one of two, and either plays: ¾."""
    for name, strength in (("Ann", 0), ("Bob", 0), ("Cyd", 9), ("Dora", 0)):
        _rated(house, name, strength)
    _check(season, _naive(0.75))


def test_line_ups_that_are_known_play(house: House, season: Season) -> None:
    """Dora plays both: it is ½ again."""
    for name, strength in (("Ann", 0), ("Bob", 0), ("Cyd", 9), ("Dora", 0)):
        _rated(house, name, strength)
    names = {"Reds": "Ann", "Blues": "Bob", "Greens": "Dora"}
    for meeting in season.meetings.select_related("home", "away"):
        if meeting.away is not None and "Greens" in (meeting.home.name, meeting.away.name):
            lined_up(house, meeting, names[meeting.home.name], names[meeting.away.name])
    season.refresh_from_db()
    _check(season, _naive(0.5))


def test_a_team_that_can_fill_no_board_loses(house: House, season: Season) -> None:
    season.team_players.filter(team=_team(season, "Greens")).update(left_on=season.starts_on)
    _check(season, {"Greens": [0, 0, 100], "Reds": [100, 0, 0]})


def test_by_page_and_programs(house: House, season: Season) -> None:
    """Reds have 2 points and one meeting left, Greens none and two."""
    path = f"seasons/{season.pk}/teams/standings/outlook/"
    text = tight(page(Browser(house).get(path)))
    assert "Reds finishes first by winning the last meeting left, whatever others do." in text
    blues, reds = _team(season, "Blues"), _team(season, "Reds")
    text = tight(page(Browser(house).get(f"{path}?team={blues}")))
    assert "Blues can finish first only by the tie-break, level on points" in text
    assert "Reds wins no match point in the meetings left against others (1)" in text
    api = f"seasons/{season.pk}/teams/outlook"
    answer = Api().get(f"{api}?team={blues}")
    found = read(answer)
    assert found["prospects"] == {
        "prospect": "level",
        "fixtures": 1,
        "wins": None,
        "limits": [{"team": {"id": reds, "name": "Reds"}, "points": 0, "fixtures": 1}],
        "is_exact": True,
    }
    assert sum(found["chances"]["results"][0]["places"]) == pytest.approx(100)
    assert Api().get(f"{api}?team={blues}", **{"If-None-Match": answer["ETag"]}).status_code == 304
    problem(Api().get(f"{api}?team=99999"), 422, "invalid", "team")
    # The players of teams have no fixtures of their own.
    assert read(Api().get(f"seasons/{season.pk}/outlook"))["chances"] is None
    text = page(Browser(house).get(f"seasons/{season.pk}/outlook/"))
    assert "only the team standings have an outlook" in text


@pytest.mark.parametrize(
    ("boards", "terms", "draw"),
    [
        (3, {}, None),
        (4, {}, 1),
        (3, {"format": FormatKind.GAMES, "games": 2}, 1),
    ],
)
def test_only_some_meetings_can_end_level(
    house: House, boards: int, terms: dict[str, Any], draw: int | None
) -> None:
    season = teamed(house, boards=boards)
    for name, value in terms.items():
        setattr(season.event, name, value)
    assert points_of_meeting(season).draw == draw
