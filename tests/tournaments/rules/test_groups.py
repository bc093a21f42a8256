"""Groups by snake and by lot, who goes on, and the first round of the knock-out after them."""

from functools import partial
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tables.ranking import drawn
from scoring.tournaments.rules import groups, knockout
from scoring.tournaments.rules.groups import Qualifier, placed, qualifiers
from scoring.tournaments.rules.stages import NotTakenError, Why
from tests.support.depth import examples


def test_the_snake_goes_forth_and_back() -> None:
    assert groups.snake(range(1, 9), 2) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert groups.snake(range(1, 13), 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12))
    assert groups.snake(range(1, 8), 3) == ((1, 6, 7), (2, 5), (3, 4))
    assert groups.snake(range(1, 9), 3) == ((1, 6, 7), (2, 5, 8), (3, 4))
    assert groups.snake(range(1, 12), 3) == ((1, 6, 7), (2, 5, 8, 11), (3, 4, 9, 10))


def test_pots_give_each_group_one_of_the_best() -> None:
    found = groups.by_lot(range(1, 8), 3, "king")
    assert tuple(group[0] for group in found) == drawn((1, 2, 3), "king")
    assert tuple(group[1] for group in found) == drawn((4, 5, 6), "king")
    assert [len(group) for group in found] == [3, 2, 2]


def test_a_group_has_two_at_least() -> None:
    for cut in (groups.snake, partial(groups.by_lot, seed="king")):
        with pytest.raises(NotTakenError) as caught:
            cut((1, 2, 3, 4, 5), 3)
        assert caught.value.refusal.why is Why.GROUPS_TOO_MANY
        assert caught.value.refusal.params == {"most": 2}
    none = groups.number_refusal(5, 0)
    assert none is not None
    assert none.why is Why.GROUPS_IMPOSSIBLE


@settings(max_examples=examples(10, thorough=30))
@given(st.integers(2, 40), st.data())
def test_groups_differ_by_one_at_most_and_have_everybody_once(
    number: int, data: st.DataObject
) -> None:
    count = data.draw(st.integers(1, number // 2))
    for found in (
        groups.snake(range(number), count),
        groups.by_lot(range(number), count, "king"),
    ):
        assert sorted(one for group in found for one in group) == list(range(number))
        assert len(found) == count
        assert max(map(len, found)) - min(map(len, found)) <= 1


TABLES = ((11, 12, 13, 14), (21, 22, 23, 24), (31, 32, 33))


def test_the_first_two_of_each_and_the_two_best_thirds() -> None:
    found = qualifiers(TABLES, 2, 2, order=(23, 13, 33))
    assert [one.entrant for one in found] == [11, 21, 31, 12, 22, 32, 23, 13]
    assert found[-2] == Qualifier(23, 2, 3)
    assert qualifiers(TABLES, 1) == (Qualifier(11, 1, 1), Qualifier(21, 2, 1), Qualifier(31, 3, 1))


@pytest.mark.parametrize(
    ("first", "best", "order", "why"),
    [
        (0, 1, (11, 21, 31), Why.TOO_FEW_GO_ON),
        (-1, 6, (), Why.TOO_FEW_GO_ON),
        (4, 0, (), Why.TOO_MANY_GO_ON),
        (3, 3, (14, 24), Why.TOO_MANY_GO_ON),
        (2, 1, (13, 23), Why.RANKS_INCOMPLETE),
        (2, 1, (13, 23, 32), Why.RANKS_INCOMPLETE),
    ],
)
def test_who_goes_on_must_add_up(first: int, best: int, order: tuple[int, ...], why: Why) -> None:
    with pytest.raises(NotTakenError) as caught:
        qualifiers(TABLES, first, best, order)
    assert caught.value.refusal.why is why


def test_two_groups_meet_crosswise() -> None:
    """A's winner meets B's second, B's winner A's."""
    order = placed(qualifiers(((1, 2, 3), (11, 12, 13)), 2)).order
    state = knockout.begin(knockout.Terms(), order)
    assert {frozenset(one.entrants) for one in knockout.due(state)} == {
        frozenset({1, 12}),
        frozenset({11, 2}),
    }


def grid(count: int, first: int) -> list[tuple[int, ...]]:
    return [tuple(10 * group + rank for rank in range(1, first + 1)) for group in range(count)]


@pytest.mark.parametrize("count", range(2, 10))
@pytest.mark.parametrize("first", range(1, 5))
def test_nobody_meets_his_own_group_in_his_first_match_and_tiers_stay(
    count: int, first: int
) -> None:
    going = qualifiers(grid(count, first), first)
    found = placed(going)
    assert found.clashes == ()
    assert [one % 10 for one in found.order] == [one.rank for one in going]
    state = knockout.begin(knockout.Terms(), found.order)
    due = knockout.due(state)
    assert all(len({one // 10 for one in match.entrants}) == 2 for match in due)


@pytest.mark.parametrize("count", [2, 4, 8])
def test_first_and_second_of_a_group_meet_again_in_the_final_only(count: int) -> None:
    order = placed(qualifiers(grid(count, 2), 2)).order
    state = knockout.begin(knockout.Terms(), order)
    sheet = [side for one in knockout.fixtures(state)[:count] for side in one.sides]
    top = {side // 10 for side in sheet[:count] if side is not None}
    assert len(top) == count


def test_two_who_have_a_bye_and_meet_are_kept_apart_too() -> None:
    """Nine have seven byes: 8 meets 9, and at once in the second round 4 meets 5, 3 meets 6, and 2
    meets 7. C's winner is the third, and C's second would be the sixth."""
    order = placed(qualifiers(grid(3, 3), 3)).order
    assert order[:3] == (1, 11, 21)
    assert order[5] != 22


def test_one_group_cannot_but_meet_itself() -> None:
    found = placed(qualifiers([(1, 2, 3, 4)], 4))
    assert found.order == (1, 2, 3, 4)
    assert sorted(found.clashes) == [(1, 4), (2, 3)]


def test_a_tier_gives_way_before_two_of_a_group_meet() -> None:
    """The only third is of the group whose winner he would meet: he changes with a second."""
    going = [Qualifier(11, 1, 1), Qualifier(21, 2, 1), Qualifier(22, 2, 2), Qualifier(13, 1, 3)]
    assert placed(going).order == (11, 21, 13, 22)
    assert placed(going).clashes == ()


of_groups = st.lists(st.integers(1, 3), min_size=2, max_size=7)


@settings(max_examples=examples(15, thorough=40))
@given(of_groups)
def test_no_order_of_the_lower_places_has_fewer_clashes(group: list[int]) -> None:
    """Against every order of them there is."""
    going = [Qualifier(number, of, 1) for number, of in enumerate(group)]
    found = placed(going)
    middle = max(size for size in (1, 2, 4) if size < len(group))

    def clashes(below: tuple[int, ...]) -> int:
        above = reversed(found.order[2 * middle - len(group) : middle])
        return sum(group[a] == group[b] for a, b in zip(above, below, strict=True))

    assert sorted(found.order) == list(range(len(group)))
    ours = clashes(found.order[middle:])
    assert ours == min(map(clashes, permutations(found.order[middle:])))
    assert ours <= len(found.clashes)
