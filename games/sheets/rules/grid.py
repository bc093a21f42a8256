"""The rows of a score sheet as they are typed on a number pad, and what they come to.

A hand is three keys: the king (0 nobody, 1 held by the first player, 2 by the second, 3 turned by
the dealer), the play (1 stood, 2 refused, 3 exchanged; letters of either language do too), and the
first player's tricks. The king alone is a hand that it ended; `a` or `b` before it says who dealt,
where nothing else does; `5-3` is a game by its score. An abandoned hand has instead of the tricks
`+`, the player who abandoned it (1 the first, 2 the second), and the tricks that each had made.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from games.engine.match import apply
from games.engine.records import TRICKS_IN_A_HAND, HandRecord, King, KingHow, Opening, Tricks
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry, GameEntry, HandEntry, Score

ROWS_LEAST, ROWS_MORE, ROWS_MOST = 15, 10, 200
ROW_MOST = 8
NOBODY, TURNED = "0", "3"
SEATS = {"1": Seat.A, "2": Seat.B}
OPENINGS = {
    **dict.fromkeys("1sj", Opening.STOOD),
    **dict.fromkeys("2r", Opening.REFUSED),
    **dict.fromkeys("3xe", Opening.EXCHANGED),
}
HAND = re.compile(
    r"(?P<dealer>[ab])?(?P<king>[0-3])"
    r"(?:(?P<play>[1-3sjrxe])(?:(?P<tricks>[0-5])|\+(?P<abandoned>[12])(?P<a>[0-5])(?P<b>[0-5])))?",
    re.IGNORECASE,
)
GAME = re.compile(r"([0-5])[-–:/]([0-5])")


class RowFault(StrEnum):
    NEITHER_HAND_NOR_GAME = "neither_hand_nor_game"
    DEALER_UNKNOWN = "dealer_unknown"
    MATCH_OVER = "match_over"


class Unreadable(Exception):
    """A row that cannot be entered, whatever the laws say."""

    def __init__(self, fault: RowFault) -> None:
        super().__init__(fault)
        self.fault = fault


def play_of(typed: str, dealer: Seat | None) -> Entry:
    """The game's number is found when it is entered; 1 stands in for it. Raises: Unreadable."""
    game, hand = GAME.fullmatch(typed), HAND.fullmatch(typed)
    if game:
        return GameEntry(1, Score(int(game[1]), int(game[2])))
    if hand is None or (hand["play"] is None and hand["king"] == NOBODY):
        raise Unreadable(RowFault.NEITHER_HAND_NOR_GAME)
    dealer = Seat(hand["dealer"].lower()) if hand["dealer"] else dealer
    kings = _kings(hand["king"], dealer)
    if hand["play"] is None:
        return HandEntry(1, HandRecord(dealer=dealer, kings=kings))
    record = HandRecord(
        dealer=dealer,
        opening=OPENINGS[hand["play"].lower()],
        kings=kings,
        tricks=_tricks(hand),
        abandoned_by=SEATS.get(hand["abandoned"]),
    )
    return HandEntry(1, record)


def _tricks(hand: re.Match[str]) -> Tricks:
    """All five, or those made before the hand was abandoned."""
    if hand["abandoned"]:
        return Tricks(int(hand["a"]), int(hand["b"]))
    made = int(hand["tricks"])
    return Tricks(made, TRICKS_IN_A_HAND - made)


def _kings(key: str, dealer: Seat | None) -> tuple[King, ...]:
    if key == NOBODY:
        return ()
    if key != TURNED:
        return (King(SEATS[key], KingHow.HELD),)
    if dealer is None:
        raise Unreadable(RowFault.DEALER_UNKNOWN)
    return (King(dealer, KingHow.TURNED),)


def enter_row(typed: str, state: MatchState) -> tuple[Entry, MatchState]:
    """The entry of a row, and the match after it. Raises: Unreadable, RefusalError."""
    entry = play_of(typed, state.dealer)
    if state.over:
        raise Unreadable(RowFault.MATCH_OVER)
    if isinstance(entry, HandEntry | GameEntry):
        entry = replace(entry, game=state.game)
    return entry, apply(state, entry)[0]


def padded(typed: Sequence[str]) -> list[str]:
    """As it was typed but for spaces, with a few empty rows below, and never too many."""
    rows = ["".join(text.split())[:ROW_MOST] for text in typed[:ROWS_MOST]]
    while rows and not rows[-1]:
        rows.pop()
    wanted = max(ROWS_LEAST, len(rows) + 1)
    return [*rows, *[""] * (min(wanted, ROWS_MOST) - len(rows))]
