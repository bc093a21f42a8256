"""What a pool is worth to players who are equal at every game: exact, from the machine itself.

The machine is walked through all its states (told apart up to who is who and what was paid), and
the chances are the solution of the linear equations between them, in fractions. Beside it stand
the printed 5/14, 5/14, 4/14, Nicolas Bernoulli's ratio for any number of players (1711), and the
same equations written down without the machine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import pytest

from scoring.contests.rules import pool
from scoring.contests.rules.events import Dealt, GameWon, Joined
from scoring.contests.rules.pool import Paying, Seated, State, Terms
from scoring.ledger.rules import POT, Cause, Transfers, member

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

HALF = Fraction(1, 2)
PAYINGS = list(Paying)
# Games in succession of who sits first, and a place in the line: the two who play, then who waits.
Key = tuple[int, int]


@dataclass(frozen=True)
class Equation:
    """A value is `constant` and the sum of other values, each times its factor."""

    constant: Fraction
    factors: Mapping[Key, Fraction]


def solved(equations: Mapping[Key, Equation]) -> dict[Key, Fraction]:
    """Each key is put into all the others in turn, until no equation speaks of another."""
    constants = {key: one.constant for key, one in equations.items()}
    factors = {key: dict(one.factors) for key, one in equations.items()}
    for key in equations:
        own = factors[key].pop(key, Fraction(0))
        constants[key] /= 1 - own
        factors[key] = {other: factor / (1 - own) for other, factor in factors[key].items()}
        for row in equations:
            weight = factors[row].pop(key, Fraction(0)) if row != key else Fraction(0)
            if weight:
                constants[row] += weight * constants[key]
                for other, factor in factors[key].items():
                    factors[row][other] = factors[row].get(other, 0) + weight * factor
    return constants


def line(state: State) -> tuple[int, ...]:
    return (*(pool.seats(state) or ()), *pool.queue(state))


@dataclass(frozen=True)
class Walk:
    """One state of each kind, by the games in succession; and what each game leads to."""

    states: Mapping[int, State]
    steps: Mapping[int, Sequence[tuple[State, Transfers]]]
    first: State
    deposited: Transfers

    def values(
        self, reward: Callable[[int, State, Transfers], Fraction | int]
    ) -> dict[Key, Fraction]:
        """Of each place: all it may look forward to, given the reward of a player at a game."""
        equations = {}
        for run, state in self.states.items():
            for place, player in enumerate(line(state)):
                constant, factors = Fraction(0), dict[Key, Fraction]()
                for after, made in self.steps[run]:
                    constant += HALF * reward(player, after, made)
                    if not after.over:
                        key = (after.run, line(after).index(player))
                        factors[key] = factors.get(key, Fraction(0)) + HALF
                equations[run, place] = Equation(constant, factors)
        return solved(equations)

    def at_first(self, values: Mapping[Key, Fraction]) -> tuple[Fraction, ...]:
        return tuple(values[0, place] for place in range(len(line(self.first))))


def walk(players: int, terms: Terms) -> Walk:
    state, order = pool.begin(terms), tuple(range(1, players + 1))
    for event in (*map(Joined, order), Seated(order)):
        state, deposited = pool.apply(state, event)
    states, steps, waiting = {0: state}, dict[int, list[tuple[State, Transfers]]](), [state]
    while waiting:
        here = waiting.pop()
        dealt, _ = pool.apply(here, Dealt())
        steps[here.run] = [pool.apply(dealt, GameWon(who)) for who in line(here)[:2]]
        for after, _ in steps[here.run]:
            if not after.over and after.run not in states:
                states[after.run] = after
                waiting.append(after)
    return Walk(states, steps, state, deposited)


def paid_in(made: Transfers) -> Iterator[tuple[int, int]]:
    return ((one.source.of, one.amount) for one in made if one.target == POT)


def won_by(player: int, _: State, made: Transfers) -> int:
    return int(any(one.cause is Cause.POOL_WON and one.target == member(player) for one in made))


def put_in_by(player: int, _: State, made: Transfers) -> int:
    return sum(amount for payer, amount in paid_in(made) if payer == player)


def one_game(_: int, __: State, ___: Transfers) -> int:
    return 1


def chances(walked: Walk) -> tuple[Fraction, ...]:
    return walked.at_first(walked.values(won_by))


def stakes(walked: Walk) -> tuple[Fraction, ...]:
    """What each may expect to put in."""
    at_once = [put_in_by(one, walked.first, walked.deposited) for one in line(walked.first)]
    later = walked.at_first(walked.values(put_in_by))
    return tuple(one + more for one, more in zip(at_once, later, strict=True))


def takings(walked: Walk) -> tuple[Fraction, ...]:
    """What each may expect to take: of every stake, his chance to win it once it is in the pool."""
    winning = walked.values(won_by)

    def share(player: int, after: State, made: Transfers) -> Fraction:
        added = sum(amount for _, amount in paid_in(made))
        if after.over:
            return Fraction(added * won_by(player, after, made))
        return added * winning[after.run, line(after).index(player)]

    later = walked.at_first(walked.values(share))
    deposited = sum(amount for _, amount in paid_in(walked.deposited))
    return tuple(deposited * winning[0, place] + one for place, one in enumerate(later))


def expected_games(walked: Walk) -> Fraction:
    return walked.values(one_game)[0, 0]


@pytest.mark.parametrize("paying", PAYINGS)
def test_of_three_who_sits_out_first_wins_four_pools_of_fourteen(paying: Paying) -> None:
    found = chances(walk(3, Terms(paying=paying)))
    assert found == (Fraction(5, 14), Fraction(5, 14), Fraction(4, 14))


def test_of_three_by_the_three_geometric_series() -> None:
    """Whoever wins the first game, the pool ends at game g with the chance 1 / 2^(g-1), and is won
    in turn by him, by who sat out, by the loser."""
    by_winner, by_third, by_loser = (HALF**game / (1 - HALF**3) for game in (1, 2, 3))
    assert chances(walk(3, Terms())) == ((by_winner + by_loser) / 2,) * 2 + (by_third,)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bernoulli_each_who_waits_has_less_than_the_one_before_him(players: int) -> None:
    """One after the other they stand as 1 + 2^k to 2^k, k the games to win in succession."""
    found = chances(walk(players, Terms()))
    power = 2 ** (players - 1)
    assert found[0] == found[1]
    assert sum(found) == 1
    for before, behind in pairwise(found[1:]):
        assert before / behind == Fraction(1 + power, power)


def test_of_four_and_five_the_chances_in_figures() -> None:
    assert chances(walk(4, Terms())) == tuple(Fraction(one, 298) for one in (81, 81, 72, 64))
    powers = [17**3, 17**3, 17**2 * 16, 17 * 16**2, 16**3]
    assert chances(walk(5, Terms())) == tuple(Fraction(one, sum(powers)) for one in powers)


@pytest.mark.parametrize("paying", PAYINGS)
@pytest.mark.parametrize(
    ("players", "to_win"), [(3, 0), (4, 0), (5, 0), (6, 0), (3, 3), (4, 2), (5, 3)]
)
def test_a_pool_of_k_games_in_succession_takes_two_to_the_k_less_one(
    players: int, to_win: int, paying: Paying
) -> None:
    """The first game gives one in succession; then k - 1 heads in a row, which take 2^k - 2. The
    stakes put in are one for each game, and n at first or one."""
    terms = Terms(paying=paying, to_win=to_win)
    walked = walk(players, terms)
    games = 2 ** (to_win or players - 1) - 1
    assert expected_games(walked) == games
    assert sum(stakes(walked)) == games + (players if paying is Paying.DEPOSIT else 1)
    assert sum(takings(walked)) == sum(stakes(walked))


def places_after(players: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Where each goes when the first holds his seat, and when the second takes it."""
    on = tuple(place - 1 for place in range(2, players))
    return (0, players - 1, *on), (players - 1, 0, *on)


