"""Standing, proposing, accepting and refusing over classes of hands, solved score by score.

Counterfactual regret is minimised over every pair of classes at once (CFR+). A hand is worth the
chance to win the game that its marks lead to, so the scores are solved from the highest down. The
cards are played exactly, both hands seen.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.engine.cards import KING
from games.engine.robots.classes import CLASSES, LIMITS, THROWN
from games.engine.robots.tables import OUTCOMES
from games.engine.terms import GAME_IS

from .deals import (
    CARDS,
    ELDER,
    Deals,
    Ints,
    classes,
    deals,
    exchanged,
    held,
    king_holder,
    tricks,
)

Floats = NDArray[np.float64]
PLANS: Final = (0, 1)
"""Cards kept beside trumps and kings."""
STOOD, REFUSED, EXCHANGED = range(3)
CHUNK: Final = 200_000
MOST_EXCHANGES: Final = 3
"""After which the hand is played, in this model."""
LATER_LIMIT: Final = 0.5
STEPS: Final = 400


@dataclass(frozen=True, slots=True)
class Later:
    """After an exchange: how often each class stands, and refuses."""

    stand: Floats
    refuse: Floats


def class_chances() -> Floats:
    """About the chance to win the point of each class."""
    edges = np.array([0, *LIMITS, 1])
    return np.asarray(np.repeat((edges[1:] + edges[:-1]) / 2, THROWN * 2))


def simple_later() -> Later:
    plays = (class_chances() > LATER_LIMIT).astype(float)
    return Later(plays, plays.copy())


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of deals by classes of the elder hand and of the dealer, and by outcome.

    `exchanged`: by the plans of both.
    """

    played: Floats
    exchanged: Floats


def _counted(elder: Ints, dealer: Ints, outcome: Ints) -> Floats:
    places = (elder * CLASSES + dealer) * OUTCOMES + outcome
    found = np.bincount(places, minlength=CLASSES * CLASSES * OUTCOMES)
    return found.reshape(CLASSES, CLASSES, OUTCOMES).astype(np.float64)


def played_out(elder: Ints, dealer: Ints) -> Ints:
    return outcome_of(king_holder(elder, dealer), tricks(elder, dealer))


def outcome_of(king: Ints, made: Ints) -> Ints:
    return king * (CARDS + 1) + made


def exchange_of(of: Deals, kept: tuple[Ints, Ints], used: Ints) -> tuple[Deals, Ints, Ints]:
    """The hands after it, how many cards of the stock are used, and whether there were enough."""
    drawn = CARDS - kept[0], CARDS - kept[1]
    after = used + drawn[0] + drawn[1]
    elder = exchanged(of.elder, kept[0], of.stock, used)
    dealer = exchanged(of.dealer, kept[1], of.stock, used + drawn[0])
    return Deals(elder, dealer, of.stock, of.turned), after, after <= of.stock.shape[1]


def thrown_by_hint(hands: Ints, *, least: int) -> Ints:
    """How many are kept."""
    return np.minimum(held(hands), CARDS - least)


def played_on(random: np.random.Generator, of: Deals, used: Ints, later: Later) -> Ints:
    """The outcome of hands that were exchanged once."""
    outcome = np.zeros(len(used), dtype=np.int64)
    open_, left = np.arange(len(used)), of
    for exchanges in range(1, MOST_EXCHANGES + 1):
        plays = _plays(random, left, later)
        kept = thrown_by_hint(left.elder, least=1), thrown_by_hint(left.dealer, least=0)
        following, after, enough = exchange_of(left, kept, used)
        last = np.asarray(~enough | (exchanges == MOST_EXCHANGES), dtype=np.bool_)
        plays = plays | last
        outcome[open_[plays]] = played_out(left.elder[plays], left.dealer[plays])
        going = np.flatnonzero(~plays)
        open_, left, used = open_[going], following.part(going), after[going]
        if not len(open_):
            break
    return outcome


