"""A hand of which every card is known, played through; and what the steps of any hand come to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from games.engine.cards import NAMES, PACK, Card
from games.engine.codes import Code, Rule
from games.engine.hand import apply
from games.engine.hand.dealing import CARDS, TURNED
from games.engine.hand.legality import refusal
from games.engine.hand.state import THREE_TWO, Action, Deal, Order, Phase, Say, State
from games.engine.hand.views import abandoned_by
from games.engine.records import King, Opening, Tricks
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat

from .tokens import card_text, cards_text, seat_text
from .values import (
    Cards,
    Fault,
    Hand,
    Holds,
    NotationError,
    Place,
    Plays,
    Says,
    Stock,
    Takes,
    Throws,
    TrickTo,
    TurnUp,
)

_MANY = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFacts:
    """`made`: tricks that were seen to be made. `all_tricks`: they are all of them.

    `begun`, `state`: of a hand wholly known, before its deal and as it was left.
    """

    opening: Opening | None = None
    kings: tuple[King, ...] = ()
    made: Tricks
    all_tricks: bool = False
    abandoned_by: Seat | None = None
    begun: State | None = None
    state: State | None = None


def refused(
    code: Code, which: RefusalCode, place: Place, *rules: Rule, legal: tuple[Action, ...] = ()
) -> NotationError:
    expected = tuple(map(action_text, legal)) if len(legal) <= _MANY else ()
    return NotationError(which, place, law=code.source(*rules), expected=expected)


def refusal_error(refusal: Refusal, place: Place, legal: tuple[Action, ...] = ()) -> NotationError:
    """A refusal of the engine, at its place."""
    expected = tuple(map(action_text, legal)) if len(legal) <= _MANY else ()
    return NotationError(
        refusal.code, place, law=refusal.law, expected=expected, params=refusal.params
    )


def action_text(action: Action) -> str:
    """Of what a player does."""
    if isinstance(action, Say):
        return action.value
    return card_text(action) if isinstance(action, int) else "-" + cards_text(cast(Cards, action))


def player_expected(say: Say, place: Place) -> NotationError:
    expected = tuple(f"{say.value}:{seat.value.upper()}" for seat in Seat)
    return NotationError(Fault.PLAYER_EXPECTED, place, expected=expected)


_STOCK = len(PACK) - TURNED - 1


@dataclass(slots=True)
class Exchange:
    """One exchange: what each put aside and took."""

    thrown: dict[Seat, Cards] = field(default_factory=dict)
    taken: dict[Seat, Cards] = field(default_factory=dict)
    over: bool = False
    given: bool = True

    def is_complete(self) -> bool:
        """Whether all of it was noted; nothing is taken before both have put their cards aside."""
        waiting = not self.over and not self.taken and len(self.thrown) < len(Seat)
        if waiting or not self.given:
            return True
        return all(
            len(cards) == len(self.taken.get(seat, ())) for seat, cards in self.thrown.items()
        )

    def cards_drawn(self) -> int:
        """How many cards left the stock, noted or not."""
        came = self.thrown if self.over and self.given else self.taken
        return sum(map(len, came.values()))

    def take(self, step: Takes, place: Place) -> None:
        thrown = self.thrown.get(step.seat)
        if thrown is None or self.over or step.seat in self.taken:
            raise NotationError(Fault.NO_CARDS_DUE, place)
        if len(thrown) != len(step.cards):
            raise _wrong_number(place, len(step.cards), len(thrown))
        self.taken[step.seat] = step.cards


def exchanges(hand: Hand) -> tuple[Exchange, ...]:
    """Raises NotationError for cards that are not as many as were thrown."""
    rounds = [Exchange(over=True)]
    for index, step in enumerate(hand.steps):
        if isinstance(step, Throws):
            if rounds[-1].over:
                rounds.append(Exchange())
            rounds[-1].thrown[step.seat] = step.cards
        elif isinstance(step, Takes):
            rounds[-1].take(step, hand.place_of(index))
        elif isinstance(step, Plays) or (isinstance(step, Says) and step.say in _AFTER):
            rounds[-1].over = True
            if isinstance(step, Says) and step.say is Say.NOT_ENOUGH:
                rounds[-1].given = False
    return tuple(rounds)


_AFTER = (Say.PROPOSE, Say.STAND, Say.NOT_ENOUGH)


def check_cards(code: Code, hand: Hand) -> None:
    """What there cannot be in any hand that is dealt as it should. Raises NotationError."""
    for holds, place in hand.each(Holds):
        if len(holds.cards) != CARDS:
            raise _wrong_number(place, len(holds.cards), CARDS)
    for throws, place in hand.each(Throws):
        if len(throws.cards) > CARDS:
            raise _wrong_number(place, len(throws.cards), CARDS)
    taken = sum(one.cards_drawn() for one in exchanges(hand))
    for stock, place in hand.each(Stock):
        if len(stock.cards) + taken > _STOCK:
            raise _wrong_number(place, len(stock.cards), _STOCK - taken)
    _each_card_once(code, hand)


def _each_card_once(code: Code, hand: Hand) -> None:
    cards: set[Card] = set()
    for card, place in _cards_of_pack(hand):
        if card in cards:
            law = code.source(Rule.WHOLE_PACK)
            raise NotationError(Fault.CARD_TWICE, place, law=law, params={"card": NAMES[card]})
        cards.add(card)


def _cards_of_pack(hand: Hand) -> Iterator[tuple[Card, Place]]:
    """Every card that is noted as coming from the pack."""
    for index, step in enumerate(hand.steps):
        cards: Cards = ()
        if isinstance(step, Holds | Takes | Stock):
            cards = step.cards
        elif isinstance(step, TurnUp):
            cards = (step.card,)
        for card in cards:
            if card is not None:
                yield card, hand.place_of(index)


def _wrong_number(place: Place, number: int, wanted: int) -> NotationError:
    return NotationError(Fault.CARDS_NUMBER, place, params={"found": number, "wanted": wanted})


def deal(hand: Hand, dealer: Seat, chosen: Order | None) -> Deal | None:
    """Of a hand wholly known; the stock goes on as it was noted, and then in any order.

    `chosen`: how the dealer has dealt before in this game.
    """
    hands = {one.seat: one.cards for one, _place in hand.each(Holds)}
    turned = hand.only(TurnUp)
    if len(hands) < len(Seat) or turned is None or not _is_complete(hand):
        return None
    rounds = exchanges(hand)
    if not all(one.is_complete() for one in rounds):
        return None
    order = hand.order or chosen or THREE_TWO
    elder, own = hands[dealer.other], hands[dealer]
    first = order[0]
    cards = (*elder[:first], *own[:first], *elder[first:], *own[first:], turned.card)
    for one in rounds:
        cards += (*one.taken.get(dealer.other, ()), *one.taken.get(dealer, ()))
    return Deal(_filled(cards, hand.only(Stock)), order)


def _is_complete(hand: Hand) -> bool:
    """No card that was dealt, thrown, taken or played is unknown."""
    for step in hand.steps:
        if isinstance(step, Holds | Throws | Takes) and None in step.cards:
            return False
        if isinstance(step, TurnUp | Plays) and step.card is None:
            return False
    return True


def _filled(dealt: Cards, stock: Stock | None) -> tuple[Card, ...]:
    """The stock as far as it was noted, then what is left of the pack."""
    noted = (*dealt, *(stock.cards if stock else ()))
    left = iter([card for card in PACK if card not in noted])
    every = [next(left) if card is None else card for card in noted]
    return (*every, *left)


def play_through(begun: State, dealt: Deal, hand: Hand) -> HandFacts:
    """Raises NotationError for the first action that the laws do not allow."""
    state = act(begun, dealt, None, hand.place)
    made: Seat | None = None
    for index, step in enumerate(hand.steps):
        place = hand.place_of(index)
        if isinstance(step, Says):
            state = act(state, step.say, step.seat, place)
        elif isinstance(step, Throws):
            thrown = tuple(sorted(card for card in step.cards if card is not None))
            state = act(state, thrown, step.seat, place)
        elif isinstance(step, Plays) and step.card is not None:
            after = act(state, step.card, None, place)
            made = None if state.lead is None else trick_winner(state, after)
            state = after
        elif isinstance(step, TrickTo):
            trick_to(step, made, place)
            made = None
    return HandFacts(
        opening=state.opening,
        kings=state.kings,
        made=state.tricks,
        all_tricks=state.phase is Phase.OVER and _is_played(state),
        abandoned_by=abandoned_by(state),
        begun=begun,
        state=state,
    )


def act(state: State, action: Action, by: Seat | None, place: Place) -> State:
    refused_action = refusal(state, action, by)
    if refused_action is not None:
        raise refusal_error(refused_action, place, state.legal)
    return apply(state, action)[0]


def _is_played(state: State) -> bool:
    """A king that ended the game leaves the tricks open."""
    return abandoned_by(state) is not None or not (state.elder_hand or state.dealer_hand)


def trick_winner(before: State, after: State) -> Seat:
    """Of the trick that was completed."""
    return Seat.A if after.tricks.a > before.tricks.a else Seat.B


def trick_to(step: TrickTo, made: Seat | None, place: Place) -> None:
    if made is None:
        raise NotationError(Fault.TRICK_EXPECTED, place)
    if step.seat is not made:
        expected = (f"/{seat_text(made)}",)
        raise NotationError(Fault.TRICK_CONTRADICTS, place, expected=expected)
