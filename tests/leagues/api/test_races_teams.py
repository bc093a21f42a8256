"""Races about a board: who is lined up there while its match begins, on both databases."""

from datetime import date
from inspect import unwrap
from threading import Event
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid, Stale
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from scoring.leagues.models import Board, Meeting, Season
from scoring.leagues.services import decisions
from scoring.leagues.services import teams as lineups
from scoring.leagues.services.starting import BOARDS, due_start
from scoring.leagues.services.teams import lineup_give
from tests.support.arena import faults
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once
from tests.support.teamed import lined_up, planned, teamed, teams

from .test_races_seasons import club

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]

PLAYERS = {"Reds": "Ann, Dora", "Blues": "Bob, Emil"}
INSTEAD = {"ann": "Dora", "bob": "Emil"}
"""Whom each captain sends in his own place."""


def _due(house: House) -> tuple[Board, Evening]:
    """The captains Ann and Bob are lined up at the only board, which is due at an evening."""
    season = teamed(house, boards=1)
    teams(house, season, PLAYERS)
    meeting = planned(house, season)["Reds", "Blues"]
    (board,) = lined_up(house, meeting, "Ann", "Bob")
    by = house.person("director")
    return board, evening_open(by=by, held_on=date(2026, 11, 12), tables=("1",))


def _instead(house: House, who: str, board: Board, give: Any) -> object:
    meeting = Meeting.objects.get(pk=board.meeting_id)
    team = meeting.home_id if who == "ann" else meeting.away_id
    player = house.club.players.get(name=INSTEAD[who]).pk
    asked: dict[str, Any] = {"team": team, "players": [player], "version": meeting.version}
    return give(by=house.person(who), meeting=meeting, **asked)


def _begin(house: House, board: Board, evening: Evening) -> object:
    starts = [(board.pk, evening.tables.get().pk)]
    return due_start(due=BOARDS, by=house.person("director"), evening=evening, starts=starts)


def test_who_plays_at_a_board_is_who_is_lined_up_there(
    arena: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Both captains change their minds on what they saw, while a director begins the match."""
    with club(arena, django_db_blocker, "lineups") as house:
        board, evening = _due(house)
        found = at_once(
            3,
            lambda who: (
                _begin(house, board, evening)
                if who == 2
                else _instead(house, ("ann", "bob")[who], board, lineup_give)
            ),
        )
        assert {type(fault) for fault in faults([*found])} <= {Stale, Invalid}
        ann, bob, begun = (not isinstance(one, Exception) for one in found)
        assert ann + bob + begun, "Whoever is first is not refused."
        now = Board.objects.select_related("home", "away", "match").get(pk=board.pk)
        assert now.home is not None
        assert now.away is not None
        assert (now.home.name, now.away.name) == (
            "Dora" if ann else "Ann",
            "Emil" if bob else "Bob",
        )
        assert (now.match is not None) == begun
        if now.match is not None:
            assert now.match.player_ids == (now.home_id, now.away_id)
        assert Match.objects.filter(event=board.meeting.season_id).count() == begun


def test_without_the_lock_others_are_lined_up_than_play(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same race with the season not moved and no version compared: the match begins after the
    captain has looked whether it has."""
    looked, begun = Event(), Event()
    check = decisions.check_undecided

    def unmoved(by: Person, meeting: Meeting, _version: int) -> tuple[Season, Meeting]:
        found = Meeting.objects.select_related("round", "home", "away").get(pk=meeting.pk)
        return Season.objects.get(pk=found.season_id), found

    def paused(meeting: Meeting) -> None:
        check(meeting)
        looked.set()
        assert begun.wait(30)

    give = unwrap(lineup_give)
    with club(arena, django_db_blocker, "unlocked") as house:
        board, evening = _due(house)
        monkeypatch.setattr(lineups, "row_lock", unmoved)
        monkeypatch.setattr(lineups, "check_undecided", paused)
        monkeypatch.setattr(lineups, "players_lock", lambda *_asked, **_named: None)

        def act(who: int) -> object:
            if who:
                assert looked.wait(30)
                try:
                    return _begin(house, board, evening)
                finally:
                    begun.set()
            return _instead(house, "ann", board, give)

        assert faults([*at_once(2, act)]) == []
        now = Board.objects.select_related("home", "match").get(pk=board.pk)
        assert now.home is not None
        assert now.match is not None
        assert now.home.name == "Dora"
        assert now.home_id not in now.match.player_ids
