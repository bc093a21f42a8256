"""Results that are tried, and what a better result may do, over seasons drawn at random."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.tables.criteria import Criterion
from scoring.tables.history import Outcome, form, head_to_head
from scoring.tables.ranking import lots
from scoring.tables.results import How, Meeting
from scoring.tables.table import Table, what_if
from tests.support.depth import examples
from tests.support.standings_tables import table

from .seasons import SWISS, Season, match, seasons

pytestmark = pytest.mark.any_database

few = settings(max_examples=examples(15, thorough=40))
orders = st.lists(st.sampled_from(Criterion), max_size=4, unique=True)


def made(season: Season, meetings: list[Meeting], order: list[Criterion]) -> Table:
    entrants, _meetings, rulings = season
    return table(entrants, meetings, rulings, SWISS, order, "a seed")


@few
@given(seasons(), orders, st.integers(0, 20))
def test_what_if_the_last_results_is_the_table_with_them(
    season: Season, order: list[Criterion], known: int
) -> None:
    meetings = season[1]
    then, now = made(season, meetings[:known], order), made(season, meetings, order)
    struck = set(now.counted.struck)
    later = [one for one in meetings[known:] if not {one.home, one.away} & struck]
    tried = what_if(then, later)
    assert tried.table.lines == now.lines
    for line in then.lines:
        change = next(one for one in tried.changes if one.entrant == line.entrant)
        assert (change.rank_before, change.points_before) == (line.rank, line.points)
        assert change.rank == now.line(line.entrant).rank


@few
@given(seasons(), orders)
def test_to_try_nothing_changes_nothing(season: Season, order: list[Criterion]) -> None:
    found = made(season, season[1], order)
    tried = what_if(found, ())
    assert tried.table.lines == found.lines
    assert all(not change.risen for change in tried.changes)


@pytest.mark.slow
@few
@given(seasons(), st.randoms(use_true_random=False))
def test_a_match_won_instead_of_lost_never_costs_a_place_by_points_and_games(
    season: Season, random: Random
) -> None:
    lost = [one for one in season[1] if one.how is How.PLAYED and one.winner == one.away]
    assume(lost)
    one = random.choice(lost)
    assert one.away is not None
    order = [Criterion.WON, Criterion.GAMES_DIFFERENCE]
    found = made(season, season[1], order)
    assume(one in found.counted.meetings)
    won = match(one.round, one.home, one.away, (2, 0), one.day, SWISS)
    after = made(season, [won if other is one else other for other in season[1]], order)
    assert after.line(one.home).rank <= found.line(one.home).rank
    assert after.line(one.away).rank >= found.line(one.away).rank


@few
@given(seasons())
def test_form_is_the_share_told_one_by_one(season: Season) -> None:
    found = made(season, season[1], [])
    cross = head_to_head(found)
    for line in found.lines:
        told = form(found, line.entrant, last=100)
        outcomes = [one.outcome for one in told]
        share = line.share
        assert outcomes.count(Outcome.WON) == share.won
        assert outcomes.count(Outcome.DRAWN) == share.drawn
        assert outcomes.count(Outcome.LOST) == share.lost
        assert len(told) - outcomes.count(Outcome.SAT_OUT) == share.played
        assert sum(one.points for one in told) == share.points
        own = [pair for (entrant, _other), pair in cross.items() if entrant == line.entrant]
        assert sum(pair.won for pair in own) == share.won
        assert sum(pair.games_against for pair in own) == share.games_against


def test_lots_are_fair_enough() -> None:
    """Of 2,000 seeds each of five is first some 400 times: four times the deviation of 18."""
    firsts = [min(drawn, key=drawn.__getitem__) for drawn in map(_drawn, range(2_000))]
    assert all(328 <= firsts.count(entrant) <= 472 for entrant in range(5))


def test_who_enters_later_changes_no_order_of_the_others() -> None:
    for seed in range(50):
        few_, more = lots(str(seed), range(5)), lots(str(seed), range(9))
        assert sorted(range(5), key=few_.__getitem__) == sorted(range(5), key=more.__getitem__)


def _drawn(seed: int) -> dict[int, int]:
    return lots(str(seed), range(5))
