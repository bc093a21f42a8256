"""Marks computed from the facts of a hand, and the facts that cannot be."""

from collections.abc import Iterable
from dataclasses import dataclass

from .codes import Code, LostVole, Rule, cited
from .records import (
    TRICKS_FOR_THE_POINT,
    TRICKS_IN_A_HAND,
    HandRecord,
    King,
    KingHow,
    MarkKind,
    Opening,
    Tricks,
)
from .refusals import Refusal, RefusalCode
from .seats import Seat


@dataclass(frozen=True, slots=True)
class Mark:
    """Points to a player, the rule they rest on, and where that rule is written."""

    seat: Seat
    points: int
    kind: MarkKind | None
    rule: Rule
    law: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won the point or the vole, and whether by the other's abandoning."""

    winner: Seat
    vole: bool
    abandoned: bool = False


MARK_RULES = frozenset(
    {
        Rule.KING_TURNED,
        Rule.KING_HELD,
        Rule.POINT,
        Rule.VOLE,
        Rule.STOOD_AND_LOST,
        Rule.REFUSED_AND_LOST,
        Rule.STOOD_OR_REFUSED,
        Rule.ABANDONED,
        Rule.AS_NOTED,
    }
)
"""The rules that a mark can rest on; the others are of games and of refusals."""

KING_MARKS = {MarkKind.KING_TURNED: KingHow.TURNED, MarkKind.KING_HELD: KingHow.HELD}


def kings_marked(made: Iterable[Mark]) -> tuple[King, ...]:
    """Of the marks of one hand in the order in which they were made."""
    kings, late = [], False
    for mark in made:
        if mark.kind in KING_MARKS:
            kings.append(King(mark.seat, KingHow.TURNED_LATE if late else KING_MARKS[mark.kind]))
        late = late or mark.kind not in KING_MARKS
    return tuple(kings)


def kings_of(record: HandRecord) -> tuple[King, ...]:
    """The kings noted as facts; failing these, those that the noted marks are for."""
    noted = ((mark.seat, mark.kind) for mark in record.marks or () if mark.kind)
    marked = (King(seat, KING_MARKS[kind]) for seat, kind in noted if kind in KING_MARKS)
    return record.kings or tuple(marked)


def dealer_of(record: HandRecord) -> Seat | None:
    """A king turned shows who dealt, too (law 22)."""
    return record.dealer or _turner(record)


def _turner(record: HandRecord) -> Seat | None:
    turned = (king.seat for king in kings_of(record) if king.how.turned)
    return next(turned, None)


def outcome(tricks: Tricks, abandoned_by: Seat | None) -> Outcome:
    """Law 42, and the remaining tricks to the adversary: both come to this.

    A player who abandons after three tricks has already won the point, and keeps it.
    """
    if abandoned_by is None:
        winner = Seat.A if tricks.a >= TRICKS_FOR_THE_POINT else Seat.B
        return Outcome(winner, tricks.of(winner) == TRICKS_IN_A_HAND)
    made = tricks.of(abandoned_by)
    if made >= TRICKS_FOR_THE_POINT:
        return Outcome(abandoned_by, made == TRICKS_IN_A_HAND)
    return Outcome(abandoned_by.other, made == 0, abandoned=True)


def bonus_rule(winner: Seat, dealer: Seat | None, opening: Opening | None) -> Rule | None:
    """Law 49: by which the winner's point counts two, if it does."""
    if dealer is None:
        return None
    if opening is Opening.STOOD and winner is dealer:
        return Rule.STOOD_AND_LOST
    if opening is Opening.REFUSED and winner is not dealer:
        return Rule.REFUSED_AND_LOST
    return None


def king_mark(code: Code, king: King) -> Mark:
    if king.how.turned:
        kind, rule = MarkKind.KING_TURNED, Rule.KING_TURNED
    else:
        kind, rule = MarkKind.KING_HELD, Rule.KING_HELD
    return Mark(king.seat, 1, kind, rule, code.source(rule))