def _plays(random: np.random.Generator, of: Deals, later: Later) -> NDArray[np.bool_]:
    """Whether it is stood or refused."""
    chance = random.random((2, len(of.turned)))
    stands = chance[0] < later.stand[classes(of.elder, of.turned, leads=True)]
    return np.asarray(
        stands | (chance[1] < later.refuse[classes(of.dealer, of.turned, leads=False)])
    )


def counts(
    random: np.random.Generator, number: int, later: Later, progress: Callable[[str], None]
) -> tuple[Counts, Counts]:
    """Of deals in which no king is turned, and of those in which one is."""
    shape = CLASSES, CLASSES, OUTCOMES
    found = tuple(Counts(np.zeros(shape), np.zeros((2, 2, *shape))) for _turned in range(2))
    for dealt in range(0, number, CHUNK):
        every = deals(random, CHUNK)
        is_king = every.turned == KING
        for of, into in ((every.part(~is_king), found[0]), (every.part(is_king), found[1])):
            _count(random, of, later, into)
        progress(f"{dealt + CHUNK} of {number} deals")
    return found[0], found[1]


def _count(random: np.random.Generator, of: Deals, later: Later, into: Counts) -> None:
    elder = classes(of.elder, of.turned, leads=True)
    dealer = classes(of.dealer, of.turned, leads=False)
    into.played[:] += _counted(elder, dealer, played_out(of.elder, of.dealer))
    for mine in PLANS:
        for theirs in PLANS:
            kept = (
                np.minimum(held(of.elder) + mine, CARDS - 1),
                np.minimum(held(of.dealer) + theirs, CARDS),
            )
            after, used, _enough = exchange_of(of, kept, np.zeros(len(of.turned), dtype=np.int64))
            outcome = played_on(random, after, used, later)
            into.exchanged[mine, theirs] += _counted(elder, dealer, outcome)


def later_counts(
    random: np.random.Generator, number: int, opening: "Opening", later: Later
) -> tuple[Floats, Floats]:
    """By classes after one exchange: played then, and exchanged once more."""
    shape = CLASSES, CLASSES, OUTCOMES
    played, again = np.zeros(shape), np.zeros(shape)
    for _dealt in range(0, number, CHUNK):
        of = deals(random, CHUNK)
        of = of.part(np.flatnonzero(of.turned != KING))
        said = random.random((2, len(of.turned)))
        proposed = said[0] >= opening.stand[classes(of.elder, of.turned, leads=True)]
        accepted = said[1] >= opening.refuse[classes(of.dealer, of.turned, leads=False)]
        of = of.part(np.flatnonzero(proposed & accepted))
        kept = thrown_by_hint(of.elder, least=1), thrown_by_hint(of.dealer, least=0)
        after, used, _enough = exchange_of(of, kept, np.zeros(len(of.turned), dtype=np.int64))
        elder = classes(after.elder, of.turned, leads=True)
        dealer = classes(after.dealer, of.turned, leads=False)
        played += _counted(elder, dealer, played_out(after.elder, after.dealer))
        kept = thrown_by_hint(after.elder, least=1), thrown_by_hint(after.dealer, least=0)
        second, used, _enough = exchange_of(after, kept, used)
        again += _counted(elder, dealer, played_on(random, second, used, later))
    return played, again


@dataclass(frozen=True, slots=True)
class Opening:
    """How often each class stands, refuses, and keeps one card more; the dealer's plan by how many
    cards the elder hand took."""

    stand: Floats
    refuse: Floats
    elder_keeps: Floats
    dealer_keeps: Floats


def simple_opening() -> Opening:
    plays = (class_chances() > 2 / 3).astype(float)
    return Opening(plays, plays.copy(), np.zeros(CLASSES), np.zeros((CARDS + 1, CLASSES)))


@dataclass(frozen=True, slots=True)
class Values:
    """What each pair of classes is worth to the elder hand, times how often it is dealt."""

    stood: Floats
    refused: Floats
    exchanged: Floats


