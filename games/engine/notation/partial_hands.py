"""A hand of which not every card is known, checked as far as it can be.

What is said, and how many cards are thrown, is judged by the engine on a deal of other cards:
it is the same whatever the cards are. Kings and the play are judged by the cards that are known.
"""

from games.engine.cards import KING, PACK, Card, king_of, rank, suit
from games.engine.codes import Rule
from games.engine.hand import apply
from games.engine.hand.dealing import TURNED
from games.engine.hand.legality import refusal
from games.engine.hand.state import THREE_TWO, Action, Deal, Order, Phase, Say, State
from games.engine.records import King, KingHow
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat

from .full_hands import HandFacts, act, player_expected, refusal_error, refused
from .partial_play import KnownCards, Trail
from .values import Cards, Hand, Holds, Place, Plays, Says, Step, Takes, Throws, TrickTo, TurnUp

CLOSING = (Say.PROPOSE, Say.STAND)
"""With these it is too late to note the cards that were taken."""


def check_partly(begun: State, dealer: Seat, hand: Hand) -> HandFacts:
    """Raises NotationError for the first action that cannot be, whatever the unknown cards."""
    return _Following(begun, dealer, hand).facts()


def _other_cards(hand: Hand, turned: Card | None) -> tuple[Card, ...]:
    """A pack for the talk: only the turn-up is the one of the hand."""
    if turned is None:
        marked = any(word.say is Say.MARK for word, _place in hand.each(Says))
        turned = king_of(0) if marked else PACK[0]
    others = [card for card in PACK if card != turned]
    return (*others[:TURNED], turned, *others[TURNED:])


def _is_word(action: Action) -> bool:
    return isinstance(action, Say)


class _Following:
    def __init__(self, begun: State, dealer: Seat, hand: Hand) -> None:
        self.hand, self.dealer = hand, dealer
        up = hand.only(TurnUp)
        self.turned = up.card if up else None
        order: Order = hand.order or begun.orders[dealer is Seat.B] or THREE_TWO
        pack = Deal(_other_cards(hand, self.turned), order)
        self.talk = act(begun, pack, None, hand.place)
        self.known_cards = {seat: KnownCards() for seat in Seat}
        self.before_throwing = KnownCards()
        self.owners: dict[Card, Seat | None] = {}
        self.kings: list[King] = []
        self.score = begun.score
        self.trail = Trail(begun.laws, dealer, self.turned, self.known_cards, self.owners)
        if self.turned is not None:
            self.owners[self.turned] = None
        for one, _place in hand.each(Holds):
            self.known_cards[one.seat].dealt(one.cards)
            self._owned(one.seat, one.cards)

    def facts(self) -> HandFacts:
        for index, step in enumerate(self.hand.steps):
            self._step(step, self.hand.place_of(index))
        self.trail.check()
        return HandFacts(
            opening=self.talk.opening,
            kings=tuple(self.kings),
            made=self.trail.made,
            all_tricks=self.trail.all_tricks,
            abandoned_by=self.trail.abandoned_by,
        )

    def _step(self, step: Step, place: Place) -> None:
        if isinstance(step, Says):
            self._words(step, place)
        elif isinstance(step, Throws):
            self._throws(step, place)
        elif isinstance(step, Takes):
            self.known_cards[step.seat].takes(step.cards)
            self._owned(step.seat, step.cards)
        elif isinstance(step, Plays):
            self._in_play(place)
            self.trail.plays(step.card, place)
        elif isinstance(step, TrickTo):
            self.trail.trick_to(step, place)

    def _owned(self, seat: Seat, cards: Cards) -> None:
        self.owners |= dict.fromkeys((card for card in cards if card is not None), seat)

    def _words(self, step: Says, place: Place) -> None:
        if step.say is Say.KING:
            self._king(step, place)
        elif step.say is Say.ABANDON:
            self._in_play(place)
            self.trail.abandons(step, place)
        else:
            self._goes_on(place)
            self.talk = self._talks(step.say, None, place)
            if step.say is Say.NOT_ENOUGH:
                self.known_cards[self.dealer.other] = self.before_throwing
            if step.say in CLOSING:
                self._completed()
            if step.say is Say.MARK:
                late = self.trail.over
                self._marked(self.dealer, KingHow.TURNED_LATE if late else KingHow.TURNED)

    def _talks(self, action: Action, by: Seat | None, place: Place) -> State:
        """Lists what may be done instead only as far as it does not depend on other cards."""
        refusal_found = refusal(self.talk, action, by)
        if refusal_found is None:
            return apply(self.talk, action)[0]
        legal = [one for one in self.talk.legal if one is not Say.KING]
        raise refusal_error(refusal_found, place, tuple(legal) if all(map(_is_word, legal)) else ())

    def _goes_on(self, place: Place) -> None:
        """The game is not over by a king."""
        if self.score.winner is not None:
            raise refused(self.talk.code, RefusalCode.GAME_OVER, place, Rule.GAME_IS_FIVE)

    def _in_play(self, place: Place) -> None:
        """Whether a card may be played now; else the engine says what has to be done first."""
        self._goes_on(place)
        if self.talk.phase is not Phase.PLAY:
            self._talks(Say.ABANDON, None, place)
        self._completed()
        if self.trail.over:
            raise refused(self.talk.code, RefusalCode.DEAL_DUE, place, Rule.DEAL_PASSES)

    def _completed(self) -> None:
        for cards in self.known_cards.values():
            cards.completed()

    def _throws(self, step: Throws, place: Place) -> None:
        """So many cards of a hand, whichever they are."""
        self._goes_on(place)
        thrown = self.talk.hand(step.seat)[: len(step.cards)]
        self.talk = self._talks(thrown, step.seat, place)
        cards = self.known_cards[step.seat]
        if step.seat is not self.dealer:
            self.before_throwing = cards.copy()
        for card in step.cards:
            if card is not None and not self._may_be_held(step.seat, card):
                raise refused(self.talk.code, RefusalCode.CARD_NOT_HELD, place, Rule.DISCARDING)
        cards.throws(step.cards)
        self._owned(step.seat, step.cards)

    def _may_be_held(self, seat: Seat, card: Card) -> bool:
        return self.owners.get(card, seat) is seat and self.known_cards[seat].may_have(card)

    def _king(self, step: Says, place: Place) -> None:
        self._goes_on(place)
        code = self.talk.code
        king = None if self.turned is None else king_of(suit(self.turned))
        seat = step.seat or (self.owners.get(king) if king is not None else None)
        if self.kings:
            raise refused(code, RefusalCode.KING_ALREADY_MARKED, place, Rule.ONE_KING)
        if seat is None and self.turned is not None and rank(self.turned) == KING:
            raise refused(code, RefusalCode.KING_NOT_HELD, place, Rule.KING_IN_TIME)
        if seat is None:
            raise player_expected(Say.KING, place)
        why = self.trail.king_fault(seat, king, in_play=self.talk.phase is Phase.PLAY)
        if why is not None:
            raise refused(code, why, place, Rule.KING_IN_TIME)
        self._marked(seat, KingHow.HELD)

    def _marked(self, seat: Seat, how: KingHow) -> None:
        self.kings.append(King(seat, how))
        self.score = self.score.plus(seat, 1)
