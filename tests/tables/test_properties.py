"""What holds of every table, over seasons drawn at random, and beside the slow second way."""

from datetime import timedelta
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.selectors.standings import ranked
from scoring.tables.counted import Unplayed
from scoring.tables.criteria import TIE_BREAKS, Criterion
from scoring.tables.explain import Explanation, explain
from scoring.tables.results import Adjustment, Struck
from scoring.tables.table import Table
from tests.support.depth import examples
from tests.support.standings_tables import table

from .naive import Slow
from .seasons import SWISS, Season, day, seasons

pytestmark = pytest.mark.any_database

# Those that the sums over all meetings decide, as the standings of a season keep them.
SUMS = tuple(criterion for criterion in TIE_BREAKS if criterion.is_sum)
SLOW = (
    "won", "games_difference", "games_for", "value", "trebles", "fewer_played", "head_to_head",
    "mini_table", "buchholz", "buchholz_cut_1", "buchholz_cut_2", "buchholz_median",
    "sonneborn_berger",
)  # fmt: skip
few = settings(max_examples=examples(20, thorough=60))
orders = st.lists(st.sampled_from(Criterion), max_size=5, unique=True)
known = st.lists(st.sampled_from([Criterion(name) for name in SLOW]), max_size=4, unique=True)
ways = st.sampled_from(Unplayed)


def made(season: Season, order: list[Criterion], way: Unplayed = Unplayed.PLANNED) -> Table:
    return table(*season, SWISS, order, "a seed", unplayed=way)


def ranks(found: Table) -> dict[int, int]:
    return {line.entrant: line.rank for line in found.lines}


@settings(max_examples=examples(50, thorough=150))
@given(seasons(), known, ways)
def test_the_slow_way_gives_the_same_ranks(
    season: Season, order: list[Criterion], way: Unplayed
) -> None:
    assert ranks(made(season, order, way)) == slow(season, way).ranks([one.value for one in order])


@pytest.mark.slow
@settings(max_examples=examples(35, thorough=100))
@given(seasons(), ways)
def test_the_slow_way_gives_the_same_figures(season: Season, way: Unplayed) -> None:
    order = [Criterion(name) for name in SLOW]
    found, again = made(season, order, way), slow(season, way)
    for line in found.lines:
        for criterion, worth in line.figures.items():
            tied = found.tied.get(criterion, {}).get(line.entrant, ())
            assert worth == again.figure(criterion.value, line.entrant, list(tied))


@pytest.mark.slow
@few
@given(seasons(), st.lists(st.sampled_from(SUMS), max_size=4, unique=True))
def test_the_tie_breaks_of_a_season_give_the_ranks_they_always_gave(
    season: Season, order: list[Criterion]
) -> None:
    """As `ranked` makes them of sums, with what was ruled in the points."""
    found = made(season, order)
    players = [
        (line.entrant, f"P{line.entrant}", line.share._replace(points=line.points))
        for line in found.lines
    ]
    before = {line.player: line.rank for line in ranked(players, order, str.casefold)}
    assert ranks(found) == before


def slow(season: Season, way: Unplayed) -> Slow:
    entrants, meetings, rulings = season
    out = {one.entrant for one in rulings if isinstance(one, Struck)}
    return Slow(
        set(entrants) - out,
        [one for one in meetings if not {one.home, one.away} & out],
        [one for one in rulings if isinstance(one, Adjustment) and one.entrant not in out],
        SWISS,
        way.value,
    )


@pytest.mark.slow
@few
@given(seasons(), orders, ways, st.randoms(use_true_random=False))
def test_the_order_of_what_is_given_changes_nothing(
    season: Season, order: list[Criterion], way: Unplayed, random: Random
) -> None:
    entrants, meetings, rulings = season
    turned = [
        one if one.away is None else one._replace(
            home=one.away, away=one.home, home_share=one.away_share, away_share=one.home_share
        )
        for one in random.sample(meetings, len(meetings))
    ]  # fmt: skip
    mixed: Season = (
        tuple(random.sample(entrants, len(entrants))),
        turned,
        random.sample(rulings, len(rulings)),
    )
    one, other = made(season, order, way), made(mixed, order, way)
    assert one.lines == other.lines
    assert one.splits == other.splits
    for entrant in one.places:
        assert explain(one, entrant) == explain(other, entrant)


