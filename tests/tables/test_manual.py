"""The order of those who are level, as the committee decided it: when it counts, and when not."""

from dataclasses import replace
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from scoring.tables.counted import TableData
from scoring.tables.criteria import AnyCriterion, Criterion, TeamCriterion, with_manual
from scoring.tables.explain import Source, explain
from scoring.tables.results import (
    Adjustment,
    ManualOrder,
    Meeting,
    Ruling,
    Scheme,
    Share,
    Struck,
    played,
)
from scoring.tables.table import Table, level_groups, table_of, what_if

ALICE, BOB, CHLOE, DAVID = range(1, 5)
WON, LOST = Share(played=1, won=1, points=2), Share(played=1, lost=1)
LEVEL = Share(played=1, drawn=1, points=1)
MANUAL = Criterion.MANUAL
# Alice, Bob and Chloé have beaten each other in a circle, and David has lost to all of them.
CIRCLE = (
    played(1, ALICE, BOB, WON, LOST, date(2026, 3, 1)),
    played(2, BOB, CHLOE, WON, LOST, date(2026, 3, 2)),
    played(3, CHLOE, ALICE, WON, LOST, date(2026, 3, 3)),
    played(1, CHLOE, DAVID, WON, LOST, date(2026, 3, 1)),
    played(2, ALICE, DAVID, WON, LOST, date(2026, 3, 2)),
    played(3, BOB, DAVID, WON, LOST, date(2026, 3, 3)),
)
DECIDED = ManualOrder((CHLOE, ALICE, BOB), "Chloé came to every evening.")


def _data(*rulings: Ruling, meetings: tuple[Meeting, ...] = CIRCLE) -> TableData:
    return TableData((ALICE, BOB, CHLOE, DAVID), meetings, rulings, Scheme(), "lots")


def _table(*rulings: Ruling, order: tuple[AnyCriterion, ...] = (MANUAL,)) -> Table:
    return table_of(_data(*rulings), order)


def _ranks(table: Table) -> list[tuple[int, int]]:
    return [(line.rank, line.entrant) for line in table.lines]


def test_without_an_order_they_share_the_place() -> None:
    assert _ranks(_table()) == [(1, ALICE), (1, BOB), (1, CHLOE), (4, DAVID)]
    assert all(MANUAL not in line.figures for line in _table().lines)
    above = explain(_table(), BOB).above
    assert above is not None
    assert (above.criterion, above.passed[-1]) == (None, (MANUAL, None))


def test_an_order_separates_them_and_is_explained_with_its_reason() -> None:
    found = _table(DECIDED)
    assert _ranks(found) == [(1, CHLOE), (2, ALICE), (3, BOB), (4, DAVID)]
    assert [line.figures.get(MANUAL) for line in found.lines] == [(-1,), (-2,), (-3,), None]
    above = explain(found, ALICE).above
    assert above is not None
    assert (above.other, above.criterion) == (CHLOE, MANUAL)
    (part,) = above.figures[0].parts
    assert (part.source, part.figure, part.reason) == (Source.ORDER, -1, DECIDED.reason)
    assert found.manual_order(BOB) == DECIDED
    assert found.manual_order(DAVID) is None


def test_what_comes_before_it_decides_first_and_what_comes_later_not_at_all() -> None:
    assert _ranks(_table(DECIDED, order=(MANUAL, Criterion.LOTS)))[0] == (1, CHLOE)
    by_lot = _ranks(_table(order=(Criterion.LOTS,)))
    assert by_lot[0] == (1, BOB)
    assert _ranks(_table(DECIDED, order=(Criterion.LOTS, MANUAL))) == by_lot


def test_where_the_order_does_not_name_it_it_comes_last_but_before_lots() -> None:
    """Each of the circle has won two matches, and Bob is the first by lot."""
    for order in ((Criterion.WON,), (Criterion.WON, Criterion.LOTS)):
        found = _table(DECIDED, order=with_manual(order))
        assert _ranks(found) == [(1, CHLOE), (2, ALICE), (3, BOB), (4, DAVID)]


def test_among_some_of_them_it_still_counts() -> None:
    """A point for Alice leaves Bob and Chloé level: Chloé was ranked before Bob."""
    found = _table(DECIDED, Adjustment(ALICE, 1, "came early"))
    assert _ranks(found) == [(1, ALICE), (2, CHLOE), (3, BOB), (4, DAVID)]
    assert [found.line(one).figures[MANUAL] for one in (CHLOE, BOB)] == [(-1,), (-2,)]