def values(of: Counts, worth: Floats) -> Values:
    """`worth`: by how the hand was opened, of each outcome."""
    total = of.played.sum()
    return Values(
        of.played @ worth[STOOD] / total,
        of.played @ worth[REFUSED] / total,
        of.exchanged @ worth[EXCHANGED] / total,
    )


_THROWN: Final = np.arange(CLASSES) // 2 % THROWN


def taken(plan: int) -> Ints:
    """How many cards the elder hand of each class takes; one at least."""
    return np.asarray(np.maximum(_THROWN - plan, 1))


def _matched(positive: Floats) -> Floats:
    """Regret matching over the first axis."""
    total = positive.sum(axis=0)
    even = np.full_like(positive, 1 / len(positive))
    return np.asarray(np.divide(positive, total, out=even, where=total > 0))


@dataclass(slots=True)
class Solver:
    """One opening. Rows of regrets: propose and stand; accept and refuse; the plans."""

    values: Values
    says: Floats
    plans: Floats
    answers: Floats
    dealer_plans: Floats

    @classmethod
    def of(cls, worth: Values) -> "Solver":
        return cls(
            worth,
            np.zeros((2, CLASSES)),
            np.zeros((2, CLASSES)),
            np.zeros((2, CLASSES)),
            np.zeros((2, CARDS + 1, CLASSES)),
        )

    def solve(self, steps: int = STEPS) -> Opening:
        sums = [np.zeros_like(one) for one in self._regrets()]
        for step in range(1, steps + 1):
            self._elder(*map(_matched, self._regrets()))
            self._dealer(*map(_matched, self._regrets()))
            for total, now in zip(sums, self._regrets(), strict=True):
                np.add(total, step * _matched(now), out=total)
        says, plans, answers, dealer_plans = (one / one.sum(axis=0) for one in sums)
        return Opening(says[1], answers[1], plans[1], dealer_plans[1])

    def _regrets(self) -> list[Floats]:
        return [self.says, self.plans, self.answers, self.dealer_plans]

    def _elder(self, says: Floats, plans: Floats, answers: Floats, theirs: Floats) -> None:
        by_plan, refused, stood = elder_values(self.values, answers, theirs)
        exchanged = (plans * by_plan).sum(axis=0)
        worth = np.stack([refused + exchanged, stood])
        _learn(self.says, worth - (says * worth).sum(axis=0))
        _learn(self.plans, by_plan - exchanged)

    def _dealer(self, says: Floats, plans: Floats, answers: Floats, theirs: Floats) -> None:
        by_plan, refused = dealer_values(self.values, says, plans)
        of_number = (theirs * by_plan).sum(axis=0)
        worth = np.stack([of_number.sum(axis=0), refused])
        _learn(self.answers, worth - (answers * worth).sum(axis=0))
        _learn(self.dealer_plans, by_plan - of_number)


def _learn(regrets: Floats, more: Floats) -> None:
    np.maximum(regrets + more, 0, out=regrets)


def elder_values(of: Values, answers: Floats, theirs: Floats) -> tuple[Floats, Floats, Floats]:
    """By class: exchanged, by plan; refused; stood."""
    accepted = []
    for plan in PLANS:
        keeps = theirs[:, taken(plan), :]
        accepted.append((keeps * of.exchanged[plan]).sum(axis=0) @ answers[0])
    return np.stack(accepted), of.refused @ answers[1], of.stood.sum(axis=1)


def dealer_values(of: Values, says: Floats, plans: Floats) -> tuple[Floats, Floats]:
    """To the dealer: accepted, by plan and by how many cards the elder took; refused."""
    by_plan = np.zeros((len(PLANS), CARDS + 1, CLASSES))
    for plan in PLANS:
        weight = says[0] * plans[plan]
        for number in range(1, CARDS + 1):
            rows = taken(plan) == number
            for mine in PLANS:
                by_plan[mine, number] -= weight[rows] @ of.exchanged[plan, mine][rows]
    return by_plan, -(says[0] @ of.refused)