@few
@given(seasons(), orders)
def test_ranks_are_a_total_order_and_lots_leave_nobody_level(
    season: Season, order: list[Criterion]
) -> None:
    found = made(season, order)
    for place, line in enumerate(found.lines):
        above = found.lines[place - 1] if place else None
        assert line.rank == (above.rank if above and line.rank == above.rank else place + 1)
        assert not above or above.points >= line.points
    drawn = made(season, [*order, Criterion.LOTS])
    assert [line.rank for line in drawn.lines] == list(range(1, len(drawn.lines) + 1))
    assert all(ranks(found)[one] <= rank for one, rank in ranks(drawn).items())


@few
@given(seasons())
def test_points_are_those_of_the_meetings_and_the_rulings(season: Season) -> None:
    found = made(season, [])
    given_ = sum(m.home_share.points + m.away_share.points for m in found.counted.meetings)
    ruled = sum(one.points for one in found.counted.adjustments)
    assert sum(line.points for line in found.lines) == given_ + ruled
    assert sum(line.adjustment for line in found.lines) == ruled


@few
@given(seasons(), orders, ways)
def test_as_of_the_last_day_or_round_is_as_of_now(
    season: Season, order: list[Criterion], way: Unplayed
) -> None:
    _entrants, meetings, rulings = season
    now = made(season, order, way)
    last = max((one.day for one in (*meetings, *rulings) if one.day), default=day(0))
    then = table(*season, SWISS, order, "a seed", as_of=last, unplayed=way)
    assert then.lines == now.lines
    rounds = max((one.round for one in meetings), default=0)
    until = table(*season, SWISS, order, "a seed", until_round=rounds, unplayed=way)
    assert until.lines == now.lines


@few
@given(seasons(), st.integers(0, 6))
def test_as_of_a_day_is_a_season_that_has_gone_no_further(season: Season, weeks: int) -> None:
    entrants, meetings, rulings = season
    then = day(0) + timedelta(days=7 * weeks)
    short: Season = (
        entrants,
        [one for one in meetings if one.day is None or one.day <= then],
        [one for one in rulings if one.day is None or one.day <= then],
    )
    order = [Criterion.BUCHHOLZ, Criterion.MINI_TABLE]
    assert table(*season, SWISS, order, as_of=then).lines == table(*short, SWISS, order).lines


@few
@given(seasons(), orders, ways)
def test_an_explanation_agrees_with_the_table(
    season: Season, order: list[Criterion], way: Unplayed
) -> None:
    found = made(season, order, way)
    for place, line in enumerate(found.lines):
        why = explain(found, line.entrant)
        _adds_up(why)
        if place:
            _agrees(found, why, place)
        assert (why.above is None) == (place == 0)
        assert (why.below is None) == (place == len(found.lines) - 1)


def _adds_up(why: Explanation) -> None:
    figures = [figure for _criterion, figure in why.figures]
    for verdict in (why.above, why.below):
        figures += verdict.figures if verdict else ()
    for figure in figures:
        assert sum(one.figure for one in figure.parts if not one.left_out) == figure.worth[0]


def _agrees(found: Table, why: Explanation, place: int) -> None:
    above, here = found.lines[place - 1], found.lines[place]
    verdict = why.above
    assert verdict is not None
    assert verdict.other == above.entrant
    assert (verdict.criterion is None) == (above.rank == here.rank)
    for passed in verdict.passed[1:]:
        figures = [line.figures.get(passed.criterion) for line in (above, here)]
        # Where not all of several have met, their encounters may differ and separate nobody.
        is_level = figures[0] == figures[1] or passed.criterion is Criterion.DIRECT_ENCOUNTER
        assert is_level
        assert passed.worth == (figures[0] if figures[0] == figures[1] else None)
    if verdict.criterion is not None:
        worths = {figure.entrant: figure.worth for figure in verdict.figures}
        assert worths[above.entrant] > worths[here.entrant]
        assert [figure.worth for figure in verdict.figures] == sorted(worths.values(), reverse=True)
