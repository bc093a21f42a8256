"""Meetings of teams that are only tried: the table with them, and nothing kept."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.matches.models import Event
from scoring.leagues.models import Season
from scoring.leagues.rules.teams import BoardPoints
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.selectors.what_if import TrialMeeting, table_with_meetings
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.everything import everything
from tests.support.teamed import built_once, lined_up, meetings, planned, played, teamed, teams

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
THREE = {"Reds": "Ann, Dora", "Blues": "Bob, Emil", "Greens": "Cyd, Flora"}
PAIRS = [("Blues", "Greens"), ("Reds", "Blues"), ("Greens", "Reds")]
ROOM = "seasons/{}/teams/what-if"
PAGE = "seasons/{}/teams/standings/what-if/"
Line = tuple[str, int, int]


def three_teams(house: House) -> Season:
    """At two boards of one game, all lined up; Blues have beaten Greens 4–0."""
    season = teamed(house)
    teams(house, season, THREE)
    made = planned(house, season)
    for home, away in PAIRS:
        lined_up(house, made[home, away], THREE[home], THREE[away])
    for board in made[PAIRS[0]].boards.all():
        played(house, board, (5, 0))
    return season


_built, built, house, season = built_once(three_teams)


def ids(season: Season) -> dict[str, int]:
    return dict(season.teams.values_list("name", "pk"))


def tries(season: Season, *results: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    known = ids(season)
    return {
        "results": [
            {"team_a": known[one], "team_b": known[other], **how} for one, other, how in results
        ]
    }


def points(a: int, b: int) -> dict[str, Any]:
    return {"board_points": {"a": a, "b": b}}


def boards(*won: tuple[int, int]) -> dict[str, Any]:
    return {"boards": [{"a": a, "b": b} for a, b in won]}


def asked(season: Season, *results: tuple[str, str, dict[str, Any]]) -> Any:
    return read(Api().post(ROOM.format(season.pk), tries(season, *results)))["results"]


def refused(season: Season, field: str, *results: tuple[str, str, dict[str, Any]]) -> None:
    problem(Api().post(ROOM.format(season.pk), tries(season, *results)), 422, field=field)


def test_by_hand_and_nothing_is_kept(house: House, season: Season) -> None:
    """Greens beat Reds 4–0 and have 2 points and 4 board points as Blues have, who beat them. Or
    Reds and Blues share theirs, and Reds beat Greens."""
    before = everything()
    told = asked(season, ("Greens", "Reds", points(4, 0)))
    lines = [
        (one["team"]["name"], one["rank"], one["rank_before"], one["points"], one["points_before"])
        for one in told
    ]
    assert lines == [("Blues", 1, 1, 2, 2), ("Greens", 2, 3, 2, 0), ("Reds", 3, 2, 0, 0)]
    shared = ("Reds", "Blues", boards((1, 0), (0, 1)))
    told = asked(season, shared, ("Greens", "Reds", boards((0, 1), (0, 1))))
    level = {one["team"]["name"]: (one["rank"], one["points"]) for one in told}
    assert level == {"Blues": (1, 3), "Reds": (1, 3), "Greens": (3, 0)}
    # By board points alone nothing is known of the games, and Blues have won two more.
    told = asked(season, shared, ("Greens", "Reds", points(0, 4)))
    assert [one["rank"] for one in told] == [1, 2, 3]
    assert everything() == before


def table(season: Season) -> list[Line]:
    found = standing.team_table_now(season.pk)
    return [
        (one.name, one.rank, one.share.points) for one in standing.team_lines(found, found.table)
    ]


@settings(
    max_examples=examples(2, thorough=5),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(st.lists(st.booleans(), min_size=4, max_size=4), st.booleans())
def test_it_is_as_if_it_had_been_played(
    house: House, season: Season, home_wins: list[bool], turned: bool
) -> None:
    """Whatever the boards of the two meetings that are left come to; asked from either side."""
    ends = {pair: home_wins[2 * at : 2 * at + 2] for at, pair in enumerate(PAIRS[1:])}
    known, results = ids(season), []
    for (home, away), won in ends.items():
        games = tuple((int(one), int(not one)) for one in won)
        if turned:
            results.append(
                TrialMeeting(known[away], known[home], tuple(one[::-1] for one in games))
            )
        else:
            results.append(TrialMeeting(known[home], known[away], games))
    whole = standing.team_table_now(season.pk)
    foreseen = table_with_meetings(
        whole, Season.objects.select_related("event").get(pk=season.pk), results
    )
    names = {pk: name for name, pk in known.items()}
    then = [(names[one.entrant], one.rank, one.points) for one in foreseen.changes]
    figures = {names[one.entrant]: one.figures for one in foreseen.table.lines}
    with undone(str(ends)):
        for pair, won in ends.items():
            for board, is_home in zip(meetings(season)[pair].boards.all(), won, strict=True):
                played(house, board, (5, 0) if is_home else (0, 5))
        assert sorted(table(season)) == sorted(then)
        now = standing.team_table_now(season.pk).table
        assert {names[one.entrant]: one.figures for one in now.lines} == figures


def test_a_meeting_that_goes_on_is_tried_whole(house: House, season: Season) -> None:
    first, *_rest = meetings(season)["Reds", "Blues"].boards.all()
    played(house, first, (0, 5))
    told = {
        one["team"]["name"]: one["points"] for one in asked(season, ("Reds", "Blues", points(4, 0)))
    }
    assert told == {"Reds": 2, "Blues": 2, "Greens": 0}


def test_by_board_points_alone_no_game_is_won(season: Season) -> None:
    whole, known = standing.team_table_now(season.pk), ids(season)
    one = TrialMeeting(known["Greens"], known["Reds"], points=BoardPoints(2, 2))
    after = table_with_meetings(
        whole, Season.objects.select_related("event").get(pk=season.pk), [one]
    ).table
    share = after.line(known["Greens"]).share
    assert (share.drawn, share.points, share.games_for, share.value) == (1, 1, 2, 0)


def test_what_boards_cannot_come_to(season: Season) -> None:
    """Two boards at two points each, of which neither can be drawn; nobody may have come."""
    for a, b in ((5, 0), (3, 1), (1, 1), (4, 4), (1, 0)):
        refused(season, "board_points", ("Greens", "Reds", points(a, b)))
    for a, b in ((4, 0), (2, 2), (2, 0), (0, 0)):
        asked(season, ("Greens", "Reds", points(a, b)))
    refused(season, "boards", ("Greens", "Reds", boards((1, 0))))
    refused(season, "boards", ("Greens", "Reds", boards((1, 0), (1, 0), (1, 0))))
    refused(season, "games", ("Greens", "Reds", boards((1, 0), (2, 0))))
    either = {**points(4, 0), **boards((1, 0), (1, 0))}
    hows: list[dict[str, Any]] = [{}, {"boards": []}, either]
    for how in hows:
        body = tries(season, ("Greens", "Reds", how))
        problem(Api().post(ROOM.format(season.pk), body), 422, field="results.0.board_points")
    # A match of two games may be drawn, and so may a board.
    Event.objects.filter(pk=season.pk).update(format="games", games=2)
    asked(season, ("Greens", "Reds", points(3, 1)))
    asked(season, ("Greens", "Reds", boards((1, 1), (2, 0))))
    refused(season, "board_points", ("Greens", "Reds", points(3, 2)))
    # With bonuses there is no telling.
    Season.objects.filter(pk=season.pk).update(points_else={"game_bonus": 1})
    asked(season, ("Greens", "Reds", points(3, 2)))


def test_who_is_not_in_the_table_or_meets_itself(season: Season) -> None:
    refused(season, "team_b", ("Reds", "Reds", points(4, 0)))
    body = tries(season, ("Reds", "Blues", points(4, 0)))
    body["results"][0]["team_a"] = 10**9
    problem(Api().post(ROOM.format(season.pk), body), 422, field="team_a")
    season.teams.filter(name="Greens").update(struck=True)
    standing.team_tables.clear()
    refused(season, "team_a", ("Greens", "Reds", points(4, 0)))


def test_single_players_are_asked_about_elsewhere(house: House) -> None:
    single = house.season()
    problem(Api().post(ROOM.format(single.pk), {"results": []}), 404)
    assert Browser(house).get(PAGE.format(single.pk)).status_code == 404


def test_the_page_goes_on_from_what_was_tried(house: House, season: Season) -> None:
    known, browser = ids(season), Browser(house, "ann")
    address = PAGE.format(season.pk)
    reds, blues, greens = (known[name] for name in ("Reds", "Blues", "Greens"))
    text = page(browser.get(address))
    assert "Nothing is saved" in text
    assert "such as 4-0; or the games won at each board, board by board, such as 1-0 1-0." in text
    assert re.findall(r'value="(\d+)" selected', text) == [str(reds), str(blues)], "The next two."
    text = page(browser.get(f"{address}?team_a={reds}&team_b={blues}&board_points=1-0+0-1"))
    assert f'name="with" value="{reds}.{blues}.1-0 0-1"' in text
    assert "1–0, 0–1" in text
    assert re.findall(r'value="(\d+)" selected', text) == [str(greens), str(reds)]
    kept = f"with={reds}.{blues}.1-0+0-1"
    text = page(browser.get(f"{address}?{kept}&team_a={greens}&team_b={reds}&board_points=0:4"))
    then = text[text.index('id="then"') :]
    assert then.index(">Blues<") < then.index(">Greens<")
    assert '<tr class="is-you">' in then, "Ann plays for Reds."
    # What is refused is not carried on, and what was tried before still stands.
    text = page(
        browser.get(f"{address}?{kept}&team_a={greens}&team_b={reds}&board_points=9-9"), 422
    )
    assert "cannot end 9–9" in text
    assert text.count('name="with"') == 1
    assert 'id="then"' in text
    assert f'href="{address_of(house, season)}"' in page(browser.get(f"seasons/{season.pk}/"))


def address_of(house: House, season: Season) -> str:
    return f"/clubs/{house.club.slug}/{PAGE.format(season.pk)}"


@pytest.mark.parametrize("told", ["", "2", "x-y", "4-0-2", "99999-0", "1-0 1-0 1-0"])
def test_the_page_refuses_what_cannot_be(house: House, season: Season, told: str) -> None:
    known = ids(season)
    query = f"team_a={known['Reds']}&team_b={known['Blues']}&board_points={told}"
    page(Browser(house).get(f"{PAGE.format(season.pk)}?{query}"), 422)


def test_an_address_that_was_bent_tries_nothing(house: House, season: Season) -> None:
    bent = f"{PAGE.format(season.pk)}?with=1.2&with=a.b.c&with=..1-0&with=1.1.2-0"
    assert "Resulting standings" not in page(Browser(house).get(bent))


def test_its_queries_do_not_grow(house: House, season: Season) -> None:
    def cost() -> int:
        standing.team_tables.clear()
        body = tries(season, ("Greens", "Reds", points(4, 0)))
        with CaptureQueriesContext(connection) as found:
            read(Api().post(ROOM.format(season.pk), body))
        return len(found)

    few = cost()
    for board in meetings(season)["Reds", "Blues"].boards.all():
        played(house, board, (5, 0))
    assert cost() == few


def test_teams_without_a_meeting_left_are_refused(season: Season) -> None:
    """Reds and Greens meet once more, and not twice; Greens and Blues have met."""
    refused(season, "team_b", ("Greens", "Reds", points(4, 0)), ("Reds", "Greens", points(4, 0)))
    refused(season, "team_b", ("Blues", "Greens", points(4, 0)))