def test_it_does_not_count_once_somebody_else_is_level_with_them() -> None:
    found = _table(DECIDED, Adjustment(DAVID, 4, "as a guest"))
    assert [rank for rank, _entrant in _ranks(found)] == [1, 1, 1, 1]
    assert found.manual_order(CHLOE) is None


def test_of_two_orders_the_newer_counts() -> None:
    newer = ManualOrder((ALICE, BOB, CHLOE), "A mistake.")
    assert _ranks(_table(DECIDED, newer))[0] == (1, ALICE)


def test_it_counts_from_its_day_on() -> None:
    later = DECIDED._replace(day=date(2026, 3, 9))
    before = replace(_data(later), as_of=date(2026, 3, 8))
    assert _ranks(table_of(before, (MANUAL,)))[2] == (1, CHLOE)
    then = replace(_data(later), as_of=date(2026, 3, 9))
    assert _ranks(table_of(then, (MANUAL,)))[0] == (1, CHLOE)


def test_who_is_struck_out_leaves_the_order_of_the_others() -> None:
    found = _table(DECIDED, Struck(ALICE, "left"))
    # Bob has beaten Chloé; both have beaten David.
    assert _ranks(found) == [(1, BOB), (2, CHLOE), (3, DAVID)]


def test_tried_results_are_ranked_with_it() -> None:
    tried = what_if(_table(DECIDED), [played(4, DAVID, BOB, WON, LOST)])
    assert [line.entrant for line in tried.table.lines] == [CHLOE, ALICE, BOB, DAVID]


def test_of_teams_too() -> None:
    """By match points, and by nothing else that is known of them."""
    found = _table(DECIDED, order=(TeamCriterion.POINTS, TeamCriterion.MANUAL))
    assert _ranks(found)[0] == (1, CHLOE)


def test_two_who_are_level_are_a_group_also_where_one_has_not_played() -> None:
    """Alice and Bob drew. Chloé lost to David, Emil has not played: both are without a point."""
    meetings = (
        played(1, ALICE, BOB, LEVEL, LEVEL, date(2026, 3, 1)),
        played(1, DAVID, CHLOE, WON, LOST, date(2026, 3, 1)),
    )
    assert level_groups(_data(meetings=meetings), (MANUAL,)) == [(ALICE, BOB)]
    emil = DAVID + 1
    with_emil = replace(_data(meetings=meetings), entrants=(ALICE, BOB, CHLOE, DAVID, emil))
    assert level_groups(with_emil, (MANUAL,)) == [(ALICE, BOB), (CHLOE, emil)]


def test_only_those_who_have_played_are_level() -> None:
    assert level_groups(_data(DECIDED), (MANUAL,)) == [(ALICE, BOB, CHLOE)]
    assert level_groups(_data(meetings=()), (MANUAL,)) == []
    # All is separated by lot before the committee could.
    assert level_groups(_data(), (Criterion.LOTS, MANUAL)) == []


@given(
    st.lists(st.sampled_from([WON, LEVEL, LOST]), min_size=6, max_size=6),
    st.lists(st.permutations([ALICE, BOB, CHLOE, DAVID]), max_size=2),
    st.integers(2, 4),
)
def test_as_a_naive_sort_has_it(
    shares: list[Share], ranked: list[list[int]], ranked_number: int
) -> None:
    """A player's points, then the place in the newest order that has all of equal points."""
    pairs = [(one.home, one.away or 0) for one in CIRCLE]
    opposite = {WON: LOST, LEVEL: LEVEL, LOST: WON}
    meetings = tuple(
        played(number, *pair, share, opposite[share])
        for number, (pair, share) in enumerate(zip(pairs, shares, strict=True), start=1)
    )
    orders = [one[:ranked_number] for one in ranked]
    rulings = [ManualOrder(tuple(one), "so") for one in orders]
    points = dict.fromkeys((ALICE, BOB, CHLOE, DAVID), 0)
    for (a, b), share in zip(pairs, shares, strict=True):
        points[a] += share.points
        points[b] += 2 - share.points

    def place(player: int) -> int:
        level = {other for other in points if points[other] == points[player]}
        for order in reversed(orders):
            if level <= set(order):
                return [one for one in order if one in level].index(player)
        return 0

    keys = {player: (-points[player], place(player)) for player in points}
    expected = {player: 1 + sum(key < keys[player] for key in keys.values()) for player in keys}
    found = table_of(_data(*rulings, meetings=meetings), (MANUAL,))
    assert {line.entrant: line.rank for line in found.lines} == expected
