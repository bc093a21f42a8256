"""The chance to win a game: worked by hand, and against games that are naively gone through."""

import random
from collections.abc import Iterator
from fractions import Fraction
from math import comb, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.terms import GAME_IS
from scoring.contests.rules.odds import (
    SCORES,
    At,
    Marks,
    NeverEndsError,
    Outcomes,
    Side,
    after,
    chances,
    errors,
)
from scoring.contests.selectors.odds import COUNTED

D, E = Side.DEALER, Side.ELDER

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

LONDON = COUNTED["london"].outcomes
ALICE, BOB = 0, 1

MARKS = st.lists(st.tuples(st.sampled_from(Side), st.integers(1, 2)), max_size=2).map(tuple)
OUTCOMES = st.dictionaries(MARKS, st.integers(1, 9), min_size=1).filter(
    lambda found: any(marks for marks in found)
)


def ended(points: list[int], dealer: int, marks: Marks) -> int | None:
    """Gives Alice and Bob their marks, one after the other; says who has five first."""
    for side, worth in marks:
        who = dealer if side is D else 1 - dealer
        points[who] += worth
        if points[who] >= GAME_IS:
            return who
    return None


def pushed(outcomes: Outcomes, at: At, hands: int) -> tuple[Fraction, Fraction]:
    """Alice, who deals, and Bob: how likely each has won after so many hands."""
    total = sum(outcomes.values())
    here = {(at.dealer, at.elder, ALICE): Fraction(1)}
    won = [Fraction(0), Fraction(0)]
    for _ in range(hands):
        there: dict[tuple[int, int, int], Fraction] = {}
        for (alice, bob, dealer), likely in here.items():
            for marks, times in outcomes.items():
                points, share = [alice, bob], likely * times / total
                winner = ended(points, dealer, marks)
                if winner is not None:
                    won[winner] += share
                    continue
                state = points[ALICE], points[BOB], 1 - dealer
                there[state] = there.get(state, Fraction(0)) + share
        here = there
    return won[ALICE], won[BOB]


def test_at_four_all_the_first_mark_wins() -> None:
    outcomes = {((D, 1),): 3, ((E, 1), (D, 2)): 4, ((E, 2),): 2, ((D, 1), (E, 1)): 1}
    assert chances(outcomes)[At(4, 4)] == Fraction(3 + 1, 10)


def test_a_king_at_four_wins_before_the_tricks_are_played() -> None:
    """Elder at four marks the king; the vole that the dealer would have made comes too late."""
    king_first: Outcomes = {((E, 1), (D, 2)): 1}
    assert chances(king_first)[At(3, 4)] == 0
    assert chances(king_first)[At(3, 3)] == 1


def test_where_the_dealer_alone_marks_the_one_who_needs_fewer_deals_wins() -> None:
    found = chances({((D, 1),): 1})
    for at in SCORES:
        assert found[at] == (GAME_IS - at.dealer <= GAME_IS - at.elder)


def test_a_hand_without_marks_is_dealt_again_by_the_other() -> None:
    """Half of the hands bring nothing, half one to the dealer: x = 1/2 + 1/2 (1 - x) at four all,
    so 2/3. At 4-3 the dealer's mark wins; without it Bob deals, and needs two more deals."""
    found = chances({(): 1, ((D, 1),): 1})
    assert found[At(4, 4)] == Fraction(2, 3)
    bob_at_3, alice_at_4 = found[At(3, 4)], found[At(4, 3)]
    assert alice_at_4 == Fraction(1, 2) + Fraction(1, 2) * (1 - bob_at_3)
    assert bob_at_3 == Fraction(1, 2) * (1 - found[At(4, 4)]) + Fraction(1, 2) * (1 - alice_at_4)


def test_by_the_toss_of_a_coin_it_is_the_problem_of_points() -> None:
    """Pascal and Fermat: who needs a of the next a + b - 1 tosses."""
    found = chances({((D, 1),): 1, ((E, 1),): 1})
    for at in SCORES:
        own, other = GAME_IS - at.dealer, GAME_IS - at.elder
        tosses = own + other - 1
        wins = sum(comb(tosses, heads) for heads in range(own, tosses + 1))
        assert found[at] == Fraction(wins, 2**tosses)


