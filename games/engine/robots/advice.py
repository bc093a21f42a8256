"""What each action is worth, from a view and what earlier views of the hand showed.

The worth is the chance to win the game, as the tables have it for each score. Every hand that the
other may hold is counted, each as likely as what they said and took makes it, and played exactly
with both hands seen; an exchange is worth what the tables have for the cards that both keep.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from games.engine.cards import Card, king_of, rank, suit
from games.engine.exact.weighing import Tally, tally
from games.engine.hand.play import takes
from games.engine.hand.state import Action, Discard, Phase, Say, laws
from games.engine.hand.views import View
from games.engine.records import TRICKS_FOR_THE_POINT, Opening
from games.engine.terms import GAME_IS

from . import beginner
from .classes import keeping
from .exchanges import NUMBERS, after_keeping, agreed, exchange_point, exchange_worth
from .hints import Hint
from .seeing import Memory, Sight, discards_of, king_matters
from .tables import Tables
from .worth import Mark, before_the_deal, by_tricks

TALKING: Final = (Phase.PROPOSAL, Phase.ANSWER)
DISCARDING: Final = (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER)


class Option(NamedTuple):
    """`chance`: of winning the game. `point`: of winning the point, where the cards are played
    from here; after an exchange, with the cards drawn."""

    action: Action
    chance: float
    point: float


class Reason(NamedTuple):
    """`point`: the chance to win the point by the best action. `needed`: the least with which it is
    right to play these cards rather than exchange; of bidding alone. `hint`: the printed hint about
    the hand, and `printed`: what it says to do."""

    point: float
    needed: float | None
    hint: Hint | None
    printed: Action | None

    def confirms(self, best: Action) -> bool | None:
        return None if self.printed is None else self.printed == best


class Advice(NamedTuple):
    """`options`: the best first. Abandoning is none of them."""

    options: tuple[Option, ...]
    reason: Reason

    @property
    def best(self) -> Option:
        return self.options[0]

    def of(self, action: Action) -> Option | None:
        return next((option for option in self.options if option.action == action), None)

    def decision(self, phase: Phase) -> "Advice | None":
        """Without marks that can be made later at no cost: of a king held, until one's first card;
        of one turned, at any time. None if then only one action is possible."""
        later = {Say.MARK} if phase is Phase.PLAY else {Say.MARK, Say.KING}
        options = tuple(option for option in self.options if option.action not in later)
        return self._replace(options=options) if len(options) > 1 else None


def advice(view: View, memory: Memory, tables: Tables) -> Advice | None:
    """None while the viewer has nothing to decide."""
    options, needed = _options(Sight(view, memory), tables)
    if not options:
        return None
    best = max(option.chance for option in options)
    ordered = sorted(options, key=lambda option: (option.chance < best - EVEN, -option.chance))
    printed = beginner.choice(view, memory)
    reason = Reason(
        ordered[0].point,
        needed,
        printed and printed.hint,
        printed and printed.action,
    )
    return Advice(tuple(ordered), reason)


EVEN: Final = 1e-9
"""Chances closer than this are equal: then the first legal action is as good."""


def _options(sight: Sight, tables: Tables) -> tuple[list[Option], float | None]:
    view = sight.view
    if view.phase is Phase.FIRST_DEALER:
        return list(_first_dealer(sight, tables)), None
    options: list[Option] = []
    needed: float | None = None
    if view.to_act is sight.seat:
        if view.phase in TALKING:
            options, needed = _bids(sight, tables)
        elif view.phase in DISCARDING:
            options = list(_discards(sight, tables))
        else:
            options = _cards(sight, tables)
    best = max(options, key=lambda option: option.chance, default=None)
    due = mark_due(sight)
    if due is not None:
        wins = sight.view.score.of(sight.seat) + 1 >= GAME_IS
        chance = 1.0 if wins else best.chance if best else _in_hand(sight, tables)
        options.insert(0, Option(due, chance, best.point if best else 0.0))
    return options, needed


def forced(view: View) -> Action | None:
    """The one thing that the viewer can do beside abandoning the hand, if there is one alone."""
    legal = [action for action in view.legal if action is not Say.ABANDON]
    return legal[0] if len(legal) == 1 and view.to_act is view.viewer else None


def mark_due(sight: Sight) -> Say | None:
    """A king turned, at once. A king held, at once if it wins the game; else before one's first
    card, where `_cards` weighs it, or at the last moment before the other's.
    """
    view = sight.view
    if Say.MARK in view.legal:
        return Say.MARK
    if Say.KING not in view.legal:
        return None
    if view.score.of(sight.seat) + 1 >= GAME_IS:
        return Say.KING
    other_leads = view.phase is Phase.PLAY and view.to_act is not sight.seat
    last = other_leads and not laws(view.code).king_after_lead
    return Say.KING if last and king_matters(sight.standing, view.opening) else None


def _in_hand(sight: Sight, tables: Tables) -> float:
    """About the chance of the game with one point more."""
    own, other, is_elder = sight.standing
    if own >= GAME_IS - 1:
        return 1.0
    return before_the_deal(tables.chances, own + 1, other, deals=not is_elder)


def _first_dealer(sight: Sight, tables: Tables) -> Iterator[Option]:
    own, other, _ = sight.standing
    for word, deals in ((Say.DEAL_FIRST, True), (Say.LEAVE_DEAL, False)):
        if word in sight.view.legal:
            yield Option(word, before_the_deal(tables.chances, own, other, deals=deals), 0.0)


def _kings(sight: Sight, held_by_other: bool, announces: bool) -> tuple[Mark, ...]:
    """Those still to be marked. `announces`: oneself, if one may."""
    if sight.king_marked:
        return ()
    if king_of(sight.trump) in sight.hand:
        return ((True, 1),) if announces else ()
    return ((False, 1),) if held_by_other and sight.other_may_announce else ()


def _worths(
    sight: Sight, tables: Tables, opening: Opening, *, announces: bool = True
) -> tuple[tuple[float, ...], ...]:
    """By whether the other has a king to announce, and one's tricks."""
    return tuple(
        by_tricks(tables.chances, sight.standing, opening, _kings(sight, held, announces))
        for held in (False, True)
    )


