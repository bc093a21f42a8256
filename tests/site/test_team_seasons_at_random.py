"""Any results, awards, rulings, leavings and returns: the table is what a naive count makes it."""

from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from ecarte_club.wire.faults import Invalid
from scoring.models import Meeting, Season, Team
from scoring.services import teams as services
from scoring.teams import standing
from tests.clubhouse import House
from tests.clubrooms import undone
from tests.planned import season_version
from tests.teamed import built_once, lined_up, meetings, planned, played, teamed, teams

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]
FOUR = {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd", "Whites": "Dora"}
NAMES = list(FOUR)
PAIRS = [frozenset(pair) for pair in combinations(NAMES, 2)]
Pair = frozenset[str]


def four_teams(house: House) -> Season:
    season = teamed(house, boards=1)
    teams(house, season, FOUR)
    planned(house, season)
    return season


_built, built, house, season = built_once(four_teams)


@dataclass
class Naive:
    """`won`: by whom, and whether by play. `gone`: which teams have left, each with whether it is
    struck and whom its leaving made the winner of what; nobody, where it is not played."""

    won: dict[Pair, tuple[str, bool]] = field(default_factory=dict)
    gone: dict[str, tuple[bool, dict[Pair, str | None]]] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NAMES, 0))

    @property
    def decided(self) -> dict[Pair, str | None]:
        return {pair: who for _struck, made in self.gone.values() for pair, who in made.items()}

    def is_open(self, pair: Pair) -> bool:
        return pair not in self.won and pair not in self.decided

    def leave(self, team: str) -> None:
        mine = [pair for pair in PAIRS if team in pair and self.decided.get(pair, "") is not None]
        by_play = sum(self.won.get(pair, ("", False))[1] for pair in mine)
        struck = 2 * by_play < len(mine)
        rest = [pair for pair in mine if self.is_open(pair)]
        made = {pair: None if struck else next(iter(pair - {team})) for pair in rest}
        self.gone[team] = (struck, made)

    def may_leave(self, team: str) -> bool:
        met = [pair for pair in PAIRS if team in pair and self.decided.get(pair, "") is not None]
        return team not in self.gone and bool(met)

    def may_return(self, team: str) -> bool:
        """Nobody whose meeting with it is open again has left since."""
        if team not in self.gone:
            return False
        return not any(self.gone.keys() & pair - {team} for pair in self.gone[team][1])

    def table(self) -> dict[str, tuple[int, int, int]]:
        """Meetings, match points and board points of who is not struck."""
        struck = {team for team, (is_struck, _made) in self.gone.items() if is_struck}
        found = {team: [0, self.points[team], 0] for team in NAMES if team not in struck}
        winners = {pair: who for pair, (who, _by_play) in self.won.items()} | self.decided
        for pair, winner in winners.items():
            if winner is None or pair & struck:
                continue
            for team in pair:
                found[team][0] += 1
            found[winner][1] += 2
            found[winner][2] += 2
        return {team: (one, two, three) for team, (one, two, three) in found.items()}


def told(season: Season) -> dict[str, tuple[int, int, int]]:
    found = standing.whole_now(season.pk)
    return {
        one.name: (one.share.played, one.share.points, one.share.games_for)
        for one in standing.lines_now(found, found.table)
    }


Act = tuple[str, int, int]
ACTS = st.tuples(
    st.sampled_from(["play", "play", "award", "leave", "leave", "return", "rule"]),
    st.integers(0, len(PAIRS) - 1),
    st.integers(0, 1),
)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
# Reds leave struck, Blues after half; then they come back in their order and in the other.
@example([("play", 3, 0), ("leave", 0, 0), ("play", 4, 1), ("leave", 1, 0), ("return", 0, 0)])
@example([("leave", 0, 0), ("leave", 1, 0), ("return", 1, 0), ("return", 0, 0), ("play", 0, 1)])
@example([("award", 0, 0), ("play", 1, 0), ("rule", 0, 1), ("leave", 0, 0), ("rule", 0, 0)])
@given(st.lists(ACTS, max_size=8))
def test_the_table_is_what_a_naive_count_makes_it(
    house: House, season: Season, acts: list[Act]
) -> None:
    naive = Naive()
    with undone(str(acts)):
        made = {frozenset(pair): one for pair, one in meetings(season).items()}
        for act in acts:
            _done(house, season, naive, made, act)
            assert told(season) == naive.table(), act


def _done(house: House, season: Season, naive: Naive, made: dict[Pair, Meeting], act: Act) -> None:
    kind, at, side = act
    if kind in ("play", "award"):
        _decided(house, naive, made[PAIRS[at]], kind == "play", side)
        return
    team = NAMES[at % len(NAMES)]
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    asked["team"] = Team.objects.get(season=season, name=team).pk
    if kind == "rule":
        if naive.gone.get(team, (False, {}))[0]:
            return
        points = 3 if side else -1
        services.team_adjustment_give(**asked, points=points, reason="By lot.")
        naive.points[team] += points
    elif kind == "leave":
        if _taken(naive.may_leave(team), services.team_withdraw, **asked, reason="Few."):
            naive.leave(team)
    elif _taken(naive.may_return(team), services.team_return, **asked):
        del naive.gone[team]


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


def _decided(house: House, naive: Naive, meeting: Meeting, by_play: bool, side: int) -> None:
    home, away = meeting.home.name, str(meeting.away)
    pair = frozenset((home, away))
    if not naive.is_open(pair):
        return
    winner = away if side else home
    meeting.refresh_from_db()
    if by_play:
        (board,) = lined_up(house, meeting, FOUR[home], FOUR[away])
        played(house, board, (0, 5) if side else (5, 0))
    else:
        how: dict[str, Any] = {"award": "away" if side else "home", "reason": "Snow."}
        by = house.person("director")
        services.meeting_award(by=by, meeting=meeting, **how, version=meeting.version)
    naive.won[pair] = (winner, by_play)
