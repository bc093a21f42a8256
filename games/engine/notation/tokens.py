"""Each token as a value, and each value as a token."""

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from games.engine.cards import NAMES
from games.engine.hand.state import BY_CUT, ORDERS, Order, Say
from games.engine.records import Applied, MarkKind, NotedMark, Tricks
from games.engine.rulings.ids import Answer, Choice, Fact, Irregularity
from games.engine.seats import Seat
from games.engine.terms import Score

from .lexing import UNKNOWN, Cursor, Token, braced, quoted
from .values import (
    Cards,
    Comment,
    CutCards,
    Fault,
    Header,
    Holds,
    MarksMade,
    Plays,
    Ruled,
    Says,
    ScoreAfter,
    ScoreBefore,
    Step,
    Stock,
    Takes,
    Throws,
    TricksMade,
    TrickTo,
    TurnUp,
)

_KEYS: Final = ("by", *Fact, "choice", "law")


def read_ruling(cursor: Cursor) -> Applied:
    """What went wrong, by whom, the facts in the order asked, the choice, and the law."""
    irregularity = Irregularity(cursor.word(tuple(Irregularity)))
    offender: Seat | None = None
    facts: list[tuple[Fact, Answer]] = []
    for place, key in enumerate(iter(lambda: _key(cursor), "choice")):
        if key == "by" and place == 0:
            offender = cursor.seat()
        elif key in tuple(Fact):
            facts.append((Fact(key), Answer(cursor.word(tuple(Answer)))))
        else:
            raise cursor.fault(Fault.WORD_EXPECTED, "choice")
    choice = Choice(cursor.word(tuple(Choice)))
    cursor.sign(",law=")
    return Applied(cursor.quoted(), irregularity, tuple(facts), choice, offender)


def _key(cursor: Cursor) -> str:
    cursor.sign(",")
    key = cursor.word(_KEYS)
    cursor.sign("=")
    return key


class GameBegins(NamedTuple):
    """`score`: of a game known by it alone."""

    number: int
    score: Score | None


class DealBegins(NamedTuple):
    dealer: Seat | None
    order: Order | None


Written = Step | CutCards | GameBegins | DealBegins

_ORDERS = {f"{order[0]}-{order[1]}": order for order in ORDERS}
# Who deals first stands in the deal.
_SAYS = {say.value: say for say in Say if say not in BY_CUT}
NAMED = (Say.KING, Say.ABANDON)
"""What is said by a player whom the token may name."""


def _game(cursor: Cursor) -> GameBegins:
    return GameBegins(cursor.number(), cursor.pair() if cursor.skips("=") else None)


def _deal(cursor: Cursor) -> DealBegins:
    dealer = cursor.seat_or_unknown()
    order = _order(cursor) if cursor.skips("/") else None
    return DealBegins(dealer, order)


def _order(cursor: Cursor) -> Order:
    return _ORDERS[cursor.choice(Fault.ORDER_EXPECTED, tuple(_ORDERS))]


def _cut(cursor: Cursor) -> CutCards:
    a = cursor.card()
    cursor.sign(",")
    return CutCards(a, cursor.card())


def _tricks(cursor: Cursor) -> TricksMade:
    made = cursor.pair()
    return TricksMade(Tricks(made.a, made.b))


def _marks(cursor: Cursor) -> MarksMade:
    if cursor.skips("0"):
        return MarksMade(())
    made = [_mark(cursor)]
    while cursor.skips(","):
        made.append(_mark(cursor))
    return MarksMade(tuple(made))


def _mark(cursor: Cursor) -> NotedMark:
    seat, points = cursor.seat(), cursor.number()
    kind = MarkKind(cursor.word(tuple(MarkKind))) if cursor.skips("/") else None
    return NotedMark(seat, points, kind)


def _score_before(cursor: Cursor) -> ScoreBefore:
    return ScoreBefore(None if cursor.skips(UNKNOWN) else cursor.pair())


_BY_PREFIX: Mapping[str, Callable[[Cursor], Written]] = {
    "A:": lambda cursor: Holds(Seat.A, cursor.cards()),
    "B:": lambda cursor: Holds(Seat.B, cursor.cards()),
    "A-": lambda cursor: Throws(Seat.A, cursor.cards()),
    "B-": lambda cursor: Throws(Seat.B, cursor.cards()),
    "A+": lambda cursor: Takes(Seat.A, cursor.cards()),
    "B+": lambda cursor: Takes(Seat.B, cursor.cards()),
    "/": lambda cursor: TrickTo(cursor.seat()),
    "=": lambda cursor: ScoreAfter(cursor.pair()),
    "game:": _game,
    "cut:": _cut,
    "deal:": _deal,
    "up:": lambda cursor: TurnUp(cursor.card()),
    "score:": _score_before,
    "tricks:": _tricks,
    "marks:": _marks,
    "stock:": lambda cursor: Stock(cursor.cards()),
    "ruling:": lambda cursor: Ruled(read_ruling(cursor)),
}


