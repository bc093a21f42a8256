"""The best answer to how the strong robot bids at first: what it wins, in chances of the game.

The robot's bids are worked out hand by hand, as it makes them at a table; the best answer knows how
it bids with each of the 65,780 hands that it may hold. Hands are alike if they differ by the order
of the plain suits, or by which low trump is turned up: the robot counts them alike. Both play the
cards that they have after an exchange, exactly.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np

from games.engine.cards import KING, PACK, Card
from games.engine.records import TRICKS_FOR_THE_POINT
from games.engine.robots.strong import FirstBid
from games.engine.seats import Seat
from games.engine.terms import GAME_IS, Score

from .bidding import EXCHANGED, REFUSED, STOOD, Floats, exchange_of, played_out, worth_of
from .deals import CARDS, Deals, Ints, deals, hand_of, held, kept_first, masks

UNSEEN: Final = len(PACK) - CARDS - 1
HANDS: Final = np.array(list(combinations(range(UNSEEN), CARDS)))
SAMPLE: Final = 8_000
"""Exchanges of each hand."""
MOST_LOST: Final = TRICKS_FOR_THE_POINT - 1
_TRUMPS: Final = 8

FirstBidOf = Callable[[tuple[Card, ...], Card], FirstBid]
"""Of a hand, and the card turned up."""


@dataclass
class Bids:
    """Of one role, by code: worked out once for all hands alike. `drawn`: the codes of a sample, in
    place of every hand that the robot may hold."""

    bid: FirstBidOf
    drawn: Ints | None = None
    codes: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    rows: Floats = field(default_factory=lambda: np.empty((0, CARDS + 1)))

    def of(self, hands: Ints, turned: int) -> Floats:
        """A row for each hand: how often it is played, and how often a card more is kept."""
        wanted, places = np.unique(codes(hands, turned), return_inverse=True)
        new = wanted[~np.isin(wanted, self.codes)]
        if len(new):
            found = [self.bid(*hand_like(int(code))) for code in new]
            rows = np.array([(bid.plays, *bid.keeps) for bid in found])
            self.codes = np.concatenate([self.codes, new])
            order = np.argsort(self.codes)
            self.rows = np.concatenate([self.rows, rows])[order]
            self.codes = self.codes[order]
        return np.asarray(self.rows[np.searchsorted(self.codes, wanted)][places])

    def of_sample(self, hands: Ints, turned: int) -> Ints:
        if self.drawn is None:
            return hands
        return hands[np.isin(codes(hands, turned), self.drawn)]


def codes(hands: Ints, turned: int) -> Ints:
    """One for all hands alike: trumps without the turn-up, then the plain suits in order."""
    all_cards = masks(hands)
    trumps = all_cards & 255
    below = trumps & ((1 << turned) - 1)
    trumps = below | trumps >> turned + 1 << turned
    plain = np.sort(np.stack([all_cards >> 8 * suit & 255 for suit in (1, 2, 3)]), axis=0)
    is_king = int(turned == KING)
    return np.asarray(is_king << 32 | trumps << 24 | plain[0] << 16 | plain[1] << 8 | plain[2])


def hand_like(code: int) -> tuple[tuple[Card, ...], Card]:
    """One of the hands of a code, with its turn-up: the king, or the seven."""
    turned = KING if code >> 32 else 0
    trumps = [card for card in range(_TRUMPS) if card != turned]
    cards = [card for place, card in enumerate(trumps) if code >> 24 + place & 1]
    for suit, shift in ((1, 16), (2, 8), (3, 0)):
        cards += [8 * suit + place for place in range(8) if code >> shift + place & 1]
    return hand_of(np.array(cards)), Card(turned)


def sampled_codes(seed: int, number: int) -> Ints:
    """So many where a low trump is turned up, and as many where the king is."""
    found = []
    for turned in (0, KING):
        cards = [card for card in range(len(PACK)) if card != turned]
        every = np.unique(codes(np.array(list(combinations(cards, CARDS))), turned))
        np.random.default_rng(seed).shuffle(every)
        found.append(every[:number])
    return np.sort(np.concatenate(found))


class Answer(NamedTuple):
    """To one hand, in chances of the game: what the robot wins with it, and the best answer; `sure`
    is chosen on one half of the exchanges and weighed on the other, so that it does not profit from
    their chance, and `most` is chosen on those it is weighed on."""

    robot: float
    sure: float
    most: float


@dataclass(frozen=True)
class Exchanges:
    """What each number of cards wins with one hand, against hands that the other exchanges.

    `group`: what is known before the choice, of each exchange. `worth`: a column of each choice.
    `share`: how often it comes to an exchange. `robot`: how often it chooses each, by group.
    """

    group: Ints
    worth: Floats
    share: float
    robot: Floats

    def answer(self, instead: float, refused: float, plays: float) -> Answer:
        """`instead`: won with the cards as they are. `refused`: won where the other refuses, to be
        added. `plays`: how often the robot plays them as they are."""
        every = np.arange(len(self.group))
        halves = np.array_split(every, 2)
        exchanged = (self.robot[self.group] * self.worth).sum(axis=1)

        def best(chosen: Ints, weighed: Ints) -> float:
            choices = self._choices(chosen)
            if instead >= refused + self.share * self._mean(chosen, choices):
                return instead
            return refused + self.share * self._mean(weighed, choices)

        return Answer(
            plays * instead + (1 - plays) * (refused + self.share * _mean(exchanged)),
            (best(*halves) + best(*halves[::-1])) / 2,
            best(every, every),
        )

    def _choices(self, chosen: Ints) -> Ints:
        """The best for each group; the robot's where none was met."""
        found: Ints = self.robot.argmax(axis=1)
        for group in np.unique(self.group[chosen]):
            of_group = chosen[self.group[chosen] == group]
            found[group] = self.worth[of_group].mean(axis=0).argmax()
        return found

    def _mean(self, of: Ints, choices: Ints) -> float:
        return _mean(self.worth[of, choices[self.group[of]]])


