"""Any line-ups, results, awards, rulings, leavings, returns and late comers: the table is what a
naive count makes it."""

from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from scoring.leagues.models import Board, Meeting, Season, Team, TeamAdjustment
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.adjustments import adjustment_end, adjustment_give
from scoring.leagues.services.decisions import board_award, fixture_award
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import competitor_return, competitor_withdraw
from tests.support.clubhouse import House
from tests.support.clubrooms import undone
from tests.support.depth import examples
from tests.support.planned import season_version
from tests.support.teamed import (
    built_once,
    corrected,
    lined_up,
    meetings,
    planned,
    played,
    teamed,
    teams,
)

from .naive_teams import BOARDS, Figures, Met, Naive, Seats

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FOUR = {"Reds": "Ann, Dora", "Blues": "Bob, Emil", "Greens": "Cyd, Flora", "Whites": "Gus, Hugo"}
LATE = {"Golds": "Ines, Jean"}
PLAYERS = {**FOUR, **LATE}


def four_teams(house: House) -> Season:
    season = teamed(house, boards=BOARDS)
    teams(house, season, FOUR)
    planned(house, season)
    return season


_built, built, house, season = built_once(four_teams)


def told(season: Season) -> dict[str, Figures]:
    found = standing.team_table_now(season.pk)
    lines = standing.team_lines(found, found.table)
    return {
        one.name: (
            *(one.share.played, one.share.won, one.share.drawn, one.share.lost, one.share.points),
            *(one.share.games_for, one.share.games_against),
            *(one.share.value, one.share.value_against),
        )
        for one in lines
    }


def met(season: Season) -> list[Met]:
    """As they were made."""
    return [Met(home, away) for home, away in meetings(season) if away]


# What is done, in which meeting or by which team, at which board or for whom, and how much of the
# line-ups is left empty.
Act = tuple[str, int, int, int]
ACTS = st.tuples(
    st.sampled_from(
        [
            *("line", "line", "line", "play", "play", "play", "board", "correct", "award"),
            *("leave", "leave", "return", "return", "late", "rule", "end"),
        ]
    ),
    st.integers(0, 9),
    st.integers(0, 3),
    st.integers(0, 8),
)


