"""A tournament as its pages show it: pairings with their results, and lines of the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.engine.terms import FormatKind
from games.models import Match
from scoring.models import Fixture
from scoring.rules.points import Share
from scoring.rules.standings.criteria import Criterion
from scoring.rules.standings.table import Line
from scoring.words import CRITERIA

from . import words
from .course import is_open
from .reading import Seen

# Counted downwards by the rules, so that more is better; shown as they are.
TURNED = (Criterion.LOTS, Criterion.FEWER_PLAYED)


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

    @property
    def waits(self) -> bool:
        """Nobody has begun it."""
        return is_open(self.fixture) and self.fixture.match_id is None

    @property
    def is_award(self) -> bool:
        return self.fixture.award in words.AWARDS


def pairings(found: Seen, number: int, you: int | None) -> list[Pairing]:
    """The reader's own first, then by their numbers."""
    rows = [pairing(found, one, you) for one in found.fixtures(number)]
    return sorted(rows, key=lambda one: not one.is_yours)


def pairing(found: Seen, one: Fixture, you: int | None) -> Pairing:
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
        said=words.AWARDED.get(one.award, ""),
        why=words.reasons(one.why, found.names),
        is_yours=you is not None and you in (one.home_id, one.away_id),
    )


def score(match: Match, home: int) -> str:
    one = (match.score_a, match.score_b)
    if match.format != FormatKind.ONE_GAME:
        one = (match.games_a, match.games_b)
    a, b = one if match.player_a_id == home else one[::-1]
    return f"{a}–{b}"


@dataclass(frozen=True, slots=True)
class Row:
    rank: int
    player: int
    name: str
    points: int
    share: Share
    figures: list[str]


@dataclass(frozen=True, slots=True)
class Standings:
    """`criteria`: the columns behind the points."""

    criteria: list[str | Promise]
    rows: list[Row]


def standings(found: Seen) -> Standings:
    table = found.course.standing
    rows = [_row(found, line, table.order) for line in table.lines]
    return Standings([CRITERIA[one] for one in table.order], rows)


def _row(found: Seen, line: Line, order: Sequence[Criterion]) -> Row:
    figures = [_figure(one, line.figures.get(one)) for one in order]
    name = found.names[line.entrant]
    return Row(line.rank, line.entrant, name, line.points, line.share, figures)


def _figure(criterion: Criterion, worth: Any) -> str:
    if worth is None:
        return "–"
    shown = (-one if criterion in TURNED else one for one in worth)
    return "/".join(str(one).replace("-", "\N{MINUS SIGN}") for one in shown)