def _mean(of: Floats) -> float:
    return float(of.mean()) if len(of) else 0.0


@dataclass(frozen=True)
class Table:
    """Where the best answer is looked for. `worth`: to the elder hand, by how the hand was opened
    and its outcome. `elder`, `dealer`: how the robot bids as such."""

    elder: Bids
    dealer: Bids
    worth: Floats
    sample: int = SAMPLE

    def elder_answer(self, random: np.random.Generator, hand: Ints, turned: int) -> Answer:
        others = self.dealer.of_sample(others_of(hand, turned), turned)
        outcome = played_out(hand[None, :], others)
        rows = self.dealer.of(others, turned)
        chosen = drawn(random, 1 - rows[:, 0], self.sample)
        of = _dealt(random, np.tile(hand, (len(chosen), 1)), others[chosen], turned)
        worth = [
            self._exchanged(of, CARDS - taken, self._kept(random, of.dealer, rows[chosen, taken]))
            for taken in range(1, CARDS + 1)
        ]
        own = self.elder.of(hand[None, :], turned)[0]
        robot = np.zeros((1, CARDS))
        for more, often in ((0, 1 - own[1]), (1, own[1])):
            robot[0, CARDS - 1 - min(_held(hand) + more, CARDS - 1)] += often
        exchanges = Exchanges(
            np.zeros(len(chosen), dtype=np.int64),
            np.stack(worth, axis=1),
            float((1 - rows[:, 0]).mean()),
            robot,
        )
        refused = float((rows[:, 0] * self.worth[REFUSED][outcome]).mean())
        return exchanges.answer(float(self.worth[STOOD][outcome].mean()), refused, own[0])

    def dealer_answer(self, random: np.random.Generator, hand: Ints, turned: int) -> Answer:
        """Of hands that are proposed to; to the dealer, so less what the elder hand wins."""
        others = self.elder.of_sample(others_of(hand, turned), turned)
        outcome = played_out(others, hand[None, :])
        rows = self.elder.of(others, turned)
        proposes = 1 - rows[:, 0]
        chosen = drawn(random, proposes, self.sample)
        of = _dealt(random, others[chosen], np.tile(hand, (len(chosen), 1)), turned)
        elder_keeps = np.minimum(self._kept(random, of.elder, rows[chosen, 1]), CARDS - 1)
        worth = [-self._exchanged(of, elder_keeps, CARDS - taken) for taken in range(CARDS + 1)]
        own = self.dealer.of(hand[None, :], turned)[0]
        robot = np.zeros((CARDS + 1, CARDS + 1))
        for taken in range(1, CARDS + 1):
            for more, often in ((0, 1 - own[taken]), (1, own[taken])):
                robot[taken, CARDS - min(_held(hand) + more, CARDS)] += often
        exchanges = Exchanges(
            CARDS - elder_keeps, np.stack(worth, axis=1), float(proposes.mean()), robot
        )
        refused = -float((proposes * self.worth[REFUSED][outcome]).mean())
        return exchanges.answer(refused, 0.0, own[0])

    def _kept(self, random: np.random.Generator, hands: Ints, more: Floats) -> Ints:
        return np.minimum(held(hands) + (random.random(len(hands)) < more), CARDS)

    def _exchanged(self, of: Deals, elder: Ints | int, dealer: Ints | int) -> Floats:
        """The worth of each deal where they keep so many cards."""
        number = len(of.turned)
        kept = np.broadcast_to(elder, number), np.broadcast_to(dealer, number)
        after, _used, _enough = exchange_of(of, kept, np.zeros(number, dtype=np.int64))
        return np.asarray(self.worth[EXCHANGED][played_out(after.elder, after.dealer)])