def _expected(shares: Sequence[Sequence[float]], worths: Sequence[Sequence[float]]) -> float:
    return sum(
        share * worth
        for row, worth_row in zip(shares, worths, strict=True)
        for share, worth in zip(row, worth_row, strict=True)
    )


def _shares(
    sight: Sight, tables: Tables, counted: Tally, place: int, made: int = 0, refuses: bool = False
) -> tuple[tuple[tuple[float, ...], tuple[float, ...]], float]:
    """By tricks in all, `made` before; and how likely the other refuses, if that is in question."""
    rows = [0.0] * NUMBERS, [0.0] * NUMBERS
    total = refused = 0.0
    later = sight.drawn[1] is not None
    for (left, tricks), hands in counted.hands.items():
        held = sight.strength(left)
        weight = hands * sight.weight(tables, held)
        total += weight
        if refuses:
            said = tables.frequencies(held)
            weight *= said.later_refuse if later else said.refuse
            refused += weight
        rows[left.king][made + tricks[place]] += weight
    over = refused if refuses else total
    shares = tuple(tuple(one / over if over else 0.0 for one in row) for row in rows)
    return (shares[0], shares[1]), refused / total


def _bids(sight: Sight, tables: Tables) -> tuple[list[Option], float | None]:
    """And the chance of the point from which on it is right to play these cards.

    There is always a choice: with no card left in the stock the play begins."""
    counted = tally(
        sight.hand,
        sight.possible,
        sight.trump,
        leads=sight.is_elder,
        king=sight.king_announced_by_other,
    )
    plays = Say.STAND if sight.is_elder else Say.REFUSE
    opening = sight.view.opening or (Opening.STOOD if sight.is_elder else Opening.REFUSED)
    shares, _ = _shares(sight, tables, counted, 0)
    worths = _worths(sight, tables, opening)
    played = Option(plays, _expected(shares, worths), _point(shares))
    propose_or_accept = _proposed if sight.is_elder else _accepted
    other = propose_or_accept(sight, tables, counted)
    return [played, other], _needed(played, other.chance, shares, worths)


def _needed(
    played: Option,
    instead: float,
    shares: Sequence[Sequence[float]],
    worths: Sequence[Sequence[float]],
) -> float | None:
    """The worth of a hand that is played grows with the chance of its point, all else alike."""
    if not 0 < played.point < 1:
        return None
    won = sum(
        share * worth
        for row, of in zip(shares, worths, strict=True)
        for share, worth in list(zip(row, of, strict=True))[TRICKS_FOR_THE_POINT:]
    )
    if_won, if_lost = won / played.point, (played.chance - won) / (1 - played.point)
    if if_won - if_lost < EVEN:
        return None
    return min(max((instead - if_lost) / (if_won - if_lost), 0.0), 1.0)


