"""A tournament as its pages show it: pairings with their results, and lines of the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.matches.models import Match
from scoring.leagues.labels.standings import name_of
from scoring.leagues.models import Fixture
from scoring.tables.criteria import AnyCriterion
from scoring.tables.points import Share
from scoring.tables.table import Line, Table
from scoring.tournaments.labels import reasons
from scoring.tournaments.rules.plan import Kind

from . import meetings, qualification
from .progress import is_open
from .reading import Reading

AWARDS = (Fixture.Award.HOME, Fixture.Award.AWAY, Fixture.Award.BOTH_ABSENT)


@dataclass(frozen=True, slots=True)
class Pairing:
    """`home` deals first in a Swiss. `score` is the home player's first; empty without a match.
    `said`: what was decided without play, and `why` the two were drawn."""

    fixture: Fixture
    home: str
    away: str
    score: str
    winner: int | None
    said: str | Promise
    why: list[str]
    is_yours: bool
    group: int | None = None

    @property
    def waits(self) -> bool:
        """Nobody has begun it."""
        return is_open(self.fixture) and self.fixture.match_id is None

    @property
    def is_award(self) -> bool:
        return self.fixture.award in AWARDS

    @property
    def is_begun_alone(self) -> bool:
        """And nothing is entered."""
        return self.fixture.match is not None and not self.fixture.match.version


def pairings(found: Reading, number: int, you: int | None) -> list[Pairing]:
    """The reader's own first, then by their numbers."""
    rows = [pairing(found, one, you) for one in found.fixtures(number)]
    return sorted(rows, key=lambda one: not one.is_yours)


def pairing(found: Reading, one: Fixture, you: int | None) -> Pairing:
    match = one.match
    winner = None
    if match is not None and match.over and match.winner:
        winner = match.player_a_id if match.winner == "a" else match.player_b_id
    elif one.award in (Fixture.Award.HOME, Fixture.Award.AWAY):
        winner = one.home_id if one.award == Fixture.Award.HOME else one.away_id
    return Pairing(
        fixture=one,
        home=found.names[one.home_id],
        away=found.names[one.away_id] if one.away_id else "",
        score=score(match, one.home_id) if match else "",
        winner=winner,
        said=reasons.award(one, found.names),
        why=reasons.reasons(one.why, found.names),
        is_yours=you is not None and you in (one.home_id, one.away_id),
        group=found.progress.group_of(one),
    )


def score(match: Match, home: int) -> str:
    a, b = match.result if match.player_a_id == home else match.result[::-1]
    return f"{a}–{b}"


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    player: int
    name: str
    points: int
    share: Share
    figures: list[str]
    goes_on: bool


@dataclass(frozen=True, slots=True)
class Against:
    """The points of one against each, in the order of the table; several where they meet twice."""

    name: str
    points: list[str]


@dataclass(frozen=True, slots=True)
class Standings:
    """`criteria`: the columns behind the points. `group`: its number; 0 of a table of all.
    `each`: where everybody meets everybody, the points against each."""

    criteria: list[str | Promise]
    rows: list[Row]
    group: int = 0
    each: Sequence[Against] = ()


def standings(found: Reading) -> list[Standings]:
    """Of each group, once they are published; of a Swiss and a round robin one of everybody."""
    progress = found.progress
    tables = qualification.members(progress)
    on: frozenset[int] = frozenset()
    if tables and progress.tournament.kind == Kind.GROUPS:
        on = meetings.goers(progress)
    return [_standings(found, progress.table(among=here), number, on) for number, here in tables]


def _standings(found: Reading, table: Table, group: int, on: frozenset[int]) -> Standings:
    rows = [_row(found, line, table.order, on) for line in table.lines]
    each = _each(found, table) if found.progress.has_groups else ()
    return Standings([name_of(criterion) for criterion in table.order], rows, group, each)


HIMSELF, NOT_YET = "–", "·"


def _each(found: Reading, table: Table) -> list[Against]:
    held: dict[tuple[int, int | None], list[str]] = {}
    for one in sorted(table.counted.meetings, key=lambda one: one.round):
        held.setdefault((one.home, one.away), []).append(str(one.home_share.points))
        if one.away is not None:
            held.setdefault((one.away, one.home), []).append(str(one.away_share.points))
    order = [line.entrant for line in table.lines]
    return [
        Against(
            found.names[own],
            [
                HIMSELF if own == other else " ".join(held.get((own, other), [NOT_YET]))
                for other in order
            ],
        )
        for own in order
    ]


def _row(found: Reading, line: Line, order: Sequence[AnyCriterion], on: frozenset[int]) -> Row:
    figures = [_figure(one, line.figures.get(one)) for one in order]
    name = found.names[line.entrant]
    goes_on = line.entrant in on
    return Row(line.rank, line.entrant, name, line.points, line.share, figures, goes_on)


def _figure(criterion: AnyCriterion, worth: Any) -> str:
    if worth is None:
        return "–"
    shown = map(criterion.better, worth)
    return "/".join(str(one).replace("-", "\N{MINUS SIGN}") for one in shown)
