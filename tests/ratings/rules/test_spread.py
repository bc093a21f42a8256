"""The spread of a club against what was put into simulated clubs, and what is then said of them.

Seeds and clubs are fixed, so that these are measurements, not chances.
"""

from itertools import combinations
from math import exp, log, pi, sqrt
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ratings.rules.skill import (
    USUAL,
    Scale,
    Skill,
    is_established,
    lower,
    meet,
    per_mille,
    span,
)
from scoring.ratings.rules.spread import (
    DRIFTS,
    FEWEST,
    MOST,
    SPREADS,
    Result,
    evidence,
    learnt_scale,
    usual_share,
)
from tests.bench.rating.clubs import Simulated, World, simulated
from tests.bench.rating.spreads import (
    COIN,
    LARGE,
    MOVING,
    SMALL,
    STEADY,
    Size,
    covered,
    difference,
    losses,
    losses_of_either,
)
from tests.bench.rating.spreads import SPREADS as SIMULATED
from tests.bench.rating.ways import SAME, Ours
from tests.support.depth import each, times

# As many as the bounds need; `python -m tests.bench.rating.spreads` has more.
MANY = LARGE._replace(seeds=LARGE.seeds[: times(2, thorough=12)])
FEW = LARGE._replace(seeds=LARGE.seeds[: times(3, thorough=6)])
OTHERS = LARGE._replace(seeds=LARGE.seeds[12 : times(14, thorough=18)])
SMALLER = SMALL._replace(seeds=SMALL.seeds[40:70])
MANY_SMALLER = SMALL._replace(seeds=SMALL.seeds[40 : times(50, thorough=70)])


def right(size: Size, spread: float, fixed: Scale | None = None) -> float:
    """Of all ranges, in clubs of which half move."""
    both = [covered(size, spread, drift, fixed=fixed) for drift in (STEADY, MOVING)]
    return mean(one for half in both for one in half)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "spread"),
    [
        *((MANY_SMALLER, spread) for spread in SIMULATED),
        *((MANY, spread) for spread in each(3, SIMULATED)),
    ],
)
def test_of_a_hundred_ranges_90_to_99_are_right(size: Size, spread: float) -> None:
    assert 0.90 <= right(size, spread) <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "spread"), [(MANY, 0.6), (MANY_SMALLER, 0.4), (MANY_SMALLER, 0.6)]
)
def test_with_a_spread_for_all_clubs_they_were_not(size: Size, spread: float) -> None:
    """The control."""
    assert right(size, spread, SAME) < 0.9


def test_ranges_are_measured_as_the_site_has_them_in_the_end() -> None:
    """What is learnt again and again leaves what is learnt once, when it is learnt last."""
    club = simulated(1, World(0.4, 0.03), players=10, weeks=20)
    step_by_step = Ours()
    for rubber in club.rubbers:
        step_by_step.foretold(rubber)
    at_once = Ours.after(club.rubbers)
    assert at_once.scale == step_by_step.scale != USUAL
    assert at_once.skills == step_by_step.skills


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "drift"),
    [
        pytest.param(FEW, STEADY, marks=pytest.mark.thorough),
        pytest.param(FEW, MOVING, marks=pytest.mark.thorough),
        (SMALLER, STEADY),
        pytest.param(SMALLER, MOVING, marks=pytest.mark.thorough),
    ],
    ids=["40 players", "40 who move", "16 players", "16 who move"],
)
def test_a_narrow_club_is_predicted_no_worse_than_by_a_coin(size: Size, drift: float) -> None:
    """By as much as can be measured. Usually of few players, where least is learnt."""
    coin = [COIN] * len(size.seeds)
    ours, same = (losses(size, 0.1, drift, fixed=fixed) for fixed in (None, SAME))
    learnt = difference(ours, coin)
    assert learnt.mean <= min(0.0002, 2 * learnt.error)
    assert difference(same, coin).mean > 0.0015


@pytest.mark.slow
@pytest.mark.parametrize("drift", [pytest.param(STEADY, marks=pytest.mark.thorough), MOVING])
def test_learning_costs_the_usual_club_next_to_nothing(drift: float) -> None:
    usual = losses(OTHERS, 0.25, drift)
    assert difference(usual, losses(OTHERS, 0.25, drift, fixed=SAME)).mean <= 0.0002


@pytest.mark.slow
def test_learning_serves_the_mixed_club() -> None:
    mixed = losses(FEW, 0.6, MOVING)
    assert difference(mixed, losses(FEW, 0.6, MOVING, fixed=SAME)).mean < -0.005


