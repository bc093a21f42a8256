"""Who is to be drawn next, with what earlier rounds left."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from scoring.leagues.models import Entrant, Fixture
from scoring.tables.results import Meeting as Counted
from scoring.tournaments.rules.swiss.contenders import (
    Choices,
    Contender,
    FirstRound,
    Meeting,
    with_past,
)
from scoring.tournaments.rules.swiss.drawing import Drawn, Refusal, draw

from .progress import Award, Progress

# Points before a round, by the round and the entrant.
Before = Mapping[tuple[int, int], int]


def drawn(progress: Progress, number: int, seed: str) -> Drawn | Refusal:
    stage = progress.tournament.stage
    kept_apart = progress.tournament.kept_apart.values_list("one_id", "other_id")
    return draw(
        contenders(progress, number),
        round_number=number,
        seed=seed,
        forbidden=frozenset(frozenset(pair) for pair in kept_apart),
        choices=Choices(
            first_round=FirstRound.BY_LOT if stage.by_lot else FirstRound.BY_RANK,
            second_meetings=stage.second_meetings,
            vary_tables=stage.vary_tables,
        ),
    )


def contenders(progress: Progress, number: int) -> tuple[Contender, ...]:
    points = {line.entrant: line.points for line in progress.table(number - 1).lines}
    asked = progress.tournament.rounds_off.filter(number=number)
    off = set(asked.values_list("player_id", flat=True))
    found = [_contender(one, number, points[one.player_id], off) for one in progress.entrants]
    return with_past(found, meetings(progress), number)


def _contender(one: Entrant, number: int, points: int, off: set[int]) -> Contender:
    return Contender(
        id=one.player_id,
        rank=one.place,
        points=points,
        half_bye=one.player_id in off,
        withdrawn=is_gone(one, number),
        joined=one.joined_round,
    )


def is_gone(one: Entrant, number: int) -> bool:
    return one.left_round is not None and one.left_round <= number


def meetings(progress: Progress) -> Iterator[Meeting]:
    """Of the rounds that are published: who sat down together, and who had a bye."""
    before = _before(progress.meetings)
    for one in progress.fixtures:
        if one.round.published_at is not None:
            yield from _meeting(one, before)


def _meeting(one: Fixture, before: Before) -> Iterator[Meeting]:
    number = one.round.number
    if one.award in (Award.BYE, Award.HOME):
        yield Meeting(number, one.home_id, None)
    elif one.award == Award.AWAY and one.away_id is not None:
        yield Meeting(number, one.away_id, None)
    elif not one.award and one.away_id is not None:
        points = (before[number, one.home_id], before[number, one.away_id])
        table = int(one.table) if one.table.isascii() and one.table.isdigit() else 0
        yield Meeting(number, one.home_id, one.away_id, *points, table)


def _before(counted: Iterable[Counted]) -> Before:
    found: dict[tuple[int, int], int] = defaultdict(int)
    so_far: dict[int, int] = defaultdict(int)
    ordered = sorted(counted, key=lambda one: one.round)
    for number, group in groupby(ordered, key=lambda one: one.round):
        played = list(group)
        sums = dict(so_far)
        for one in played:
            for player, share in ((one.home, one.home_share), (one.away, one.away_share)):
                if player is not None:
                    found[number, player] = sums.get(player, 0)
                    so_far[player] += share.points
    return found