def by_hand(
    players: int, wins: int, reward: Callable[[int, int, bool], int | Fraction]
) -> tuple[Fraction, ...]:
    """The same equations from the rule alone; `reward` of a place at a game, by the games in
    succession before it, and whether the first wins it."""
    holds, loses = places_after(players)
    equations = {}
    for run in range(wins):
        for place in range(players):
            factors = dict[Key, Fraction]()
            for first_wins, go in ((True, holds), (False, loses)):
                behind = run + 1 if first_wins else 1
                if behind < wins:
                    key = (behind, go[place])
                    factors[key] = factors.get(key, Fraction(0)) + HALF
            gain = [reward(run, place, first_wins) for first_wins in (True, False)]
            equations[run, place] = Equation(HALF * sum(gain), factors)
    values = solved(equations)
    return tuple(values[0, place] for place in range(players))


@pytest.mark.parametrize(
    ("players", "to_win"), [(3, 0), (4, 0), (5, 0), (6, 0), (3, 3), (4, 2), (5, 3)]
)
def test_the_equations_written_by_hand_say_the_same(players: int, to_win: int) -> None:
    wins = to_win or players - 1

    def wins_it(run: int, place: int, first_wins: bool) -> int:
        return int(place == 0 and first_wins and run == wins - 1)

    def loses_a_game(_: int, place: int, first_wins: bool) -> int:
        return int(place == (1 if first_wins else 0))

    def sits_down(run: int, place: int, first_wins: bool) -> int:
        return int(place == 2 and not (first_wins and run == wins - 1))

    deposit = walk(players, Terms(to_win=to_win))
    seated = walk(players, Terms(to_win=to_win, paying=Paying.SEATED))
    assert chances(deposit) == chances(seated) == by_hand(players, wins, wins_it)
    losses = by_hand(players, wins, loses_a_game)
    assert stakes(deposit) == tuple(1 + lost for lost in losses)
    seats = by_hand(players, wins, sits_down)
    assert stakes(seated) == tuple((place < 2) + sat for place, sat in enumerate(seats))


