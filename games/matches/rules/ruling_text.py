"""Rulings in one text, and back: in a cell of a score sheet, and in the address of the pad.

`law 25|false_king@a|error_declared=no,adversary_held_king=no|play_again`: the law, what happened
and by whom, the facts that decided, the choice; several are joined by "; ".
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.records import Applied, HandRecord
from games.engine.rulings.ids import Answer, Choice, Fact, Irregularity
from games.engine.seats import Seat
from games.engine.serialization import dump_record

BETWEEN = "; "
RULINGS_MOST = 9
RULING = re.compile(
    r"(?P<law>[\w ,]{1,60})\|(?P<what>\w+)(?:@(?P<who>[ab]))?\|(?P<facts>[\w=,]*)\|(?P<choice>\w+)"
)
FACT = re.compile(r"(\w+)=(\w+)")


def rulings_text(rulings: Sequence[Applied]) -> str:
    noted = dump_record(HandRecord(rulings=tuple(rulings))).get("rulings", [])
    return rulings_cell(noted) if isinstance(noted, list) else ""


def rulings_cell(rulings: Sequence[Mapping[str, Any]]) -> str:
    """For the engine's plain rulings."""
    return BETWEEN.join(_ruling_text(one) for one in rulings)


def _ruling_text(one: Mapping[str, Any]) -> str:
    who = f"@{one['offender']}" if one.get("offender") else ""
    facts = ",".join(f"{fact['fact']}={fact['answer']}" for fact in one["facts"])
    return f"{one['law']}|{one['irregularity']}{who}|{facts}|{one['choice']}"


def parse_rulings(text: str) -> tuple[Applied, ...] | None:
    """None for what is no such text; what cannot be ruled so is for the laws to refuse."""
    if not text.strip():
        return ()
    found = [_ruling(one.strip()) for one in text.split(BETWEEN.strip())]
    if None in found or len(found) > RULINGS_MOST:
        return None
    return tuple(one for one in found if one)


def _ruling(text: str) -> Applied | None:
    found = RULING.fullmatch(text)
    if found is None:
        return None
    facts = [FACT.fullmatch(one) for one in found["facts"].split(",") if one]
    if None in facts:
        return None
    try:
        return Applied(
            law=found["law"],
            irregularity=Irregularity(found["what"]),
            facts=tuple((Fact(one[1]), Answer(one[2])) for one in facts if one),
            choice=Choice(found["choice"]),
            offender=Seat(found["who"]) if found["who"] else None,
        )
    except ValueError:
        return None
