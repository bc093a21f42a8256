"""The spread of a club against what was put into simulated clubs, and what is then said of them.

Seeds and clubs are fixed, so that these are measurements, not chances. Losses are expected ones,
from the true chances, which leaves luck out of the comparison.
"""

from collections.abc import Iterator
from functools import cache
from math import exp, log, pi, sqrt
from statistics import mean
from typing import NamedTuple

import pytest

from scoring.ratings.rules.skill import USUAL, Scale, Skill, lower, rested, span
from scoring.ratings.rules.spread import (
    DRIFTS,
    FEWEST,
    MOST,
    SPREADS,
    Result,
    evidence,
    learnt_scale,
)
from tests.bench.rating.clubs import WEEKS, Simulated, World, of_rubber, simulated
from tests.bench.rating.ways import Ours

SPREADS_SIMULATED = (0.1, 0.25, 0.4, 0.6)
STEADY, MOVING = 0.0, 0.08
"""What a strength moves in a week, in parts of the spread."""
SEEDS = range(8)
COIN = log(2)
THOUSANDTH = 0.001


class Measured(NamedTuple):
    """`covered`: the part of all players whose true strength is in the range that is published."""

    covered: float
    loss: float


@cache
def measured(spread: float, drift: float, *, learns: bool) -> Measured:
    covered: list[bool] = []
    losses: list[float] = []
    for seed in SEEDS:
        club = simulated(900 + seed, World(spread, drift * spread))
        ours = Ours(learns=learns)
        losses += _losses(ours, club)
        covered += _covered(ours, club)
    return Measured(mean(covered), mean(losses))


def _losses(ours: Ours, club: Simulated) -> Iterator[float]:
    for met in club.rubbers:
        chance, truth = ours.foretold(met), of_rubber(met.chance)
        yield -truth * log(chance) - (1 - truth) * log(1 - chance)


def _covered(ours: Ours, club: Simulated) -> Iterator[bool]:
    for player, skill in ours.skills.items():
        low, high = span(rested(skill, 7 * WEEKS, ours.scale), ours.scale)
        yield low <= 1000 / (1 + exp(-club.strengths[player])) <= high


@pytest.mark.slow
@pytest.mark.parametrize("drift", [STEADY, MOVING])
@pytest.mark.parametrize("spread", SPREADS_SIMULATED)
def test_of_a_hundred_ranges_90_to_99_are_right(spread: float, drift: float) -> None:
    assert 0.90 <= measured(spread, drift, learns=True).covered <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize("spread", [0.4, 0.6])
def test_with_the_usual_spread_they_were_not(spread: float) -> None:
    """The control: what a mixed club got before its own spread was learnt."""
    assert measured(spread, MOVING, learns=False).covered < 0.9


@pytest.mark.slow
@pytest.mark.parametrize("drift", [STEADY, MOVING])
def test_a_narrow_club_is_predicted_no_worse_than_by_a_coin(drift: float) -> None:
    assert measured(0.1, drift, learns=True).loss <= COIN
    assert measured(0.1, drift, learns=False).loss > COIN


@pytest.mark.slow
@pytest.mark.parametrize("drift", [STEADY, MOVING])
def test_learning_costs_the_usual_club_nothing_and_serves_the_mixed(drift: float) -> None:
    usual = {learns: measured(0.25, drift, learns=learns).loss for learns in (True, False)}
    assert usual[True] <= usual[False] + THOUSANDTH / 2
    mixed = {learns: measured(0.6, drift, learns=learns).loss for learns in (True, False)}
    assert mixed[True] < mixed[False] - 5 * THOUSANDTH


@pytest.mark.parametrize(
    ("spread", "least", "most"),
    [(0.1, 60, 125), (0.25, 200, 320), (0.4, 320, 500), (0.6, 500, 800)],
)
def test_clubs_are_nearest_to_their_own_spread(spread: float, least: int, most: int) -> None:
    """On the average of five, and of a narrow club little more is known than that it is narrow."""
    clubs = [_results(simulated(2000 + seed, World(spread, 0.08 * spread))) for seed in range(5)]
    values = {
        listed: sum(evidence(club, Scale(1000 * listed, 80 * listed)) for club in clubs)
        for listed in SPREADS
    }
    assert least <= max(values, key=values.__getitem__) <= most


def _results(club: Simulated) -> list[Result]:
    return [Result(one.day, (one.a, one.b), (one.won, one.lost)) for one in club.rubbers]


@pytest.mark.parametrize("games", [(2, 0), (2, 1), (13, 5)])
@pytest.mark.parametrize("spread", [0.1, 0.25, 0.6])
def test_the_evidence_of_a_match_is_its_likelihood_over_all_differences(
    games: tuple[int, int], spread: float
) -> None:
    """Against a sum over 4,001 differences of two newcomers, without the binomial constant."""
    variance = 2 * spread**2
    steps = [-8 * spread + spread * step / 250 for step in range(4001)]
    likely = sum(
        exp(-(at**2) / (2 * variance))
        / sqrt(2 * pi * variance)
        / ((1 + exp(-at)) ** games[0] * (1 + exp(at)) ** games[1])
        for at in steps
    )
    scale = Scale(round(1e6 * spread), 0)
    found = evidence([Result(1, (1, 2), games)], scale)
    assert found == pytest.approx(log(likely * spread / 250), abs=0.02)


def test_few_results_say_nothing() -> None:
    results = [Result(day, (1, 2), (2, 0)) for day in range(FEWEST - 1)]
    assert learnt_scale(results) == USUAL
    assert learnt_scale([*results, results[-1]]).spread > USUAL.spread


def test_the_latest_results_suffice() -> None:
    """What was before the last two thousand is not looked at, so that the work is bounded."""
    old = [Result(0, (1, 2), (2, 0))] * 300
    new = _results(simulated(7, World(0.1, 0.008), players=50))[:MOST]
    assert len(new) == MOST
    assert learnt_scale([*old, *new]) == learnt_scale(new)


def test_whose_side_is_whose_says_nothing_of_the_spread() -> None:
    results = _results(simulated(3, World(0.4, 0.03), players=10, weeks=20))
    turned = [Result(day, two[::-1], games[::-1]) for day, two, games in results]
    assert learnt_scale(results) == learnt_scale(turned)


def test_what_is_not_known_of_the_middle_is_in_every_range() -> None:
    """Ten players, spread 0.5: of their mean 0.5/√10 = 0.158 is not known. Somebody whose own
    doubt is 0.1 has √(0.01 + 0.025 · (1 − 0.01/0.25)) = 0.18439 of doubt; a newcomer has 0.5."""
    scale = Scale(500_000, 40_000, 158_114)
    assert lower(Skill(0, 100_000, 0), scale) == -round(1.96 * 184_391)
    assert lower(scale.newcomer, scale) == -980_000


def test_lists_are_in_order() -> None:
    assert [*SPREADS] == sorted({*SPREADS})
    assert [*DRIFTS] == sorted({*DRIFTS})
