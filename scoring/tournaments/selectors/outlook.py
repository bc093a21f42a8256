"""What may still become of a tournament: of each table, and of the knock-out round by round.

The rest is played out many times, as of a season. Rounds of a Swiss that are not drawn yet are
paired by a simpler rule than the draw: within the points, the upper half against the lower, nobody
twice where it can be helped.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, partial
from random import Random
from typing import Final

from games.matches.selectors.reading import terms
from scoring.leagues.changes import PlayerSkill
from scoring.leagues.selectors import outlook
from scoring.leagues.selectors.outlook import (
    Chances,
    Strengths,
    from_cache,
    game_chance,
    match_result,
    runs_for,
    skills_of,
    strengths_drawn,
)
from scoring.leagues.selectors.what_if import shares_by
from scoring.tables.prospects import Prospect, Prospects, prospect_before_draw
from scoring.tables.results import How, Meeting, played, sat_out
from scoring.tables.table import table_of
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules import brackets
from scoring.tournaments.rules.groups import placed
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.stages import NotTakenError, Record

from . import draws
from .board import GroupTable, tables_of
from .progress import Progress
from .reading import Reading
from .tree_outlook import TreeChances, duels_of, tree_chances, tree_counted, tree_play

PLAYERS_MOST: Final = 128
"""Whose tables are played out; with more it would take too long. A knock-out has no limit."""


class WhyNot(StrEnum):
    """Why a tournament has no outlook."""

    POOLS = "pools"
    NOT_DRAWN = "not_drawn"
    TOO_MANY = "too_many"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TournamentOutlook:
    """`tables`: by their numbers, each with its chances while something of it is left."""

    tables: tuple[tuple[GroupTable, Chances], ...] = ()
    tree: TreeChances | None = None
    why_not: WhyNot | None = None


def outlook_of(reading: Reading) -> TournamentOutlook:
    progress = reading.progress
    if why_not := _why_not(progress):
        return TournamentOutlook(why_not=why_not)
    skills = skills_of(progress.tournament.event, progress.players)
    edition = ("tournament", progress.tournament.pk, progress.tournament.version)
    tables = tables_of(reading)
    make = partial(_outlook, progress, tables, skills)
    tables_found, tree = from_cache(edition, skills, make)
    by_number = {one.group: one for one in tables}
    return TournamentOutlook(
        tuple((by_number[number], chances) for number, chances in tables_found), tree
    )


def _why_not(progress: Progress) -> WhyNot | None:
    if progress.is_pools:
        return WhyNot.POOLS
    if not progress.last_published:
        return WhyNot.NOT_DRAWN
    if progress.tournament.state == Tournament.State.OVER:
        return WhyNot.OVER
    has_tables = not (progress.has_tree or progress.tournament.kind == Kind.KNOCKOUT)
    return WhyNot.TOO_MANY if has_tables and len(progress.players) > PLAYERS_MOST else None


def _outlook(
    progress: Progress, tables: Sequence[GroupTable], skills: Mapping[int, PlayerSkill]
) -> tuple[list[tuple[int, Chances]], TreeChances | None]:
    if progress.has_tree or progress.tournament.kind == Kind.KNOCKOUT:
        return [], tree_chances(progress, skills)
    rest: _Rest = _Swiss(progress) if progress.tournament.kind == Kind.SWISS else _Rest(progress)
    if progress.tournament.kind == Kind.GROUPS:
        return _groups(progress, tables, skills, rest)
    (one,) = tables
    chances = outlook.played_chances(one.whole, skills, rest.play, rest.left)
    return [(one.group, chances)], None


class _Rest:
    """The pairings that are published and have no result."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        event, scheme = progress.tournament.event, progress.tournament.points
        self.form = terms(event).format
        self.shares = cache(partial(shares_by, event, scheme))
        self.open = [
            (one.round.number, one.home_id, one.away_id)
            for one in progress.unplayed
            if one.away_id is not None
        ]

    @property
    def left(self) -> int:
        """How many matches."""
        return len(self.open)

    def play(self, random: Random, strengths: Strengths) -> list[Meeting]:
        return [self.match(random, strengths, *one) for one in self.open]

    def match(
        self, random: Random, strengths: Strengths, round_: int, home: int, away: int
    ) -> Meeting:
        games = match_result(random, self.form, game_chance(strengths[home], strengths[away]))
        return played(round_, home, away, *self.shares(games))


