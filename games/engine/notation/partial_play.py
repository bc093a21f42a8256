"""What is known of each player's cards, and who played what, where not every card was seen."""

from dataclasses import dataclass, field

from games.engine.cards import Card, king_of, suit
from games.engine.codes import Rule
from games.engine.hand.dealing import CARDS
from games.engine.hand.legality import reply_fault
from games.engine.hand.play import replies, takes
from games.engine.hand.state import Laws, Say
from games.engine.records import TRICKS_IN_A_HAND, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat

from .full_hands import player_expected, refused, trick_to
from .values import Cards, Fault, NotationError, Place, Says, TrickTo


@dataclass(slots=True)
class KnownCards:
    """`sure`: cards in hand. `maybe`: were in hand before unseen cards left it.

    `gone`: no longer in hand. `unseen`: at most so many cards of the hand are unknown; `total`:
    how many are in hand; `due`: how many were put aside and not yet replaced.
    """

    sure: set[Card] = field(default_factory=set)
    maybe: set[Card] = field(default_factory=set)
    gone: set[Card] = field(default_factory=set)
    unseen: int = CARDS
    total: int = CARDS
    due: int = 0

    def copy(self) -> "KnownCards":
        sets = {*self.sure}, {*self.maybe}, {*self.gone}
        return KnownCards(*sets, self.unseen, self.total, self.due)

    def dealt(self, cards: Cards) -> None:
        self.sure = {card for card in cards if card is not None}
        self.unseen = cards.count(None)

    def throws(self, cards: Cards) -> None:
        self.parts(cards)
        self.due = len(cards)

    def takes(self, cards: Cards) -> None:
        self.sure |= {card for card in cards if card is not None}
        self.unseen += cards.count(None)
        self.total += len(cards)
        self.due = 0

    def completed(self) -> None:
        """The cards taken were not noted."""
        self.takes((None,) * self.due)

    def may_have(self, card: Card) -> bool:
        if card in self.sure or card in self.maybe:
            return True
        return card not in self.gone and (self.unseen > 0 or self.due > 0)

    def has(self, card: Card) -> None:
        """It turns out to be one of these."""
        if card not in self.sure and card not in self.maybe:
            self.unseen = max(0, self.unseen - 1)
        self.maybe.discard(card)
        self.sure.add(card)

    def parts(self, cards: Cards) -> None:
        """With cards that may be in hand."""
        named = [card for card in cards if card is not None]
        for card in named:
            self.has(card)
        self.sure.difference_update(named)
        self.gone.update(named)
        self.total -= len(cards)
        if len(named) < len(cards):
            self.maybe |= self.sure
            self.sure = set()
        self.unseen = min(self.unseen, self.total)
        if self.total == 0:
            self.gone |= self.maybe
            self.maybe = set()


@dataclass(slots=True)
class PlayedCard:
    """`seat` None: it does not follow who."""

    seat: Seat | None
    card: Card | None
    place: Place


