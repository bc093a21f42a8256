"""A hand as a row of pictures: the table after the deal, and after each act of the notation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.engine.cards import PACK, Card, suit
from games.engine.facts import Mark
from games.engine.hand.play import takes
from games.engine.hand.state import Say
from games.engine.notation.tokens import DealBegins, text
from games.engine.notation.values import (
    Cards,
    Comment,
    Hand,
    Holds,
    Plays,
    Says,
    ScoreBefore,
    Step,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)
from games.engine.records import TRICKS_IN_A_HAND, MarkKind
from games.engine.seats import Seat
from games.engine.terms import Score

UNKNOWN: Final[Cards] = (None,) * TRICKS_IN_A_HAND
STOCK: Final = len(PACK) - 2 * TRICKS_IN_A_HAND - 1
ELDER_SAYS: Final = (Say.PROPOSE, Say.STAND)


@dataclass(frozen=True, slots=True)
class Trick:
    """`winner` None: it is not complete, or nobody wrote who took it."""

    leader: Seat
    cards: Cards
    winner: Seat | None = None

    @property
    def is_complete(self) -> bool:
        return len(self.cards) == 2

    @property
    def by_seat(self) -> Mapping[Seat, Card | None]:
        return dict(zip((self.leader, self.leader.other), self.cards, strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """`tricks` with the one that lies on the table, whole or not, until the next is led.

    `aside`: what the elder hand discarded last.
    """

    dealer: Seat
    turn_up: Card | None = None
    hands: Mapping[Seat, Cards]
    thrown: Mapping[Seat, Cards]
    aside: Cards = ()
    stock: int = STOCK
    leader: Seat
    tricks: tuple[Trick, ...] = ()

    @property
    def trump(self) -> int | None:
        return None if self.turn_up is None else suit(self.turn_up)

    @property
    def trick(self) -> Trick | None:
        return self.tricks[-1] if self.tricks else None

    @property
    def to_play(self) -> Seat:
        if self.trick is not None and not self.trick.is_complete:
            return self.trick.leader.other
        return self.leader

    def won(self, seat: Seat) -> int:
        return sum(trick.winner is seat for trick in self.tricks)


def dealt(hand: Hand, dealer: Seat) -> Table:
    """Before anybody has spoken."""
    held = {holds.seat: holds.cards for holds, _place in hand.each(Holds)}
    turned = hand.only(TurnUp)
    return Table(
        dealer=dealer,
        turn_up=turned.card if turned else None,
        hands={seat: held.get(seat, UNKNOWN) for seat in Seat},
        thrown=dict.fromkeys(Seat, ()),
        leader=dealer.other,
    )


def speaker(table: Table, said: Says) -> Seat:
    if said.seat is not None:
        return said.seat
    if said.say is Say.ABANDON:
        return table.to_play
    return table.dealer.other if said.say in ELDER_SAYS else table.dealer


def after(table: Table, step: Step) -> Table:
    if isinstance(step, Throws):
        thrown = {**table.thrown, step.seat: table.thrown[step.seat] + step.cards}
        aside = step.cards if step.seat is not table.dealer else table.aside
        hands = _hands_without(table, step.seat, step.cards)
        return replace(table, hands=hands, thrown=thrown, aside=aside)
    if isinstance(step, Takes):
        hands = {**table.hands, step.seat: table.hands[step.seat] + step.cards}
        return replace(table, hands=hands, stock=table.stock - len(step.cards))
    if isinstance(step, Plays):
        return _with_card(table, step.card)
    if isinstance(step, TrickTo):
        return _with_trick_to(table, step.seat)
    if isinstance(step, Says) and step.say is Say.NOT_ENOUGH:
        return _with_discard_back(table)
    return table


def _with_discard_back(table: Table) -> Table:
    """The elder hand takes up again the last discard."""
    elder = table.dealer.other
    hands = {**table.hands, elder: table.hands[elder] + table.aside}
    left = len(table.thrown[elder]) - len(table.aside)
    thrown = {**table.thrown, elder: table.thrown[elder][:left]}
    return replace(table, hands=hands, thrown=thrown)


def _hands_without(table: Table, seat: Seat, cards: Cards) -> Mapping[Seat, Cards]:
    """The hands after cards were put down; one that was not known is one of the unknown."""
    hand = list(table.hands[seat])
    for card in cards:
        if card in hand:
            hand.remove(card)
        elif None in hand:
            hand.remove(None)
    return {**table.hands, seat: tuple(hand)}


def _with_card(table: Table, card: Card | None) -> Table:
    seat, trick = table.to_play, table.trick
    table = replace(table, hands=_hands_without(table, seat, (card,)))
    if trick is None or trick.is_complete:
        return replace(table, tricks=(*table.tricks, Trick(seat, (card,))))
    whole = replace(trick, cards=(*trick.cards, card))
    table = replace(table, tricks=(*table.tricks[:-1], whole))
    winner = _winner(whole, table.trump)
    return table if winner is None else _with_trick_to(table, winner)


def _winner(trick: Trick, trump: int | None) -> Seat | None:
    led, answer = trick.cards
    if led is None or answer is None:
        return None
    if trump is None and suit(led) != suit(answer):
        return None
    wins = takes(answer, led, -1 if trump is None else trump)
    return trick.leader.other if wins else trick.leader


def _with_trick_to(table: Table, seat: Seat) -> Table:
    if table.trick is None:
        return table
    tricks = (*table.tricks[:-1], replace(table.trick, winner=seat))
    return replace(table, tricks=tricks, leader=seat)


ACTS: Final = (Says, Throws, Takes, Plays)
DEALT: Final = (Holds, TurnUp, ScoreBefore)
KINGS: Final = {Say.MARK: MarkKind.KING_TURNED, Say.KING: MarkKind.KING_HELD}


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the notation, and the picture that it belongs to. `whose`: of the one who
    sees its cards, and `unseen` how it is written without them."""

    text: str
    frame: int
    is_comment: bool = False
    whose: Seat | None = None
    unseen: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """`act` by `seat` led to it; the deal has none. `marks`: made by it. `score`: with them."""

    table: Table
    act: Step | None
    seat: Seat
    marks: tuple[Mark, ...]
    score: Score


