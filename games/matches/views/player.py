"""A player's page: results, opponents, form, and games mark by mark."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import club_of, club_page, faults_as_pages
from ecarte_club.core import csv_files, replica
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole_number
from games.matches.changes import mark_online, mark_uncounted, player_facts
from games.matches.selectors.player_record import (
    PlayerRecord,
    RecordFilters,
    matches_csv,
    matches_of,
    merged_into,
    outcome,
    player_record,
)
from games.matches.selectors.reading import Reading, read_many, unconfirmed_games

from .match_sheet import game_sheets, sides

WIDTH, HEIGHT, MARGIN = 320.0, 120.0, 8.0
BAR = 200.0


@dataclass(frozen=True, slots=True)
class Dot:
    """Where the line is after a match; `outcome` 1, 0 or -1."""

    x: float
    y: float
    outcome: int


@dataclass(frozen=True, slots=True)
class FormChart:
    """Matches won less lost, one after the other. `zero`: the height of the level line.

    `low` and `high`: the least and the most that was reached, 0 included.
    """

    dots: tuple[Dot, ...]
    zero: float
    low: int
    high: int
    last: int
    width: float = WIDTH
    height: float = HEIGHT

    @property
    def line(self) -> str:
        """For a polyline, from the level at the left edge on."""
        return " ".join(f"{x:g},{y:g}" for x, y in self._points())

    @property
    def area(self) -> str:
        """For a polygon: the line, closed along the level."""
        points = [*self._points(), (self.dots[-1].x, self.zero)] if self.dots else []
        return " ".join(f"{x:g},{y:g}" for x, y in points)

    def _points(self) -> list[tuple[float, float]]:
        return [(MARGIN, self.zero), *((dot.x, dot.y) for dot in self.dots)]


def form_chart(outcomes: Sequence[int]) -> FormChart:
    """`outcomes`: 1 for a match won, 0 drawn, -1 lost, the oldest first."""
    sums = list(accumulate(outcomes))
    low, high = min([0, *sums]), max([0, *sums])
    step = (WIDTH - 2 * MARGIN) / max(1, len(sums))
    # A line that hardly moves is not blown up to the whole height.
    unit = (HEIGHT - 2 * MARGIN) / max(4, high - low)
    top = MARGIN + ((HEIGHT - 2 * MARGIN) - unit * (high - low)) / 2

    def y(value: int) -> float:
        return round(top + (high - value) * unit, 2)

    dots = tuple(
        Dot(round(MARGIN + step * number, 2), y(value), outcome)
        for number, (value, outcome) in enumerate(zip(sums, outcomes, strict=True), start=1)
    )
    return FormChart(dots, y(0), low, high, sums[-1] if sums else 0)


@dataclass(frozen=True, slots=True)
class Bar:
    """Matches won, drawn and lost side by side; `x` and `width` of each, in units of `BAR`."""

    won: tuple[float, float]
    drawn: tuple[float, float]
    lost: tuple[float, float]


def outcome_bars(rows: Sequence[tuple[int, int, int]]) -> tuple[Bar, ...]:
    """`rows`: won, drawn, lost. The longest fills the width; the others are to its scale."""
    most = max((sum(row) for row in rows), default=0) or 1
    return tuple(_bar(row, BAR / most) for row in rows)


def _bar(row: tuple[int, int, int], unit: float) -> Bar:
    won, drawn, lost = (round(number * unit, 2) for number in row)
    return Bar((0.0, won), (won, drawn), (round(won + drawn, 2), lost))


# Adversaries that are named on the page, and of these, those that have a bar.
NAMED, CHARTED = 60, 12
PAGE = 5


def player_of(request: HttpRequest, slug: str, pk: int) -> tuple[Club, Player, Person]:
    """Raises: Absent; Denied to who is not of the club, whose players are its own affair."""
    club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    player = club.players.filter(pk=pk).first()
    if player is None:
        raise Absent
    return club, player, person


@faults_as_pages
def player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    club, found, person = player_of(request, slug, pk)
    if found.merged_into_id is not None:
        return redirect("player", slug=slug, pk=merged_into(found).pk)
    record = player_record(found, record_filters(request), most=NAMED)
    page = Paginator(matches_of(found, record.filters), PAGE).get_page(request.GET.get("page"))
    matches = list(page.object_list)
    mark_uncounted(matches)
    mark_online([one for one in matches if not one.over], person)
    return club_page(
        request,
        "matches/player.html",
        club,
        person,
        player=found,
        record=record,
        told=player_facts(found),
        asked=record.filters,
        chart=form_chart([result.outcome for result in record.form]),
        duels=duels(record),
        page=page,
        games=[_game(reading, found) for reading in read_many(matches)],
        tab="players",
    )


def record_filters(request: HttpRequest) -> RecordFilters:
    season, adversary = (
        whole_number(request.GET.get(name, "")) for name in ("season", "adversary")
    )
    return RecordFilters(season or None, adversary or None)


def duels(record: PlayerRecord) -> list[dict[str, Any]]:
    """Each adversary with a bar; those beyond the first few stand in the same table without."""
    rows = record.adversaries
    drawn = outcome_bars([(sums.won, sums.drawn, sums.lost) for _player, sums in rows[:CHARTED]])
    charted = [*drawn, *(None for _row in rows[CHARTED:])]
    return [
        {"adversary": adversary, "sums": sums, "bar": bar}
        for (adversary, sums), bar in zip(rows, charted, strict=True)
    ]


def _game(reading: Reading, player: Player) -> dict[str, Any]:
    return {
        "match": reading.match,
        "sheets": game_sheets(reading),
        "sides": sides(reading),
        "outcome": outcome(reading.match, player),
        "unconfirmed": unconfirmed_games(reading),
    }


@faults_as_pages
def player_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    _club, found, _person = player_of(request, slug, pk)
    found = merged_into(found)
    filters = record_filters(request).with_merged()
    body = replica.read(lambda: matches_csv(found, filters))
    return csv_files.download(f"player-{found.pk}.csv", body)
