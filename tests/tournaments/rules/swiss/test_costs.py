"""The costs of a pair, worked out by hand, and who has the bye when few pairs are possible."""

import pytest

from scoring.tournaments.rules.swiss.contenders import Contender, Float
from scoring.tournaments.rules.swiss.costs import Allowed, bye, cost, costs, placed

ALICE, BOB, CHLOE, DAN, EVE = 1, 2, 3, 4, 5


def test_points_apart_are_squared() -> None:
    alice, bob = placed([Contender(ALICE, 1, points=10), Contender(BOB, 2, points=7)])
    assert cost(alice, bob).apart == 9


@pytest.mark.parametrize(
    ("highest", "lowest", "steps"),
    [(1000, 750, 250), (1001, 750, 126), (1250, 750, 250), (1251, 750, 167)],
)
def test_a_spread_of_more_than_250_points_is_counted_in_larger_units(
    highest: int, lowest: int, steps: int
) -> None:
    order = placed([Contender(ALICE, 1, points=highest), Contender(BOB, 2, points=lowest)])
    assert costs(order, Allowed())[0, 1].apart == steps**2


def test_a_meeting_that_only_one_of_the_two_has_counts() -> None:
    order = placed([Contender(ALICE, 1, met=(BOB, BOB)), Contender(BOB, 2)])
    assert costs(order, Allowed()) == {}
    assert costs(order, Allowed(second_meetings=True))[0, 1].meetings == 2


def test_within_a_score_group_the_upper_half_meets_the_lower() -> None:
    order = placed([Contender(pk, pk, points=2) for pk in (ALICE, BOB, CHLOE, DAN)])
    folds = {edge: cost.fold for edge, cost in costs(order, Allowed()).items()}
    assert folds == {(0, 1): 1, (0, 2): 0, (0, 3): 1, (1, 2): 1, (1, 3): 0, (2, 3): 1}


def test_of_two_score_groups_the_lowest_of_the_upper_meets_the_highest_of_the_lower() -> None:
    above = [Contender(pk, pk, points=2) for pk in (ALICE, BOB)]
    below = [Contender(pk, pk, points=1) for pk in (CHLOE, DAN)]
    between = costs(placed([*above, *below]), Allowed())
    places = {edge: between[edge].float_places for edge in ((0, 2), (0, 3), (1, 2), (1, 3))}
    assert places == {(0, 2): 1, (0, 3): 2, (1, 2): 0, (1, 3): 1}
    assert between[0, 3].fold == 4


def test_floating_again_is_counted_for_the_last_round_and_the_one_before() -> None:
    down, up = (None, Float.DOWN), (Float.UP, None)
    order = placed(
        [Contender(ALICE, 1, points=3, floats=down), Contender(BOB, 2, points=1, floats=up)]
    )
    pair = costs(order, Allowed())[0, 1]
    assert (pair.floats_again, pair.floats_before) == (1, 1)


@pytest.mark.parametrize(
    ("one", "other", "deals"),
    [(0, 0, 0), (1, -1, 0), (1, 1, 4), (2, 1, 4), (2, 2, 16), (-2, -2, 16), (3, -3, 8)],
)
def test_balance_beyond_one_more_first_deal_than_not_is_squared(
    one: int, other: int, deals: int
) -> None:
    """Four times: 1, 1 become 2, 0; 2, 2 become 3, 1; 3, -3 become 2, -2."""
    alice, bob = placed([Contender(ALICE, 1, firsts=one), Contender(BOB, 2, firsts=other)])
    assert cost(alice, bob).deals == deals


@pytest.mark.parametrize(
    ("one", "other", "running"),
    [((1, 1), (1, 1), 1), ((-1, -1), (-1, -1), 1), ((1, 1), (-1, -1), 0), ((1, 1), (-1, 1), 0)],
)
def test_two_who_dealt_first_twice_running_are_kept_apart(
    one: tuple[int, int], other: tuple[int, int], running: int
) -> None:
    alice, bob = placed(
        Contender(pk, pk, dealt_before=before, dealt_last=last)
        for pk, (before, last) in ((ALICE, one), (BOB, other))
    )
    assert cost(alice, bob).deals_running == running


def test_the_bye_goes_to_the_lowest_who_had_none() -> None:
    order = placed(
        [Contender(ALICE, 1, points=4), Contender(BOB, 2, points=2), Contender(CHLOE, 3, byes=1)]
    )
    assert bye(order, costs(order, Allowed())) == 1


def test_the_bye_is_chosen_with_the_pairs() -> None:
    """Were it Eve's, Dan, who floated up, would float up again."""
    up = (None, Float.UP)
    order = placed(
        [
            Contender(ALICE, 1, points=2),
            Contender(BOB, 2, points=2),
            Contender(CHLOE, 3, points=2),
            Contender(DAN, 4, floats=up),
            Contender(EVE, 5),
        ]
    )
    assert order[bye(order, costs(order, Allowed())) or 0].contender.id == DAN


def test_there_is_no_bye_that_leaves_others_unpaired() -> None:
    order = placed([Contender(pk, pk) for pk in (ALICE, BOB, CHLOE, DAN, EVE)])
    pairs = [(one, other) for one in range(1, 6) for other in range(one + 1, 6)]
    forbidden = frozenset(frozenset(pair) for pair in pairs if pair != (ALICE, BOB))
    assert bye(order, costs(order, Allowed(forbidden))) is None