@settings(
    max_examples=examples(3, thorough=12),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
# The meetings are Reds – Whites, Blues – Greens; Whites – Greens, Reds – Blues; Blues – Whites,
# Greens – Reds. Reds leave struck, Blues after half; Reds may not come back before Blues.
@example(
    [
        *(("play", 1, 0, 0), ("play", 1, 1, 0), ("leave", 0, 0, 0), ("leave", 1, 0, 0)),
        *(("return", 0, 0, 0), ("return", 1, 0, 0), ("return", 0, 0, 0)),
    ]
)
# Reds have left before somebody came late, and stay away; the newcomer may leave and come back.
@example(
    [
        *(("leave", 0, 0, 0), ("late", 0, 0, 0), ("return", 0, 0, 0)),
        *(("leave", 4, 0, 0), ("return", 1, 0, 0), ("rule", 4, 1, 0)),
    ]
)
# Each team is there at one board, and nobody plays: that is no half of anything.
@example([("line", 0, 0, 5), ("play", 3, 0, 0), ("play", 3, 3, 0), ("leave", 0, 0, 0)])
# Nobody leaves while it is in play; at the other board neither came, and the result is turned.
@example(
    [
        *(("play", 0, 0, 0), ("leave", 0, 0, 0), ("board", 0, 1, 2), ("correct", 0, 0, 0)),
        *(("rule", 0, 1, 0), ("leave", 0, 0, 0), ("end", 0, 0, 0)),
    ]
)
@given(st.lists(ACTS, min_size=2, max_size=10))
def test_the_table_is_what_a_naive_count_makes_it(
    house: House, season: Season, acts: list[Act]
) -> None:
    naive = Naive({one.pair: one for one in met(season)})
    with undone(str(acts)):
        assert told(season) == naive.table()
        for act in acts:
            _done(house, season, naive, act)
            assert told(season) == naive.table(), act


def _done(house: House, season: Season, naive: Naive, act: Act) -> None:
    kind, at, side, gaps = act
    if kind in IN_MEETINGS:
        every = list(naive.met.values())
        if kind == "correct":
            every = [one for one in every if one.corrected_at] or every
        one = every[at % len(every)]
        IN_MEETINGS[kind](house, meetings(season)[one.home, one.away], one, side, gaps)
    elif kind == "late":
        _late(house, season, naive)
    else:
        here = [name for name in PLAYERS if name in naive.everybody]
        names = list(naive.gone) if kind == "return" and naive.gone else here
        _with_a_team(house, season, naive, names[at % len(names)], kind, side)


def _line(house: House, meeting: Meeting, one: Met, _side: int, gaps: int) -> None:
    """`gaps`: at which board nobody plays, of each of the two; they name somebody somewhere."""
    if one.touched:
        return
    empty = (gaps % 3, gaps // 3)
    named = [[number != gap for number in range(1, BOARDS + 1)] for gap in empty]
    texts = [
        ", ".join(name if here else "" for name, here in zip(names, own, strict=True))
        for names, own in zip(
            (PLAYERS[one.home].split(", "), PLAYERS[one.away].split(", ")), named, strict=True
        )
    ]
    lined_up(house, meeting, *texts)
    one.boards = [Seats(home, away) for home, away in zip(*named, strict=True)]


def _board(one: Met, side: int) -> tuple[int, Seats] | None:
    """Its number, if it is open."""
    number = side % BOARDS
    if one.is_awarded or one.void or not one.boards or not one.boards[number].is_open:
        return None
    return number + 1, one.boards[number]


def _play(house: House, meeting: Meeting, one: Met, side: int, gaps: int) -> None:
    if one.boards is None:
        _line(house, meeting, one, 0, 0)
    found = _board(one, side)
    if found:
        number, seats = found
        away = side // BOARDS == 1
        played(house, meeting.boards.get(number=number), (2, 5) if away else (5, 2))
        seats.ended, seats.by_play, seats.winner = True, True, one.away if away else one.home


def _board_award(house: House, meeting: Meeting, one: Met, side: int, gaps: int) -> None:
    if one.boards is None:
        _line(house, meeting, one, 0, 0)
    found = _board(one, side)
    if found:
        number, seats = found
        kind, winner = _awards(one)[gaps % 3]
        meeting.refresh_from_db()
        asked: dict[str, Any] = {"award": kind, "reason": "Ill.", "version": meeting.version}
        board = meeting.boards.get(number=number)
        board_award(by=house.person("director"), board=board, **asked)
        seats.ended, seats.winner = True, winner


def _correct(house: House, meeting: Meeting, one: Met, side: int, _gaps: int) -> None:
    if one.boards and one.corrected_at:
        number = one.corrected_at[side % len(one.corrected_at)]
        board, seats = Board.objects.get(meeting=meeting, number=number), one.boards[number - 1]
        was_home = seats.winner == one.home
        corrected(house, Match.objects.get(board=board), (1, 5) if was_home else (5, 1))
        seats.winner = one.away if was_home else one.home


def _award(house: House, meeting: Meeting, one: Met, side: int, _gaps: int) -> None:
    if one.touched:
        return
    kind, winner = _awards(one)[side % 3]
    meeting.refresh_from_db()
    asked: dict[str, Any] = {"award": kind, "reason": "Snow.", "version": meeting.version}
    fixture_award(by=house.person("director"), fixture=meeting, **asked)
    one.is_awarded, one.award = True, winner


def _awards(one: Met) -> list[tuple[str, str | None]]:
    return [("home", one.home), ("away", one.away), ("both_absent", None)]


IN_MEETINGS = {
    "line": _line,
    "play": _play,
    "board": _board_award,
    "correct": _correct,
    "award": _award,
}


def _late(house: House, season: Season, naive: Naive) -> None:
    """Once; it meets everybody who is there."""
    here = [name for name in FOUR if name not in naive.gone]
    if not here or Team.objects.filter(season=season, name="Golds").exists():
        return
    team = teams(house, season, LATE)["Golds"]
    version = season_version(season.pk)
    competitor_join(by=house.person("director"), season=season, competitor=team.pk, version=version)
    new = [one for one in met(season) if "Golds" in one.pair]
    assert sorted(one.other("Golds") for one in new) == sorted(here)
    naive.come_late(new)


def _with_a_team(
    house: House, season: Season, naive: Naive, team: str, kind: str, side: int
) -> None:
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    pk = Team.objects.get(season=season, name=team).pk
    if kind == "leave":
        if _taken(
            naive.may_leave(team), competitor_withdraw, **asked, competitor=pk, reason="Few."
        ):
            naive.leave(team)
    elif kind == "return":
        if _taken(naive.may_return(team), competitor_return, **asked, competitor=pk):
            naive.come_back(team)
    elif kind == "rule" and team in naive.teams:
        points = 3 if side % 2 else -1
        adjustment_give(**asked, team=pk, points=points, reason="By lot.")
        naive.points[team] = naive.points.get(team, 0) + points
    elif kind == "end":
        for one in TeamAdjustment.objects.filter(team=pk, ended_at=None):
            adjustment_end(of_teams=True, **asked, adjustment=one.pk, reason="A mistake.")
        naive.points[team] = 0


def _taken(expected: bool, act: Any, **asked: Any) -> bool:
    """Refused where the naive count forbids it, and only there."""
    try:
        with transaction.atomic():
            act(**asked, version=season_version(asked["season"].pk))
        taken = True
    except Invalid:
        taken = False
    assert taken == expected
    return taken