class Trail:
    """`owners`: of each card that is known, whose it is or was; the turn-up is nobody's."""

    def __init__(
        self,
        laws: Laws,
        dealer: Seat,
        turned: Card | None,
        known_cards: dict[Seat, KnownCards],
        owners: dict[Card, Seat | None],
    ) -> None:
        self.laws, self.dealer, self.known_cards, self.owners = laws, dealer, known_cards, owners
        self.trump = None if turned is None else suit(turned)
        self.cards: list[PlayedCard] = []
        self.winners: list[Seat | None] = []
        self.to_play: Seat | None = dealer.other
        self.trick_open = False
        self.abandoned_by: Seat | None = None

    @property
    def over(self) -> bool:
        return self.abandoned_by is not None or len(self.winners) == TRICKS_IN_A_HAND

    @property
    def all_tricks(self) -> bool:
        """Whether it tells who made every trick there was."""
        return self.over and None not in self.winners

    @property
    def made(self) -> Tricks:
        return Tricks(self.winners.count(Seat.A), self.winners.count(Seat.B))

    def plays(self, card: Card | None, place: Place) -> None:
        seat = self.to_play
        if card is not None:
            seat = self._played(seat, card, place)
        elif seat is not None:
            self.known_cards[seat].parts((None,))
        if self.trick_open and self.to_play is None:
            # The player who leads has made the trick before.
            self.winners[-1] = seat
        self.cards.append(PlayedCard(seat, card, place))
        self.trick_open = len(self.cards) % 2 == 0
        if self.trick_open:
            self.to_play = self._winner()
            self.winners.append(self.to_play)
        else:
            self.to_play = seat.other if seat else None

    def _played(self, seat: Seat | None, card: Card, place: Place) -> Seat | None:
        """Whose it is. Law 39: a card played stays. Law 40: nobody plays out of turn."""
        code = self.laws.code
        if any(one.card == card for one in self.cards):
            raise refused(code, RefusalCode.CARD_PLAYED, place, Rule.CARD_STAYS)
        owner = self.owners.get(card, seat)
        turned = owner is None and card in self.owners
        if turned or (owner and not self.known_cards[owner].may_have(card)):
            raise refused(code, RefusalCode.CARD_NOT_HELD, place, Rule.FIVE_TO_EACH)
        if seat not in (None, owner):
            raise refused(code, RefusalCode.OUT_OF_TURN, place, Rule.PLAY_IN_TURN)
        if owner is not None:
            self.owners[card] = owner
            self.known_cards[owner].parts((card,))
        return owner

    def _winner(self) -> Seat | None:
        led, answer = self.cards[-2:]
        if led.seat is None or led.card is None or answer.card is None:
            return None
        if suit(led.card) != suit(answer.card) and self.trump is None:
            return None
        # Of one suit it is the higher card, whatever is trumps.
        wins = takes(answer.card, led.card, self.trump or 0)
        return led.seat.other if wins else led.seat

    def trick_to(self, step: TrickTo, place: Place) -> None:
        if not self.trick_open:
            raise NotationError(Fault.TRICK_EXPECTED, place)
        trick_to(step, self.winners[-1] or step.seat, place)
        self.winners[-1] = self.to_play = step.seat
        self.trick_open = False

    def abandons(self, step: Says, place: Place) -> None:
        seat = step.seat or self.to_play
        if seat is None:
            raise player_expected(Say.ABANDON, place)
        if self.to_play not in (None, seat):
            code = self.laws.code
            raise refused(code, RefusalCode.OUT_OF_TURN, place, Rule.PLAY_IN_TURN)
        self.abandoned_by = seat

    def check(self) -> None:
        """The cards a player played later show what they held: did they follow, and take?

        More cards in hand would bind them more, never less.
        """
        code = self.laws.code
        for number, (led, answer) in enumerate(
            zip(self.cards[::2], self.cards[1::2], strict=False)
        ):
            if led.card is None or answer.card is None or answer.seat is None:
                continue
            rest = self.cards[2 * number + 1 :]
            later = {one.card for one in rest if one.seat is answer.seat and one.card is not None}
            hand = tuple(sorted(later | self.known_cards[answer.seat].sure))
            trump = suit(led.card) if self.trump is None else self.trump
            allowed = replies(hand, led.card, trump)
            if answer.card not in allowed:
                which, rules = reply_fault(led.card, answer.card, allowed[0])
                raise refused(code, which, answer.place, *rules, legal=allowed)

    def king_fault(self, seat: Seat, king: Card | None, *, in_play: bool) -> RefusalCode | None:
        """Why the king cannot be announced now. `king` None: trumps are not known."""
        if not self._may_hold(seat, king):
            return RefusalCode.KING_NOT_HELD
        if not in_play:
            return None if self.laws.king_before_play else RefusalCode.KING_TOO_EARLY
        return None if self._in_time(seat, king) else RefusalCode.KING_TOO_LATE

    def _may_hold(self, seat: Seat, king: Card | None) -> bool:
        if king is None or any(one.card == king for one in self.cards):
            return king is None or self.owners.get(king, seat) is seat
        if self.owners.get(king, seat) is not seat or not self.known_cards[seat].may_have(king):
            return False
        self.known_cards[seat].has(king)
        self.owners[king] = seat
        return True

    def _in_time(self, seat: Seat, king: Card | None) -> bool:
        """Before their first card, or right after it if it was the king."""
        if self.over or any(one.seat is None for one in self.cards):
            return False
        own = [one for one in self.cards if one.seat is seat]
        if not own:
            return not self.cards or self.laws.king_after_lead
        was_king = own[0].card is None or own[0].card == (king or king_of(suit(own[0].card)))
        last = len(own) == 1 and self.cards[-1] is own[0]
        return last and was_king and self.laws.king_after_card[len(self.cards) - 1]
