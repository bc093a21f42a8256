"""Meetings and boards decided without play, and taken back."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.services.accounts import player_anonymise
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Denied, Stale
from ecarte_club.core.models import Outgoing
from scoring.leagues.models import Board, Meeting, Season
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.services.decisions import (
    board_award,
    board_award_withdraw,
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
)
from scoring.leagues.services.teams import lineup_give
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import undone
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

from .test_team_boards import now
from .test_team_standings import rows
from .test_teams import refused

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


def two_teams(house: House) -> Meeting:
    """Reds against Blues, at two boards."""
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Dora", "Blues": "Bob, Emil"})
    return planned(house, season)["Reds", "Blues"]


_built, built, house, meeting = built_once(two_teams)


def award(house: House, meeting: Meeting, how: str, reason: str = "Snow.") -> Meeting:
    meeting.refresh_from_db()
    asked: dict[str, Any] = {"award": how, "reason": reason, "version": meeting.version}
    return fixture_award(by=house.person("director"), fixture=meeting, **asked)


def award_board(house: House, board: Board, how: str, reason: str = "Ill.") -> Board:
    board.meeting.refresh_from_db()
    asked: dict[str, Any] = {"award": how, "reason": reason, "version": board.meeting.version}
    return board_award(by=house.person("director"), board=board, **asked)


@pytest.mark.parametrize(
    ("how", "state", "table"),
    [
        ("home", State.WALK_OVER, [("Reds", 1, 2, 4), ("Blues", 2, 0, 0)]),
        ("away", State.WALK_OVER, [("Blues", 1, 2, 4), ("Reds", 2, 0, 0)]),
        ("both_absent", State.BOTH_ABSENT, [("Blues", 1, 0, 0), ("Reds", 1, 0, 0)]),
        ("void", State.VOID, [("Blues", 1, 0, 0), ("Reds", 1, 0, 0)]),
    ],
)
def test_a_whole_meeting(
    house: House, meeting: Meeting, how: str, state: State, table: list[tuple[str, int, int, int]]
) -> None:
    """A walk-over at both boards, of two board points each."""
    season = Season.objects.get(pk=meeting.season_id)
    lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    given = award(house, meeting, how)
    assert (now(house, meeting).state, given.reason) == (state, "Snow.")
    assert rows(season) == table
    refused("meeting_decided", "meeting", award, house, meeting, "home")
    refused("meeting_decided", "meeting", line_up, house, meeting, "Reds", "Dora")
    moved: dict[str, Any] = {"day": free_day(), "reason": "x", "version": given.version}
    by = house.person("director")
    refused("meeting_decided", "meeting", fixture_postpone, by=by, fixture=given, **moved)
    back = fixture_award_withdraw(by=by, fixture=given, version=given.version)
    assert (back.award, back.reason) == ("", "")
    assert rows(season) == [("Blues", 1, 0, 0), ("Reds", 1, 0, 0)]
    assert now(house, meeting).state is State.TO_PLAY
    refused(
        "not_awarded", "award", fixture_award_withdraw, by=by, fixture=back, version=back.version
    )
    kinds = Outgoing.objects.filter(kind__startswith="fixture.award").order_by("pk")
    assert [(one.kind, one.ids["meeting"]) for one in kinds] == [
        ("fixture.awarded", meeting.pk),
        ("fixture.award_back", meeting.pk),
    ]


def test_what_is_begun_is_put_right_at_its_boards(house: House, meeting: Meeting) -> None:
    (one, two) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    begun(house, one)
    refused("meeting_decided", "meeting", award, house, meeting, "home")
    refused("board_decided", "award", award_board, house, one, "home")
    refused("invalid_award", "award", award_board, house, two, "void")
    refused("invalid_award", "award", award, house, meeting, "luck")
    refused("reason_needed", "reason", award_board, house, two, "home", " ")
    two.meeting.refresh_from_db()
    asked: dict[str, Any] = {"award": "home", "reason": "x", "version": two.meeting.version}
    with pytest.raises(Denied), transaction.atomic():
        board_award(by=house.person("ann"), board=two, **asked)
    with pytest.raises(Stale), transaction.atomic():
        board_award(by=house.person("director"), board=two, **{**asked, "version": 0})


def test_one_board_of_those_who_are_named(house: House, meeting: Meeting) -> None:
    season = Season.objects.get(pk=meeting.season_id)
    line_up(house, meeting, "Reds", "Ann, Dora")
    (half, _other) = Board.objects.filter(meeting=meeting).select_related("meeting")
    refused("not_lined_up", "award", award_board, house, half, "home")
    line_up(house, meeting, "Blues", "Bob, Emil")
    one, two = Board.objects.filter(meeting=meeting).select_related("meeting").order_by("number")
    played(house, one, (5, 0))
    award_board(house, two, "away")
    line = now(house, meeting)
    assert (line.state, line.points) == (State.PLAYED, (2, 2))
    assert line.boards[1].winner == two.away_id
    assert rows(season) == [("Reds", 1, 1, 2), ("Blues", 2, 1, 2)], "by games"
    refused("board_decided", "award", award_board, house, two, "home")
    by = house.person("director")
    two.meeting.refresh_from_db()
    back = board_award_withdraw(by=by, board=two, version=two.meeting.version)
    assert back.award == ""
    assert now(house, meeting).state is State.IN_PLAY
    two.meeting.refresh_from_db()
    version = two.meeting.version
    refused("not_awarded", "award", board_award_withdraw, by=by, board=two, version=version)
    award_board(house, two, "both_absent")
    assert now(house, meeting).points == (2, 0)
    assert list(
        AuditLogEntry.objects.filter(act__startswith="board_").values_list("act", flat=True)
    ) == [
        "board_award",
        "board_award_back",
        "board_award",
    ]


def test_no_match_begins_for_a_board_that_was_awarded(house: House, meeting: Meeting) -> None:
    (one, _two) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    award_board(house, Board.objects.select_related("meeting").get(pk=one.pk), "home")
    refused("no_fixture", "event", begun, house, one)
    one.refresh_from_db()
    assert (one.match, one.award) == (None, "home")


def test_two_who_are_one_keep_their_board(house: House, meeting: Meeting) -> None:
    season = Season.objects.get(pk=meeting.season_id)
    (one, two) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    played(house, two, (5, 0))
    before = rows(season)
    cyd, dora = (house.club.players.get(name=name) for name in ("Cyd", "Dora"))
    # When a team is away is kept by the team's id, which may be that of a player too.
    away = {str(dora.pk): [["2026-12-24", "2026-12-24"]]}
    Season.objects.filter(pk=season.pk).update(plan={**season.plan, "away": away})
    seen = {"version": cyd.version, "gone_version": dora.version}
    players_merge(by=house.person("committee"), kept=cyd.pk, gone=dora.pk, **seen)
    two.refresh_from_db()
    assert two.home_id == cyd.pk
    season.refresh_from_db()
    assert season.plan["away"] == away
    played(house, one, (5, 0))
    assert rows(season) == [("Reds", 1, 2, 4), ("Blues", 2, 0, 0)] != before


def test_reasons_do_not_keep_a_name(house: House, meeting: Meeting) -> None:
    (_one, two) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    held = Board.objects.select_related("meeting").get(pk=two.pk)
    award_board(house, held, "home", "Emil is ill.")
    emil = house.club.players.get(name="Emil")
    player_anonymise(by=house.person("committee"), player_id=emil.pk, version=emil.version)
    two.refresh_from_db()
    assert "Emil" not in two.reason
    assert two.reason.endswith(" is ill.")


def test_its_pages(house: House, meeting: Meeting) -> None:
    director, address = Browser(house, "director"), f"meetings/{meeting.pk}/"
    sent = {**director.hidden(address), "award": "home", "reason": "Snow."}
    assert "required" in page(director.post(f"{address}award/", {**sent, "reason": ""}), 422)
    goes(director.post(f"{address}award/", {**sent, "key": "a"}))
    text = page(Browser(house).get(address))
    assert "Walkover: Reds wins" in text
    assert "Snow." in text
    stale = page(director.post(f"{address}award/back/", {"key": "b", "version": "1"}), 409)
    assert "Nothing was changed." in stale
    meeting.refresh_from_db()
    goes(director.post(f"{address}award/back/", {"key": "c", "version": str(meeting.version)}))
    (one, _two) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    where = f"boards/{one.pk}/award/"
    assert "Board 1: Ann against Bob." in page(director.get(where))
    sent = {**director.hidden(where), "award": "away", "reason": "Ill."}
    assert "required" in page(director.post(where, {**sent, "reason": ""}), 422)
    assert goes(director.post(where, {**sent, "key": "d"})).endswith(address)
    assert "Board points 0–2" in page(director.get(address))
    meeting.refresh_from_db()
    sent = {"key": "e", "version": str(meeting.version)}
    goes(director.post(f"{where}back/", sent))
    assert "Board points" not in page(director.get(address))
    assert Browser(house, "ann").get(where).status_code == 403


def test_a_program_awards_and_takes_back(house: House, meeting: Meeting) -> None:
    api, address = house.api("director"), f"meetings/{meeting.pk}"
    body = {"award": "both_absent", "reason": "Snow.", "version": 1}
    told = read(api.post(f"{address}/award", body), 201)
    assert (told["state"], told["award"], told["reason"]) == ("both_absent",) * 2 + ("Snow.",)
    problem(api.post(f"{address}/award", body), 409, field="version")
    assert read(api.post(f"{address}/award/back", {"version": 2}), 201)["state"] == "to_play"
    (one, _two) = lined_up(house, meeting, "Ann, Dora", "Bob, Emil")
    body = {"award": "home", "reason": "Ill.", "version": 5}
    told = read(api.post(f"boards/{one.pk}/award", body), 201)
    assert told["boards"][0]["points"] == {"home": 2, "away": 0}
    assert (told["boards"][0]["award"], told["boards"][0]["reason"]) == ("home", "Ill.")
    told = read(api.post(f"boards/{one.pk}/award/back", {"version": 6}), 201)
    assert (told["state"], told["boards"][0]["award"]) == ("to_play", "")
    problem(Api().post(f"boards/{one.pk}/award", body), 401)
    problem(api.post("boards/999999/award", body), 404)
    ann = house.players["ann"].pk
    given = {"team": meeting.home_id, "players": [ann], "version": told["version"]}
    lineup_give(by=house.person("ann"), meeting=meeting, **given)


def test_a_meeting_that_a_team_stayed_away_from_may_cost_it_points(
    house: House, meeting: Meeting
) -> None:
    """Three match points less; the boards keep their own points. Both absent, both lose them."""
    Season.objects.filter(pk=meeting.season_id).update(meeting_forfeit=-3)
    season = Season.objects.get(pk=meeting.season_id)
    award(house, meeting, "home")
    assert rows(season) == [("Reds", 1, 2, 4), ("Blues", 2, -3, 0)]
    text = page(Browser(house).get(f"seasons/{season.pk}/"))
    assert "For a team that did not come: −3." in text
    assert '<td class="num decides">-3' not in text
    with undone("another decision"):
        meeting.refresh_from_db()
        by, version = house.person("director"), meeting.version
        fixture_award_withdraw(by=by, fixture=meeting, version=version)
        award(house, meeting, "both_absent")
        assert [line[2] for line in rows(season)] == [-3, -3]


def test_points_of_a_team_that_did_not_come_are_agreed_when_a_season_opens(house: House) -> None:
    api = house.api("committee")
    terms = {"code": "london", "format": "one_game", "games": 1}
    body = {"league": "L", "name": "T", "starts_on": "2026-09-01", "ends_on": "2027-06-30"}
    teams_ = {"boards": 2, "meeting_forfeit": -2}
    made = read(api.post("clubs/cercle/seasons", {**body, "terms": terms, "teams": teams_}), 201)
    assert made["teams"]["meeting_forfeit"] == -2
    wrong = {**body, "name": "U", "terms": terms, "teams": {**teams_, "meeting_forfeit": -101}}
    problem(api.post("clubs/cercle/seasons", wrong), 422)
    browser = Browser(house, "committee")
    sent: dict[str, str] = {**browser.hidden("seasons/new/"), "name": "V", "games": "1"}
    sent |= {name: str(value) for name, value in {**body, **terms}.items() if name not in sent}
    goes(browser.post("seasons/new/", {**sent, "boards": "2", "meeting_forfeit": "-1"}))
    assert Season.objects.get(event__name="V").meeting_forfeit == -1
