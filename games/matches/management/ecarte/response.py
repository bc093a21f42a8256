"""`manage.py ecarte response`: what the best answer to the strong robot's bids wins."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.management.base import CommandError

from games.engine.cards import PACK, Card
from games.engine.codes import CODES, DEFAULT_CODE
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, Say
from games.engine.hand.views import view
from games.engine.records import TRICKS_IN_A_HAND
from games.engine.robots import strong
from games.engine.robots.duel import Figures, figures
from games.engine.robots.seeing import remembered
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.selectors.robots import robot_tables

from .duel import read_score

if TYPE_CHECKING:
    from .solving.response import Gain

T = TypeVar("T")

HELP = "What the best answer to the strong robot's bids wins, in points a hand."
DEALS, SEED, HANDS = 600, 1, 300
PORTION = 100
ELDER, DEALER = Seat.A, Seat.B
NAMES = {ELDER: "non-dealer", DEALER: "dealer"}
PARSER: Mapping[str, Any] = {
    "description": f"""{HELP} The answer knows how the robot bids with each hand that it may hold,
    and chooses to stand, to propose, to accept, to refuse and how many cards to take. Takes numpy,
    and some minutes to see what the robot does with every hand.""",
}


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--deals", type=int, default=DEALS, help=f"else {DEALS:,}")
    parser.add_argument("--seed", type=int, default=SEED, help=f"else {SEED}")
    parser.add_argument(
        "--hands",
        type=int,
        default=HANDS,
        help=f"that the robot may hold, drawn for each second bid that is answered (else {HANDS})",
    )
    parser.add_argument(
        "--kinds",
        type=int,
        default=0,
        help="of hands that the robot may hold, drawn in place of all 31,913 of a turn-up",
    )
    parser.add_argument(
        "--score", default="0-0", help="of the non-dealer and the dealer at every deal (else 0-0)"
    )


def output(options: Mapping[str, Any]) -> str:
    if min(options["deals"], options["hands"]) < 2:
        raise CommandError("Give 2 deals or more, and 2 hands or more.")
    from .solving.response import Bids, first_gains, sampled_codes, worths_of
    from .solving.second_bids import SecondBids

    score, tables = read_score(options["score"]), robot_tables()
    drawn = sampled_codes(SEED, options["kinds"]) if options["kinds"] else None
    bids = {seat: Bids(partial(bid, seat, score), drawn) for seat in Seat}
    worths = worths_of(score, tables.chances)
    given, rows = (options["seed"], options["deals"]), []
    for seat in Seat:
        gains = _counted(first_gains(seat, bids, worths, *given), f"first bids, {NAMES[seat]}")
        rows.append(("first", seat, list(gains)))
    again = SecondBids(tables, score, bids, worths, options["hands"]).gains(*given)
    deals = list(_counted(again, "second bids"))
    rows += [("second", seat, [gains[seat] for gains in deals]) for seat in Seat]
    return "\n".join(_lines(rows))


def _counted(gains: Iterator[T], of: str) -> Iterator[T]:
    """With progress: a line for every hundred."""
    for number, gain in enumerate(gains, start=1):
        if number % PORTION == 0:
            sys.stderr.write(f"{of}: {number:,}\n")
        yield gain


def _lines(rows: "Sequence[tuple[str, Seat, Sequence[Gain]]]") -> Iterator[str]:
    yield "| bids | best answer as | gain | at most |"
    yield "| --- | --- | ---: | ---: |"
    each = []
    for bids, seat, gains in rows:
        each.append([figures(gain[place] for gain in gains) for place in range(2)])
        yield f"| {bids} | {NAMES[seat]} | {_cells(*each[-1])} |"
    yield f"| all | each in turn | {_cells(*map(_added, zip(*each, strict=True)))} |"


def _added(of: Sequence[Figures]) -> Figures:
    """Each role is had every other hand."""
    points, errors = sum(one.points for one in of), hypot(*(one.error for one in of))
    return Figures(of[0].deals, points / 2, errors / 2)


def _cells(*of: Figures) -> str:
    return " | ".join(f"{one.points:.4f} ± {one.error:.4f}" for one in of)


def bid(seat: Seat, score: Score, hand: tuple[Card, ...], turned: Card) -> strong.FirstBid:
    """What the strong robot does with a hand, as the elder hand or as the dealer proposed to."""
    state, _ = apply(
        begin(CODES[DEFAULT_CODE], score=score, dealer=DEALER), _deal(seat, hand, turned)
    )
    if Say.MARK in state.legal:
        state, _ = apply(state, Say.MARK)
    if seat is DEALER:
        state, _ = apply(state, Say.PROPOSE)
    seen = view(state, seat)
    return strong.first_bid(seen, remembered([seen]), robot_tables())


def _deal(seat: Seat, hand: tuple[Card, ...], turned: Card) -> Deal:
    """The other's cards are any: no view shows them."""
    rest = [card for card in PACK if card not in hand and card != turned]
    other = tuple(rest[:TRICKS_IN_A_HAND])
    elder, dealer = (hand, other) if seat is ELDER else (other, hand)
    dealt = (*elder[:3], *dealer[:3], *elder[3:], *dealer[3:])
    return Deal((*dealt, turned, *rest[TRICKS_IN_A_HAND:]))
