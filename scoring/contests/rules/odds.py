"""The chance to win a game from each score: exact, once the chances of a single hand are given.

The deal alternates and each hand is played alike at any score. Marks count in the order in which
they are made, so that a king that makes five ends the game before a card is played.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from fractions import Fraction
from math import comb, sqrt
from typing import NamedTuple

from games.engine import hand
from games.engine.cards import KING, PACK, Card, rank, suit
from games.engine.codes import Code
from games.engine.exact.solving import position_of, solve
from games.engine.exact.weighing import MOST_AGAINST, points
from games.engine.hand.state import DEALER, ELDER, Action, Deal, Discard, Phase, Say, State
from games.engine.records import TRICKS_IN_A_HAND
from games.engine.seats import Seat
from games.engine.terms import GAME_IS


class Side(IntEnum):
    DEALER = 0
    ELDER = 1


Marks = tuple[tuple[Side, int], ...]
"""Of one hand, in the order in which they are made. Empty: nobody marked anything."""
Outcomes = Mapping[Marks, int]
"""In how many of the hands these marks were made."""


class Counted(NamedTuple):
    """Hands played from packs shuffled from `seed`. `first`: the counts of the first of them.
    `compared`: of the first so many, played in each of `WAYS`."""

    seed: int
    first_hands: int
    first: Outcomes
    outcomes: Outcomes
    compared: Mapping[str, Outcomes]

    @property
    def hands(self) -> int:
        return sum(self.outcomes.values())


class At(NamedTuple):
    """A score, as whoever deals next sees it."""

    dealer: int
    elder: int

    @property
    def dealt_by_other(self) -> "At":
        """The same score seen by the other, whose deal it is."""
        return At(self.elder, self.dealer)


Chances = Mapping[At, Fraction]
"""That the dealer wins the game."""

SCORES = tuple(At(dealer, elder) for dealer in range(GAME_IS) for elder in range(GAME_IS))


class NeverEndsError(ValueError):
    """In none of the hands did anybody mark anything."""


def chances(outcomes: Outcomes) -> Chances:
    """From the highest scores down: each hand leads to a higher score, or to the same one."""
    if not any(marks and hands for marks, hands in outcomes.items()):
        raise NeverEndsError
    found: dict[At, Fraction] = {}
    for at in sorted(SCORES, key=sum, reverse=True):
        if at not in found:
            found.update(_solved(at, outcomes, found))
    return found


def after(at: At, marks: Marks) -> Side | At:
    """Who has won the game; or the score as the next dealer sees it, who was the elder hand."""
    points = list(at)
    for side, worth in marks:
        points[side] += worth
        if points[side] >= GAME_IS:
            return side
    return At(*points).dealt_by_other


def _solved(at: At, outcomes: Outcomes, known: Chances) -> Iterator[tuple[At, Fraction]]:
    """The score with either dealing. A hand without marks leads from one to the other:

    x = own + void (1 - y) and y = others + void (1 - x), which two equations give both.
    """
    other = at.dealt_by_other
    total = sum(outcomes.values())
    void = Fraction(outcomes.get((), 0), total)
    own = _wins(at, outcomes, known) / total
    others = own if other == at else _wins(other, outcomes, known) / total
    for one, first, second in ((at, own, others), (other, others, own)):
        yield one, (first + void - void * (second + void)) / (1 - void * void)


def _wins(at: At, outcomes: Outcomes, known: Chances) -> Fraction:
    """In how many of the hands the dealer wins in the end, but for those without marks."""
    won = Fraction(0)
    for marks, hands in outcomes.items():
        if not marks:
            continue
        then = after(at, marks)
        if isinstance(then, At):
            won += hands * (1 - known[then])
        elif then is Side.DEALER:
            won += hands
    return won


def errors(outcomes: Outcomes) -> Mapping[At, float]:
    """The standard error of each chance, the hands being a sample of all there are.

    By what one hand more of each kind moves it (the infinitesimal jackknife).
    """
    usual = chances(outcomes)
    squares = dict.fromkeys(SCORES, 0.0)
    for marks, hands in outcomes.items():
        moved = chances({**outcomes, marks: hands + 1})
        for at in SCORES:
            squares[at] += hands * float(moved[at] - usual[at]) ** 2
    return {at: sqrt(square) for at, square in squares.items()}


CARDS = TRICKS_IN_A_HAND


class Way(NamedTuple):
    """How both players play.

    stands_on       of the other's hands, won against, to stand or to refuse at first, when it costs
                    two to lose
    stands_later    the same after an exchange, when it costs no more than the point
    sees_both       the cards are played as well as possible with both hands seen; else by simple
                    rules from one's own hand
    """

    stands_on: Fraction = Fraction(2, 3)
    stands_later: Fraction = Fraction(1, 2)
    sees_both: bool = True


USUAL = Way()
"""The way behind the odds. The others are there to show how much depends on it."""
WAYS: Mapping[str, Way] = {
    "usual": USUAL,
    "bold": Way(stands_on=Fraction(1, 2), stands_later=Fraction(2, 5)),
    "careful": Way(stands_on=Fraction(4, 5), stands_later=Fraction(3, 5)),
    "own_hand": Way(sees_both=False),
}


class Spread(NamedTuple):
    """The score whose chance another way of playing changes most, and by how much."""

    at: At
    change: Fraction


def spreads(compared: Mapping[str, Outcomes]) -> Mapping[str, Spread]:
    """Of each way but the usual one, from the same packs."""
    usual = chances(compared["usual"])
    found = {}
    for way, counted in compared.items():
        if way != "usual":
            other = chances(counted)
            changes = {score: other[score] - usual[score] for score in SCORES}
            at = max(changes, key=lambda score: abs(changes[score]))
            found[way] = Spread(at, changes[at])
    return found


def outcome(code: Code, pack: tuple[Card, ...], way: Way = USUAL) -> Marks:
    """The marks of one hand at nothing all, in the order in which they are made."""
    state, _ = hand.apply(hand.begin(code, dealer=Seat.A), Deal(pack))
    while state.phase is not Phase.OVER:
        state, _ = hand.apply(state, choice(state, way))
    return marks_of(state)


def marks_of(state: State) -> Marks:
    """Of a hand that A dealt."""
    return tuple((_side(mark.seat), mark.points) for mark in state.marks)


def outcomes(code: Code, packs: Iterable[tuple[Card, ...]], way: Way = USUAL) -> Outcomes:
    counted: dict[Marks, int] = {}
    for pack in packs:
        marks = outcome(code, pack, way)
        counted[marks] = counted.get(marks, 0) + 1
    return counted


def choice(state: State, way: Way = USUAL) -> Action:
    """What whoever is to act does. A king is marked before anything else, whosever turn it is."""
    if state.aside and state.aside[0] in state.legal:
        return state.aside[0]
    if state.phase is Phase.PLAY:
        return _card(state) if way.sees_both else _own_card(state)
    own = state.dealer_hand if state.turn == DEALER else state.elder_hand
    if state.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER):
        return thrown(own, state.trump, state.left)
    least = way.stands_later if state.proposals else way.stands_on
    plays = won(own, _unseen(state, own), state.trump, state.turn == ELDER) >= least
    if state.phase is Phase.ANSWER:
        return Say.REFUSE if plays else Say.ACCEPT
    return Say.STAND if plays or not thrown(own, state.trump, state.left) else Say.PROPOSE


def thrown(own: tuple[Card, ...], trump: int, left: int) -> Discard:
    """All but trumps and kings; the lowest first, if the stock has not as many for them."""
    poor = [card for card in own if suit(card) != trump and rank(card) != KING]
    return tuple(sorted(sorted(poor, key=lambda card: (rank(card), card))[:left]))


def won(own: tuple[Card, ...], unseen: tuple[Card, ...], trump: int, leads: bool) -> Fraction:
    """Of the hands that the other may hold, those against which the point can be forced."""
    return Fraction(points(own, unseen, trump, leads), comb(len(unseen), CARDS))


def _card(state: State) -> Card:
    """The best with all cards seen; of cards as good as each other, the lowest."""
    cards = solve(position_of(state)).cards
    best = max(cards.values())
    return min(card for card, tricks in cards.items() if tricks == best)


def _own_card(state: State) -> Card:
    """Leading: the highest trump of three or more, else the highest card of the longest suit.
    Following: the lowest card that takes the trick, else the lowest of all."""
    own = [card for card in state.legal if isinstance(card, int)]
    by_suit = {one: [card for card in own if suit(card) == one] for one in map(suit, own)}
    trumps = by_suit.get(state.trump, [])
    if state.lead is None:
        plain = [cards for one, cards in by_suit.items() if one != state.trump]
        longest = max(plain, key=lambda cards: (len(cards), max(map(rank, cards))), default=trumps)
        return max(trumps if len(trumps) > MOST_AGAINST else longest, key=rank)
    return min(own, key=lambda card: (suit(card) == state.trump, rank(card), card))


def _unseen(state: State, own: tuple[Card, ...]) -> tuple[Card, ...]:
    """What the other or the stock may hold, as far as the player's own cards and discards tell."""
    discards = [action for action in state.hand_log if type(action) is tuple]
    known = {
        *own,
        state.turn_up,
        *(card for own_discards in discards[state.turn :: 2] for card in own_discards),
    }
    return tuple(card for card in PACK if card not in known)


def _side(seat: Seat) -> Side:
    return Side.DEALER if seat is Seat.A else Side.ELDER
