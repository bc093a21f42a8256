"""A ruling asked for in a line: what happened, and each answer as `fact="answer"`."""

from games.engine.codes import CODES, Code
from games.engine.records import Applied
from games.engine.rulings.book import Ruling, applied_ruling, rulings
from games.engine.rulings.ids import Irregularity
from games.engine.seats import Seat
from tests.engine.people import LONDON

I = Irregularity  # noqa: E741 - it stands in every line
EVERY_CODE = tuple(CODES.values())
FRESH = ["fresh_deal"]


def ruled(what: Irregularity, code: Code = LONDON, /, **facts: str) -> Ruling:
    """A ruling to which no question is open."""
    found = rulings(code, what, facts)
    assert found.question is None
    return found


def asked(what: Irregularity, code: Code = LONDON, /, **facts: str) -> str:
    """The next question."""
    found = rulings(code, what, facts)
    assert found.question is not None
    return found.question.fact.value


def choices(ruling: Ruling) -> dict[str, list[str]]:
    """What comes of each choice."""
    return {one.choice.value: [each.value for each in one.consequences] for one in ruling.choices}


def laws(ruling: Ruling) -> dict[str, str]:
    return {one.choice.value: one.law for one in ruling.choices}


def by_nobody(ruling: Ruling) -> list[str]:
    """What must follow."""
    assert ruling.entitled == "nobody"
    (only,) = ruling.choices
    return [each.value for each in only.consequences]


def take(
    what: Irregularity,
    choice: str,
    offender: Seat | None = None,
    code: Code = LONDON,
    /,
    **facts: str,
) -> Applied:
    return applied_ruling(code, what, facts, choice, offender)