def tricks_mark(code: Code, won: Outcome, bonus: Rule | None) -> Mark:
    kind = MarkKind.VOLE if won.vole else MarkKind.POINT
    if won.vole and code.lost_vole.value is LostVole.VOLE_UNAFFECTED:
        bonus = None
    ending = (Rule.ABANDONED,) if won.abandoned else ()
    points = 2 if won.vole or bonus else 1
    basic = Rule.VOLE if won.vole else Rule.POINT
    rules = ending + ((bonus,) if bonus else ()) or (basic,)
    law = code.source(*rules)
    if won.vole and bonus:
        # That the bonus rule takes in the vole is an option, with a source of its own.
        law = cited(code.source(*ending), code.lost_vole.source)
    return Mark(won.winner, points, kind, bonus or rules[0], law)


def computed(code: Code, record: HandRecord) -> tuple[Mark, ...]:
    """The marks of a record whose facts are not refused, in the order they are made."""
    kings = tuple(king_mark(code, king) for king in record.kings)
    if record.tricks is None:
        return kings
    won = outcome(record.tricks, record.abandoned_by)
    bonus = bonus_rule(won.winner, dealer_of(record), record.opening)
    tricks = tricks_mark(code, won, bonus)
    late = any(king.how is KingHow.TURNED_LATE for king in record.kings)
    return (tricks, *kings) if late else (*kings, tricks)


def kings_refusal(code: Code, kings: tuple[King, ...], field: str) -> Refusal | None:
    """Law 47: there is one king of trumps, and it is marked once."""
    if len(kings) <= 1:
        return None
    if len({king.seat for king in kings}) > 1:
        which = RefusalCode.KING_MARKED_BY_BOTH
    elif len({king.how for king in kings}) > 1:
        which = RefusalCode.KING_TURNED_AND_HELD
    else:
        which = RefusalCode.KING_MARKED_TWICE
    return code.refusal(which, Rule.ONE_KING, field)


def dealer_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """Law 22: the king turned is the dealer's to mark."""
    turner = _turner(record)
    if turner is None or record.dealer in (None, turner):
        return None
    field, which = "kings" if record.kings else "marks", RefusalCode.KING_TURNED_BY_NON_DEALER
    return code.refusal(which, Rule.TURNED_BY_DEALER, field, seat=turner.value)


def tricks_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """Five tricks in a hand, none less than none; fewer only if it was abandoned."""
    tricks = record.tricks
    if tricks is None:
        return None
    total = tricks.a + tricks.b
    if tricks.a < 0 or tricks.b < 0:
        which = RefusalCode.TRICKS_NEGATIVE
    elif total > TRICKS_IN_A_HAND:
        which = RefusalCode.TRICKS_TOO_MANY
    elif total < TRICKS_IN_A_HAND and record.abandoned_by is None:
        which = RefusalCode.TRICKS_TOO_FEW
    else:
        return None
    params = {"a": tricks.a, "b": tricks.b, "tricks": TRICKS_IN_A_HAND}
    return code.refusal(which, Rule.FIVE_TRICKS, "tricks", **params)


def missing_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """A fact is missing only where the marks would differ by it.

    Tricks may be missing beside a king, which may have ended the game.
    """
    if record.tricks is None:
        if record.kings and record.abandoned_by is None:
            return None
        return code.refusal(RefusalCode.TRICKS_MISSING, Rule.FIVE_TRICKS, "tricks")
    if outcome(record.tricks, record.abandoned_by).vole:
        return None
    if record.opening is None:
        return code.refusal(RefusalCode.OPENING_MISSING, Rule.STOOD_OR_REFUSED, "opening")
    if record.opening is not Opening.EXCHANGED and dealer_of(record) is None:
        return code.refusal(RefusalCode.DEALER_UNKNOWN, Rule.STOOD_OR_REFUSED, "dealer")
    return None


def contradiction(code: Code, record: HandRecord) -> Refusal | None:
    """Facts that cannot stand together, whatever is missing."""
    field = "kings" if record.kings else "marks"
    return (
        kings_refusal(code, kings_of(record), field)
        or dealer_refusal(code, record)
        or tricks_refusal(code, record)
    )