@pytest.mark.slow
def test_in_small_clubs_it_costs_little_more_than_not_knowing_must() -> None:
    """Beside whoever knows that a club is narrow, with three chances of five, or usual, and so is
    no worse than a coin in narrow ones either."""
    bound = losses_of_either(SMALLER, 0.25, MOVING, 0.6)
    assert difference(losses(SMALLER, 0.25, MOVING), bound).mean <= 0.0007
    same = losses(SMALLER, 0.25, MOVING, fixed=SAME)
    assert difference(bound, same).mean > 0.0007


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spread", "least", "most"),
    [(0.1, 60, 125), (0.25, 200, 320), (0.4, 320, 500), (0.6, 500, 800)],
)
def test_clubs_are_nearest_to_their_own_spread(spread: float, least: int, most: int) -> None:
    """On the average of five, and of a narrow club little more is known than that it is narrow."""
    clubs = [_results(simulated(2000 + seed, World(spread, 0.08 * spread))) for seed in range(5)]
    values = {
        listed: sum(evidence(club, of_spread(listed / 1000)) for club in clubs)
        for listed in SPREADS
    }
    assert least <= max(values, key=values.__getitem__) <= most


def of_spread(spread: float) -> Scale:
    wide = round(1e6 * spread)
    return Scale(wide, wide * 8 // 100, 0, wide)


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
    scale = of_spread(spread)
    found = evidence([Result(1, (1, 2), games)], scale)
    assert found == pytest.approx(log(likely * spread / 250), abs=0.02)


def test_few_results_say_nothing() -> None:
    results = [Result(day, (1, 2), (2, 0)) for day in range(FEWEST - 1)]
    assert learnt_scale(results) == USUAL
    assert learnt_scale([*results, results[-1]]).spread > USUAL.spread


@pytest.mark.parametrize(("players", "share"), [(8, 0), (16, 0), (20, 0.2), (32, 0.8), (60, 0.8)])
def test_the_more_players_the_more_the_usual_spread_is_expected(players: int, share: float) -> None:
    assert usual_share(_all_met(players)) == pytest.approx(share)


def test_guests_do_not_make_a_club_large() -> None:
    """16 members who have met all others twice, 30 matches each, and 20 guests against the first of
    them: 520²/(50² + 15 · 30² + 20) = 16.8789 players."""
    guests = [Result(1, (0, guest), (2, 0)) for guest in range(100, 120)]
    share = usual_share([*_all_met(16), *_all_met(16), *guests])
    assert share == pytest.approx(0.8 * 0.8789 / 16, abs=1e-4)


def _all_met(players: int) -> list[Result]:
    return [Result(1, two, (2, 1)) for two in combinations(range(players), 2)]


def test_a_narrow_club_of_many_is_taken_for_usual_until_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    results = _results(simulated(4, World(0.1, 0)))
    first, all_of_them = learnt_scale(results[:50]).spread, learnt_scale(results).spread
    assert first >= 190_000
    assert all_of_them <= 130_000
    monkeypatch.setattr("scoring.ratings.rules.spread.USUALLY", 0)
    assert learnt_scale(results[:50]).spread <= 160_000
    assert learnt_scale(results).spread == all_of_them


def test_ranges_never_allow_for_less_than_the_spread() -> None:
    club = simulated(2, World(0.1, 0))
    scales = [learnt_scale(_results(club)[:many]) for many in (50, 100, 200, 400)]
    assert all(scale.widest >= scale.spread for scale in scales)


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
    scale = Scale(500_000, 40_000, 158_114, 500_000)
    assert lower(Skill(0, 100_000, 0), scale) == -round(1.96 * 184_391)
    assert lower(scale.newcomer, scale) == -980_000


def test_ranges_allow_for_a_wider_spread() -> None:
    """Spread 0.1, perhaps 0.2. A doubt of 0.08 is a precision of 156.25, of which games gave 56.25.
    With those alone and 0.2 the precision is 81.25, a doubt of 0.1109400, and a strength of 0.05
    would be 0.05 · 156.25/81.25 = 0.0961538: from -0.1212887 to 0.3135963. By 0.1 it is from
    -0.1068 to 0.2068."""
    scale = Scale(100_000, 8_000, 0, 200_000)
    skill = Skill(50_000, 80_000, 0)
    assert lower(skill, scale) == -121_289
    assert span(skill, scale) == (per_mille(-121_289), per_mille(313_596))
    assert lower(scale.newcomer, scale) == -round(1.96 * 200_000)


@given(st.integers(0, 40), st.integers(0, 40))
def test_who_wins_one_more_is_ranked_no_lower(won: int, lost: int) -> None:
    known = Skill(0, 50_000, 0)
    ranks = []
    for more in (0, 1):
        skill, _other = meet(USUAL.newcomer, known, (won + more, lost + 1 - more), 0)
        ranks.append(lower(skill))
    assert ranks[0] <= ranks[1]


def test_a_rating_is_established_by_the_same_games_whatever_is_expected() -> None:
    """Known to 0.2 if players lie 0.25 apart: 25 less 16, nine of precision, 36 games; with a
    spread of 0.16 that is 39.0625 and nine, a doubt of 0.144244."""
    assert USUAL.games_to_establish == 36
    assert is_established(Skill(0, 144_244, 0), USUAL)
    assert not is_established(Skill(0, 144_245, 0), USUAL)
    assert (SAME.established, SAME.games_to_establish) == (200_000, 36)


def test_lists_are_in_order() -> None:
    assert [*SPREADS] == sorted({*SPREADS})
    assert [*DRIFTS] == sorted({*DRIFTS})
