"""The beginner: plays by the printed hints alone, each decision with its hint."""

from typing import NamedTuple

from games.engine.cards import KING, Card, rank, suit
from games.engine.hand.state import Action, Phase, Say
from games.engine.hand.views import View

from . import hints
from .hints import KNAVE, QUEEN, Hint, Suits, is_guarded
from .seeing import Memory, Sight, discards_of, king_matters


class Choice(NamedTuple):
    """`hint`: None where no printed hint decides."""

    action: Action
    hint: Hint | None = None


def choice(view: View, memory: Memory) -> Choice | None:
    """None while there is nothing to do."""
    words = [action for action in view.legal if isinstance(action, Say)]
    if not view.legal:
        return None
    for word in (Say.MARK, Say.DEAL_FIRST):
        if word in words:
            return Choice(word)
    sight = Sight(view, memory)
    if Say.KING in words and _announces(sight):
        return Choice(Say.KING, hints.ANNOUNCE)
    if view.to_act is not view.viewer:
        return None
    if view.phase in (Phase.PROPOSAL, Phase.ANSWER):
        return _bid(sight)
    if view.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER):
        return _discard(sight)
    return _lead(sight) if view.lead is None else Choice(_answer(sight))


def _announces(sight: Sight) -> bool:
    if sight.standing.own == 4:
        return True
    in_play = sight.view.phase is Phase.PLAY
    late = sight.view.to_act is sight.seat or not sight.view.played
    return in_play and late and king_matters(sight.standing, sight.view.opening)


def _bid(sight: Sight) -> Choice:
    own, other, is_elder = sight.standing
    hint = hints.bid_hint(
        Suits(sight.hand, sight.trump),
        is_elder=is_elder,
        own=own,
        other=other,
        king_turned=rank(sight.turn_up) == KING,
    )
    if hints.plays(hint):
        return Choice(Say.STAND if is_elder else Say.REFUSE, hint)
    return Choice(Say.PROPOSE if is_elder else Say.ACCEPT, hint)


def _discard(sight: Sight) -> Choice:
    """All but trumps and kings; the lowest of them if so many may not be thrown."""
    discards = discards_of(sight.view.legal)
    poor = {card for card in sight.hand if suit(card) != sight.trump and rank(card) != KING}
    return Choice(
        min(
            discards,
            key=lambda thrown: (len(poor ^ set(thrown)), sum(map(rank, thrown)), thrown),
        ),
        hints.THROW,
    )


def _lead(sight: Sight) -> Choice:
    hand = Suits(sight.hand, sight.trump)
    if not hand.plain:
        return Choice(max(sight.hand, key=rank))
    trump = max((card for card in sight.hand if suit(card) == sight.trump), default=None)
    strong = _strong(sight)
    won = [card for card, _ in zip(sight.view.played[::2], sight.view.played[1::2], strict=False)]
    if trump is not None and strong is not None:
        if won and _trump_first(sight, hand):
            return Choice(trump, hints.PERSEVERE)
        if not won and _leads_trumps(hand):
            return Choice(trump, hints.TRUMPS)
    if strong is not None:
        return Choice(strong, hints.PERSEVERE if won else hints.LEAD)
    plain = [card for card in sight.hand if suit(card) != sight.trump]
    return Choice(max(plain, key=lambda card: (rank(card), card)))


def _strong(sight: Sight) -> Card | None:
    """The highest of the guarded suit: the longest, then the highest."""
    suits = [
        [card for card in sight.hand if suit(card) == one] for one in range(4) if one != sight.trump
    ]
    guarded = [
        cards
        for cards in suits
        if cards and is_guarded(tuple(sorted(map(rank, cards), reverse=True)))
    ]
    best = max(guarded, key=lambda cards: (len(cards), rank(max(cards))), default=None)
    return max(best) if best else None


def _leads_trumps(hand: Suits) -> bool:
    return hand.courts > 0 and (
        hand.has_king or hand.trumps[:2] in ((QUEEN, KNAVE), (KNAVE, hints.ACE))
    )


def _trump_first(sight: Sight, hand: Suits) -> bool:
    queen = hand.trumps[0] == QUEEN and not sight.king_marked
    return hand.has_king or queen or hand.trumps[:2] == (KNAVE, hints.ACE)


def _answer(sight: Sight) -> Card:
    """The lowest; a trump only if one must."""
    cards = [action for action in sight.view.legal if isinstance(action, int)]
    return min(cards, key=lambda card: (suit(card) == sight.trump, rank(card), card))
