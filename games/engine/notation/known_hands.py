"""A hand whose text leaves out cards that follow from the others: from what was played, thrown and
taken, what each player was dealt."""

from dataclasses import replace

from games.engine.cards import Card, suit
from games.engine.hand.play import takes
from games.engine.records import TRICKS_IN_A_HAND
from games.engine.seats import Seat

from .contests import follow
from .evaluation import HandResult, evaluate
from .files import contests
from .headers import context
from .values import (
    Cards,
    Contest,
    Hand,
    Holds,
    NotationError,
    Plays,
    Ruled,
    Takes,
    Throws,
    TurnUp,
)


def hand_known(text: str) -> HandResult:
    """Of a text that was stored, one hand; with its `state`, if all cards can be told."""
    contest = next(contests(text.splitlines()))
    return played_through(contest, next(follow(contest)))


def played_through(contest: Contest, result: HandResult) -> HandResult:
    """A hand of the contest, with its `state` if all cards can be told."""
    if result.state is not None or result.dealer is None:
        return result
    completed = with_deal(result.hand, result.dealer)
    if completed is None:
        return result
    before = replace(
        context(contest), score=result.before, dealer=result.dealer, orders=(None, None)
    )
    try:
        return evaluate(before, completed, result.game, result.number)
    except NotationError:
        # The cards that follow from the play cannot have been dealt.
        return result


def with_deal(hand: Hand, dealer: Seat) -> Hand | None:
    """None if the cards of a player cannot be told, or laws were broken in the hand."""
    turned = hand.only(TurnUp)
    if turned is None or turned.card is None or any(hand.each(Ruled)):
        return None
    noted = {holds.seat: holds.cards for holds, _place in hand.each(Holds)}
    played = cards_played(hand, dealer, suit(turned.card))
    dealt = {seat: _dealt(hand, seat, noted.get(seat, ()), played[seat]) for seat in Seat}
    if not all(dealt.values()):
        return None
    holds = [Holds(seat, tuple(sorted(cards))) for seat, cards in dealt.items()]
    rest = [step for step in hand.steps if not isinstance(step, Holds)]
    return Hand(hand.dealer, hand.order, (*holds, *rest))


def _dealt(hand: Hand, seat: Seat, noted: Cards, played: set[Card]) -> set[Card]:
    """Empty if it cannot be told."""
    if len(noted) == TRICKS_IN_A_HAND and None not in noted:
        return {card for card in noted if card is not None}
    steps = [step for step in hand.steps if isinstance(step, Throws | Takes) and step.seat is seat]
    cards = set(played)
    for step in reversed(steps):
        named = {card for card in step.cards if card is not None}
        if len(named) < len(step.cards):
            return set()
        cards = cards | named if isinstance(step, Throws) else cards - named
    return cards if len(cards) == TRICKS_IN_A_HAND else set()


def cards_played(hand: Hand, dealer: Seat, trump: int) -> dict[Seat, set[Card]]:
    """As far as they are known, up to the first that is not."""
    played: dict[Seat, set[Card]] = {seat: set() for seat in Seat}
    leader, led = dealer.other, None
    for step, _place in hand.each(Plays):
        if step.card is None:
            break
        played[leader if led is None else leader.other].add(step.card)
        if led is None:
            led = step.card
        else:
            leader = leader.other if takes(step.card, led, trump) else leader
            led = None
    return played
