"""Up to eight players: no round there is, is better than the one drawn."""

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tournaments.rules.swiss.contenders import Choices, Contender, Float
from scoring.tournaments.rules.swiss.drawing import Drawn, draw
from scoring.tournaments.rules.swiss.refusals import Refusal, Remedy, Why
from tests.support.depth import examples

from .naive import Round, all_rounds, badness, legal

pytestmark = pytest.mark.any_database

Forbidden = frozenset[frozenset[int]]
WAYS = (None, None, Float.DOWN, Float.UP)


def some_contenders(random: Random, number: int) -> list[Contender]:
    """With any past, likely or not; some ranks are shared."""
    ids = random.sample(range(1, 40), number)
    likely, most = random.choice((0.1, 0.4, 0.7)), random.choice((0, 2, 5))
    met = [pair for pair in combinations(ids, 2) if random.random() < likely]
    met += [pair for pair in met if random.random() < 0.2]
    topscorers = random.choice((most + 1, most + 1, most / 2))
    points = {pk: random.randint(0, most) for pk in ids}
    return [
        Contender(
            pk,
            rank=random.randint(1, number),
            points=points[pk],
            met=tuple(other for pair in met if pk in pair for other in pair if other != pk),
            byes=random.choice((0, 0, 1, 2)),
            floats=(random.choice(WAYS), random.choice(WAYS)),
            firsts=random.randint(-3, 3),
            dealt_last=random.choice((-1, 0, 1)),
            dealt_before=random.choice((-1, 0, 1)),
            is_topscorer=points[pk] > topscorers,
        )
        for pk in ids
    ]


def some_forbidden(random: Random, contenders: list[Contender]) -> Forbidden:
    pairs = combinations((one.id for one in contenders), 2)
    return frozenset(frozenset(pair) for pair in pairs if random.random() < 0.1)


def as_round(drawn: Drawn) -> Round:
    pairs = frozenset(frozenset((board.first, board.second)) for board in drawn.boards)
    return pairs, drawn.bye.player if drawn.bye else None


def legal_rounds(contenders: list[Contender], forbidden: Forbidden, again: bool) -> list[Round]:
    rounds = all_rounds(sorted(one.id for one in contenders))
    return [found for found in rounds if legal(found, contenders, forbidden, again)]


def agrees_with_all_rounds(number: int, seed: int, again: bool) -> None:
    random = Random(seed)
    contenders = some_contenders(random, number)
    forbidden = some_forbidden(random, contenders)
    drawn = draw(
        contenders,
        round_number=4,
        seed="a seed",
        forbidden=forbidden,
        choices=Choices(second_meetings=again),
    )
    rounds = legal_rounds(contenders, forbidden, again)
    if isinstance(drawn, Refusal):
        assert not rounds
        helps(drawn, contenders, forbidden, again)
    else:
        assert as_round(drawn) in rounds
        least = min(badness(found, contenders) for found in rounds)
        assert badness(as_round(drawn), contenders) == least


def helps(found: Refusal, contenders: list[Contender], forbidden: Forbidden, again: bool) -> None:
    """What is offered makes a round possible, and nothing less than it does."""
    without = bool(legal_rounds(contenders, frozenset(), again))
    meeting = bool(legal_rounds(contenders, forbidden, True))
    alone = {Remedy.SECOND_MEETINGS: meeting, Remedy.LIFT_FORBIDDEN: without}
    expected = tuple((remedy,) for remedy, possible in alone.items() if possible)
    assert found.remedies == (expected or (tuple(alone),))
    assert (found.why is Why.FORBIDDEN) == without
    assert found.stuck


@pytest.mark.slow
@settings(max_examples=examples(130, thorough=400))
@given(st.integers(2, 8), st.integers(0, 10**6), st.booleans())
def test_no_other_round_is_better(number: int, seed: int, again: bool) -> None:
    agrees_with_all_rounds(number, seed, again)


@settings(max_examples=examples(15, thorough=40))
@given(st.integers(2, 8), st.integers(0, 10**6))
def test_the_order_of_those_who_enter_changes_nothing(number: int, seed: int) -> None:
    random = Random(seed)
    contenders = some_contenders(random, number)
    other = random.sample(contenders, number)
    assert draw(contenders, round_number=3, seed="s") == draw(other, round_number=3, seed="s")


def test_all_rounds_of_eight_are_counted() -> None:
    """7 · 5 · 3 of eight; of seven as many, the eighth being nobody."""
    assert len(set(all_rounds(range(8)))) == len(set(all_rounds(range(7)))) == 7 * 5 * 3