@pytest.mark.parametrize("outcomes", [{}, {(): 5}, {((D, 1),): 0, (): 2}])
def test_if_nobody_ever_marks_there_is_no_chance_to_speak_of(outcomes: Outcomes) -> None:
    with pytest.raises(NeverEndsError):
        chances(outcomes)


def test_the_score_turns_with_the_deal() -> None:
    assert after(At(1, 2), ((D, 1), (E, 2))) == At(4, 2)
    assert after(At(4, 2), ((E, 2), (D, 1))) is D
    assert after(At(4, 3), ((E, 2), (D, 1))) is E


@given(OUTCOMES, st.sampled_from(SCORES))
def test_it_is_what_naively_going_through_all_games_comes_to(outcomes: Outcomes, at: At) -> None:
    """After thirty hands what is still in play is as little as the hands without marks leave."""
    found = chances(outcomes)[at]
    alice, bob = pushed(outcomes, at, 30)
    assert alice <= found <= 1 - bob
    if () not in outcomes:
        assert alice + bob == 1
        assert alice == found


@given(OUTCOMES)
def test_one_hand_more_does_not_change_a_chance(outcomes: Outcomes) -> None:
    """Each chance is the mean of the chances that the hand leads to, those without marks too."""
    found, total = chances(outcomes), sum(outcomes.values())

    def then(at: At, marks: Marks) -> Fraction:
        where = after(at, marks)
        return 1 - found[where] if isinstance(where, At) else Fraction(where is D)

    for at in SCORES:
        assert found[at] == sum(n * then(at, marks) for marks, n in outcomes.items()) / total


def test_alice_seen_by_alice_and_by_bob_is_one_certainty() -> None:
    """Of the real counts: who deals and who does not share the whole, from every score."""
    found = chances(LONDON)
    for at in SCORES:
        alice, bob = pushed(LONDON, at, 9)
        assert (alice, bob) == (found[at], 1 - found[at])


def test_more_points_are_never_worse() -> None:
    found = chances(LONDON)
    for dealer, elder in SCORES:
        if dealer + 1 < GAME_IS:
            assert found[At(dealer + 1, elder)] > found[At(dealer, elder)]
        if elder + 1 < GAME_IS:
            assert found[At(dealer, elder + 1)] < found[At(dealer, elder)]


def games(outcomes: Outcomes, at: At, seed: int) -> Iterator[int]:
    """Winners of games that are played out by drawing hands."""
    source = random.Random(seed)
    kinds, weights = list(outcomes), list(outcomes.values())
    while True:
        points, dealer, winner = [at.dealer, at.elder], ALICE, None
        while winner is None:
            winner = ended(points, dealer, source.choices(kinds, weights)[0])
            dealer = 1 - dealer
        yield winner


@pytest.mark.parametrize("at", [At(0, 0), At(3, 2), At(2, 4), At(4, 4)])
def test_games_that_are_drawn_come_out_so(at: At) -> None:
    number = 8_000
    drawn = games(LONDON, at, seed=46)
    alice = sum(next(drawn) == ALICE for _ in range(number))
    found = float(chances(LONDON)[at])
    assert abs(alice / number - found) < 4 * sqrt(found * (1 - found) / number)


def test_the_error_at_four_all_is_that_of_a_share() -> None:
    """There the chance is the share of hands in which the dealer marks first."""
    found = errors(LONDON)[At(4, 4)]
    share, hands = float(chances(LONDON)[At(4, 4)]), sum(LONDON.values())
    assert found == pytest.approx(sqrt(share * (1 - share) / hands), rel=1e-3)


def test_the_error_is_the_spread_of_samples_drawn_anew() -> None:
    """The bootstrap, with hands drawn from the counts; its own spread is some 7 % of it."""
    size, samples, at = 2_000, 100, At(2, 3)
    source = random.Random(5)
    kinds, weights = list(LONDON), list(LONDON.values())
    total = sum(weights)
    small = {kind: max(1, round(size * hands / total)) for kind, hands in LONDON.items()}
    seen = []
    for _ in range(samples):
        drawn = source.choices(kinds, weights, k=size)
        seen.append(float(chances({kind: drawn.count(kind) for kind in kinds})[at]))
    mean = sum(seen) / samples
    spread = sqrt(sum((one - mean) ** 2 for one in seen) / (samples - 1))
    assert errors(small)[at] == pytest.approx(spread, rel=0.3)
