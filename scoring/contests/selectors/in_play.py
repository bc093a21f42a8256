"""What players still have on the table: in pots, banks and bets of contests that run."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ecarte_club.core.composed import ComposedList
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


_running = ComposedList(lambda ids: Contest.objects.filter(evening__in=ids, over=False))


def in_play(
    evenings: Iterable[int | None], known: Mapping[int, ContestState] | None = None
) -> Counter[int]:
    """By player, in all contests of these evenings. `known`: the state of contests, by id."""
    return in_play_in(contests_running(evenings), known)


def contests_running(evenings: Iterable[int | None]) -> list[Contest]:
    return _running.rows(pk for pk in evenings if pk is not None)


def in_play_in(
    contests: Iterable[Contest], known: Mapping[int, ContestState] | None = None
) -> Counter[int]:
    found: Counter[int] = Counter()
    for contest in contests:
        state = (known or {}).get(contest.pk) or read(contest).state
        found.update(in_play_of(state))
    return found
