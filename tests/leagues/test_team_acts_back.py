"""Whatever is done to a season of teams and taken back, the last first: nothing is left of it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from games.matches.services.entries import match_annul, match_annul_back
from scoring.leagues.models import Board, Meeting, Season, Standing, Team
from scoring.leagues.selectors import team_standings as standing
from scoring.leagues.services.adjustments import adjustment_end, adjustment_give
from scoring.leagues.services.decisions import (
    board_award,
    board_award_withdraw,
    fixture_award,
    fixture_award_withdraw,
)
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

from .five_teams import kept

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FIVE = {
    "Reds": "Ann, Dora",
    "Blues": "Bob, Emil",
    "Greens": "Cyd, Flora",
    "Whites": "Gus, Hugo",
    "Blacks": "Ines, Jean",
}
AWARDS = ("home", "away", "both_absent")
Back = Callable[[], object]


def five_teams(house: House) -> Season:
    """At two boards, all lined up; the first two meetings are played, of a third one board."""
    season = teamed(house)
    teams(house, season, FIVE)
    made = [(pair, one) for pair, one in planned(house, season).items() if all(pair)]
    for (home, away), one in made:
        lined_up(house, one, FIVE[home], FIVE[away])
    boards = Board.objects.filter(meeting__in=[one.pk for _pair, one in made[:3]])
    for board in boards.order_by("meeting__round__number", "meeting__number", "number")[:5]:
        played(house, board, (5, 2))
    return season


_built, built, house, season = built_once(five_teams)


def everything_of(season: Season) -> list[Any]:
    """By value: what is kept of it, the whole table with what is to be played, and the players."""
    found = standing.team_table_now(season.pk)
    players = Standing.objects.filter(season=season).order_by("player")
    return [
        *kept(season),
        standing.team_lines(found, found.table),
        sorted(found.open_fixtures),
        [(one.player_id, one.share) for one in players],
    ]


def award(house: House, season: Season, at: int, how: int) -> Back:
    meeting = _meeting(season, at)
    asked: dict[str, Any] = {"by": house.person("director"), "fixture": meeting}
    told = (*AWARDS, "void")[how % 4]
    fixture_award(**asked, award=told, reason="Snow.", version=meeting.version)
    return lambda: fixture_award_withdraw(**asked, version=_version(meeting))


def award_board(house: House, season: Season, at: int, how: int) -> Back:
    board = _meeting(season, at).boards.select_related("meeting").order_by("number")[how % 2]
    asked: dict[str, Any] = {"by": house.person("director"), "board": board}
    meeting = board.meeting
    board_award(**asked, award=AWARDS[how % 3], reason="Ill.", version=meeting.version)
    return lambda: board_award_withdraw(**asked, version=_version(meeting))


def leave(house: House, season: Season, at: int, _how: int) -> Back:
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    asked["competitor"] = _team(season, at).pk
    competitor_withdraw(**asked, reason="Few.", version=season_version(season.pk))
    return lambda: competitor_return(**asked, version=season_version(season.pk))


def rule(house: House, season: Season, at: int, how: int) -> Back:
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    points, team = how - 4 or 5, _team(season, at).pk
    made = adjustment_give(**asked, team=team, points=points, reason="By lot.")
    return lambda: adjustment_end(of_teams=True, **asked, adjustment=made.pk, reason="Not so.")


def turn(house: House, season: Season, at: int, _how: int) -> Back:
    """A result, to the opposite and to what it was."""
    match = _match(season, at)
    turned, back = ((2, 5), (5, 2)) if match.winner == "a" else ((5, 2), (2, 5))
    corrected(house, match, turned)
    return lambda: corrected(house, match, back)


def annul(house: House, season: Season, at: int, _how: int) -> Back:
    match = _match(season, at)
    asked: dict[str, Any] = {"by": house.person("director"), "reason": "The wrong two."}
    match_annul(**asked, match=match, version=match.version)

    def back() -> None:
        match.refresh_from_db()
        match_annul_back(**asked, match=match, version=match.version)

    return back


def _match(season: Season, at: int) -> Match:
    """One that counts."""
    every = Match.objects.filter(event=season.pk, annulled_at=None).order_by("pk")
    return every[at % len(every)]


def _meeting(season: Season, at: int) -> Meeting:
    every = [one for pair, one in meetings(season).items() if all(pair)]
    return every[at % len(every)]


def _version(meeting: Meeting) -> int:
    return Meeting.objects.values_list("version", flat=True).get(pk=meeting.pk)


def _team(season: Season, at: int) -> Team:
    return season.teams.order_by("place")[at % len(FIVE)]


ACTS = {one.__name__: one for one in (annul, award, award_board, leave, rule, turn)}
Act = tuple[str, int, int]


@settings(
    max_examples=examples(2, thorough=8),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@example([("leave", 0, 0), ("leave", 1, 0), ("turn", 0, 0), ("leave", 2, 0)])
@example([("annul", 0, 0), ("leave", 1, 0), ("annul", 2, 0), ("turn", 0, 0)])
@example([("award", 4, 3), ("award_board", 5, 1), ("rule", 2, 0), ("leave", 4, 0)])
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 9), st.integers(0, 9)),
        min_size=2,
        max_size=5,
    )
)
def test_nothing_is_left_of_what_was_taken_back(
    house: House, season: Season, acts: list[Act]
) -> None:
    done: list[tuple[Act, list[Any], Back]] = []
    with undone(str(acts)):
        for act in acts:
            name, at, how = act
            before = everything_of(season)
            try:
                with transaction.atomic():
                    back = ACTS[name](house, season, at, how)
            except Invalid:
                assert everything_of(season) == before, act
                continue
            assert name == "turn" or everything_of(season) != before, act
            done.append((act, before, back))
        for act, before, back in reversed(done):
            back()
            assert everything_of(season) == before, act
