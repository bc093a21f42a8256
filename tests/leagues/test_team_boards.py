"""Line-ups, and the boards of a meeting begun and played as any other match."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.core.exceptions import Denied, Stale
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from scoring.leagues.models import Board, Meeting, Season, Team
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.meetings import Line, lines
from scoring.leagues.selectors.plans import plan_of
from scoring.leagues.services.planning import season_plan
from scoring.leagues.services.starting import BOARDS, due_start
from scoring.leagues.services.teams import lineup_give, team_player_join, team_player_leave
from tests.site.pages import Browser, goes, page, tight
from tests.support import nights
from tests.support.clubhouse import House, problem, read
from tests.support.teamed import (
    FIRST,
    begun,
    built_once,
    line_up,
    lined_up,
    planned,
    played,
    teamed,
    teams,
)

from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
TWO = {"Reds": "Ann, Dora, Flora", "Blues": "Bob, Emil, Georg"}


def two_teams(house: House) -> Meeting:
    """Reds against Blues, at three boards; Ann and Bob are the captains."""
    season = teamed(house, boards=3)
    teams(house, season, TWO)
    return planned(house, season)["Reds", "Blues"]


_built, built, house, meeting = built_once(two_teams)


def now(house: House, meeting: Meeting) -> Line:
    found = Meeting.objects.select_related("season__event__club", "round", "home", "away")
    return lines([found.get(pk=meeting.pk)], house.person("director"))[0]


def pairs(meeting: Meeting) -> list[tuple[str | None, str | None]]:
    rows = meeting.boards.select_related("home", "away").order_by("number")
    return [
        (one.home.name if one.home else None, one.away.name if one.away else None) for one in rows
    ]


def test_board_against_board(house: House, meeting: Meeting) -> None:
    line_up(house, meeting, "Blues", "Emil, Bob")
    assert pairs(meeting) == [(None, "Emil"), (None, "Bob")]
    assert now(house, meeting).state is State.TO_PLAY
    line_up(house, meeting, "Reds", "Ann, , Dora")
    assert pairs(meeting) == [("Ann", "Emil"), (None, "Bob"), ("Dora", None)]
    line_up(house, meeting, "Reds", "Dora, Flora")
    assert pairs(meeting) == [("Dora", "Emil"), ("Flora", "Bob")]
    line_up(house, meeting, "Reds", "Dora")
    assert pairs(meeting) == [("Dora", "Emil"), (None, "Bob")]
    line_up(house, meeting, "Blues", "Georg")
    assert pairs(meeting) == [("Dora", "Georg")]


def test_what_no_line_up_can_be(house: House, meeting: Meeting) -> None:
    refused("lineup_empty", "players", line_up, house, meeting, "Reds", ",")
    refused("too_many_boards", "players", line_up, house, meeting, "Reds", "Ann, , , Dora")
    refused("player_twice", "players.1", line_up, house, meeting, "Reds", "Ann, Ann")
    refused("not_in_the_team", "players.1", line_up, house, meeting, "Reds", "Ann, Bob")
    refused("unknown_player", "players", give, house, meeting, meeting.home_id, [10**9])
    refused("not_of_meeting", "team", give, house, meeting, 10**9, [1])
    with pytest.raises(Stale), transaction.atomic():
        give(house, meeting, meeting.home_id, [house.players["ann"].pk], version=7)


def give(
    house: House, meeting: Meeting, team: int, players: list[int | None], version: int = 1
) -> None:
    by = house.person("director")
    lineup_give(by=by, meeting=meeting, team=team, players=players, version=version)


def test_who_joined_late_or_left_plays_on_his_days_only(house: House, meeting: Meeting) -> None:
    by, reds = house.person("director"), meeting.home
    day = meeting.day
    assert day is not None
    cyd, dora = (house.club.players.get(name=name).pk for name in ("Cyd", "Dora"))
    team_player_join(by=by, team=reds, player=cyd, on=day + timedelta(1), version=1)
    refused("not_in_the_team", "players.0", line_up, house, meeting, "Reds", "Cyd")
    team_player_leave(by=by, team=reds, player=dora, on=day, version=2)
    refused("not_in_the_team", "players.0", line_up, house, meeting, "Reds", "Dora")
    line_up(house, meeting, "Reds", "Flora")


def test_a_captain_lines_up_his_own_team_and_no_other(house: House, meeting: Meeting) -> None:
    line_up(house, meeting, "Reds", "Dora, Ann", who="ann")
    for team, who in (("Blues", "ann"), ("Reds", "bob"), ("Reds", "scorer"), ("Reds", "cyd")):
        names = "Bob" if team == "Blues" else "Ann"
        with pytest.raises(Denied), transaction.atomic():
            line_up(house, meeting, team, names, who=who)
    assert pairs(meeting) == [("Dora", None), ("Ann", None)]


def test_a_match_of_the_two_plays_their_board(house: House, meeting: Meeting) -> None:
    (first, second) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    match = begun(house, first)
    first.refresh_from_db()
    assert (first.match, second.match) == (match, None)
    assert now(house, meeting).state is State.IN_PLAY
    refused("meeting_decided", "meeting", line_up, house, meeting, "Reds", "Ann")
    refused("no_fixture", "event", begun, house, first)
    meeting.refresh_from_db()
    season = Season.objects.get(pk=meeting.season_id)
    asked: dict[str, Any] = {"plan": plan_of(season), "version": season.version}
    by = house.person("director")
    refused("season_begun", "season", season_plan, by=by, season=season, **asked)


def test_a_meeting_is_over_with_its_last_board(house: House, meeting: Meeting) -> None:
    boards = lined_up(house, meeting, "Ann, Dora, Flora", "Bob, Emil")
    played(house, boards[0])
    half = now(house, meeting)
    assert (half.state, half.points, half.winner) == (State.IN_PLAY, (4, 0), None)
    played(house, boards[1], (2, 5))
    line = now(house, meeting)
    assert (line.state, line.points, line.winner) == (State.PLAYED, (4, 2), meeting.home_id)
    assert [one.state for one in line.boards] == [State.PLAYED, State.PLAYED, State.WALK_OVER]
    assert [one.points for one in line.boards] == [(2, 0), (0, 2), (2, 0)]
    flora = house.club.players.get(name="Flora")
    assert line.boards[2].winner == flora.pk


def test_where_nobody_plays_the_line_ups_decide(house: House, meeting: Meeting) -> None:
    lined_up(house, meeting, "Ann, , Dora", ", Bob")
    line = now(house, meeting)
    assert (line.state, line.points, line.winner) == (State.PLAYED, (4, 2), meeting.home_id)
    assert "Save the line-up" in page(Browser(house, "bob").get(f"meetings/{meeting.pk}/"))
    line_up(house, meeting, "Blues", "Emil, Bob, Georg")
    assert now(house, meeting).state is State.TO_PLAY


def evening(house: House, tables: tuple[str, ...] = ("1", "2", "3")) -> Evening:
    by = house.person("director")
    return evening_open(by=by, held_on=timezone.localdate(), public=True, tables=tables)


def test_boards_begin_at_the_tables_of_an_evening(house: House, meeting: Meeting) -> None:
    boards = lined_up(house, meeting, "Ann, Dora, Flora", "Bob, Emil")
    tonight = evening(house)
    tables = list(tonight.tables.order_by("pk").values_list("pk", flat=True))
    asked: dict[str, Any] = {"by": house.person("scorer"), "evening": tonight}

    def start(*pairs: tuple[int, int]) -> list[Match]:
        return due_start(due=BOARDS, **asked, starts=pairs)

    one, two, three = (board.pk for board in boards)
    refused("nothing_to_start", "boards", start)
    refused("cannot_start", "boards.0.board", start, (three, tables[0]))
    refused("cannot_start", "boards.1.board", start, (one, tables[0]), (one, tables[1]))
    refused("cannot_start", "boards.1.table", start, (one, tables[0]), (two, tables[0]))
    made = start((two, tables[0]), (one, tables[2]))
    assert [(match.player_a.name, match.evening_table_id) for match in made] == [
        ("Dora", tables[0]),
        ("Ann", tables[2]),
    ]
    assert list(Board.objects.order_by("number").values_list("match", flat=True)) == [
        made[1].pk,
        made[0].pk,
        None,
    ]
    refused("cannot_start", "boards.0.board", start, (one, tables[1]))


def test_the_board_that_was_chosen_is_played_and_not_the_earlier(house: House) -> None:
    """In a double round the two meet twice."""
    season = teamed(house, boards=1)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob"})
    found = planned(house, season, double=True, first=FIRST - timedelta(14))
    (early,) = lined_up(house, found["Reds", "Blues"], "Ann", "Bob")
    (late,) = lined_up(house, found["Blues", "Reds"], "Bob", "Ann")
    tonight = evening(house)
    table = tonight.tables.order_by("pk")[0].pk
    by = house.person("scorer")
    (match,) = due_start(due=BOARDS, by=by, evening=tonight, starts=[(late.pk, table)])
    assert (match.player_a.name, list(Board.objects.filter(match=match))) == ("Bob", [late])
    early.refresh_from_db()
    assert early.match is None


def test_the_pages_of_an_evening_with_teams(house: House, meeting: Meeting) -> None:
    address = f"meetings/{meeting.pk}/"
    captain = Browser(house, "ann")
    assert "No boards yet. They appear once a line-up is saved." in page(
        Browser(house).get(address)
    )
    text = page(captain.get(address))
    assert "Line-up: Reds" in text
    assert "Line-up: Blues" not in text
    ids = {name: str(house.club.players.get(name=name).pk) for name in ("Ann", "Dora")}
    sent = {**captain.hidden(address), "team": str(meeting.home_id)}
    twice = {**sent, "board_1": ids["Ann"], "board_2": ids["Ann"]}
    assert "Must name each player once." in page(captain.post(f"{address}lineup/", twice), 422)
    right = {**sent, "board_1": ids["Ann"], "board_2": ids["Dora"], "key": "b"}
    goes(captain.post(f"{address}lineup/", right))
    other = {**right, "team": str(meeting.away_id), "key": "c"}
    assert captain.post(f"{address}lineup/", other).status_code == 403
    stale = page(captain.post(f"{address}lineup/", {**right, "key": "d"}), 409)
    assert "Nothing was changed." in stale
    line_up(house, meeting, "Blues", "Bob, Emil")
    tonight, scorer = evening(house), Browser(house, "scorer")
    assert "Start 2 boards that are due" in page(scorer.get(f"evenings/{tonight.pk}/"))
    due = f"evenings/{tonight.pk}/boards/"
    assert due in page(scorer.get(address))
    assert due not in page(captain.get(address))
    text = page(scorer.get(due))
    assert "Reds – Blues, board 1" in text
    boards = list(meeting.boards.order_by("number").values_list("pk", flat=True))
    tables = list(tonight.tables.order_by("pk").values_list("pk", flat=True))
    asked = {**scorer.hidden(due), f"use_{boards[0]}": "on", f"use_{boards[1]}": "on"}
    wrong = {**asked, f"table_{boards[0]}": str(tables[0])}
    assert "Choose one, or leave this match out." in page(scorer.post(due, wrong), 422)
    same = {**wrong, f"table_{boards[1]}": str(tables[0])}
    assert "Only one match can start at a table" in page(scorer.post(due, same), 422)
    goes(scorer.post(due, {**same, f"table_{boards[1]}": str(tables[1]), "key": "k"}))
    match = Match.objects.get(board=boards[0])
    assert "Board 1 of a meeting" in page(scorer.get(f"matches/{match.pk}/"))
    text = page(scorer.get(address))
    assert f"matches/{match.pk}/" in text
    assert due not in text
    assert "No boards are due" in page(scorer.get(due))


def choices(text: str, name: str) -> list[str]:
    """The values of a list, in its order; a star before the one that is chosen."""
    (inside,) = re.findall(rf'<select[^>]*name="{name}"[^>]*>(.*?)</select>', tight(text))
    found = re.findall(r'<option value="([^"]*)"( selected)?', inside)
    return [f"*{value}" if chosen else value for value, chosen in found]


def test_a_season_of_teams_is_not_what_a_match_of_two_is_offered_first(
    house: House, meeting: Meeting
) -> None:
    """It is the newest event, and what is played at its boards is entered as it says."""
    usual, newest = str(house.season().pk), str(teamed(house, "Later").pk)
    tonight, director = nights.evening(house, "ann", "bob"), Browser(house, "director")
    table = f"tables/{tonight.tables.all()[0].pk}/start/"
    later = [newest, str(meeting.season_id)]
    for address, offered in ((table, ["*", usual, *later]), ("pairings/", ["*", usual])):
        text = page(director.get(f"evenings/{tonight.pk}/{address}"))
        assert choices(text, "event") == offered, address
    text = page(director.get(f"evenings/{tonight.pk}/grid/"))
    assert choices(text, "season") == [usual, "none", *later]
    start = "matches/new/"
    text = page(Browser(house, "ann").get(start))
    assert choices(text, "event") == ["*", usual, *later]


def test_who_plays_at_a_board_begins_it(house: House, meeting: Meeting) -> None:
    (first,) = lined_up(house, meeting, "Ann", "Bob")
    ann, start = Browser(house, "ann"), "matches/new/"
    season = str(meeting.season_id)
    assert choices(page(ann.get(start)), "event") == ["*", season], "A friendly match, else."
    pair = {"player_a": str(first.home_id), "player_b": str(first.away_id)}
    sent = {**ann.hidden(start), **pair, "event": season, "first_dealer": "a"}
    assert "/pad/" in goes(ann.post(start, sent))
    assert Board.objects.get(match__event=meeting.season_id) == first


def test_a_program_lines_up_and_begins(house: House, meeting: Meeting) -> None:
    bob = house.api("bob")
    ids = {one.name: one.pk for one in house.club.players.all()}
    address = f"meetings/{meeting.pk}"
    body = {"team": meeting.away_id, "players": [ids["Bob"], None, ids["Emil"]], "version": 1}
    told = read(bob.post(f"{address}/lineups", body), 201)
    assert told["lined_up"] == {"home": False, "away": True}
    assert [one["away"] and one["away"]["name"] for one in told["boards"]] == ["Bob", None, "Emil"]
    wrong = {**body, "team": meeting.home_id, "players": [ids["Ann"]], "version": 2}
    problem(bob.post(f"{address}/lineups", wrong), 403, "not_allowed")
    twice = {**body, "players": [ids["Bob"], ids["Bob"]], "version": 2}
    problem(bob.post(f"{address}/lineups", twice), 422, "player_twice", "players.1")
    line_up(house, meeting, "Reds", "Ann, Dora")
    tonight, scorer = evening(house), house.api("scorer")
    (due,) = read(scorer.get(f"evenings/{tonight.pk}/boards"))
    assert (due["home"]["name"], due["away"]["name"], due["meeting"]) == ("Ann", "Bob", meeting.pk)
    table = tonight.tables.order_by("pk")[0].pk
    begin = {"boards": [{"board": due["id"], "table": table}]}
    (match,) = read(scorer.post(f"evenings/{tonight.pk}/boards", begin), 201)
    scorer.enter(match["id"], {"score": {"a": 5, "b": 0}}, kind="games")
    found = read(bob.get(address))
    assert [one["points"] for one in found["boards"]] == [
        {"home": 2, "away": 0},
        {"home": 2, "away": 0},
        {"home": 0, "away": 2},
    ]
    assert (found["state"], found["board_points"]) == ("played", {"home": 4, "away": 2})
    assert found["winner"] == meeting.home_id
    problem(scorer.post(f"evenings/{tonight.pk}/boards", begin), 422, field="boards.0.board")


def test_a_captain_who_is_not_seen_by_strangers(house: House, meeting: Meeting) -> None:
    """A team's name is public; a player's is the club's and his own to show."""
    house.club.names_shown = "number"
    house.club.save()
    lined_up(house, meeting, "Ann", "Bob")
    text = page(Browser(house).get(f"meetings/{meeting.pk}/"))
    assert "Reds" in text
    assert ">Ann<" not in text
    assert ">Ann<" in page(Browser(house, "cyd").get(f"meetings/{meeting.pk}/"))
    listed = page(Browser(house).get(f"seasons/{meeting.season_id}/teams/"))
    assert "Ann" not in listed
    assert Team.objects.count() == 2
