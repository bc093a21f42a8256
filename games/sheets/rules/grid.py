"""The rows of a score sheet as they are typed on a number pad, and what they come to.

A hand is three keys: the king (0 nobody, 1 held by the first player, 2 by the second, 3 turned by
the dealer), the play (1 stood, 2 refused, 3 exchanged; letters of either language do too), and the
first player's tricks. The king alone is a hand that it ended; `a` or `b` before it says who dealt,
where nothing else does; `5-3` is a game by its score. A hand that was abandoned has instead of the
tricks `+`, who abandoned it (1 the first player, 2 the second), and the tricks that each had made.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from games.engine.match import apply
from games.engine.records import TRICKS_IN_A_HAND, HandRecord, King, KingHow, Opening, Tricks
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import MatchState
from games.engine.terms import Entry, GameEntry, HandEntry, Score
from games.matches.labels import engine
from games.matches.labels.games import game_told

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


class Unreadable(Exception):
    """A row that is neither a hand nor a game; `text` says what it may be."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


@dataclass(frozen=True, slots=True)
class Row:
    """What is typed in a row, and what it comes to: empty, while nothing is typed.

    `wrong` says why it cannot be; `ends` who won a game or the match by it.
    """

    number: int
    typed: str
    dealer: str = ""
    told: tuple[str, ...] = ()
    score: Score | None = None
    ends: str = ""
    wrong: str = ""


def play_of(typed: str, dealer: Seat | None) -> Entry:
    """The game's number is found when it is entered; 1 stands in for it. Raises: Unreadable."""
    game, hand = GAME.fullmatch(typed), HAND.fullmatch(typed)
    if game:
        return GameEntry(1, Score(int(game[1]), int(game[2])))
    if hand is None or (hand["play"] is None and hand["king"] == NOBODY):
        text = _("Type king, play and tricks, such as 312, or the score of a game, such as 5-3.")
        raise Unreadable(text)
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
        raise Unreadable(
            _(
                "Say who dealt: type a or b before the row. Only the dealer can mark "
                "the king turned."
            )
        )
    return (King(dealer, KingHow.TURNED),)


def rows_of(
    typed: Iterable[str], state: MatchState, names: engine.Names
) -> tuple[list[Row], list[Entry]]:
    """Each row with what it comes to, and the plays; after a wrong row the rest is not told."""
    rows: list[Row] = []
    plays: list[Entry] = []
    stopped = False
    for number, text in enumerate(typed, start=1):
        if not text or stopped:
            rows.append(Row(number, text))
            continue
        try:
            play, after = _taken(text, state)
        except Unreadable as unreadable:
            rows.append(Row(number, text, wrong=unreadable.text))
            stopped = True
            continue
        rows.append(_row(number, text, state, after, names))
        plays.append(play)
        state = after
    return rows, plays


def _taken(text: str, state: MatchState) -> tuple[Entry, MatchState]:
    """Raises: Unreadable, also for what the laws refuse."""
    play = play_of(text, state.dealer)
    if state.over:
        raise Unreadable(_("This match is over. Enter the rest on another sheet."))
    if isinstance(play, HandEntry | GameEntry):
        play = replace(play, game=state.game)
    try:
        after, _events = apply(state, play)
    except RefusalError as error:
        raise Unreadable(engine.refusal(error.refusal)) from error
    return play, after


def _row(number: int, text: str, before: MatchState, after: MatchState, names: engine.Names) -> Row:
    line = after.lines[-1]
    told = tuple(engine.mark(mark, names) for mark in line.marks)
    return Row(
        number=number,
        typed=text,
        dealer=names[line.dealer] if line.dealer else "",
        told=told,
        score=line.score_after,
        ends=_ends(before, after, names),
    )


def _ends(before: MatchState, after: MatchState, names: Mapping[Seat, str]) -> str:
    if after.over:
        if after.winner is None:
            return _("The match is drawn.")
        return _("%(name)s has won the match.") % {"name": names[after.winner]}
    winner = after.lines[-1].score_after.winner
    return game_told(after, after.lines[-1], names[winner]) if winner else ""


def tidied(typed: Sequence[str]) -> list[str]:
    """As it was typed but for spaces, with a few empty rows below, and never too many."""
    rows = ["".join(text.split())[:ROW_MOST] for text in typed[:ROWS_MOST]]
    while rows and not rows[-1]:
        rows.pop()
    wanted = max(ROWS_LEAST, len(rows) + 1)
    return [*rows, *[""] * (min(wanted, ROWS_MOST) - len(rows))]