def _proposed(sight: Sight, tables: Tables, counted: Tally) -> Option:
    """Refused by some of the hands that the other may hold, and accepted by the others."""
    shares, refuses = _shares(sight, tables, counted, 0, refuses=True)
    opening = sight.view.opening or Opening.REFUSED
    refused = _expected(shares, _worths(sight, tables, opening))
    row = agreed(sight, tables, counted, accepts=True)
    return Option(
        Say.PROPOSE,
        refuses * refused + (1 - refuses) * exchange_worth(sight, tables, row),
        refuses * _point(shares) + (1 - refuses) * exchange_point(row),
    )


def _accepted(sight: Sight, tables: Tables, counted: Tally) -> Option:
    row = agreed(sight, tables, counted)
    return Option(Say.ACCEPT, exchange_worth(sight, tables, row), exchange_point(row))


def _point(shares: Sequence[Sequence[float]]) -> float:
    return sum(sum(row[TRICKS_FOR_THE_POINT:]) for row in shares)


def _discards(sight: Sight, tables: Tables) -> Iterator[Option]:
    """And to play as it is, where the stock is too short for the condition made."""
    yield from _exchanges(sight, tables)
    if Say.NOT_ENOUGH in sight.view.legal:
        counted = tally(sight.hand, sight.possible, sight.trump, leads=sight.is_elder)
        shares, _ = _shares(sight, tables, counted, 0)
        worths = _worths(sight, tables, Opening.EXCHANGED)
        yield Option(Say.NOT_ENOUGH, _expected(shares, worths), _point(shares))


def _exchanges(sight: Sight, tables: Tables) -> Iterator[Option]:
    """Of each discard; those that throw the lowest first."""
    for thrown in sorted(
        discards_of(sight.view.legal), key=lambda cards: _cost(cards, sight.trump)
    ):
        kept = tuple(card for card in sight.hand if card not in thrown)
        row = after_keeping(sight, tables, kept)
        yield Option(thrown, exchange_worth(sight, tables, row), exchange_point(row))


def _cost(cards: Discard, trump: int) -> tuple[int, Discard]:
    return sum(keeping(card, trump) for card in cards), cards


def _cards(sight: Sight, tables: Tables) -> list[Option]:
    """And the king, which is announced before one's first card if it is of use."""
    opening = sight.view.opening or Opening.EXCHANGED
    may_announce = Say.KING in sight.view.legal
    options = _cards_for(sight, tables, _worths(sight, tables, opening, announces=False))
    if not may_announce:
        return options
    announced = _cards_for(sight, tables, _worths(sight, tables, opening))
    best = max(announced, key=lambda option: option.chance)
    king = best._replace(action=Say.KING)
    if laws(sight.view.code).king_after_card[0 if sight.is_elder else 1]:
        # Played as the first card, it may be announced once it lies on the table.
        on_table = king_of(sight.trump)
        options = [
            late if late.action == on_table else option
            for option, late in zip(options, announced, strict=True)
        ]
    if king_matters(sight.standing, opening):
        return [king, *options]
    return [*options, king]


def _cards_for(sight: Sight, tables: Tables, worths: Sequence[Sequence[float]]) -> list[Option]:
    """The lowest first, trumps last."""
    if sight.view.lead is None:
        options = list(_led(sight, tables, worths))
    else:
        options = [_answered(sight, tables, card, worths) for card in _legal_cards(sight)]
    return sorted(options, key=lambda option: _order(option, sight.trump))


def _legal_cards(sight: Sight) -> list[Card]:
    return [action for action in sight.view.legal if isinstance(action, int)]


def _order(option: Option, trump: int) -> tuple[bool, int, Action]:
    card = option.action
    assert isinstance(card, int)  # noqa: S101
    return suit(card) == trump, rank(card), card


def _led(sight: Sight, tables: Tables, worths: Sequence[Sequence[float]]) -> Iterator[Option]:
    counted = tally(
        sight.hand,
        sight.possible,
        sight.trump,
        leads=True,
        first=True,
        king=sight.king_announced_by_other,
    )
    for place, card in enumerate(counted.cards):
        shares, _ = _shares(sight, tables, counted, place, sight.own_tricks)
        yield Option(card, _expected(shares, worths), _point(shares))


def _answered(
    sight: Sight, tables: Tables, card: Card, worths: Sequence[Sequence[float]]
) -> Option:
    led = sight.view.lead
    assert led is not None  # noqa: S101
    wins = takes(card, led, sight.trump)
    left = tuple(other for other in sight.hand if other != card)
    counted = tally(
        left,
        sight.possible,
        sight.trump,
        leads=wins,
        king=sight.king_announced_by_other,
    )
    shares, _ = _shares(sight, tables, counted, 0, sight.own_tricks + wins)
    return Option(card, _expected(shares, worths), _point(shares))
