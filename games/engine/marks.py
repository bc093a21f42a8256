"""The marks of a hand record, whichever way it was noted, or why there are none."""

from .codes import Code
from .facts import Mark, contradiction, dealer_refusal, missing_refusal
from .noted import noted_marks, noted_refusal
from .records import HandRecord
from .refusals import Refusal, RefusalCode
from .rulings.effect import is_void, rulings_refusal, scored, settled, void_refusal

__all__ = ["Mark", "marks", "record_refusal"]


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
