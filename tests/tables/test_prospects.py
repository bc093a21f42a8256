"""What must happen to finish first, by hand and against every outcome of small seasons."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.tables.prospects import Limit, Points, Prospect, Prospects, prospects_of

ALICE, BOB, CHLOE, DAVID, EVE = range(1, 6)
TWO = Points(2, None, 0)
LEAGUE = Points(3, 1, 0)
Pairs = list[tuple[int, int]]


def test_whoever_is_far_ahead_is_first_whatever_happens() -> None:
    found = prospects_of(ALICE, {ALICE: 8, BOB: 4}, [(ALICE, BOB)], TWO)
    assert found == Prospects(Prospect.CERTAIN, fixtures=1, wins=0)


def test_one_win_of_two_suffices() -> None:
    """Bob comes to 8 if he wins both, one of them against Alice; she then has 8 and a win, 10."""
    left = [(ALICE, BOB), (ALICE, CHLOE), (BOB, CHLOE)]
    found = prospects_of(ALICE, {ALICE: 8, BOB: 4, CHLOE: 2}, left, TWO)
    assert found == Prospects(Prospect.OWN_HANDS, fixtures=2, wins=1)


def test_a_rival_must_lose() -> None:
    """Alice comes to 6, where Bob is: he has two matches left and may win none of them. With 4 he
    may win one point, which nobody wins, so none."""
    left = [(ALICE, DAVID), (BOB, CHLOE), (BOB, DAVID)]
    found = prospects_of(ALICE, {ALICE: 4, BOB: 5, CHLOE: 0, DAVID: 0}, left, TWO)
    assert found == Prospects(Prospect.WITH_OTHERS, 1, None, (Limit(BOB, 0, 2),))


def test_level_at_best() -> None:
    left = [(ALICE, CHLOE), (BOB, CHLOE)]
    found = prospects_of(ALICE, {ALICE: 4, BOB: 6, CHLOE: 0}, left, TWO)
    assert found == Prospects(Prospect.LEVEL, 1, None, (Limit(BOB, 0, 1),))


def test_two_rivals_who_meet_cannot_both_lose() -> None:
    """Either alone could be caught up with: Bob and Chloé have 6, and Alice comes to 7. But one
    of the two wins their match. So it was with Detroit in the baseball of 1996."""
    standing, left = {ALICE: 5, BOB: 6, CHLOE: 6, DAVID: 0}, [(ALICE, DAVID), (BOB, CHLOE)]
    assert prospects_of(ALICE, standing, left, TWO).prospect is Prospect.OUT
    with_draws = prospects_of(ALICE, standing, left, Points(2, 1, 0))
    assert with_draws.prospect is Prospect.LEVEL, "A draw brings both to 7."


def test_a_chain_of_results_makes_room() -> None:
    """Each of three may win one match more, and they meet each other once: it fits in one way
    round. With room for two of them only, it does not."""
    ring = [(BOB, CHLOE), (CHLOE, DAVID), (DAVID, BOB)]
    standing = {ALICE: 5, BOB: 2, CHLOE: 2, DAVID: 2}
    found = prospects_of(ALICE, standing, ring, TWO)
    assert found.prospect is Prospect.WITH_OTHERS
    assert found.limits == tuple(Limit(rival, 2, 2) for rival in (BOB, CHLOE, DAVID))
    assert prospects_of(ALICE, {**standing, DAVID: 4}, ring, TWO).prospect is Prospect.OUT


def test_three_points_for_a_win_make_a_draw_the_smaller_prize() -> None:
    """Bob and Chloé may each win a point: a draw does it, which is not half of a win."""
    found = prospects_of(ALICE, {ALICE: 8, BOB: 6, CHLOE: 6}, [(BOB, CHLOE)], LEAGUE)
    assert found.prospect is Prospect.WITH_OTHERS
    assert found.is_exact


def test_where_not_all_can_be_tried_it_is_a_bound() -> None:
    """Thirteen matches of Bob and Chloé: 15 points for each are too few if there is always a
    winner, 39 in all, and 26 are shared if there never is."""
    left = [(BOB, CHLOE)] * 13
    found = prospects_of(ALICE, {ALICE: 16, BOB: 0, CHLOE: 0}, left, LEAGUE)
    assert (found.prospect, found.is_exact) == (Prospect.WITH_OTHERS, False)
    assert prospects_of(ALICE, {ALICE: 12, BOB: 0, CHLOE: 0}, left, LEAGUE).prospect is Prospect.OUT


def test_bonus_points_make_it_a_bound() -> None:
    """Bob's bonus of up to 2 could bring him level, and Alice is not safe with 9 to 6 and a win."""
    left = [(BOB, CHLOE)]
    bonus = TWO._replace(bonus=2)
    found = prospects_of(ALICE, {ALICE: 9, BOB: 6, CHLOE: 0}, left, bonus)
    assert found == Prospects(Prospect.WITH_OTHERS, 0, None, (Limit(BOB, 2, 1),), is_exact=False)
    assert prospects_of(ALICE, {ALICE: 9, BOB: 6, CHLOE: 0}, left, TWO).prospect is Prospect.CERTAIN


