"""The table of the teams follows every entry and every correction, and says why."""

from collections import defaultdict
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Absent
from games.matches.models import Match
from games.matches.services.entries import entry_undo
from scoring.leagues.models import Board, Meeting, Season
from scoring.leagues.selectors import team_standings as standing
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.planned import season_of
from tests.support.teamed import (
    begun,
    built_once,
    corrected,
    lined_up,
    planned,
    played,
    teamed,
    teams,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
THREE = {"Reds": "Ann, Dora", "Blues": "Bob, Emil", "Greens": "Cyd, Flora"}
Rows = list[tuple[str, int, int, int]]


def three_teams(house: House) -> Season:
    """Three teams at two boards, all lined up. Match points 2, 1 and 0, board points the same."""
    season = teamed(house)
    teams(house, season, THREE)
    for (home, away), meeting in planned(house, season).items():
        if away:
            lined_up(house, meeting, THREE[home], THREE[away])
    return season


_built, built, house, season = built_once(three_teams)


def rows(season: Season) -> Rows:
    """Rank, match points and board points of each."""
    found = standing.team_table_now(season.pk)
    lines = standing.team_lines(found, found.table)
    return [(one.name, one.rank, one.share.points, one.share.games_for) for one in lines]


def board(season: Season, home: str, number: int) -> Board:
    found = Board.objects.filter(meeting__season=season, home__name=home)
    return found.get(number=number)


def all_played(house: House, season: Season) -> dict[str, Match]:
    """Who is at home wins at the first board of each meeting, and at the second but for Greens;
    the matches by who is at home."""
    found = {}
    for one in Board.objects.filter(meeting__season=season).select_related("home", "meeting"):
        assert one.home is not None
        score = (1, 5) if one.home.name == "Flora" else (5, 1)
        found[one.home.name] = played(house, one, score)
    return found


def test_by_hand(house: House, season: Season) -> None:
    """Berger for three: Blues – Greens, then Reds – Blues, then Greens – Reds.

    Blues win 4–0; Greens and Reds share 2–2; Reds win 4–0. So Reds have 3 points and 6 board
    points, Blues 2 and 4, Greens 1 and 2.
    """
    pairs = Meeting.objects.filter(season=season).exclude(away=None).order_by("round__number")
    assert [(one.home.name, str(one.away)) for one in pairs] == [
        ("Blues", "Greens"),
        ("Reds", "Blues"),
        ("Greens", "Reds"),
    ]
    assert rows(season) == [("Blues", 1, 0, 0), ("Greens", 1, 0, 0), ("Reds", 1, 0, 0)]
    matches = all_played(house, season)
    assert rows(season) == [("Reds", 1, 3, 6), ("Blues", 2, 2, 4), ("Greens", 3, 1, 2)]
    # Ann loses after all: Reds – Blues is 2–2, and who was first is second.
    corrected(house, matches["Ann"], (4, 5))
    assert rows(season) == [("Blues", 1, 3, 6), ("Reds", 2, 2, 4), ("Greens", 3, 1, 2)]
    # Taken back, the match goes on, and so does its meeting: it counts for nothing yet.
    matches["Ann"].refresh_from_db()
    by = house.person("director")
    for _act in range(2):
        matches["Ann"].refresh_from_db()
        entry_undo(by=by, match=matches["Ann"], version=matches["Ann"].version)
    # Reds and Greens are level on all but the games at their boards: 1–1 and 1–3.
    assert rows(season) == [("Blues", 1, 2, 4), ("Reds", 2, 1, 2), ("Greens", 3, 1, 2)]


def naive(season: Season) -> dict[str, tuple[int, int]]:
    """From the matches alone: match points and board points."""
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in Meeting.objects.filter(season=season).exclude(away=None):
        wins = [0, 0]
        over = True
        for seat in one.boards.select_related("match"):
            over = over and seat.match is not None and seat.match.over
            if seat.match is not None and seat.match.over:
                wins[seat.match.winner == "b"] += 2
        if over:
            names = (one.home.name, str(one.away))
            for name, own, other in zip(names, wins, wins[::-1], strict=True):
                found[name][0] += 1 + (own > other) - (own < other)
                found[name][1] += own
    return {name: (found[name][0], found[name][1]) for name in THREE}


@pytest.mark.slow
@settings(
    max_examples=examples(2, thorough=4),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.tuples(st.sampled_from(range(6)), st.booleans()), min_size=5, max_size=9))
def test_any_entries_and_corrections_come_to_a_naive_count(
    house: House, season: Season, acts: list[tuple[int, bool]]
) -> None:
    """A board named for the first time is played, named again corrected."""
    with undone("one season for all examples"):
        boards = list(Board.objects.filter(meeting__season=season).order_by("pk"))
        matches: dict[int, Match] = {}
        for number, home_wins in acts:
            score = (5, 2) if home_wins else (2, 5)
            if number in matches:
                corrected(house, matches[number], score)
            else:
                matches[number] = played(house, boards[number], score)
            told = {name: (points, own) for name, _rank, points, own in rows(season)}
            assert told == naive(season)


