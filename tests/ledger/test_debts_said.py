"""Who owes whom, as one sentence for every two holders."""

import itertools
import re

import pytest
from django.utils.translation import override

from ecarte_club.clubs.models import Player, Unit
from scoring.ledger.labels.accounts import FROM, TO, debt_text
from scoring.ledger.labels.unit import UnitWords
from scoring.ledger.rules import Cause, Holder
from scoring.ledger.selectors.debts import Party

OTHERS = [holder for holder in Holder if holder is not Holder.MEMBER]
ANN, BOB = (Party(Holder.MEMBER, Player(name=name)) for name in ("Ann", "Bob"))
PAIRS = [
    (ANN, BOB),
    *((ANN, Party(one)) for one in OTHERS),
    *((Party(one), ANN) for one in OTHERS),
    *(tuple(map(Party, pair)) for pair in itertools.permutations(OTHERS, 2)),
]


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize(("debtor", "creditor"), PAIRS)
def test_a_debt_is_a_sentence_with_its_unit(debtor: Party, creditor: Party, unit: Unit) -> None:
    text = debt_text(debtor, creditor, 5, UnitWords(unit))
    assert text[0].isupper()
    assert f"5 {unit}" in text
    assert all(one.player.name in text for one in (debtor, creditor) if one.player)


@pytest.mark.parametrize("unit", list(Unit))
@pytest.mark.parametrize(("debtor", "creditor"), PAIRS)
def test_no_french_sentence_of_a_debt_or_a_statement_forgets_a_contraction(
    debtor: Party, creditor: Party, unit: Unit
) -> None:
    """*À les paris*, *de le* and their like."""
    with override("fr"):
        words = UnitWords(unit)
        texts = [debt_text(debtor, creditor, 5, words)]
        named = {"cause": words.cause(Cause.BET_WON), "name": "Aurélie"}
        texts += [
            str(way[side.holder]) % named for way in (FROM, TO) for side in (debtor, creditor)
        ]
    for text in texts:
        assert not re.search(r"(?i:\b(?:à|de) les?\b)|\b(?:de|que) A", text), text


def test_a_debt_says_who_owes() -> None:
    counters = UnitWords(Unit.COUNTERS)
    assert debt_text(ANN, BOB, 1, counters) == "Ann owes Bob 1 counter"
    assert debt_text(Party(Holder.MASS), ANN, 2, counters) == "The bets owe Ann 2 counters"
    assert debt_text(ANN, BOB, 2, UnitWords(Unit.POINTS)) == "Bob won 2 points from Ann"
