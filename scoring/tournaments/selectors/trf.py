"""A tournament as a TRF16 file."""

from collections.abc import Iterator, Mapping

from ecarte_club.core.exceptions import Absent
from games.engine.terms import FormatKind
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.trf import report as trf
from scoring.tournaments.rules.trf.report import AWAY, Cell, Games, Report, Result

from .progress import Award, Progress, is_open
from .reading import Reading

# As FIDE writes them.
KINDS = {
    Kind.SWISS: "Individual: Swiss-System",
    Kind.ROUND_ROBIN: "Individual: Round-Robin",
    Kind.KNOCKOUT: "Individual: Knock-out",
    Kind.GROUPS: "Individual: Round-Robin groups and knock-out",
}
SINGLE = {
    Award.BYE.value: Result.BYE,
    Award.HALF_BYE.value: Result.HALF_BYE,
    Award.ABSENT.value: Result.ABSENT,
}
DECIDED = {
    Award.HOME.value: (Result.FORFEIT_WIN, Result.FORFEIT_LOSS),
    Award.AWAY.value: (Result.FORFEIT_LOSS, Result.FORFEIT_WIN),
    Award.BOTH_ABSENT.value: (Result.FORFEIT_LOSS, Result.FORFEIT_LOSS),
}


def report_of(reading: Reading) -> Report:
    """What is published. Raises: Absent for pools, which pair nobody."""
    progress = reading.progress
    if progress.is_pools:
        raise Absent
    numbers = {pk: number for number, pk in enumerate(progress.players, 1)}
    rounds = [one for one in progress.rounds if one.published_at is not None]
    cells: dict[tuple[int, int], Cell] = {}
    games: list[Games] = []
    for one in progress.fixtures:
        if one.round.published_at is None or not {one.home_id, one.away_id} <= {*numbers, None}:
            continue
        for player, cell in _cells(progress, one, numbers):
            cells[one.round.number, player] = cell
        games += _games(progress.tournament, one, numbers)
    ranks = {}
    if progress.tournament.kind in (Kind.SWISS, Kind.ROUND_ROBIN) and rounds:
        ranks = {line.entrant: line.rank for line in progress.standing.lines}
    players = tuple(
        trf.Player(
            number,
            reading.names[pk],
            tuple(cells.get((one.number, pk), AWAY) for one in rounds),
            rank=ranks.get(pk, 0),
        )
        for pk, number in numbers.items()
    )
    days = tuple(one.day for one in rounds)
    known = [day for day in days if day is not None]
    is_over = progress.tournament.state == Tournament.State.OVER
    first = players[0].rounds[0].first if players and players[0].rounds else None
    return Report(
        name=progress.tournament.event.name,
        kind=KINDS[progress.tournament.stage.kind],
        players=players,
        rounds=progress.rounds_planned or None if players else None,
        begins_on=min(known, default=None),
        ends_on=max(known, default=None) if is_over else None,
        days=days,
        begins_white=first,
        games=tuple(sorted(games)),
    )


def _cells(
    progress: Progress, one: Fixture, numbers: Mapping[int, int]
) -> Iterator[tuple[int, Cell]]:
    if one.away_id is None:
        yield one.home_id, Cell(0, None, SINGLE.get(one.award, Result.ABSENT))
        return
    if one.award == Award.VOID:
        return
    # In a tree the first deal is cut for.
    is_cut = one.round.number > progress.group_rounds and progress.tournament.kind != Kind.SWISS
    first = None if is_cut else True
    results = _results(one)
    yield one.home_id, Cell(numbers[one.away_id], first, results[0])
    yield one.away_id, Cell(numbers[one.home_id], None if is_cut else False, results[1])


def _results(one: Fixture) -> tuple[Result, Result]:
    if one.award:
        return DECIDED[one.award]
    if is_open(one) or one.match is None:
        return Result.OPEN, Result.OPEN
    winner = {"a": one.match.player_a_id, "b": one.match.player_b_id}.get(one.match.winner)
    if winner is None:
        return Result.DRAW, Result.DRAW
    return (Result.WIN, Result.LOSS) if winner == one.home_id else (Result.LOSS, Result.WIN)


def _games(tournament: Tournament, one: Fixture, numbers: Mapping[int, int]) -> Iterator[Games]:
    event, match = tournament.event, one.match
    if match is None or not match.over or one.away_id is None or one.award:
        return
    if event.format != FormatKind.ONE_GAME and event.rubbers == 1:
        won = (match.games_a, match.games_b)
        if match.player_a_id != one.home_id:
            won = won[::-1]
        yield Games(one.round.number, numbers[one.home_id], numbers[one.away_id], won)