def test_pages_and_programs_say_the_same(house: House, season: Season) -> None:
    all_played(house, season)
    address = f"seasons/{season.pk}/teams/standings"
    told = read(Api().get(address))
    assert [(one["team"]["name"], one["match_points"]) for one in told["results"]] == [
        ("Reds", 3),
        ("Blues", 2),
        ("Greens", 1),
    ]
    first = told["results"][0]
    assert (first["won"], first["drawn"], first["lost"]) == (1, 1, 0)
    assert (first["board_points_for"], first["board_points_against"]) == (6, 2)
    assert (first["games_for"], first["games_against"]) == (3, 1)
    assert first["decided_by"] == "match_points"
    assert told["team_breaks"] == ["board_points", "head_to_head", "games_difference"]
    text = page(Browser(house).get(f"seasons/{season.pk}/"))
    places = [text.index(f">{name}</a>") for name in ("Reds", "Blues", "Greens")]
    assert places == sorted(places)
    assert "6–2" in text
    as_program = Api().get(f"{address}.csv").content
    assert as_program == Browser(house).get(f"{address}/export.csv").content
    assert as_program.decode("utf-8-sig").splitlines()[1].split(",")[2:5] == ["Reds", "3", "2"]
    tag = Api().get(address)["ETag"]
    assert Api().get(address, **{"If-None-Match": tag}).status_code == 304
    then = read(Api().get(f"{address}?after_round=1"))["results"]
    assert (then[0]["team"]["name"], then[0]["match_points"]) == ("Blues", 2)
    assert "After round 1." in page(Browser(house).get(f"seasons/{season.pk}/?after=1"))
    problem(Api().get(f"{address}?after_round=x"), 422, field="after_round")
    # The players have their own figures beside.
    own = read(Api().get(f"seasons/{season.pk}/standings"))["results"]
    assert {one["player"]["name"]: (one["played"], one["points"]) for one in own} == {
        "Ann": (2, 2),
        "Dora": (2, 4),
        "Bob": (2, 2),
        "Emil": (2, 2),
        "Cyd": (2, 2),
        "Flora": (2, 0),
    }
    reds = season.teams.get(name="Reds")
    members = read(Api().get(f"teams/{reds.pk}"))["members"]
    assert [(one["player"]["name"], one["played"], one["won"]) for one in members] == [
        ("Ann", 2, 1),
        ("Dora", 2, 2),
    ]


def test_why_a_team_stands_there(house: House, season: Season) -> None:
    matches = all_played(house, season)
    corrected(house, matches["Flora"], (5, 1))
    corrected(house, matches["Ann"], (1, 5))
    corrected(house, matches["Cyd"], (1, 5))
    assert [one[:3] for one in rows(season)] == [("Blues", 1, 3), ("Reds", 2, 2), ("Greens", 3, 1)]
    reds, blues = (season.teams.get(name=name).pk for name in ("Reds", "Blues"))
    address = f"seasons/{season.pk}/teams/standings"
    told = read(Api().get(f"{address}/{reds}"))
    assert (told["rank"], told["match_points"]) == (2, 2)
    above, below = told["verdicts"]
    assert (above["team"]["id"], above["above"], above["criterion"]) == (
        blues,
        True,
        "match_points",
    )
    assert below["criterion"] == "match_points"
    assert {one["criterion"] for one in told["figures"]} >= {"match_points", "board_points"}
    text = page(Browser(house).get(f"{address}/{reds}/why/"))
    assert "Blues ranks higher on points" in text
    assert "Board points" in text
    problem(Api().get(f"{address}/{10**9}"), 404)


def test_programs_read_the_figures_of_every_tie_break(house: House, season: Season) -> None:
    """As the table has them, in the order of the tie-breaks."""
    shown = read(Api().get(f"seasons/{season.pk}/teams/standings"))
    found = standing.team_table_now(season.pk).table
    assert shown["results"]
    for one in shown["results"]:
        line = found.line(one["team"]["id"])
        assert list(one["figures"]) == [name for name in found.order if name in line.figures]
        assert one["figures"]["board_points"] == [one["board_points_for"]]


def test_single_players_have_no_such_table(house: House) -> None:
    single = season_of(house)
    with pytest.raises(Absent):
        standing.team_table(single.pk)
    for address in ("teams/", "meetings/", "teams/standings/"):
        assert Browser(house).get(f"seasons/{single.pk}/{address}").status_code == 404
    problem(Api().get(f"seasons/{single.pk}/teams/standings"), 404)


def test_a_result_costs_the_same_with_any_history(house: House, season: Season) -> None:
    api = house.api("scorer")

    def cost(one: Board) -> int:
        match = begun(house, one)
        body = {"score": {"a": 5, "b": 3}, "version": 0}
        with CaptureQueriesContext(connection) as found:
            read(api.post(f"matches/{match.pk}/games", body), 201)
        asked: list[Any] = [one for one in found.captured_queries if "SAVEPOINT" not in one["sql"]]
        return len(asked)

    boards = list(Board.objects.filter(meeting__season=season).order_by("pk"))
    cost(boards[0])
    few = cost(boards[1])
    assert few <= 20
    for one in boards[2:5]:
        cost(one)
    assert cost(boards[5]) == few


def test_the_table_takes_a_few_queries(house: House, season: Season) -> None:
    def count() -> int:
        with CaptureQueriesContext(connection) as found:
            standing.team_table_now(season.pk)
        return len(found)

    few = count()
    all_played(house, season)
    assert count() == few <= 8
    with CaptureQueriesContext(connection) as found:
        standing.team_table(season.pk)
        standing.team_table(season.pk)
    assert len(found) == few + 2
