"""What is agreed before the bank is put up."""

from dataclasses import dataclass

from scoring.contests.rules.refusals import Refusal, Why


@dataclass(frozen=True, slots=True)
class Terms:
    """Whole numbers of the club's unit.

    minimum     the lowest first bid (agreement)
    step        by how much a bid must exceed the one before (agreement)
    most_bank   the highest bid; 0: no limit (agreement)
    most_stake  the most one may lay on a game; 0: no limit (agreement)
    levy        per cent of what the winning side wins (art. 64, where it is 5; 0 by default)
    """

    minimum: int = 1
    step: int = 1
    most_bank: int = 0
    most_stake: int = 0
    levy: int = 0


def terms_refusal(terms: Terms) -> Refusal | None:
    possible = {
        "minimum": terms.minimum >= 1,
        "step": terms.step >= 1,
        "most_bank": terms.most_bank == 0 or terms.most_bank >= max(1, terms.minimum),
        "most_stake": terms.most_stake >= 0,
        "levy": 0 <= terms.levy <= 100,
    }
    for field, holds in possible.items():
        if not holds:
            source = "art. 64" if field == "levy" else "agreement"
            return Refusal(Why.AMOUNT_IMPOSSIBLE, source, field)
    return None