STANDINGS = st.lists(st.integers(0, 7), min_size=3, max_size=4)
FIXTURES = st.lists(
    st.tuples(st.integers(1, 4), st.integers(1, 4)).filter(lambda pair: pair[0] != pair[1]),
    max_size=6,
)
SCHEMES = st.sampled_from([TWO, Points(2, 1, 0), LEAGUE, Points(3, 2, 1), Points(4, 1, -1)])


def _outcomes(standing: Mapping[int, int], left: Pairs, points: Points) -> Iterator[dict[int, int]]:
    """Every possible final standing."""
    win, draw, loss, _bonus = points
    ends = [(win, loss), (loss, win), *([(draw, draw)] if draw is not None else [])]
    for results in product(ends, repeat=len(left)):
        final = dict(standing)
        for pair, result in zip(left, results, strict=True):
            for player, gained in zip(pair, result, strict=True):
                final[player] += gained
        yield final


def _naive(finals: Sequence[Mapping[int, int]]) -> tuple[bool, bool, bool]:
    """Whether Alice is alone first in all, in some, and at least level in some of them."""
    ahead = [
        final[ALICE] - max(points for player, points in final.items() if player != ALICE)
        for final in finals
    ]
    return min(ahead) > 0, max(ahead) > 0, max(ahead) >= 0


@given(STANDINGS, FIXTURES, SCHEMES)
@example([3, 2, 2, 2], [(2, 3), (3, 4), (4, 2)], LEAGUE)
def test_as_every_outcome_has_it(points: list[int], fixtures: Pairs, scheme: Points) -> None:
    standing = dict(enumerate(points, start=1))
    left = [pair for pair in fixtures if max(pair) <= len(points)]
    found = prospects_of(ALICE, standing, left, scheme)
    always, some, level = _naive([*_outcomes(standing, left, scheme)])
    assert found.is_exact
    assert (found.prospect is Prospect.CERTAIN) == always
    assert (found.prospect is Prospect.OUT) == (not level)
    assert (found.prospect is Prospect.LEVEL) == (level and not some)
    if found.prospect is Prospect.OWN_HANDS:
        assert found.wins is not None
        assert _suffices(standing, left, scheme, found.wins)
        assert not _suffices(standing, left, scheme, found.wins - 1)


def _suffices(standing: Mapping[int, int], left: Pairs, scheme: Points, wins: int) -> bool:
    """Whether Alice is alone first wherever she wins so many, which are counted by her points."""
    own = [pair for pair in left if ALICE in pair]
    rest = [pair for pair in left if ALICE not in pair]
    for results in product([True, False], repeat=len(own)):
        if sum(results) != wins:
            continue
        then = dict(standing)
        for pair, is_won in zip(own, results, strict=True):
            other = sum(pair) - ALICE
            then[ALICE] += scheme.win if is_won else scheme.loss
            then[other] += scheme.loss if is_won else scheme.win
        if not _naive([*_outcomes(then, rest, scheme)])[0]:
            return False
    return True


@pytest.mark.parametrize("scheme", [TWO, Points(2, 1, 0)])
def test_a_season_of_forty_is_answered(scheme: Points) -> None:
    """All 741 matches of the other 39 are left: too many for trying, quick by flow."""
    rivals = range(2, 41)
    left = [(a, b) for a in rivals for b in rivals if a < b]
    standing = {ALICE: 39, **dict.fromkeys(rivals, 0)}
    assert prospects_of(ALICE, standing, left, scheme).prospect is Prospect.WITH_OTHERS
    standing[ALICE] = 37
    assert prospects_of(ALICE, standing, left, scheme).prospect is Prospect.OUT