@dataclass(frozen=True, slots=True)
class Replay:
    frames: tuple[Frame, ...]
    tokens: tuple[Token, ...]


def replay(hand: Hand, dealer: Seat, marks: Sequence[Mark], before: Score) -> Replay:
    """`marks`: all that counted in the hand, in the order in which they were made."""
    table = dealt(hand, dealer)
    pictures: list[tuple[Table, Step | None, Seat]] = [(table, None, dealer)]
    tokens = [Token(text(DealBegins(hand.dealer, hand.order)), 0)]
    for step in hand.steps:
        if isinstance(step, ACTS):
            seat = _actor(table, step)
            table = after(table, step)
            pictures.append((table, step, seat))
        elif isinstance(step, TrickTo):
            table = after(table, step)
            pictures[-1] = (table, *pictures[-1][1:])
        frame = 0 if isinstance(step, DEALT) else len(pictures) - 1
        tokens.append(_token(step, frame))
    return Replay(_marked(pictures, list(marks), before), tuple(tokens))


def moments(hand: Hand) -> tuple[int, ...]:
    """The frame before each action of the engine: the deal, words, discards and cards. To take
    cards is no action of its own."""
    before = [0]
    frame = 0
    for step in hand.steps:
        if isinstance(step, ACTS):
            if not isinstance(step, Takes):
                before.append(frame)
            frame += 1
    return tuple(before)


def _token(step: Step, frame: int) -> Token:
    if isinstance(step, Holds | Throws | Takes):
        unseen = replace(step, cards=(None,) * len(step.cards))
        return Token(text(step), frame, whose=step.seat, unseen=text(unseen))
    return Token(text(step), frame, isinstance(step, Comment))


def _actor(table: Table, step: Step) -> Seat:
    if isinstance(step, Says):
        return speaker(table, step)
    if isinstance(step, Throws | Takes):
        return step.seat
    return table.to_play


def _marked(
    pictures: Sequence[tuple[Table, Step | None, Seat]], marks: list[Mark], before: Score
) -> tuple[Frame, ...]:
    """A king is marked when it is said; what is left of the marks when all is over."""
    frames: list[Frame] = []
    score = before
    for number, (table, act, seat) in enumerate(pictures):
        kind = KINGS.get(act.say) if isinstance(act, Says) else None
        made = [mark for mark in marks if kind is not None and mark.kind is kind]
        if number == len(pictures) - 1:
            made = marks
        marks = [mark for mark in marks if mark not in made]
        for mark in made:
            score = score.plus(mark.seat, mark.points)
        by = made[0].seat if kind and made else seat
        frames.append(Frame(table, act, by, tuple(made), score))
    return tuple(frames)
