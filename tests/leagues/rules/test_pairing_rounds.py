"""Pairings round after round, as an evening goes: who meets whom, and who sits out how often."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.leagues.rules.pairing import Guest, Met, Mode, Pairing, pairing
from tests.support.depth import examples

from .test_pairing import all_pairings, badness

ROUND = 30
modes = pytest.mark.parametrize("mode", Mode)


class Evening:
    """`number` players come and stay; each round lasts half an hour, and all play it out."""

    def __init__(self, number: int, mode: Mode = Mode.VARIED) -> None:
        self.ids = range(1, number + 1)
        self.mode = mode
        self.met: Counter[frozenset[int]] = Counter()
        self.sat: Counter[int] = Counter()

    def guests(self) -> list[Guest]:
        return [Guest(pk, place=pk, waited=self.sat[pk] * ROUND) for pk in self.ids]

    def meetings(self) -> Mapping[frozenset[int], Met]:
        return {pair: Met(tonight=times) for pair, times in self.met.items()}

    def play(self, rounds: int) -> list[Pairing]:
        found = []
        for _round in range(rounds):
            chosen = pairing(self.guests(), self.meetings(), self.mode)
            self.met.update(frozenset(pair) for pair in chosen.pairs)
            if chosen.out is not None:
                self.sat[chosen.out] += 1
            found.append(chosen)
        return found


def odd_factorial(number: int) -> int:
    """(n - 1)!!, the number of ways in which n (even) people can be parted into pairs."""
    half = number // 2
    return factorial(number) // ((1 << half) * factorial(half))


@pytest.mark.parametrize(
    ("number", "ways"), [(2, 1), (3, 3), (4, 3), (5, 15), (6, 15), (7, 105), (8, 105)]
)
def test_there_are_as_many_pairings_as_are_known(number: int, ways: int) -> None:
    """1, 3, 15, 105: the double factorials; one who sits out is paired with nobody."""
    assert odd_factorial(number + number % 2) == ways
    assert sum(1 for _one in all_pairings(range(1, number + 1))) == ways


@modes
@pytest.mark.parametrize("number", [3, 5, 7, 9])
def test_of_an_odd_number_each_sits_out_once_in_so_many_rounds(number: int, mode: Mode) -> None:
    evening = Evening(number, mode)
    out = [one.out for one in evening.play(number)]
    assert sorted(pk for pk in out if pk) == list(evening.ids)
    evening.play(number)
    assert set(evening.sat.values()) == {2}


@modes
@pytest.mark.parametrize("number", [2, 4, 6, 8])
def test_of_an_even_number_nobody_sits_out(number: int, mode: Mode) -> None:
    for one in Evening(number, mode).play(number):
        assert one.out is None
        assert sorted(pk for pair in one.pairs for pk in pair) == list(range(1, number + 1))


@modes
@pytest.mark.parametrize("number", [4, 5, 6, 7, 8])
def test_nobody_meets_again_while_a_pairing_of_strangers_is_left(number: int, mode: Mode) -> None:
    """Looked for the slow way in each round, also among those who sit out alike."""
    evening = Evening(number, mode)
    every_one = list(all_pairings(evening.ids))
    for _round in range(number):
        guests, met = evening.guests(), evening.meetings()
        (chosen,) = evening.play(1)
        least = min(badness(one, guests, met, mode)[:2] for one in every_one)
        assert badness(chosen, guests, met, mode)[:2] == least


@pytest.mark.parametrize("number", [4, 6])
def test_all_have_met_all_in_the_fewest_rounds(number: int) -> None:
    """n people need n - 1 rounds for n (n - 1) / 2 meetings."""
    evening = Evening(number)
    evening.play(number - 1)
    assert evening.met == {frozenset(pair): 1 for pair in combinations(evening.ids, 2)}


@pytest.mark.parametrize("number", [2, 4, 6, 8, 12, 20])
def test_level_is_the_first_with_the_second_and_so_on(number: int) -> None:
    (first,) = Evening(number, Mode.LEVEL).play(1)
    assert first.pairs == tuple((pk, pk + 1) for pk in range(1, number, 2))


def test_four_by_hand() -> None:
    """1-2 and 3-4 are nearest; then 1-3 and 2-4; the rest is left for the third round."""
    rounds = [one.pairs for one in Evening(4, Mode.LEVEL).play(3)]
    assert rounds == [((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3))]


def test_three_by_hand() -> None:
    """Whoever waited least sits out: at first all are alike, and the nearest places play."""
    evening = Evening(3, Mode.LEVEL)
    rounds = [(one.pairs, one.out) for one in evening.play(3)]
    assert {out for _pairs, out in rounds} == {1, 2, 3}
    assert {pairs for pairs, _out in rounds} == {((1, 2),), ((1, 3),), ((2, 3),)}


@settings(max_examples=examples(15, thorough=40))
@given(
    waited=st.lists(st.integers(0, 300), min_size=3, max_size=9).filter(lambda one: len(one) % 2),
    mode=st.sampled_from(Mode),
    data=st.data(),
)
def test_who_waited_least_sits_out_whoever_met(
    waited: list[int], mode: Mode, data: st.DataObject
) -> None:
    """Waiting weighs more than all meetings together."""
    guests = [Guest(pk, place=pk, waited=time) for pk, time in enumerate(waited, start=1)]
    met = {
        frozenset(pair): Met(data.draw(st.integers(0, 9)), data.draw(st.integers(0, 30)))
        for pair in combinations(range(1, len(waited) + 1), 2)
    }
    out = pairing(guests, met, mode).out
    assert out is not None
    assert waited[out - 1] == min(waited)


@pytest.mark.parametrize("ago", [2, 5, 19])
def test_a_meeting_grows_old(ago: int) -> None:
    """1 met 2 `ago` evenings ago, and 3 one evening longer ago: it is 3 whom he meets. 4 has met
    the others just so, and leaves no better way."""
    met = _met({(1, 2): ago, (3, 4): ago, (1, 3): ago + 1, (2, 4): ago + 1, (1, 4): 1, (2, 3): 1})
    assert pairing(_four(), met).pairs == ((1, 3), (2, 4))


def test_beyond_twenty_evenings_all_is_forgotten() -> None:
    """Twenty, thirty and never are alike: the lower ids come together."""
    met = _met({(1, 2): 20, (3, 4): 30, (1, 3): 40, (2, 4): 25})
    assert pairing(_four(), met).pairs == pairing(_four(), {}).pairs == ((1, 2), (3, 4))


def _four() -> list[Guest]:
    return [Guest(pk) for pk in range(1, 5)]


def _met(ago: Mapping[tuple[int, int], int]) -> Mapping[frozenset[int], Met]:
    return {frozenset(pair): Met(evenings_ago=evenings) for pair, evenings in ago.items()}


def test_who_goes_home_and_who_comes_late() -> None:
    """The next round is paired among those who are there; nobody else's name comes up."""
    evening = Evening(6)
    evening.play(2)
    there: Iterable[int] = (1, 2, 5, 6, 7)
    guests = [Guest(pk, place=pk, waited=0 if pk == 7 else ROUND) for pk in there]
    found = pairing(guests, evening.meetings())
    assert found.out == 7
    assert sorted(pk for pair in found.pairs for pk in pair) == [1, 2, 5, 6]
