"""What else a season of teams keeps to: any line-ups, its divisions, its log, who may see it."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.models import Outgoing
from scoring.leagues.models import Meeting, Season
from scoring.leagues.rules.teams import boards as paired
from scoring.leagues.rules.teams import lineup_refusal, team_result, unplayed
from scoring.leagues.selectors.meetings import Line, lines
from scoring.leagues.services.divisions import Division, division_add
from scoring.leagues.services.seasons import team_terms_of
from scoring.leagues.services.teams import lineup_give, team_change, team_player_join
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.teamed import built_once, lined_up, planned, played, teamed, teams

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
TWO = {"Reds": "Ann, Dora, Flora", "Blues": "Bob, Emil, Georg"}


def two_teams(house: House) -> Meeting:
    """Reds against Blues, at two boards, in a league that strangers do not see."""
    season = teamed(house, public=False, win=3)
    teams(house, season, TWO)
    return planned(house, season)["Reds", "Blues"]


_built, built, house, meeting = built_once(two_teams)


def now(house: House, meeting: Meeting) -> Line:
    rows = Meeting.objects.select_related("season__event__club", "round", "home", "away")
    return lines([rows.get(pk=meeting.pk)], house.person("director"))[0]


Given = tuple[bool, list[int | None]]
SEAT = st.one_of(st.none(), st.integers(0, 3))
LINE_UPS = st.lists(st.tuples(st.booleans(), st.lists(SEAT, max_size=3)), min_size=2, max_size=6)


def trimmed(players: list[int | None]) -> list[int | None]:
    """Without the boards at the end that are left empty."""
    last = max((n for n, one in enumerate(players, start=1) if one is not None), default=0)
    return players[:last]


@pytest.mark.slow
@settings(
    max_examples=examples(4, thorough=12),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example([(False, [0, 1]), (True, [0, 1]), (True, [2])])
@given(LINE_UPS)
def test_any_line_ups_stand_as_the_rules_have_them(
    house: House, meeting: Meeting, acts: list[Given]
) -> None:
    """Three of each team and one of the other, by turns; the last that was taken of each counts."""
    ids = dict(house.club.players.values_list("name", "pk"))
    own = {True: ("Ann", "Dora", "Flora", "Bob"), False: ("Bob", "Emil", "Georg", "Ann")}
    members = {side: {ids[name] for name in names[:3]} for side, names in own.items()}
    team = {True: meeting.home_id, False: meeting.away_id or 0}
    taken: dict[bool, list[int | None]] = {}
    with undone("one meeting for all examples"):
        for side, seats in acts:
            players = [None if seat is None else ids[own[side][seat]] for seat in seats]
            version = Meeting.objects.values_list("version", flat=True).get(pk=meeting.pk)
            asked: dict[str, Any] = {"team": team[side], "players": players, "version": version}
            wrong = not trimmed(players) or lineup_refusal(trimmed(players), members[side], 2)
            try:
                with transaction.atomic():
                    lineup_give(by=house.person("director"), meeting=meeting, **asked)
                assert not wrong
                taken[side] = trimmed(players)
            except Invalid:
                assert wrong
        line = now(house, meeting)
        stands = [(one.board.number, one.board.home_id, one.board.away_id) for one in line.boards]
        expected = paired(taken.get(True, []), taken.get(False, []))
        assert stands == [tuple(one) for one in expected]
        _check_points(line, len(taken) == 2)


def _check_points(line: Line, both: bool) -> None:
    """Nothing was played: what the line-ups alone decide counts as soon as both are given."""
    scheme = line.meeting.season.team_scheme
    alone = [unplayed(one, scheme) for one in paired(*_sides(line))]
    points = [one for one in alone if one is not None]
    if not both or len(points) < len(alone):
        assert (line.state, line.winner) == ("to_play", None)
        return
    home = team_result(points, scheme).home
    assert (line.state, line.points and line.points.home) == ("played", home.board_points)


def _sides(line: Line) -> tuple[list[int | None], list[int | None]]:
    boards = [one.board for one in line.boards]
    return [one.home_id for one in boards], [one.away_id for one in boards]


def test_a_division_is_of_teams_too(house: House, meeting: Meeting) -> None:
    season = Season.objects.get(pk=meeting.season_id)
    by = house.person("committee")
    asked: dict[str, Any] = {"season": season, "version": season.version}
    lower = division_add(by=by, division=Division("Second"), **asked)
    assert team_terms_of(lower) == team_terms_of(season)
    assert (lower.boards, lower.meeting_win, lower.level) == (2, 3, 2)
    ann = house.players["ann"]
    assert teams(house, lower, {"Reds": "Ann"})["Reds"].captain == ann, "Another season."


def test_what_is_done_is_in_the_log(house: House, meeting: Meeting) -> None:
    lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    text = page(Browser(house, "director").get("log/"))
    assert text.count("Line-up given: Reds against Blues") == 2
    assert "Team entered: Reds (players: 3)" in text
    assert "(rounds: 1)" in text


def test_programs_are_told(house: House, meeting: Meeting) -> None:
    (board, _other) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    played(house, board)
    told = Outgoing.objects.filter(event=meeting.season_id).order_by("pk")
    kinds = list(told.values_list("kind", flat=True))
    assert kinds[0] == "season.opened"
    assert kinds.count("fixtures.planned") == 1
    assert {"match.started", "match.ended", "standings.changed"} <= set(kinds)
    assert kinds[-1] == "standings.changed"


def test_what_is_the_clubs_own_is_no_strangers(house: House, meeting: Meeting) -> None:
    season, team = meeting.season_id, meeting.home_id
    addresses = (
        *(f"seasons/{season}/teams", f"teams/{team}", f"seasons/{season}/meetings"),
        *(f"meetings/{meeting.pk}", f"seasons/{season}/teams/standings"),
        *(f"seasons/{season}/teams/standings/{team}", f"seasons/{season}/meetings.ics"),
    )
    for address in addresses:
        problem(Api().get(address), 404)
        assert house.api("cyd").get(address).status_code == 200
    listed = read(Api().get("clubs/cercle/calendar?from=2026-11-01&to=2026-11-30"))
    assert listed["meetings"] == []


def test_a_new_captain_lines_up_and_the_old_one_no_more(house: House, meeting: Meeting) -> None:
    cyd = house.players["cyd"].pk
    by, reds = house.person("director"), meeting.home
    first = Season.objects.get(pk=meeting.season_id).starts_on
    team_player_join(by=by, team=reds, player=cyd, on=first + timedelta(1), version=1)
    team_change(by=by, team=reds, name="Reds", captain=cyd, version=2)
    address = f"meetings/{meeting.pk}"
    body = {"team": reds.pk, "players": [cyd], "version": 1}
    problem(house.api("ann").post(f"{address}/lineups", body), 403, "not_allowed")
    told = read(house.api("cyd").post(f"{address}/lineups", body), 201)
    assert told["boards"][0]["home"]["name"] == "Cyd"
    assert "Line-up: Reds" in page(Browser(house, "cyd").get(f"{address}/"))
    assert "Line-up: Reds" not in page(Browser(house, "ann").get(f"{address}/"))
