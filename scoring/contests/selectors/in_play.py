"""What players still have on the table: in pots, banks and bets of contests that run."""

from collections import Counter
from collections.abc import Iterable

from scoring.contests.models import Contest
from scoring.contests.rules import machine
from scoring.contests.rules.events import Closed
from scoring.contests.rules.machine import ContestState
from scoring.ledger.rules import Holder, balances

from .courses import read


def in_play_of(state: ContestState) -> dict[int, int]:
    """What each would get back if it were closed now."""
    if state.over:
        return {}
    _over, made = machine.apply(state, Closed())
    moved = balances(made)
    return {
        account.of: amount
        for account, amount in moved.items()
        if account.holder is Holder.MEMBER and amount
    }


def in_play(evenings: Iterable[int | None]) -> Counter[int]:
    """By player, in all contests of these evenings."""
    found: Counter[int] = Counter()
    ids = [pk for pk in evenings if pk is not None]
    for contest in Contest.objects.filter(evening__in=ids, over=False) if ids else ():
        found.update(in_play_of(read(contest).state))
    return found
