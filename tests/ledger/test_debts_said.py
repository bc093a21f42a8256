"""Who owes whom, as one sentence for every two holders."""

import itertools

import pytest

from ecarte_club.clubs.models import Player, Unit
from scoring.ledger.labels.accounts import debt_text
from scoring.ledger.labels.unit import UnitWords
from scoring.ledger.rules import Holder
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


def test_a_debt_says_who_owes() -> None:
    counters = UnitWords(Unit.COUNTERS)
    assert debt_text(ANN, BOB, 1, counters) == "Ann owes Bob 1 counter"
    assert debt_text(Party(Holder.MASS), ANN, 2, counters) == "The bets owe Ann 2 counters"
    assert debt_text(ANN, BOB, 2, UnitWords(Unit.POINTS)) == "Bob won 2 points from Ann"
