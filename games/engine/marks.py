"""The marks of a hand record, whichever way it was noted, or why there are none."""

from games.engine.codes import Code
from games.engine.facts import Mark, computed, contradiction, missing_refusal
from games.engine.noted import noted_marks, noted_refusal
from games.engine.records import HandRecord
from games.engine.refusals import Refusal

__all__ = ["Mark", "marks", "record_refusal"]


def record_refusal(code: Code, record: HandRecord) -> Refusal | None:
    """Why the record cannot be scored, by itself and whatever the score of the game."""
    refused = contradiction(code, record)
    if refused is not None:
        return refused
    if record.marks is None:
        return missing_refusal(code, record)
    return noted_refusal(code, record, record.marks)


def marks(code: Code, record: HandRecord) -> tuple[Mark, ...]:
    """King turned, king held, tricks, of a record that is not refused; nothing is cut at five."""
    if record.marks is None:
        return computed(code, record)
    return noted_marks(code, record, record.marks)