def value_of(of: Values, opening: Opening) -> float:
    """To the elder hand."""
    says, plans, answers, theirs = rows_of(opening)
    by_plan, refused, stood = elder_values(of, answers, theirs)
    proposed = refused + (plans * by_plan).sum(axis=0)
    return float((says * np.stack([proposed, stood])).sum())


def rows_of(opening: Opening) -> tuple[Floats, Floats, Floats, Floats]:
    def pair(second: Floats) -> Floats:
        return np.stack([1 - second, second])

    return (
        pair(opening.stand),
        pair(opening.elder_keeps),
        pair(opening.refuse),
        pair(opening.dealer_keeps),
    )


def best_responses(of: Values, opening: Opening) -> tuple[float, float]:
    """What the elder hand and the dealer gain by the best answer to the other's bidding."""
    says, plans, answers, theirs = rows_of(opening)
    by_plan, refused, stood = elder_values(of, answers, theirs)
    now = value_of(of, opening)
    elder = np.maximum(refused + by_plan.max(axis=0), stood).sum() - now
    accepted, refusing = dealer_values(of, says, plans)
    stands = (says[1] * of.stood.sum(axis=1)).sum()
    dealer = np.maximum(accepted.max(axis=0).sum(axis=0), refusing).sum() - stands + now
    return float(elder), float(dealer)


Table = list[list[float]]
"""The elder hand's chance of the game before the deal, by their points and the dealer's."""


def worth_of(elder: int, dealer: int, known: Table) -> Floats:
    """The elder hand's chance to win the game, by how the hand was opened and its outcome."""
    found = np.zeros((3, OUTCOMES))
    for opening in range(3):
        for outcome in range(OUTCOMES):
            king, made = divmod(outcome, CARDS + 1)
            found[opening, outcome] = _worth(elder, dealer, opening, king, made, known)
    return found


def marks(opening: int, king: int, made: int) -> Iterator[tuple[int, int]]:
    """Points to the elder hand and to the dealer, in order."""
    if king:
        yield (1, 0) if king == ELDER else (0, 1)
    wins = made >= 3
    double = made in (0, CARDS) or opening == (REFUSED if wins else STOOD)
    points = 2 if double else 1
    yield (points, 0) if wins else (0, points)


def _worth(elder: int, dealer: int, opening: int, king: int, made: int, known: Table) -> float:
    for more in marks(opening, king, made):
        elder, dealer = elder + more[0], dealer + more[1]
        if elder >= GAME_IS:
            return 1.0
        if dealer >= GAME_IS:
            return 0.0
    return 1 - known[dealer][elder]


def worth_in_points() -> Floats:
    """Points of the elder hand less those of the dealer."""
    found = np.zeros((3, OUTCOMES))
    for opening in range(3):
        for outcome in range(OUTCOMES):
            both = [a - b for a, b in marks(opening, *divmod(outcome, CARDS + 1))]
            found[opening, outcome] = sum(both)
    return found


def solved_later(
    random: np.random.Generator, number: int, opening: Opening, later: Later
) -> tuple[Later, float]:
    """The bidding after an exchange, for points; and what the best answers gain, in points."""
    played, again = later_counts(random, number, opening, later)
    worth, total = worth_in_points()[EXCHANGED], played.sum()
    plays, exchanges = played @ worth / total, again @ worth / total
    both = np.broadcast_to(exchanges, (2, 2, *exchanges.shape))
    of = Values(plays, plays, both)
    found = Solver.of(of).solve()
    default = simple_later()
    met = played.sum(axis=(1, 2)) > 0, played.sum(axis=(0, 2)) > 0
    return (
        Later(
            np.where(met[0], found.stand, default.stand),
            np.where(met[1], found.refuse, default.refuse),
        ),
        sum(best_responses(of, found)),
    )