def others_of(hand: Ints, turned: int) -> Ints:
    """Every hand that the other may hold."""
    unseen = np.setdiff1d(np.arange(len(PACK)), [*hand, turned])
    return kept_first(unseen[HANDS])


def _held(hand: Ints) -> int:
    return int(held(hand[None, :])[0])


def drawn(random: np.random.Generator, weights: Floats, number: int) -> Ints:
    """Places, as often as their weights ask for: the two halves are drawn apart."""
    if not weights.any():
        return np.zeros(0, dtype=np.int64)
    half = number // 2
    shares = weights.cumsum() / weights.sum()
    steps = [(np.arange(half) + random.random()) / half for _half in range(2)]
    return np.minimum(np.searchsorted(shares, np.concatenate(steps)), len(weights) - 1)


def _dealt(random: np.random.Generator, elder: Ints, dealer: Ints, turned: int) -> Deals:
    """With as much of a stock as an exchange can take."""
    number = len(elder)
    places = random.random((number, len(PACK)))
    out = np.concatenate([elder, dealer, np.full((number, 1), turned)], axis=1)
    np.put_along_axis(places, out, 2.0, axis=1)
    stock = np.argsort(places, axis=1)[:, : 2 * CARDS]
    return Deals(elder, dealer, stock, np.full(number, turned))


Worths = Mapping[bool, Floats]
"""To the elder hand, by whether a king is turned; nothing where that wins the game."""


def worths_of(score: Score, chances: Sequence[Sequence[float]]) -> Worths:
    """`score`: of the elder hand and the dealer, before a king turned is marked."""
    known = [list(row) for row in chances]
    return {
        turned: worth_of(score.a, score.b + turned, known)
        for turned in (False, True)
        if score.b + turned < GAME_IS
    }


class Gain(NamedTuple):
    """Over what the robot wins itself, in points a hand: see `Answer`."""

    sure: float
    most: float


NONE: Final = Gain(0.0, 0.0)


def gain_of(answer: Answer | None, worth: Floats) -> Gain:
    """A point is worth half of the difference between winning and losing the hand."""
    if answer is None:
        return NONE
    point = float(worth[EXCHANGED][TRICKS_FOR_THE_POINT] - worth[EXCHANGED][MOST_LOST]) / 2
    return Gain((answer.sure - answer.robot) / point, (answer.most - answer.robot) / point)


def first_gains(
    seat: Seat, bids: Mapping[Seat, Bids], worths: Worths, seed: int, number: int
) -> Iterator[Gain]:
    """Of hands as they are dealt."""
    random = np.random.default_rng(seed)
    tables = {is_king: Table(bids[Seat.A], bids[Seat.B], of) for is_king, of in worths.items()}
    for _deal in range(number):
        of = deals(random, 1)
        turned = int(of.turned[0])
        table = tables.get(turned == KING)
        if table is None:
            yield NONE
        elif seat is Seat.A:
            yield gain_of(table.elder_answer(random, of.elder[0], turned), table.worth)
        else:
            yield gain_of(table.dealer_answer(random, of.dealer[0], turned), table.worth)
