"""A ruling that was taken, as one token."""

from typing import Final

from games.engine.records import Applied
from games.engine.rulings.ids import Answer, Choice, Fact, Irregularity
from games.engine.seats import Seat

from .cursor import Cursor
from .faults import Fault
from .lexing import quoted

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


def ruling_text(one: Applied) -> str:
    by = [f"by={one.offender.value.upper()}"] if one.offender else []
    facts = [f"{fact.value}={answer.value}" for fact, answer in one.facts]
    told = (one.irregularity.value, *by, *facts, f"choice={one.choice.value}")
    return f"ruling:{','.join(told)},law={quoted(one.law)}"
