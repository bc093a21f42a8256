"""Up, down and out; nobody is lost, and nobody is in two divisions."""

from collections.abc import Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.divisions import Division, Next, Place, next_season
from scoring.leagues.rules.refusals import Refusal, Why
from tests.support.depth import examples

pytestmark = pytest.mark.any_database


def table(entrants: Iterable[int]) -> tuple[Place, ...]:
    return tuple(Place(rank, entrant) for rank, entrant in enumerate(entrants, start=1))


FIRST = Division(table([11, 12, 13, 14]), down=2)
SECOND = Division(table([21, 22, 23, 24]), up=2, down=1)
THIRD = Division(table([31, 32, 33]), up=1)


def after(
    divisions: Sequence[Division], newcomers: Sequence[int] = (), withdrawn: Iterable[int] = ()
) -> list[tuple[int, ...]]:
    found = next_season(divisions, newcomers=newcomers, withdrawn=frozenset(withdrawn))
    assert not isinstance(found, Refusal), found
    return [one.entrants for one in found]


def test_two_down_two_up_and_a_newcomer_at_the_foot() -> None:
    assert next_season([FIRST, SECOND, THIRD], newcomers=[41, 40]) == (
        Next(stayed=(11, 12), came_up=(21, 22)),
        Next(came_down=(13, 14), stayed=(23,), came_up=(31,)),
        Next(came_down=(24,), stayed=(32, 33), new=(41, 40)),
    )


def test_one_division_goes_on_with_its_newcomers() -> None:
    assert after([Division(table([7, 5, 6]))], [8]) == [(7, 5, 6, 8)]


def test_a_table_may_come_in_any_order() -> None:
    upside_down = Division(FIRST.table[::-1], down=2)
    assert after([upside_down, SECOND, THIRD]) == after([FIRST, SECOND, THIRD])


def test_who_leaves_takes_one_of_the_places_of_those_who_go_down() -> None:
    found = after([FIRST, SECOND, THIRD], withdrawn=[12])
    assert found == [(11, 13, 21, 22), (14, 23, 31), (24, 32, 33)]


def test_who_leaves_takes_none_of_the_places_of_those_who_go_up() -> None:
    found = after([FIRST, SECOND, THIRD], withdrawn=[21])
    assert found == [(11, 12, 22, 23), (13, 14, 24, 31), (32, 33)]


def test_more_leave_than_would_go_down() -> None:
    found = after([FIRST, SECOND, THIRD], withdrawn=[11, 12, 14])
    assert found[0] == (13, 21, 22)


def test_two_who_are_level_at_the_line_are_not_told_apart_here() -> None:
    upper = Division((Place(1, 1), Place(2, 2), Place(2, 3)), down=1)
    found = next_season([upper, Division(table([4, 5]), up=1)])
    assert found == Refusal(Why.LEVEL_AT_THE_LINE, {"division": 1, "rank": 2})


def test_level_at_the_line_of_those_who_go_up() -> None:
    lower = Division((Place(1, 4), Place(1, 5), Place(3, 6)), up=1)
    found = next_season([Division(table([1, 2])), lower])
    assert found == Refusal(Why.LEVEL_AT_THE_LINE, {"division": 2, "rank": 1})


def test_level_elsewhere_is_no_matter_and_the_lower_id_comes_first() -> None:
    upper = Division((Place(1, 2), Place(1, 1), Place(3, 3)), down=1)
    assert after([upper, Division(table([4, 5]), up=1)]) == [(1, 2, 4), (3, 5)]


def test_level_at_the_line_is_settled_when_one_of_them_leaves() -> None:
    upper = Division((Place(1, 1), Place(2, 2), Place(2, 3)), down=1)
    found = after([upper, Division(table([4, 5, 6]), up=1)], withdrawn=[3])
    assert found == [(1, 2, 4), (5, 6)]


