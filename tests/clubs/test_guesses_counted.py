"""How many guesses are heard, counted beside a list of what was asked, minute by minute."""

import time
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.core.cache import cache
from hypothesis import given, settings
from hypothesis import strategies as st

from ecarte_club.clubs.selectors import roles as invitations
from ecarte_club.core.exceptions import Invalid, TooOften
from ecarte_club.core.parsing import replaced, whole_number
from ecarte_club.core.throttling import give_back, wait, within_rate
from tests.support.depth import examples

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

MINUTE = 60
# Any minute: what counts is that tests do not run across the end of one.
START = 1_800_000_000.0 - 1_800_000_000 % MINUTE

seconds = st.integers(0, 3 * MINUTE - 1)
actors = st.sampled_from(["address:10.0.0.1", "address:10.0.0.2", "token:7"])


class Clock:
    now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock() -> Iterator[Clock]:
    found = Clock()
    with patch.object(time, "time", found):
        yield found


@settings(max_examples=examples(60))
@given(asked=st.lists(st.tuples(seconds, actors), max_size=60), most=st.integers(1, 6))
def test_so_many_are_heard_in_a_minute_and_no_more(asked: list[tuple[int, str]], most: int) -> None:
    """Of each actor by himself, and from the first second of the next minute on anew."""
    cache.clear()
    clock = Clock()
    heard: list[tuple[int, str]] = []
    with patch.object(time, "time", clock):
        for second, actor in sorted(asked):
            clock.now = START + second
            before = heard.count((second // MINUTE, actor))
            assert within_rate(actor, most) == (before < most)
            heard.append((second // MINUTE, actor))


@settings(max_examples=examples(60))
@given(right=st.lists(st.booleans(), max_size=40), most=st.integers(1, 6))
def test_what_was_right_is_no_guess(right: list[bool], most: int) -> None:
    """Once as many were wrong as are allowed nothing is heard, be it right or not."""
    cache.clear()
    wrong = 0
    for is_right in right:
        is_heard = within_rate("codes", most)
        assert is_heard == (wrong < most)
        if is_heard and is_right:
            give_back("codes")
        wrong += is_heard and not is_right


@pytest.mark.parametrize("second", [0, 1, 29.5, 59, 59.999])
def test_one_waits_for_the_next_minute_and_no_longer(second: float, clock: Clock) -> None:
    cache.clear()
    clock.now = START + second
    assert [within_rate("codes", 2) for _time in range(4)] == [True, True, False, False]
    assert 0 < wait() <= MINUTE
    clock.now += wait()
    assert within_rate("codes", 2)


def test_what_is_given_back_without_having_been_taken_is_nothing() -> None:
    cache.clear()
    give_back("codes")
    assert [within_rate("codes", 1) for _time in range(2)] == [True, False]


def _tried(address: str, *, right: bool) -> str:
    """What is heard of a link that is tried: "", "wrong" or "wait"."""
    try:
        with invitations.guesses(address):
            if not right:
                raise Invalid(next(iter(invitations.WRONG)), "No.")
    except TooOften:
        return "wait"
    except Invalid:
        return "wrong"
    return ""


def test_so_many_wrong_links_are_heard_and_the_next_is_not(clock: Clock) -> None:
    """Right ones in between cost nothing."""
    cache.clear()
    for _time in range(invitations.GUESSES):
        assert _tried("10.0.0.1", right=True) == ""
        assert _tried("10.0.0.1", right=False) == "wrong"
    assert _tried("10.0.0.1", right=False) == "wait"
    assert _tried("10.0.0.1", right=True) == "wait"
    assert _tried("10.0.0.2", right=True) == ""
    clock.now += MINUTE
    assert _tried("10.0.0.1", right=True) == ""


@pytest.mark.usefixtures("one_minute")
def test_one_address_cannot_use_up_what_all_have() -> None:
    """Some wrong ones of each of many do; then nothing is heard of anybody."""
    cache.clear()
    most, each = invitations.GUESSES_OF_ALL, invitations.GUESSES
    assert most % each == 0
    for _time in range(most + 50):
        _tried("10.0.0.1", right=False)
    assert _tried("10.0.0.2", right=True) == ""
    for number in range(most // each - 1):
        for _time in range(each):
            assert _tried(f"10.0.1.{number}", right=False) == "wrong"
    assert _tried("10.0.2.1", right=True) == "wait"


@given(st.text(max_size=25))
def test_a_whole_number_is_digits_and_nothing_else(text: str) -> None:
    found = whole_number(text)
    assert (found is not None) == (0 < len(text) <= 18 and set(text) <= set("0123456789"))
    assert found is None or found == int(text) < 2**63


@pytest.mark.parametrize("text", ["", "-1", "+1", " 1", "1 ", "1_0", "٣", "²", "1.0", "9" * 19])
def test_what_python_would_read_as_a_number_and_we_do_not(text: str) -> None:
    assert whole_number(text) is None


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ann won.", "Nº 4 won."),
        ("Anna and Joann: Ann", "Anna and Joann: Nº 4"),
        ("Ann’s hand, not Ann_s", "Nº 4’s hand, not Ann_s"),
        ("ann is not she", "ann is not she"),
        ("(Ann)-Ann", "(Nº 4)-Nº 4"),
        ("ÉAnn", "ÉAnn"),
    ],
)
def test_a_name_goes_where_it_stands_for_itself(text: str, told: str) -> None:
    assert replaced(text, "Ann", "Nº 4") == told


@given(
    word=st.text(st.characters(categories=["L"]), min_size=1, max_size=5), times=st.integers(0, 5)
)
def test_a_name_goes_as_often_as_it_stands(word: str, times: int) -> None:
    """Whatever signs the other text has: a name with `\\1` in it is a name."""
    text = " ".join([word] * times)
    assert replaced(text, word, r"\1 (.*)") == " ".join([r"\1 (.*)"] * times)


@pytest.mark.parametrize("name", ["A. Lee", "Bob (fils)", "C*", "[x]", "a|b", "$D", "^"])
def test_names_are_no_patterns(name: str) -> None:
    assert replaced(f"It was {name} who won.", name, "Nº 4") == "It was Nº 4 who won."
    assert replaced("It was somebody who won.", name, "Nº 4") == "It was somebody who won."
