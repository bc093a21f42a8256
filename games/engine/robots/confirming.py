"""The printed hints on bidding against the counts: is what they say right, and at which scores?"""

from collections.abc import Iterable, Iterator
from math import sqrt
from typing import Final, NamedTuple

from games.engine.cards import KING, PACK, Card, rank, suit
from games.engine.codes import Code
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, Say, State
from games.engine.hand.views import view
from games.engine.seats import Seat
from games.engine.terms import Score

from .advice import advice
from .hints import ACCEPTS, GUARDED, STANDS, Decides, Hint, Suits, jeu_de_regle
from .seeing import remembered
from .tables import Tables

BIDS = (*STANDS, GUARDED, *ACCEPTS)
"""The hints that are about hands at any score."""
CERTAIN = 2
"""Standard errors from nothing, from which on a hint is right or wrong."""
FOSTER: Final = (
    ("7H KC QC JC 7S", "8H", 44_724),
    ("7H 8H KS 7S 7D", "9H", 46_039),
    ("7C 8C 8D 9D QS", "9C", 44_169),
    ("7C 8C KH JS 7D", "9C", 44_459),
    ("7H 8H KS AD 9C", "9H", 44_034),
    ("7D 8D 8S QH QC", "9D", 44_766),
)
"""His jeux de règle of 1914, a turn-up, and the Westminster Papers' count: of the 65,780 hands of
the dealer, those that they win the point against."""
Pack = tuple[Card, ...]
ELDER, DEALER = Seat.A, Seat.B


class Confirmation(NamedTuple):
    """Over hands that a hint is about, as they are dealt. `point`: the chance to win it with the
    cards as they are; `needed`: the least with which to play them. `gain`: what the hint's choice
    wins more than the other, in chances of the game, with its standard error."""

    hands: int
    point: float
    needed: float
    gain: float
    error: float

    @property
    def is_right(self) -> bool | None:
        """None if it hardly matters."""
        if abs(self.gain) < CERTAIN * self.error:
            return None
        return self.gain > 0


def hands_of(hint: Hint, packs: Iterable[Pack]) -> Iterator[Pack]:
    """The packs that give such a hand first: without the king of trumps, held or turned.

    A hint is about hands that none before it in its list is about.
    """
    for pack in packs:
        hand, turned = pack[:5], pack[5]
        suits = Suits(hand, suit(turned))
        if rank(turned) != KING and not suits.has_king and _first(hint, suits):
            yield pack


def _first(hint: Hint, suits: Suits) -> bool:
    if hint in STANDS:
        return jeu_de_regle(suits) is hint
    weak = next((other for other in ACCEPTS if other.about(suits)), None)
    if hint in ACCEPTS:
        return weak is hint
    return hint.about(suits) and weak is None and jeu_de_regle(suits) is None


def packs_of(hand: tuple[Card, ...], trump: int) -> Iterator[Pack]:
    """Those that give the hand first, with each card of the trumps turned but the king."""
    rest = [card for card in PACK if card not in hand]
    for turned in rest:
        if suit(turned) == trump and rank(turned) != KING:
            yield (*hand, turned, *(card for card in rest if card != turned))


def confirmation(
    code: Code, hint: Hint, packs: Iterable[Pack], score: Score, tables: Tables
) -> Confirmation:
    """`packs`: as `hands_of` leaves them. `score`: own (a) and the other player's."""
    answers = hint.decides is not Decides.STAND
    points, needed, gains = [], [], []
    for pack in packs:
        state = _laid(code, pack, score, answers)
        seen = view(state, DEALER if answers else ELDER)
        advised = advice(seen, remembered([seen]), tables)
        assert advised is not None  # noqa: S101 - it is to bid
        played = advised.of(Say.REFUSE) or advised.of(Say.STAND)
        other = advised.of(Say.ACCEPT) or advised.of(Say.PROPOSE)
        assert played is not None and other is not None  # noqa: S101, PT018
        points.append(played.point)
        needed.append(advised.reason.needed or 0.0)
        gain = played.chance - other.chance
        gains.append(-gain if hint.decides is Decides.ACCEPT else gain)
    number, mean = len(gains), sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (number - 1)
    return Confirmation(
        number, sum(points) / number, sum(needed) / number, mean, sqrt(spread / number)
    )


def _laid(code: Code, pack: Pack, score: Score, answers: bool) -> State:
    hand, turned, rest = pack[:5], pack[5], pack[6:]
    elder, dealer = (rest[:5], hand) if answers else (hand, rest[:5])
    standing = Score(score.b, score.a) if answers else score
    dealt = (*elder[:3], *dealer[:3], *elder[3:], *dealer[3:], turned, *rest[5:])
    state, _ = apply(begin(code, score=standing, dealer=DEALER), Deal(dealt))
    return apply(state, Say.PROPOSE)[0] if answers else state