@pytest.mark.parametrize(
    ("divisions", "why", "facts"),
    [
        ([], Why.DIVISION_TOO_SMALL, {"division": 1, "entrants": 0, "least": 2}),
        (
            [Division(table([1])), Division(table([2, 3]))],
            Why.DIVISION_TOO_SMALL,
            {"division": 1, "entrants": 1, "least": 2},
        ),
        ([Division(table([1, 2]), up=1)], Why.NOWHERE_TO_GO, {"division": 1}),
        ([FIRST, SECOND], Why.NOWHERE_TO_GO, {"division": 2}),
        (
            [Division(table([1, 2]), down=3), Division(table([3, 4]))],
            Why.MORE_THAN_THERE_ARE,
            {"division": 1, "up": 0, "down": 3, "entrants": 2},
        ),
        (
            [FIRST, Division(table([21, 22]), up=2, down=1), THIRD],
            Why.MORE_THAN_THERE_ARE,
            {"division": 2, "up": 2, "down": 1, "entrants": 2},
        ),
        (
            [Division(table([1, 2]), down=-1), Division(table([3, 4]))],
            Why.NUMBER_TOO_SMALL,
            {"field": "down", "number": -1, "least": 0},
        ),
        (
            [Division(table([1, 2])), Division(table([2, 3]))],
            Why.ENTRANT_TWICE,
            {"entrant": 2},
        ),
    ],
)
def test_numbers_that_cannot_be(
    divisions: Sequence[Division], why: Why, facts: dict[str, int | str]
) -> None:
    found = next_season(divisions)
    assert isinstance(found, Refusal)
    assert (found.why, found.facts) == (why, facts)


def test_a_newcomer_who_is_there_already() -> None:
    found = next_season([FIRST, SECOND, THIRD], newcomers=[24])
    assert found == Refusal(Why.ENTRANT_TWICE, {"entrant": 24})


def test_who_is_in_no_table_cannot_leave_it() -> None:
    found = next_season([FIRST, SECOND, THIRD], withdrawn=frozenset({98, 99}))
    assert found == Refusal(Why.NOT_AN_ENTRANT, {"entrant": 98})


@st.composite
def leagues(draw: st.DrawFn) -> list[Division]:
    number = draw(st.integers(1, 4))
    few = st.integers(0, 2)
    found = []
    for place in range(number):
        who = range(100 * place, 100 * place + draw(st.integers(3, 7)))
        up, down = draw(few) if place else 0, draw(few) if place < number - 1 else 0
        found.append(Division(table(draw(st.permutations(who))), up, down))
    return found


@pytest.mark.slow
@settings(max_examples=examples(20, thorough=60))
@given(leagues(), st.data())
def test_everybody_who_stays_in_the_league_is_in_one_division(
    divisions: list[Division], data: st.DataObject
) -> None:
    tabled = [place.entrant for division in divisions for place in division.table]
    leaving = data.draw(st.sets(st.sampled_from(tabled), max_size=2))
    newcomers = data.draw(st.lists(st.integers(900, 910), unique=True, max_size=3))
    found = next_season(divisions, newcomers=newcomers, withdrawn=frozenset(leaving))
    if isinstance(found, Refusal):
        assert found.why in {Why.MORE_THAN_THERE_ARE, Why.DIVISION_TOO_SMALL}
        return
    everybody = [entrant for one in found for entrant in one.entrants]
    assert sorted(everybody) == sorted({*tabled, *newcomers} - leaving)
    assert found[-1].new == tuple(newcomers)
    for place, one in enumerate(found):
        for came, origin in ((one.came_down, place - 1), (one.came_up, place + 1)):
            assert all(entrant // 100 == origin for entrant in came)
        assert all(entrant // 100 == place for entrant in one.stayed)
        if place:
            assert len(one.came_down) <= divisions[place - 1].down
        if place < len(found) - 1:
            assert len(one.came_up) == divisions[place + 1].up


@pytest.mark.slow
@settings(max_examples=examples(15, thorough=40))
@given(leagues())
def test_who_goes_up_stood_above_who_stays_and_who_goes_down_below(
    divisions: list[Division],
) -> None:
    found = next_season(divisions)
    if isinstance(found, Refusal):
        return
    for place, division in enumerate(divisions):
        order = [one.entrant for one in sorted(division.table)]
        up = found[place - 1].came_up if place else ()
        down = found[place + 1].came_down if place < len(found) - 1 else ()
        assert order == [*up, *found[place].stayed, *down]
