"""Positions that bbpPairings drew too (tests/tournaments/data): ours are in no figure worse."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from scoring.tournaments.rules.swiss.contenders import Contender, Float, Meeting, with_past
from scoring.tournaments.rules.swiss.drawing import Drawn, draw
from tests.support.depth import times

pytestmark = pytest.mark.any_database

DATA = Path(__file__).parents[2] / "data" / "bbp.txt"
POINTS = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1, "F": 2}
Pairs = list[tuple[int, int]]
Deals = dict[int, list[int]]


def positions() -> Iterator[tuple[int, tuple[Contender, ...], Deals, Pairs]]:
    """The round, who is to be paired, their deals so far, and bbpPairings' pairs, white first."""
    for text in DATA.read_text().split("\n\n"):
        rows = {pk: row.split() for pk, row in enumerate(text.splitlines(), 1)}
        points: Counter[int] = Counter()
        deals: Deals = {pk: [] for pk in rows}
        meetings: list[Meeting] = []
        for number in range(1, len(rows[1]) + 1):
            cells = {pk: _cell(row[number - 1]) for pk, row in rows.items()}
            entered = (
                Contender(pk, pk, points[pk], withdrawn=not (other or result == "U"))
                for pk, (other, _colour, result) in cells.items()
            )
            pairs = [(pk, cell[0]) for pk, cell in cells.items() if cell[0] and cell[1] == "w"]
            yield number, with_past(entered, meetings, number), deals, pairs
            before = points.copy()
            for pk, (other, colour, result) in cells.items():
                points[pk] += POINTS.get(result, 0)
                if result in "+U":
                    meetings.append(Meeting(number, pk, None, before[pk]))
                elif other and result in "10=":
                    deals[pk].append(1 if colour == "w" else -1)
                    if colour == "w":
                        meetings.append(Meeting(number, pk, other, before[pk], before[other]))


def _cell(text: str) -> tuple[int, str, str]:
    return int(text[:-2]), text[-2], text[-1]


def figures(contenders: tuple[Contender, ...], deals: Deals, pairs: Pairs) -> Counter[str]:
    points = {one.id: one.points for one in contenders}
    found = Counter(
        floats=sum(points[a] != points[b] for a, b in pairs),
        apart=sum((points[a] - points[b]) ** 2 for a, b in pairs),
    )
    ways = {one.id: one.floats[1] for one in contenders}
    for pair in pairs:
        upper, lower = sorted(pair, key=lambda pk: -points[pk])
        if points[upper] != points[lower]:
            found["again"] += (ways[upper] is Float.DOWN) + (ways[lower] is Float.UP)
        for pk, way in zip(pair, (1, -1), strict=True):
            found["running"] += deals[pk][-2:] == [way, way]
            found["beyond one"] += abs(sum(deals[pk]) + way) > 1
    return found


@pytest.mark.slow
def test_no_figure_is_worse_than_of_bbp_pairings() -> None:
    ours: Counter[str] = Counter()
    theirs: Counter[str] = Counter()
    for number, contenders, deals, pairs in islice(positions(), 0, None, times(3, thorough=1)):
        found = draw(contenders, round_number=number, seed="bbp")
        assert isinstance(found, Drawn)
        ours += figures(contenders, deals, [(one.first, one.second) for one in found.boards])
        theirs += figures(contenders, deals, pairs)
    assert theirs["floats"] > times(350, thorough=1000)
    assert ours["running"] == 0
    assert all(ours[name] <= theirs[name] for name in theirs), (ours, theirs)


def test_nobody_deals_first_or_not_three_times_running_in_whole_tournaments() -> None:
    third = 0
    for seed in range(times(4, thorough=12)):
        random, size = Random(seed), 16 + 2 * seed
        points: Counter[int] = Counter()
        deals: Deals = {pk: [] for pk in range(1, size + 1)}
        meetings: list[Meeting] = []
        for number in range(1, 8):
            entered = (Contender(pk, pk, points[pk]) for pk in deals)
            found = draw(with_past(entered, meetings, number), round_number=number, seed="s")
            assert isinstance(found, Drawn)
            before = points.copy()
            for first, second, _table, _why in found.boards:
                deals[first].append(1)
                deals[second].append(-1)
                meetings.append(Meeting(number, first, second, before[first], before[second]))
                points[random.choice((first, second))] += 2
        third += sum(
            abs(sum(own[at : at + 3])) == 3 for own in deals.values() for at in range(len(own) - 2)
        )
    assert third == 0