class _Swiss(_Rest):
    """With the rounds that are still to be drawn."""

    def __init__(self, progress: Progress) -> None:
        super().__init__(progress)
        self.rounds = range(progress.last_published + 1, progress.rounds_planned + 1)
        self.staying = [one.player_id for one in progress.entrants if one.left_round is None]
        asked = progress.tournament.rounds_off.values_list("number", "player_id")
        self.off = set(asked)
        self.points = {line.entrant: line.points for line in progress.standing.lines}
        self.met = {
            frozenset((one.home, one.away))
            for one in progress.meetings
            if one.how is How.PLAYED and one.away is not None
        }
        self.had_bye = {one.home for one in progress.meetings if one.how is How.BYE}

    @property
    def left(self) -> int:
        return len(self.open) + len(self.rounds) * (len(self.staying) // 2)

    def play(self, random: Random, strengths: Strengths) -> list[Meeting]:
        found = super().play(random, strengths)
        points, met, had_bye = dict(self.points), set(self.met), set(self.had_bye)
        _count(found, points, met)
        for number in self.rounds:
            drawn = list(self._round(random, strengths, number, points, met, had_bye))
            _count(drawn, points, met)
            found += drawn
        return found

    def _round(
        self,
        random: Random,
        strengths: Strengths,
        number: int,
        points: Mapping[int, int],
        met: set[frozenset[int]],
        had_bye: set[int],
    ) -> Iterator[Meeting]:
        scheme = self.progress.tournament.points
        here = []
        for player in self.staying:
            if (number, player) in self.off:
                yield sat_out(scheme, number, player, How.HALF_BYE)
            else:
                here.append(player)
        random.shuffle(here)
        here.sort(key=lambda player: -points[player])
        if len(here) % 2:
            out = next((one for one in reversed(here) if one not in had_bye), here[-1])
            here.remove(out)
            had_bye.add(out)
            yield sat_out(scheme, number, out, How.BYE)
        for home, away in paired(here, points, met):
            yield self.match(random, strengths, number, home, away)


def _count(meetings: Sequence[Meeting], points: dict[int, int], met: set[frozenset[int]]) -> None:
    for one in meetings:
        points[one.home] += one.home_share.points
        if one.away is not None:
            points[one.away] += one.away_share.points
            met.add(frozenset((one.home, one.away)))


def paired(
    order: Sequence[int], points: Mapping[int, int], met: set[frozenset[int]]
) -> Iterator[tuple[int, int]]:
    """`order`: an even number of players by their points. Each meets whoever is half of their
    points' group below them, or the next whom they have not met; at last somebody they have."""
    waiting = list(order)
    while waiting:
        first = waiting.pop(0)
        group = sum(points[one] == points[first] for one in waiting)
        middle = group // 2
        candidates = (*waiting[middle:], *waiting[:middle][::-1])
        fresh = (one for one in candidates if frozenset((first, one)) not in met)
        other = next(fresh, candidates[0])
        waiting.remove(other)
        yield first, other


def _groups(
    progress: Progress,
    tables: Sequence[GroupTable],
    skills: Mapping[int, PlayerSkill],
    rest: _Rest,
) -> tuple[list[tuple[int, Chances]], TreeChances | None]:
    """Each group, and the knock-out of whoever qualifies."""
    stage = progress.tournament.stage
    rounds = brackets.rounds(stage.groups * stage.first + stage.best)
    runs = runs_for(len(progress.meetings) + rest.left)
    random = Random(f"{progress.tournament.pk}:{progress.tournament.version}")  # noqa: S311  (for everybody the same)
    places = {one: Counter[int]() for one in progress.players}
    reached = {one: [0] * (rounds + 1) for one in progress.players}
    for _run in range(runs):
        strengths = strengths_drawn(random, skills)
        meetings = rest.play(random, strengths)
        found = []
        for table in tables:
            data, here = table.whole.data, table.whole.entrants
            own = (one for one in meetings if one.home in here)
            after = replace(data, meetings=(*data.meetings, *own))
            found.append(table_of(after, table.whole.order))
            for line in found[-1].lines:
                places[line.entrant][line.rank] += 1
        try:
            order = placed(draws.qualifiers(progress, found)).order
        except NotTakenError:
            continue
        tree_play(duels_of(order, Record()), random, strengths, rest.form, reached)
    chances = [
        (
            table.group,
            Chances(
                runs,
                {
                    pk: tuple(
                        places[pk][place] for place in range(1, len(table.whole.entrants) + 1)
                    )
                    for pk in table.whole.table.places
                },
            ),
        )
        for table in tables
    ]
    return chances, tree_counted(runs, reached)


def prospects_in(progress: Progress, table: GroupTable, player: int) -> Prospects | None:
    """Within the table. Exact as of a season once all its rounds are drawn. Raises: Invalid."""
    event = progress.tournament.event
    to_draw = progress.rounds_planned - progress.last_published
    if progress.tournament.kind != Kind.SWISS or to_draw <= 0:
        return outlook.prospects(table.whole, event, player)
    outlook.check_place(table.whole, player)
    fixtures = Counter(one for _round, *two in table.whole.open_fixtures for one in two)
    gone = {one.player_id for one in progress.entrants if one.left_round is not None}
    standing = {line.entrant: line.points for line in table.whole.table.lines}
    left = {one: fixtures[one] + (0 if one in gone else to_draw) for one in standing}
    points = outlook.points_of_match(table.whole, event)
    prospect = prospect_before_draw(player, standing, left, points.win + points.bonus)
    return Prospects(prospect, left[player], is_exact=prospect is not Prospect.OPEN)
