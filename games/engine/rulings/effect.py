"""What the rulings of a hand record do to the hand and to its marks."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.engine.codes import Code, cited
from games.engine.facts import KING_MARKS, Mark, computed, dealer_of
from games.engine.records import (
    TRICKS_FOR_THE_POINT,
    TRICKS_IN_A_HAND,
    Applied,
    HandRecord,
    King,
    KingHow,
    Opening,
    Tricks,
)
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat

from .book import CULPRITS, applied_refusal, consequences
from .ids import Answer, Consequence, Culprit, Fact, Irregularity

VOID = {
    Consequence.FRESH_DEAL,
    Consequence.RIGHT_DEALER_DEALS,
    Consequence.DEALT_AGAIN_OWN_PACK,
}
SHORT = {Consequence.ELDER_SHORT, Consequence.DEALER_SHORT}
MARKING = {
    *VOID,
    *SHORT,
    Consequence.KING_TURNED_NOT_MARKED,
    Consequence.KING_HELD_NOT_MARKED,
    Consequence.HAND_ABANDONED,
    Consequence.ONE_LESS,
}
"""The consequences that the marks of a record follow from; the others are for the table."""

_MADE = {
    Answer.NONE: range(1),
    Answer.ONE_OR_TWO: range(1, TRICKS_FOR_THE_POINT),
    Answer.THREE_OR_MORE: range(TRICKS_FOR_THE_POINT, TRICKS_IN_A_HAND + 1),
}


def is_void(code: Code, record: HandRecord) -> bool:
    """The hand was dealt afresh: it makes no marks and needs no tricks."""
    return _voiding(code, record) is not None


def void_dealer(code: Code, record: HandRecord) -> Seat | None:
    """Who deals after a void hand: the same dealer, or whose turn it had been."""
    one = _voiding(code, record)
    if one and Consequence.RIGHT_DEALER_DEALS in consequences(code, one) and one.offender:
        return one.offender.other
    return dealer_of(record)


def _voiding(code: Code, record: HandRecord) -> Applied | None:
    return next((one for one in record.rulings if VOID & {*consequences(code, one)}), None)


def settled(code: Code, record: HandRecord) -> HandRecord:
    """The facts as the rulings leave them; for a record whose rulings are not refused.

    The kings that cannot be marked are gone, the player who abandoned it is named, and the
    tricks of a short hand come to five.
    """
    if not record.rulings:
        return record
    record = replace(record, dealer=dealer_of(record))
    for ruling in record.rulings:
        effects = consequences(code, ruling)
        record = replace(record, kings=tuple(_markable(record, ruling, effects)))
        if Consequence.HAND_ABANDONED in effects:
            record = _abandoned(record, ruling)
    return _completed(code, record)


def _markable(
    record: HandRecord, ruling: Applied, effects: tuple[Consequence, ...]
) -> Iterator[King]:
    no_turned = Consequence.KING_TURNED_NOT_MARKED in effects
    no_held = Consequence.KING_HELD_NOT_MARKED in effects
    for king in record.kings:
        held_falsely = king == King(ruling.offender, KingHow.HELD) if ruling.offender else False
        if not (no_turned and king.how.turned) and not (no_held and held_falsely):
            yield king


def _abandoned(record: HandRecord, ruling: Applied) -> HandRecord:
    """Where no tricks were noted, the facts of the ruling tell enough of them."""
    tricks = record.tricks
    if tricks is None:
        least = _tricks_allowed(ruling).start
        tricks = Tricks(least, 0) if ruling.offender is Seat.A else Tricks(0, least)
    return replace(record, abandoned_by=ruling.offender, tricks=tricks)


def _tricks_allowed(ruling: Applied) -> range:
    """How many tricks the facts leave to the player who abandoned the hand."""
    return _MADE[dict(ruling.facts)[Fact.TRICKS_MADE]]


def _completed(code: Code, record: HandRecord) -> HandRecord:
    """The cards that cannot be played to are tricks of the other player."""
    tricks, short = record.tricks, _short(code, record)
    if tricks is None or short is None or record.abandoned_by or min(tricks.a, tricks.b) < 0:
        return record
    rest = max(0, TRICKS_IN_A_HAND - tricks.a - tricks.b)
    if short is Seat.A:
        return replace(record, tricks=Tricks(tricks.a, tricks.b + rest))
    return replace(record, tricks=Tricks(tricks.a + rest, tricks.b))


def _short(code: Code, record: HandRecord) -> Seat | None:
    """Whose hand had less than five cards; the last one, if both."""
    if record.dealer is None:
        return None
    short = [each for one in record.rulings for each in consequences(code, one) if each in SHORT]
    if not short:
        return None
    return record.dealer if short[-1] is Consequence.DEALER_SHORT else record.dealer.other


def scored(code: Code, record: HandRecord) -> tuple[Mark, ...]:
    """The marks of the facts, as the rulings leave them."""
    made = computed(code, settled(code, record))
    for seat in Seat:
        laws = [one.law for one in record.rulings if _marks_less(code, one, seat)]
        made = _less(made, seat, laws) if laws else made
    return made


def _marks_less(code: Code, ruling: Applied, seat: Seat) -> bool:
    return ruling.offender is seat and Consequence.ONE_LESS in consequences(code, ruling)


def _less(made: tuple[Mark, ...], seat: Seat, laws: list[str]) -> tuple[Mark, ...]:
    """One less for the tricks, once, however many laws say so."""
    marks = []
    for mark in made:
        if mark.seat is not seat or mark.kind in KING_MARKS:
            marks.append(mark)
        elif mark.points > 1:
            marks.append(replace(mark, points=mark.points - 1, law=cited(mark.law, *laws)))
    return tuple(marks)


def rulings_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """Why the rulings cannot stand, by themselves and beside the other facts."""
    for one in record.rulings:
        refused = applied_refusal(code, one) or _beside_refusal(code, record, one)
        if refused is not None:
            return refused
    return None


def _beside_refusal(code: Code, record: HandRecord, ruling: Applied) -> Refusal | None:
    if record.opening in _excluded_openings(ruling):
        return Refusal(RefusalCode.OPENING_CONTRADICTS_RULING, ruling.law, "opening")
    if any(_excludes_king(ruling, king) for king in record.kings):
        return Refusal(RefusalCode.KINGS_CONTRADICT_RULING, ruling.law, "kings")
    effects, dealer = {*consequences(code, ruling)}, dealer_of(record)
    if effects & SHORT and dealer is None:
        return Refusal(RefusalCode.DEALER_UNKNOWN, ruling.law, "dealer")
    if dealer and ruling.offender and ruling.offender not in _possible(ruling, dealer):
        return Refusal(RefusalCode.OFFENDER_CONTRADICTS, ruling.law, "rulings")
    if Consequence.NOT_ABANDONED in effects and record.abandoned_by is ruling.offender:
        return Refusal(RefusalCode.ABANDONING_CONTRADICTS_RULING, ruling.law, "rulings")
    if Consequence.HAND_ABANDONED not in effects:
        return None
    return _abandoning_refusal(code, record, ruling)


_WITHOUT_EXCHANGE = {Opening.STOOD, Opening.REFUSED}
_OPENINGS_EXCLUDED: Mapping[Irregularity, set[Opening]] = {
    Irregularity.PROPOSAL_RETRACTED: {Opening.STOOD},
    Irregularity.ANSWER_RETRACTED: {Opening.STOOD},
    Irregularity.NUMBER_NOT_TOLD: _WITHOUT_EXCHANGE,
    Irregularity.DISCARD_LOOKED_AT: _WITHOUT_EXCHANGE,
    Irregularity.ELDER_TOOK_TOO_MANY: _WITHOUT_EXCHANGE,
    Irregularity.ELDER_ASKED_TOO_FEW: _WITHOUT_EXCHANGE,
    Irregularity.ELDER_GIVEN_TOO_MANY: _WITHOUT_EXCHANGE,
    Irregularity.ELDER_GIVEN_TOO_FEW: _WITHOUT_EXCHANGE,
    Irregularity.DEALER_TOOK_TOO_MANY: _WITHOUT_EXCHANGE,
    Irregularity.DEALER_TOOK_TOO_FEW: _WITHOUT_EXCHANGE,
    Irregularity.FACED_CARD_IN_STOCK: _WITHOUT_EXCHANGE,
    Irregularity.EXPOSED_IN_GIVING: _WITHOUT_EXCHANGE,
    Irregularity.TURNED_AFTER_GIVING: _WITHOUT_EXCHANGE,
    Irregularity.STOCK_SHORT: _WITHOUT_EXCHANGE,
}


def _excluded_openings(ruling: Applied) -> set[Opening]:
    """What cannot have become of the first proposal, if this went wrong."""
    facts = dict(ruling.facts)
    done = {facts.get(Fact.ELDER_DONE), facts.get(Fact.DEALER_DONE)}
    if Answer.PLAYED in done:
        return {Opening.EXCHANGED}
    if done & {Answer.PROPOSED, Answer.ANSWERED}:
        is_short = facts[Fact.MORE_OR_FEWER] is Answer.FEWER
        return _WITHOUT_EXCHANGE if is_short else {Opening.STOOD}
    return _OPENINGS_EXCLUDED.get(ruling.irregularity, set())


def _excludes_king(ruling: Applied, king: King) -> bool:
    """Whether nobody can have marked `king`, if this went wrong."""
    if ruling.irregularity is Irregularity.FALSE_KING:
        held = dict(ruling.facts).get(Fact.ADVERSARY_HELD_KING)
        if king.how.turned:
            return held is Answer.YES
        return king.seat is not ruling.offender and held is Answer.NO
    if ruling.irregularity in (
        Irregularity.KING_ANNOUNCED_LATE,
        Irregularity.KING_MARKED_SILENTLY,
    ):
        return king.how.turned or king.seat is not ruling.offender
    return ruling.irregularity is Irregularity.KING_TURNED_UNMARKED and not king.how.turned


def _possible(ruling: Applied, dealer: Seat) -> tuple[Seat, ...]:
    culprit = CULPRITS[ruling.irregularity]
    return {Culprit.DEALER: (dealer,), Culprit.NON_DEALER: (dealer.other,)}.get(
        culprit, tuple(Seat)
    )


def _abandoning_refusal(code: Code, record: HandRecord, ruling: Applied) -> Refusal | None:
    """One player abandons a hand, and has made the tricks that the ruling says."""
    others = [
        other.offender
        for other in record.rulings
        if Consequence.HAND_ABANDONED in consequences(code, other)
    ]
    if {record.abandoned_by or ruling.offender, *others} != {ruling.offender}:
        return Refusal(RefusalCode.ABANDONING_CONTRADICTS_RULING, ruling.law, "rulings")
    tricks, seat = record.tricks, ruling.offender
    if tricks and seat and tricks.of(seat) not in _tricks_allowed(ruling):
        return Refusal(RefusalCode.TRICKS_CONTRADICT_RULING, ruling.law, "tricks")
    return None


def void_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """A void hand makes no marks, and so none can be noted."""
    one = _voiding(code, record)
    if one is None or not record.marks:
        return None
    return Refusal(RefusalCode.MARKS_CONTRADICT_RULING, one.law, "marks")