def read(token: Token) -> Written:
    """Raises NotationError."""
    cursor = Cursor(token)
    for prefix, reader in _BY_PREFIX.items():
        if cursor.skips(prefix):
            return cursor.read_all(reader)
    word, colon, _seat = token.text.partition(":")
    if word in _SAYS and (not colon or _SAYS[word] in NAMED):
        cursor.at = len(word) + len(colon)
        return Says(_SAYS[word], cursor.read_all(Cursor.seat) if colon else None)
    if token.text[0] in "789TAJQK?":
        return cursor.read_all(lambda one: Plays(one.card()))
    raise cursor.fault(Fault.TOKEN_EXPECTED, *_like(token.text))


def _like(text: str) -> tuple[str, ...]:
    """The tokens that begin alike, or all of them."""
    every = (*_BY_PREFIX, *_SAYS)
    return tuple(one for one in every if one[0] == text[0].lower()) or every


# values as tokens


def seat_text(seat: Seat | None) -> str:
    return seat.value.upper() if seat else UNKNOWN


def card_text(card: int | None) -> str:
    return UNKNOWN if card is None else NAMES[card]


def cards_text(cards: Cards) -> str:
    """Cards that are not known and stand together are counted."""
    if not cards:
        return "0"
    parts: list[str] = []
    unknown = 0
    for one in (*cards, -1):
        if one is None:
            unknown += 1
            continue
        if unknown:
            parts.append(f"{unknown if unknown > 1 else ''}{UNKNOWN}")
            unknown = 0
        if one >= 0:
            parts.append(NAMES[one])
    return ",".join(parts)


def score_text(score: Score | Tricks | None) -> str:
    return f"{score.a}-{score.b}" if score else UNKNOWN


def order_text(order: Order) -> str:
    return f"{order[0]}-{order[1]}"


def mark_text(mark: NotedMark) -> str:
    kind = f"/{mark.kind.value}" if mark.kind else ""
    return f"{seat_text(mark.seat)}{mark.points}{kind}"


def ruling_text(ruling: Applied) -> str:
    by = [f"by={ruling.offender.value.upper()}"] if ruling.offender else []
    facts = [f"{fact.value}={answer.value}" for fact, answer in ruling.facts]
    parts = (ruling.irregularity.value, *by, *facts, f"choice={ruling.choice.value}")
    return f"ruling:{','.join(parts)},law={quoted(ruling.law)}"


def _game_text(value: GameBegins) -> str:
    return f"game:{value.number}" + (f"={score_text(value.score)}" if value.score else "")


def _deal_text(value: DealBegins) -> str:
    order = f"/{order_text(value.order)}" if value.order else ""
    return f"deal:{seat_text(value.dealer)}{order}"


_TEXTS: Mapping[type, Callable[[Any], str]] = {
    Header: lambda value: f"[{value.key} {quoted(value.value)}]",
    Comment: lambda value: braced(value.text),
    GameBegins: _game_text,
    DealBegins: _deal_text,
    CutCards: lambda value: f"cut:{card_text(value.a)},{card_text(value.b)}",
    Holds: lambda value: f"{seat_text(value.seat)}:{cards_text(value.cards)}",
    TurnUp: lambda value: f"up:{card_text(value.card)}",
    Says: lambda value: value.say.value + (f":{seat_text(value.seat)}" if value.seat else ""),
    Throws: lambda value: f"{seat_text(value.seat)}-{cards_text(value.cards)}",
    Takes: lambda value: f"{seat_text(value.seat)}+{cards_text(value.cards)}",
    Plays: lambda value: card_text(value.card),
    TrickTo: lambda value: f"/{seat_text(value.seat)}",
    TricksMade: lambda value: f"tricks:{score_text(value.tricks)}",
    MarksMade: lambda value: "marks:" + (",".join(map(mark_text, value.marks)) or "0"),
    Ruled: lambda value: ruling_text(value.applied),
    ScoreBefore: lambda value: f"score:{score_text(value.score)}",
    ScoreAfter: lambda value: f"={score_text(value.score)}",
    Stock: lambda value: f"stock:{cards_text(value.cards)}",
}


def text(value: object) -> str:
    return _TEXTS[type(value)](value)