@pytest.mark.parametrize(
    ("paying", "at_first", "nets"),
    [
        (Paying.DEPOSIT, 3, (Fraction(1, 98), Fraction(1, 98), Fraction(-1, 49))),
        (Paying.SEATED, 1, (Fraction(-3, 49), Fraction(-3, 49), Fraction(6, 49))),
    ],
)
def test_of_three_what_each_may_expect_to_take_by_the_series(
    paying: Paying, at_first: int, nets: tuple[Fraction, ...]
) -> None:
    """The winner of the first game takes the pool at game 2, 5, 8 ..., the third at 3, 6 ..., the
    loser at 4, 7 ...: the sum of (a + 3j) / 2^(g-1+3j) is (8a/7 + 24/49) / 2^(g-1)."""
    taken = [
        (Fraction(8 * (at_first + game), 7) + Fraction(24, 49)) / 2 ** (game - 1)
        for game in (2, 3, 4)
    ]
    walked = walk(3, Terms(paying=paying))
    found = takings(walked)
    assert found == ((taken[0] + taken[2]) / 2,) * 2 + (taken[1],)
    assert tuple(take - put for take, put in zip(found, stakes(walked), strict=True)) == nets


def won_at(players: int, wins: int) -> Iterator[list[Fraction]]:
    """Game by game the chance of each place of the cut to win the pool just then."""
    holds, loses = places_after(players)
    now = {(0, tuple(range(players))): Fraction(1)}
    while True:
        after: dict[tuple[int, tuple[int, ...]], Fraction] = {}
        won = [Fraction(0)] * players
        for (run, where), chance in now.items():
            for behind, go in ((run + 1, holds), (1, loses)):
                there = tuple(go[place] for place in where)
                if behind == wins:
                    won[there.index(0)] += chance / 2
                else:
                    key = (behind, there)
                    after[key] = after.get(key, Fraction(0)) + chance / 2
        yield won
        now = after


@pytest.mark.parametrize("paying", PAYINGS)
@pytest.mark.parametrize(("players", "games"), [(3, 60), (4, 160)])
def test_what_each_may_expect_to_take_summed_game_by_game(
    players: int, games: int, paying: Paying
) -> None:
    """A pool of n and g stakes, or 1 and g, for who wins at game g; what is longer than `games`
    is worth less than a millionth of a stake."""
    at_first = players if paying is Paying.DEPOSIT else 1
    summed = [Fraction(0)] * players
    for game, won in zip(range(1, games + 1), won_at(players, players - 1), strict=False):
        for place, chance in enumerate(won):
            summed[place] += (at_first + game) * chance
    found = takings(walk(players, Terms(paying=paying)))
    for exact, near in zip(found, summed, strict=True):
        assert 0 <= exact - near < Fraction(1, 10**6)
