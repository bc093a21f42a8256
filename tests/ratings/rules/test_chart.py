"""The chart of a rating against points computed by hand."""

from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core.charts import LABEL_ROOM, NARROW, WIDE, day_label
from scoring.ratings.selectors.listing import HEIGHT, LEFT, MARGIN, RIGHT, Figures, rating_chart

ROWS = st.lists(
    st.tuples(st.integers(0, 1000), st.integers(0, 200), st.integers(0, 200)),
    min_size=1,
    max_size=60,
)


def _figures(low: float, rating: float, high: float) -> Figures:
    at, least, most = (Decimal(str(one)) for one in (rating, low, high))
    return Figures(at, least, most, provisional=False)


def test_two_points_by_hand() -> None:
    """From 38 to 62 the scale is 30 to 70: 196 high for 40, 4.9 for each game.

    50 lies at 208 - 20 * 4.9 = 110, 55 at 85.5; 640 - 28 = 612 is the right edge.
    """
    days = [date(2026, 9, 21), date(2026, 10, 2)]
    chart = rating_chart([_figures(38, 50, 62), _figures(45, 55, 65)], days)
    assert chart.line == "36,110 612,85.5"
    assert chart.band == "36,51.2 612,36.5 612,134.5 36,168.8"
    assert list(chart.ticks) == [(36, "21 Sep"), (612, "2 Oct")]
    assert [(rule.figure, rule.y) for rule in chart.rules] == [
        (30, 208),
        (40, 159),
        (50, 110),
        (60, 61),
        (70, 12),
    ]
    assert chart.middle == 110


def test_a_narrow_course_is_not_blown_up() -> None:
    chart = rating_chart([_figures(50, 50, 50)], [date(2026, 9, 21)])
    assert [rule.figure for rule in chart.rules] == [40, 50, 60]
    assert chart.dots == ((36, 110),)


@given(ROWS, st.sampled_from([WIDE, NARROW]))
def test_everything_lies_within(rows: list[tuple[int, int, int]], width: float) -> None:
    history = [_figures((at - down) / 10, at / 10, (at + up) / 10) for at, down, up in rows]
    days = [date(2026, 1, 1) + timedelta(n) for n in range(len(rows))]
    chart = rating_chart(history, days, width=width)
    assert chart.ticks[-1].text == day_label(days[-1])
    for left, right in pairwise(chart.ticks):
        assert right.x - left.x >= LABEL_ROOM
    assert len(chart.dots) == len(rows)
    for text in (chart.line, chart.band):
        for point in text.split():
            x, y = map(float, point.split(","))
            assert LEFT - 0.01 <= x <= width - RIGHT + 0.01
            assert MARGIN - 0.01 <= y <= HEIGHT - MARGIN + 0.01
    heights = [y for _x, y in chart.dots]
    steps = zip(history, history[1:], heights, heights[1:], strict=False)
    for one, other, y, other_y in steps:
        assert (one.rating < other.rating) == (y > other_y)
