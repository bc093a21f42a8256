"""Charts against points computed by hand."""

from hypothesis import given
from hypothesis import strategies as st

from games.matches.views.player import BAR, HEIGHT, MARGIN, WIDTH, form_chart, outcome_bars

OUTCOMES = st.lists(st.sampled_from([1, 0, -1]), max_size=80)


def test_three_matches_by_hand() -> None:
    """Won, won, lost: 1, 2, 1. 320 wide with 8 at each side: steps of 304 / 3.

    The range 0 to 2 is less than four, so a match is 104 / 4 = 26 high, and the figure of
    52 stands in the middle: from 34 down to 86.
    """
    chart = form_chart([1, 1, -1])
    assert [(dot.x, dot.y) for dot in chart.dots] == [(109.33, 60), (210.67, 34), (312, 60)]
    assert (chart.zero, chart.low, chart.high, chart.last) == (86, 0, 2, 1)
    assert chart.line == "8,86 109.33,60 210.67,34 312,60"
    assert chart.area == chart.line + " 312,86"


def test_eight_lost_fill_the_height() -> None:
    """104 / 8 = 13 down for each, from 8 to 112."""
    chart = form_chart([-1] * 8)
    assert [dot.y for dot in chart.dots] == [21, 34, 47, 60, 73, 86, 99, 112]
    assert (chart.zero, chart.low, chart.high) == (8, -8, 0)


def test_nothing_played_is_a_level_line() -> None:
    chart = form_chart([])
    assert (chart.dots, chart.zero, chart.area) == ((), HEIGHT / 2, "")
    assert chart.line == f"8,{HEIGHT / 2:g}"


@given(OUTCOMES)
def test_everything_lies_within(outcomes: list[int]) -> None:
    chart = form_chart(outcomes)
    assert len(chart.dots) == len(outcomes)
    assert chart.last == sum(outcomes)
    for dot in chart.dots:
        assert MARGIN <= dot.x <= WIDTH - MARGIN + 0.01
        assert MARGIN - 0.01 <= dot.y <= HEIGHT - MARGIN + 0.01
    steps = [chart.zero, *(dot.y for dot in chart.dots)]
    for before, after, outcome in zip(steps, steps[1:], outcomes, strict=False):
        assert (before > after) - (before < after) == outcome


def test_bars_by_hand() -> None:
    """The longest, of ten matches, is 200 wide: 20 for each match."""
    one, two, none = outcome_bars([(5, 1, 4), (0, 2, 1), (0, 0, 0)])
    assert (one.won, one.drawn, one.lost) == ((0, 100), (100, 20), (120, 80))
    assert (two.won, two.drawn, two.lost) == ((0, 0), (0, 40), (40, 20))
    assert (none.won, none.drawn, none.lost) == ((0, 0), (0, 0), (0, 0))
    assert outcome_bars([]) == ()


@given(st.lists(st.tuples(*[st.integers(0, 500)] * 3), min_size=1, max_size=12))
def test_no_bar_is_longer_than_the_chart(rows: list[tuple[int, int, int]]) -> None:
    for row, bar in zip(rows, outcome_bars(rows), strict=True):
        assert bar.won[0] == 0
        assert bar.lost[0] + bar.lost[1] <= BAR + 0.1
        assert (bar.won[1] > 0) == (row[0] > 0)
