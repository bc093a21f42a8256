"""A code of laws as the hand needs it: looked up in the play, worked out once for each code."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from games.engine.codes import CODES, Code
from games.engine.facts import Mark, bonus_rule, king_mark, outcome, tricks_mark
from games.engine.options import KingUntil, Proposals
from games.engine.records import TRICKS_IN_A_HAND, King, KingHow, Opening, Tricks
from games.engine.seats import Seat

WITHOUT_END = 21
"""Proposals: one for each card of the stock, where the proposer takes one at least."""

HandWon = tuple[Seat | None, Opening | None, int]
"""The dealer, the opening, and how many of five tricks the dealer made: all known by then."""
KingMarks = Mapping[Seat | None, Mark]


class Laws(NamedTuple):
    """`king_after_lead`: the dealer may announce it once the first card is led.

    `king_after_card`: who plays the king as his first card may announce it after that.
    """

    code: Code
    proposals: int
    second_by_agreement: bool
    after_dealer_took_none: bool
    least_taken: int
    king_before_play: bool
    king_after_lead: bool
    king_after_card: bool
    king_turned: KingMarks
    king_held: KingMarks
    tricks: Mapping[HandWon, Mark]


def laws(code: Code) -> Laws:
    return _PRINTED.get(id(code)) or _laws(code)


@lru_cache(maxsize=256)
def _laws(code: Code) -> Laws:
    proposals, until = code.proposals.value, code.king_held_until.value
    one = proposals is Proposals.ONE_SECOND_BY_AGREEMENT
    return Laws(
        code=code,
        proposals=1 if one else WITHOUT_END,
        second_by_agreement=one,
        after_dealer_took_none=code.propose_after_dealer_took_none.value is not False,
        least_taken=1 if code.proposer_takes_one.value else 0,
        king_before_play=until is not KingUntil.OPENING_LEAD,
        king_after_lead=until is not KingUntil.OPENING_LEAD,
        king_after_card=until
        in (KingUntil.FIRST_CARD_OR_KING_ANSWERED, KingUntil.FIRST_CARD_KING_INCLUDED),
        king_turned=_king_marks(code, KingHow.TURNED),
        king_held=_king_marks(code, KingHow.HELD),
        tricks=_tricks(code),
    )


def _king_marks(code: Code, how: KingHow) -> KingMarks:
    return {seat: king_mark(code, King(seat, how)) for seat in Seat}


def _tricks(code: Code) -> Mapping[HandWon, Mark]:
    hands = product(Seat, Opening, range(TRICKS_IN_A_HAND + 1))
    return {hand: _mark(code, *hand) for hand in hands}


def _mark(code: Code, dealer: Seat, opening: Opening, made: int) -> Mark:
    of_a = made if dealer is Seat.A else TRICKS_IN_A_HAND - made
    won = outcome(Tricks(of_a, TRICKS_IN_A_HAND - of_a), None)
    return tricks_mark(code, won, bonus_rule(won.winner, dealer, opening))


# The printed codes live as long as the program, so they are known by which they are: to hash a
# code takes longer than to play a card.
_PRINTED = {id(code): _laws(code) for code in CODES.values()}
