"""What is learnt of two players, against a grid of every strength, and by what must hold."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings.rules.skill import (
    ESTABLISHED,
    USUAL,
    Scale,
    Skill,
    chance,
    is_established,
    meet,
    per_mille,
    rested,
    span,
)

from .naive import posterior

WORKED = Scale(250_000, 20_000, 0, 250_000)
"""What is worked by hand here."""
DOUBTS = st.integers(40_000, USUAL.spread)
SKILLS = st.builds(Skill, st.integers(-1_000_000, 1_000_000), DOUBTS, st.integers(0, 900))
GAMES = st.tuples(st.integers(0, 13), st.integers(0, 13))


@pytest.mark.parametrize(
    ("a", "b", "games"),
    [
        (Skill(0, 250_000, 9), Skill(0, 250_000, 9), (2, 0)),
        (Skill(0, 250_000, 9), Skill(0, 250_000, 9), (1, 2)),
        (Skill(300_000, 120_000, 9), Skill(-100_000, 240_000, 9), (0, 2)),
        (Skill(-200_000, 180_000, 9), Skill(250_000, 90_000, 9), (2, 1)),
        (Skill(0, 250_000, 9), Skill(100_000, 100_000, 9), (13, 12)),
    ],
)
def test_as_bayes_has_it(a: Skill, b: Skill, games: tuple[int, int]) -> None:
    """Within 0.008 of log-odds: a fifth of a game in a hundred."""
    learnt = meet(a, b, games, 9, WORKED)
    exact = posterior(_plain(a), _plain(b), games)
    for skill, (mean, spread) in zip(learnt, exact, strict=True):
        assert skill.strength / 1e6 == pytest.approx(mean, abs=0.008)
        assert skill.doubt / 1e6 == pytest.approx(spread, abs=0.004)


def _plain(skill: Skill) -> tuple[float, float]:
    return skill.strength / 1e6, skill.doubt / 1e6


def test_a_first_match_by_hand() -> None:
    """Two newcomers, two games to none. Variance of the difference 0.125; expected one of two,
    told 2/4; moved (2 - 1) / (0.5 + 8) = 0.117647, half of it each way.

    After it: chance 1 / (1 + e^-0.117647) = 0.529378, told 0.498274; variance left
    0.0625 - 0.00390625 * 0.498274 / 1.062284 = 0.060668, whose root is 0.246308.
    """
    one, other = meet(WORKED.newcomer, WORKED.newcomer, (2, 0), 100, WORKED)
    assert one == Skill(58_824, 246_308, 100)
    assert other == Skill(-58_824, 246_308, 100)
    assert per_mille(one.strength) == 515
    assert span(one, WORKED) == (396, 632)


@given(SKILLS, SKILLS, GAMES, st.integers(0, 2000))
def test_whose_side_is_whose_does_not_matter(
    a: Skill, b: Skill, games: tuple[int, int], day: int
) -> None:
    assert meet(a, b, games, day) == meet(b, a, games[::-1], day)[::-1]


@given(SKILLS, SKILLS, GAMES)
def test_more_is_known_and_more_games_won_are_never_worse(
    a: Skill, b: Skill, games: tuple[int, int]
) -> None:
    day = max(a.day, b.day)
    before = rested(a, day), rested(b, day)
    after = meet(a, b, games, day)
    better = meet(a, b, (games[0] + 1, games[1]), day)
    assert all(new.doubt <= old.doubt for new, old in zip(after, before, strict=True))
    assert better[0].strength >= after[0].strength
    assert better[1].strength <= after[1].strength


@given(SKILLS, SKILLS, st.integers(0, 2000))
def test_no_game_tells_nothing(a: Skill, b: Skill, day: int) -> None:
    assert meet(a, b, (0, 0), day) == (rested(a, day), rested(b, day))


@pytest.mark.parametrize(
    ("doubt", "expected"),
    [
        # Without doubt it is the logistic function: 1 / (1 + 1/e).
        (0, 0.7311),
        # With a doubt of one each: the mean of the logistic function of 1 + z, z normal with a
        # variance of 2, added up over 200,001 steps of z from -17 to 17.
        (1_000_000, 0.6751),
    ],
)
def test_the_chance_of_one_step_of_strength(doubt: int, expected: float) -> None:
    stronger, weaker = Skill(1_000_000, doubt, 0), Skill(0, doubt, 0)
    assert chance(stronger, weaker) == pytest.approx(expected, abs=0.004)


@given(SKILLS, SKILLS)
def test_chances_of_both_are_one(a: Skill, b: Skill) -> None:
    assert chance(a, b) + chance(b, a) == pytest.approx(1)
    assert (chance(a, b) > 0.5) == (a.strength > b.strength)


def test_who_stays_away_is_known_less_but_never_less_than_a_newcomer() -> None:
    known = Skill(100_000, 150_000, 700)
    assert rested(known, 700, WORKED) == known
    # 0.15² + 28 weeks of 0.02² = 0.0225 + 0.0112 = 0.0337, whose root is 0.183576.
    assert rested(known, 700 + 28 * 7, WORKED) == Skill(100_000, 183_576, 896)
    assert rested(known, 10_000, WORKED).doubt == WORKED.spread
    assert rested(known, 1, WORKED) == known


def test_forty_games_establish() -> None:
    """Evenly against a player who is known: 1 / (16 + games / 4) ends below 0.04."""
    skill, known = WORKED.newcomer, Skill(0, 1, 0)
    games = 0
    while not is_established(skill, WORKED):
        skill, _known = meet(skill, known, (1, 1), 0, WORKED)
        games += 2
    assert games == 36
    assert skill.doubt <= ESTABLISHED < WORKED.newcomer.doubt


def test_the_better_one_comes_out_as_he_is() -> None:
    """Of 60 in a hundred true chance against steady adversaries, after four hundred games."""
    random, skill = Random(1), WORKED.newcomer
    for _match in range(200):
        won = sum(random.random() < 0.6 for _game in range(2))
        skill, _other = meet(skill, Skill(0, 1, 0), (won, 2 - won), 0, WORKED)
    low, high = span(skill, WORKED)
    assert low < 600 < high
    assert high - low < 100
