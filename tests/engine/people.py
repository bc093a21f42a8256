"""Short names for telling what happened at the table: Alice sits at a, Bob at b."""

from games.engine.codes import CODES
from games.engine.records import HandRecord, King, KingHow, MarkKind, NotedMark, Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, GameEntry, HandEntry, Score, Terms

ALICE, BOB = Seat.A, Seat.B
STOOD, REFUSED, EXCHANGED = Opening.STOOD, Opening.REFUSED, Opening.EXCHANGED
POINT, VOLE = MarkKind.POINT, MarkKind.VOLE
KING_TURNED, KING_HELD = MarkKind.KING_TURNED, MarkKind.KING_HELD

LONDON, BRITANNICA, MODERN, HOUSEHOLD = (
    CODES[name] for name in ("london", "britannica", "modern", "household")
)

ONE_GAME = Format(FormatKind.ONE_GAME, 1)
RUBBER = Format(FormatKind.RUBBER, 3)


def turned(seat: Seat) -> King:
    return King(seat, KingHow.TURNED)


def held(seat: Seat) -> King:
    return King(seat, KingHow.HELD)


def hand(
    dealer: Seat | None,
    opening: Opening | None,
    tricks: tuple[int, int] | None,
    *kings: King,
    abandoned_by: Seat | None = None,
) -> HandRecord:
    """`tricks`: Alice's, Bob's."""
    made = Tricks(*tricks) if tricks else None
    return HandRecord(dealer, opening, kings, made, abandoned_by)


def noted(*marks: tuple[Seat, int] | tuple[Seat, int, MarkKind]) -> tuple[NotedMark, ...]:
    return tuple(NotedMark(*mark) for mark in marks)


def only(*marks: tuple[Seat, int] | tuple[Seat, int, MarkKind]) -> HandRecord:
    """A hand of which only the marks were noted."""
    return HandRecord(marks=noted(*marks))


def vole(winner: Seat, dealer: Seat | None = None) -> HandRecord:
    return hand(dealer, EXCHANGED, (5, 0) if winner is ALICE else (0, 5))


def point(winner: Seat, dealer: Seat | None = None) -> HandRecord:
    return hand(dealer, EXCHANGED, (3, 2) if winner is ALICE else (2, 3))


def hands(game: int, *records: HandRecord) -> list[HandEntry]:
    return [HandEntry(game, record) for record in records]


def won_game(number: int, winner: Seat, loser_score: int = 0) -> GameEntry:
    score = Score(5, loser_score) if winner is ALICE else Score(loser_score, 5)
    return GameEntry(number, score)


def london(form: Format = ONE_GAME, game_values: bool = False, bonus: int = 0) -> Terms:
    return Terms(LONDON, form, game_values, bonus)
