"""The marks of a hand record: computed from its facts, or noted, and then whether a hand can have
made them and what rule they rest on.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import permutations, product

from .codes import Code, Rule
from .facts import KING_MARKS, Mark, contradiction, dealer_refusal, kings_of, missing_refusal
from .records import HandRecord, King, MarkKind, NotedMark, Opening, Tricks
from .refusals import Refusal, RefusalCode
from .rulings.effect import is_void, rulings_refusal, scored, settled, void_refusal
from .seats import Seat

MOST_MARKS = 3
TRICK_MARKS = (MarkKind.POINT, MarkKind.VOLE)
_AMOUNTS = {
    MarkKind.KING_TURNED: (1, 1),
    MarkKind.KING_HELD: (1, 1),
    MarkKind.POINT: (1, 2),
    MarkKind.VOLE: (2, 2),
    None: (1, MOST_MARKS),
}
_RULES = {
    MarkKind.KING_TURNED: Rule.KING_TURNED,
    MarkKind.KING_HELD: Rule.KING_HELD,
    MarkKind.POINT: Rule.POINT,
    MarkKind.VOLE: Rule.VOLE,
    None: Rule.AS_NOTED,
}
_ORDER = (MarkKind.KING_TURNED, MarkKind.KING_HELD, None, MarkKind.POINT, MarkKind.VOLE)

Marks = tuple[NotedMark, ...]


def noted_refusal(code: Code, record: HandRecord, marks: Marks) -> Refusal | None:
    """For a record whose other facts do not contradict each other."""
    return (
        _amounts_refusal(code, marks)
        or _tricks_refusal(code, marks)
        or _number_refusal(code, marks)
        or _facts_refusal(code, record, marks)
    )


def noted_marks(code: Code, record: HandRecord, marks: Marks) -> tuple[Mark, ...]:
    """What the facts tell for certain about the noted marks; else as they were noted."""
    candidates = _agreeing(code, record, marks)
    if len(candidates) == 1:
        return candidates[0]
    in_order = sorted(marks, key=lambda mark: (_ORDER.index(mark.kind), mark.points))
    return tuple(_as_noted(code, mark) for mark in in_order)


def _as_noted(code: Code, mark: NotedMark) -> Mark:
    rule = _RULES[mark.kind]
    if mark.kind is MarkKind.POINT and mark.points > 1:
        rule = Rule.STOOD_OR_REFUSED
    return Mark(mark.seat, mark.points, mark.kind, rule, code.source(rule))


def _amounts_refusal(code: Code, marks: Marks) -> Refusal | None:
    for mark in marks:
        least, most = _AMOUNTS[mark.kind]
        if not least <= mark.points <= most:
            kind: dict[str, str | int] = {"kind": mark.kind.value} if mark.kind else {}
            params = {"points": mark.points, "least": least, "most": most, **kind}
            return code.refusal(RefusalCode.MARK_IMPOSSIBLE, _RULES[mark.kind], "marks", **params)
    return None


def _tricks_refusal(code: Code, marks: Marks) -> Refusal | None:
    """Law 48: one player wins the point, and marks it once."""
    seats = [mark.seat for mark in marks if mark.kind in TRICK_MARKS]
    if len(seats) <= 1:
        return None
    both = len(set(seats)) > 1
    which = RefusalCode.TRICKS_MARKED_BY_BOTH if both else RefusalCode.TRICKS_MARKED_TWICE
    return code.refusal(which, Rule.ONE_WINS_THE_POINT, "marks")


def _number_refusal(code: Code, marks: Marks) -> Refusal | None:
    """One mark for the king and one for the tricks, three points at most."""
    total, rule = sum(mark.points for mark in marks), Rule.THREE_AT_MOST
    if total > MOST_MARKS:
        params = {"points": total, "most": MOST_MARKS}
        return code.refusal(RefusalCode.MARKS_EXCEED_THREE, rule, "marks", **params)
    if len(marks) > 2 or (len(marks) == 2 and not _king_and_tricks(marks)):
        return code.refusal(RefusalCode.TOO_MANY_MARKS, rule, "marks")
    return None


def _king_and_tricks(marks: Marks) -> bool:
    return any(
        king.kind not in TRICK_MARKS and king.points == 1 and tricks.kind not in KING_MARKS
        for king, tricks in permutations(marks)
    )


def _facts_refusal(code: Code, record: HandRecord, marks: Marks) -> Refusal | None:
    """Takes up the facts one by one, to name the first with which the marks cannot be."""
    if _agreeing(code, record, marks):
        return None
    if record.rulings and _agreeing(code, replace(record, rulings=()), marks):
        law = ", ".join(dict.fromkeys(one.law for one in record.rulings))
        return Refusal(RefusalCode.MARKS_CONTRADICT_RULING, law, "marks")
    facts = HandRecord(kings=record.kings, marks=marks)
    if not _agreeing(code, facts, marks):
        return code.refusal(RefusalCode.MARKS_CONTRADICT_KINGS, Rule.ONE_KING, "marks")
    facts = replace(facts, tricks=record.tricks, abandoned_by=record.abandoned_by)
    if not _agreeing(code, facts, marks):
        return code.refusal(RefusalCode.MARKS_CONTRADICT_TRICKS, Rule.ONE_WINS_THE_POINT, "marks")
    facts = replace(facts, opening=record.opening)
    if _agreeing(code, facts, marks):
        return code.refusal(RefusalCode.MARKS_CONTRADICT_DEALER, Rule.STOOD_OR_REFUSED, "marks")
    bonus = any(mark.kind is MarkKind.POINT and mark.points > 1 for mark in marks)
    if bonus and record.opening is Opening.EXCHANGED:
        return code.refusal(RefusalCode.BONUS_AFTER_EXCHANGE, Rule.FIRST_PROPOSAL_ONLY, "marks")
    return code.refusal(RefusalCode.MARKS_CONTRADICT_OPENING, Rule.STOOD_OR_REFUSED, "marks")


def _agreeing(code: Code, record: HandRecord, marks: Marks) -> list[tuple[Mark, ...]]:
    """What the hands that the facts leave open can have made, and agrees with the notes."""
    facts = settled(code, replace(record, kings=kings_of(record), marks=None))
    return [made for made in _makable(code, facts) if _agree(marks, made)]


@lru_cache(maxsize=512)
def _makable(code: Code, facts: HandRecord) -> tuple[tuple[Mark, ...], ...]:
    return tuple(dict.fromkeys(scored(code, hand) for hand in _hands(code, facts)))


def _hands(code: Code, facts: HandRecord) -> Iterator[HandRecord]:
    """Every hand that the facts leave open."""
    # A king marked late is the same mark.
    every_king = tuple((King(*one),) for one in product(Seat, KING_MARKS.values()))
    choices = product(
        [facts.dealer] if facts.dealer else Seat,
        [facts.opening] if facts.opening else Opening,
        [facts.kings] if facts.kings else ((), *every_king),
        _tricks(facts),
    )
    for dealer, opening, kings, tricks in choices:
        by = facts.abandoned_by
        hand = HandRecord(dealer, opening, kings, tricks, by, rulings=facts.rulings)
        if dealer_refusal(code, hand) is None:
            yield hand


def _tricks(record: HandRecord) -> tuple[Tricks | None, ...]:
    """One for each way a hand can end; None where no trick was marked.

    That is so where the king ended the game, and where the winner of the point marks
    nothing (laws 25 and 43).
    """
    if record.tricks:
        return (record.tricks,)
    if record.abandoned_by is None:
        return (None, Tricks(5, 0), Tricks(3, 2), Tricks(2, 3), Tricks(0, 5))
    made = (0, 1, 3)
    if record.abandoned_by is Seat.A:
        return (None, *(Tricks(number, 0) for number in made))
    return (None, *(Tricks(0, number) for number in made))


def _agree(noted: Marks, made: tuple[Mark, ...]) -> bool:
    kinds = {(mark.seat, mark.points, mark.kind) for mark in noted if mark.kind}
    rest = [mark for mark in made if (mark.seat, mark.points, mark.kind) not in kinds]
    if len(made) - len(rest) != len(kinds):
        return False
    return all(_covers(noted, rest, seat) for seat in Seat)


def _covers(noted: Marks, rest: list[Mark], seat: Seat) -> bool:
    """A mark without a kind stands for one mark, or for all that the player made."""
    noted_points = sorted(mark.points for mark in noted if mark.kind is None and mark.seat is seat)
    made = sorted(mark.points for mark in rest if mark.seat is seat)
    return noted_points in (made, [sum(made)] if made else [])


def record_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """Why the record cannot be scored, by itself and whatever the score of the game."""
    refused = rulings_refusal(code, record)
    if refused is not None:
        return refused
    facts = settled(code, record)
    refused = dealer_refusal(code, record) or contradiction(code, facts)
    if is_void(code, record):
        # It may have been given up at any trick.
        broken_off = refused is not None and refused.code == RefusalCode.TRICKS_TOO_FEW
        return void_refusal(code, record) if refused is None or broken_off else refused
    if refused is not None:
        return refused
    if record.marks is None:
        return missing_refusal(code, facts)
    return noted_refusal(code, record, record.marks)


def marks(code: Code, record: HandRecord) -> tuple[Mark, ...]:
    """King turned, king held, tricks, of a record that is not refused; nothing is cut at five."""
    if is_void(code, record):
        return ()
    if record.marks is None:
        return scored(code, record)
    return noted_marks(code, record, record.marks)
