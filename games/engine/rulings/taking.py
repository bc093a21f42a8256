"""A ruling as a record keeps it: who may choose what has become what was chosen."""

from dataclasses import replace
from functools import lru_cache

from games.engine.codes import Code
from games.engine.records import Applied, HandRecord
from games.engine.refusals import Refusal, RefusalCode, RefusalError
from games.engine.seats import Seat

from .book import CULPRITS, Facts, Option, walked
from .ids import Answer, Choice, Consequence, Culprit, Entitled, Fact, Irregularity


def taken(
    code: Code,
    irregularity: Irregularity | str,
    facts: Facts,
    choice: Choice | str,
    offender: Seat | None = None,
) -> Applied:
    """Raises RefusalError with what `rulings` refuses, a fact that is missing, a choice that
    nobody has, and an offender who is not told, or cannot be one."""
    found = _chosen(code, irregularity, facts, choice)
    if isinstance(found, Refusal):
        raise RefusalError(found)
    what, asked, option = found
    applied = Applied(option.law, what, asked, option.choice, offender)
    refused = applied_refusal(code, applied)
    if refused is not None:
        raise RefusalError(refused)
    return applied


def applied_refusal(code: Code, applied: Applied) -> Refusal | None:
    """Why nobody can have ruled so."""
    found = _of(code, applied)
    if isinstance(found, Refusal):
        return found
    _what, asked, option = found
    culprit = CULPRITS[applied.irregularity]
    if culprit is Culprit.EITHER and applied.offender is None:
        return Refusal(RefusalCode.OFFENDER_MISSING, option.law, "rulings")
    if culprit is Culprit.NOBODY and applied.offender is not None:
        return Refusal(RefusalCode.OFFENDER_CONTRADICTS, option.law, "rulings")
    if applied.law != option.law or applied.facts != asked:
        return Refusal(RefusalCode.RULING_LAW_CONTRADICTS, option.law, "rulings")
    return None


def with_laws(code: Code, record: HandRecord) -> HandRecord:
    """The record with a law at each of its rulings; one that is refused stays as it is."""
    if all(one.law for one in record.rulings):
        return record
    return replace(record, rulings=tuple(_with_law(code, one) for one in record.rulings))


def _with_law(code: Code, one: Applied) -> Applied:
    found = _of(code, one)
    return one if one.law or isinstance(found, Refusal) else replace(one, law=found[2].law)


def consequences(code: Code, applied: Applied) -> tuple[Consequence, ...]:
    """What comes of a ruling; nothing of one that is refused."""
    found = _of(code, applied)
    return () if isinstance(found, Refusal) else found[2].consequences


def entitled_seat(entitled: Entitled, dealer: Seat | None, offender: Seat | None) -> Seat | None:
    """Who it is that may choose; None: nobody, or it is not known who."""
    seats = {
        Entitled.DEALER: dealer,
        Entitled.NON_DEALER: dealer and dealer.other,
        Entitled.OFFENDER: offender,
        Entitled.ADVERSARY: offender and offender.other,
    }
    return seats.get(entitled)


_Chosen = tuple[Irregularity, tuple[tuple[Fact, Answer], ...], Option]


@lru_cache(maxsize=1024)
def _of(code: Code, applied: Applied) -> _Chosen | Refusal:
    return _chosen(code, applied.irregularity, dict(applied.facts), applied.choice)


def _chosen(code: Code, irregularity: str, facts: Facts, choice: str) -> _Chosen | Refusal:
    ruling = walked(code, irregularity, facts)
    if isinstance(ruling, Refusal):
        return ruling
    if ruling.question is not None:
        params = {"fact": ruling.question.fact.value}
        return Refusal(RefusalCode.FACT_MISSING, ruling.law, "rulings", params)
    option = next((one for one in ruling.choices if one.choice == choice), None)
    if option is None:
        return Refusal(RefusalCode.CHOICE_NOT_OPEN, ruling.law, "rulings", {"choice": choice})
    return ruling.irregularity, ruling.facts, option
