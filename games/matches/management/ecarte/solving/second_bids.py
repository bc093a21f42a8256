"""The best answer to what the strong robot says and takes after an exchange.

Both have bid and exchanged as the robot does. Whoever is to propose again, or is proposed to again,
knows how the robot bids with each hand: hands that it may have are drawn as often as what it did
asks for, and with each the robot itself bids again. What is drawn then is played exactly.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Final, NamedTuple, cast

import numpy as np

from games.engine.cards import KING, PACK
from games.engine.codes import CODES, DEFAULT_CODE
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Discard, Say, State
from games.engine.hand.views import view
from games.engine.robots import strong
from games.engine.robots.seeing import Memory
from games.engine.robots.tables import Tables
from games.engine.seats import Seat
from games.engine.terms import Score

from .bidding import EXCHANGED, Floats, played_out
from .deals import CARDS, Ints, deals, held, kept_first
from .response import NONE, Answer, Bids, Exchanges, Gain, Worths, drawn, gain_of

ELDER, DEALER = Seat.A, Seat.B
DRAWS: Final = 24


class Player(NamedTuple):
    """Cards of one player: as dealt, thrown, and drawn for them."""

    dealt: tuple[int, ...]
    thrown: tuple[int, ...]
    drawn: tuple[int, ...]

    @property
    def hand(self) -> tuple[int, ...]:
        return tuple(sorted({*self.dealt, *self.drawn} - {*self.thrown}))


class Exchanged(NamedTuple):
    """A hand in which the non-dealer is to bid again."""

    elder: Player
    dealer: Player
    turned: int

    def of(self, seat: Seat) -> Player:
        return self.elder if seat is ELDER else self.dealer

    def state(self, score: Score) -> State:
        elder, dealer = self.elder.dealt, self.dealer.dealt
        dealt = (*elder[:3], *dealer[:3], *elder[3:], *dealer[3:], self.turned)
        drawn_ = (*self.elder.drawn, *self.dealer.drawn)
        rest = [card for card in range(len(PACK)) if card not in {*dealt, *drawn_}]
        pack = tuple(PACK[card] for card in (*dealt, *drawn_, *rest))
        state = _marked(
            apply(begin(CODES[DEFAULT_CODE], score=score, dealer=DEALER), Deal(pack))[0]
        )
        thrown = (_discard(self.elder.thrown), _discard(self.dealer.thrown))
        for action in (Say.PROPOSE, Say.ACCEPT, *thrown):
            state, _ = apply(state, action)
        return state

    def memory(self, seat: Seat) -> Memory:
        player = self.of(seat)
        return frozenset(PACK[card] for card in (*player.dealt, *player.drawn))


def _marked(state: State) -> State:
    return apply(state, Say.MARK)[0] if Say.MARK in state.legal else state


def _discard(cards: tuple[int, ...]) -> Discard:
    return tuple(PACK[card] for card in sorted(cards))


@dataclass(frozen=True)
class SecondBids:
    """At one score. `bids`: the first ones. `hands`: that the robot may hold, drawn for each
    bid that is answered; `draws`: of cards from the stock, for each of these."""

    tables: Tables
    score: Score
    bids: Mapping[Seat, Bids]
    worths: Worths
    hands: int
    draws: int = DRAWS

    def gains(self, seed: int, number: int) -> Iterator[Mapping[Seat, Gain]]:
        """Of deals as the robot bids them at first: none where it does not come to bid again."""
        random = np.random.default_rng(seed)
        for _deal in range(number):
            found = dict.fromkeys(Seat, NONE)
            start = self.exchanged(random)
            if start is not None:
                worth = self.worths[start.turned == KING]
                found[ELDER] = gain_of(self.elder_answer(random, start), worth)
                if self._does(start.state(self.score), start, ELDER, random) is Say.PROPOSE:
                    found[DEALER] = gain_of(self.dealer_answer(random, start), worth)
            yield found

    def exchanged(self, random: np.random.Generator) -> Exchanged | None:
        of = deals(random, 1)
        turned = int(of.turned[0])
        elder, dealer = (
            self.bids[seat].of(hands, turned)[0]
            for seat, hands in ((ELDER, of.elder), (DEALER, of.dealer))
        )
        is_over = (turned == KING) not in self.worths
        if is_over or random.random() < elder[0] or random.random() < dealer[0]:
            return None
        taken = CARDS - min(_held(of.elder) + (random.random() < elder[1]), CARDS - 1)
        kept = min(_held(of.dealer) + (random.random() < dealer[taken]), CARDS)
        hands, stock = [tuple(map(int, row[0])) for row in (of.elder, of.dealer)], of.stock[0]
        last = taken + CARDS - kept
        return Exchanged(
            Player(hands[0], hands[0][CARDS - taken :], tuple(map(int, stock[:taken]))),
            Player(hands[1], hands[1][kept:], tuple(map(int, stock[taken:last]))),
            turned,
        )

    def elder_answer(self, random: np.random.Generator, start: Exchanged) -> Answer:
        plays, own = self._robot(random, start, ELDER)
        numbers = range(1, CARDS + 1)
        worth = np.zeros((0, CARDS + 1))
        for dealer in self._others(random, start, DEALER):
            of = start._replace(dealer=dealer)
            state, _ = apply(of.state(self.score), Say.PROPOSE)
            row = np.zeros((1, CARDS + 1))
            if self._does(state, of, DEALER, random) is Say.ACCEPT:
                state = _acted(state, Say.ACCEPT, _discard(start.elder.hand[:1]))
                thrown = cast(Discard, self._does(state, of, DEALER, random))
                row[:] = self._gains(random, of, [*_lowest(start.elder, numbers), own], [thrown])
            worth = np.concatenate([worth, row])
        return _answer(np.zeros(len(worth), dtype=np.int64), worth, plays)

    def dealer_answer(self, random: np.random.Generator, start: Exchanged) -> Answer:
        plays, own = self._robot(random, start, DEALER)
        worth, group = np.zeros((0, CARDS + 2)), []
        for elder in self._others(random, start, ELDER):
            of = start._replace(elder=elder)
            state = of.state(self.score)
            if self._does(state, of, ELDER, random) is Say.PROPOSE:
                state = _acted(state, Say.PROPOSE, Say.ACCEPT)
                thrown = cast(Discard, self._does(state, of, ELDER, random))
                choices = [*_lowest(start.dealer, range(CARDS + 1)), own]
                row = -self._gains(random, of, [thrown], choices)
                worth = np.concatenate([worth, row[None, :]])
                group.append(len(thrown))
        return _answer(np.array(group, dtype=np.int64), worth, plays)

    def _does(self, state: State, of: Exchanged, seat: Seat, random: np.random.Generator) -> Action:
        done = strong.action(view(state, seat), of.memory(seat), self.tables, random.random())
        assert done is not None  # noqa: S101 - it is theirs to act
        return done

    def _robot(
        self, random: np.random.Generator, start: Exchanged, seat: Seat
    ) -> tuple[bool, Discard]:
        """Whether the robot plays its own cards as they are, and else what it throws."""
        state = start.state(self.score)
        if seat is DEALER:
            state = _acted(state, Say.PROPOSE)
        said = self._does(state, start, seat, random)
        if said in (Say.STAND, Say.REFUSE):
            return True, ()
        state = _acted(state, said)
        state = _acted(state, Say.ACCEPT if seat is ELDER else _discard(start.elder.hand[:1]))
        return False, cast(Discard, self._does(state, start, seat, random))

    def _others(
        self, random: np.random.Generator, start: Exchanged, seat: Seat
    ) -> Iterator[Player]:
        """Those that may sit there, as often as what they did says."""
        own, took = start.of(seat.other), len(start.of(seat).thrown)
        known = {*own.dealt, *own.drawn, start.turned}
        unseen = np.array([card for card in range(len(PACK)) if card not in known])
        every = kept_first(unseen[_choices_of(len(unseen))])
        hands = self.bids[seat].of_sample(every, start.turned)
        rows = self.bids[seat].of(hands, start.turned)
        more = rows[:, 1 if seat is ELDER else len(own.thrown)]
        most = CARDS - 1 if seat is ELDER else CARDS
        takes = sum(
            often * (CARDS - np.minimum(held(hands) + kept, most) == took)
            for kept, often in ((0, 1 - more), (1, more))
        )
        for place in drawn(random, (1 - rows[:, 0]) * takes, self.hands):
            dealt = tuple(map(int, hands[place]))
            rest = np.setdiff1d(unseen, dealt)
            cards = tuple(map(int, random.permutation(rest)[:took]))
            yield Player(dealt, dealt[CARDS - took :], cards)

    def _gains(
        self,
        random: np.random.Generator,
        of: Exchanged,
        elders: Sequence[Discard],
        dealers: Sequence[Discard],
    ) -> Floats:
        """Of each pair of discards, one of them many: over playing the cards as they are."""
        worth = self.worths[of.turned == KING][EXCHANGED]
        hands = [kept_first(np.array([player.hand])) for player in (of.elder, of.dealer)]
        now = float(worth[played_out(*hands)][0])
        known = {*of.elder.dealt, *of.elder.drawn, *of.dealer.dealt, *of.dealer.drawn, of.turned}
        rest = np.array([card for card in range(len(PACK)) if card not in known])
        stock = random.permuted(np.tile(rest, (self.draws, 1)), axis=1)
        found = []
        for elder, dealer in product(elders, dealers):
            after = [
                _after(player.hand, thrown, stock[:, first : first + len(thrown)])
                for player, thrown, first in (
                    (of.elder, elder, 0),
                    (of.dealer, dealer, len(elder)),
                )
            ]
            found.append(float(worth[played_out(*after)].mean()) - now)
        return np.array(found)


def _after(hand: tuple[int, ...], thrown: Discard, cards: Ints) -> Ints:
    kept = [card for card in hand if PACK[card] not in thrown]
    return np.concatenate([np.tile(kept, (len(cards), 1)).astype(np.int64), cards], axis=1)


def _lowest(player: Player, numbers: Iterable[int]) -> Iterator[Discard]:
    hand = kept_first(np.array([player.hand]))[0]
    for number in numbers:
        yield _discard(tuple(map(int, hand[CARDS - number :])))


def _acted(state: State, *actions: Action) -> State:
    for action in actions:
        state, _ = apply(state, action)
    return state


def _answer(group: Ints, worth: Floats, plays: bool) -> Answer:
    """The last choice is the robot's own."""
    robot = np.zeros((CARDS + 1, worth.shape[1]))
    robot[:, -1] = 1
    return Exchanges(group, worth, 1.0, robot).answer(0.0, 0.0, float(plays))


def _held(hands: Ints) -> int:
    return int(held(hands)[0])


@cache
def _choices_of(number: int) -> Ints:
    return np.array(list(combinations(range(number), CARDS)))
