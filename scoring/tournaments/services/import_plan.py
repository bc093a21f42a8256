"""What a TRF16 file comes to in a tournament, before it is imported."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import FormatKind
from games.matches.selectors.reading import terms
from games.sheets.services.club_index import normalised
from scoring.leagues.services.results import PlayedResult, checked_plays
from scoring.tournaments.labels import trf as labels
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.swiss.contenders import MOST
from scoring.tournaments.rules.trf import report as trf
from scoring.tournaments.rules.trf.reading import Fault, FaultCode, read
from scoring.tournaments.rules.trf.report import AWAY, Report, Result


@dataclass(frozen=True, slots=True)
class LineFault:
    line: int
    column: int
    text: str


@dataclass(frozen=True, slots=True)
class Paired:
    """`result`: from the view of `home`, who deals first where it is known."""

    round: int
    home: int
    away: int | None
    result: Result
    is_first_known: bool = False
    # Of the two, where it is played.
    games: tuple[int, int] | None = None
    # Of the other, where both stayed away.
    other: Result | None = None


@dataclass
class ImportPlan:
    """What a file comes to. `lines`: how many are of players, right or wrong. `known`: the ids of
    players, by their numbers."""

    report: Report
    lines: int = 0
    faults: list[LineFault] = field(default_factory=list)
    known: dict[int, int] = field(default_factory=dict)
    pairs: list[Paired] = field(default_factory=list)

    @property
    def players_in_file(self) -> int:
        return len(self.report.players)

    @property
    def new_players(self) -> list[str]:
        return [one.name for one in self.report.players if one.number not in self.known]

    @cached_property
    def joined(self) -> dict[int, int]:
        """The first round each plays, or has a bye in."""
        return {
            one.number: next(
                (number for number, cell in enumerate(one.rounds, 1) if cell != AWAY), 1
            )
            for one in self.report.players
        }

    @property
    def results(self) -> int:
        return sum(one.result is not Result.OPEN and one.away is not None for one in self.pairs)

    @property
    def open(self) -> int:
        return sum(one.result is Result.OPEN for one in self.pairs)


def import_plan(tournament: Tournament, content: str) -> ImportPlan:
    """With every fault of the file, each with its line."""
    reading = read(content)
    plan = ImportPlan(reading.report, reading.player_lines)
    found = [(one.line, one.column, labels.fault(one)) for one in reading.faults]
    if not reading.faults:
        plan.pairs = list(_pairs(reading.report))
        found += [(reading.lines[at], 15, text) for at, text in _match_players(tournament, plan)]
        found += [
            (reading.lines[at], column, text) for at, column, text in _unfit(tournament, plan)
        ]
    plan.faults = [LineFault(*one) for one in sorted(found)]
    return plan


def _pairs(report: Report) -> Iterator[Paired]:
    games = {(one.round, one.first, one.second): one.won for one in report.games}
    games |= {(one.round, one.second, one.first): one.won[::-1] for one in report.games}
    cells = {one.number: one.rounds for one in report.players}
    for one in report.players:
        for number in range(1, report.rounds_drawn + 1):
            cell = one.rounds[number - 1] if len(one.rounds) >= number else AWAY
            if not cell.opponent:
                yield Paired(number, one.number, None, cell.result)
            elif cell.first or (cell.first is None and one.number < cell.opponent):
                other = cell.opponent
                yield Paired(
                    number,
                    one.number,
                    other,
                    cell.result,
                    is_first_known=cell.first is not None,
                    games=games.get((number, one.number, other)),
                    other=cells[other][number - 1].result,
                )


def _match_players(tournament: Tournament, plan: ImportPlan) -> Iterator[tuple[int, str]]:
    plan.known, several = known_players(tournament.event.club_id, plan.report)
    for one in several:
        text = _("Several players of the club have the name “%(name)s”. Rename one first.")
        yield one.number, text % {"name": one.name}


def known_players(club_id: int, report: Report) -> tuple[dict[int, int], list[trf.Player]]:
    """By their names, however they are spaced; a name that fills its columns may be cut. Then those
    whom several in the club might be."""
    here = Player.objects.current().filter(club_id=club_id, left_on=None)
    ids: dict[str, list[int]] = {}
    for pk, name in here.values_list("pk", "name"):
        ids.setdefault(normalised(name), []).append(pk)
        if len(name) > trf.NAME_WIDTH:
            ids.setdefault(normalised(name[: trf.NAME_WIDTH]), []).append(pk)
    found = {one: ids.get(normalised(one.name), []) for one in report.players}
    known = {one.number: own[0] for one, own in found.items() if len(own) == 1}
    return known, [one for one, own in found.items() if own[1:]]


def _unfit(tournament: Tournament, plan: ImportPlan) -> Iterator[tuple[int, int, str]]:
    """By the number of a player, and the column: what this tournament cannot have."""
    report, agreed = plan.report, terms(tournament.event)
    last = report.rounds_drawn
    first = report.players[0].number
    if len(report.players) > MOST:
        yield first, 5, _("No more than %(most)s may take part.") % {"most": MOST}
    most = tournament.stage.rounds
    if most and last > most:
        text = _("Too many rounds: %(number)s in the file, at most %(most)s in the tournament.")
        yield first, 1, text % {"number": last, "most": most}
    for one in plan.pairs:
        column = trf.BEGIN + (one.round - 1) * trf.WIDTH + 10
        if one.result is Result.OPEN and one.round < last:
            fault = Fault(0, column, FaultCode.NOT_OVER, one.round)
            yield one.home, column, labels.fault(fault)
        elif played_result(tournament, one) is not None:
            try:
                checked_plays(agreed, played_result(tournament, one) or PlayedResult())
            except Invalid as fault:
                text = _("Round %(round)s: %(fault)s")
                yield one.home, column, text % {"round": one.round, "fault": fault.detail}
        elif is_played(one):
            text = _(
                "Round %(round)s: the file does not say how many games each has won. Add a line "
                "XXG, or import it into a tournament of one game."
            )
            yield one.home, column, text % {"round": one.round}


def is_played(one: Paired) -> bool:
    return one.away is not None and one.result in (Result.WIN, Result.DRAW, Result.LOSS)


def played_result(tournament: Tournament, one: Paired) -> PlayedResult | None:
    """None where it was not played, or the file does not say the games."""
    if not is_played(one):
        return None
    if one.games is not None:
        return PlayedResult(rubbers=(one.games,))
    if tournament.event.format != FormatKind.ONE_GAME:
        return None
    won = {Result.WIN: (1, 0), Result.LOSS: (0, 1), Result.DRAW: (0, 0)}[one.result]
    return PlayedResult(rubbers=(won,))
