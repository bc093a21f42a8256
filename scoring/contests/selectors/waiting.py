"""What each contest of an evening is waiting for, for whoever runs them all."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games.evenings.models import Evening
from scoring.contests.labels import chronicle, kinds
from scoring.contests.labels.chronicle import Wording
from scoring.contests.models import Contest
from scoring.contests.rules import bank, machine, pool
from scoring.contests.rules.machine import ContestState

from .courses import Course, read, shown_names
from .summaries import summary


class WaitsFor(StrEnum):
    """None is ever renamed."""

    PLACES = "places"
    BIDS = "bids"
    AUCTION = "auction"
    RENEWAL = "renewal"
    PLAYERS = "players"
    DEAL = "deal"
    RESULT = "result"
    NOTHING = "nothing"


# `name` is the highest bidder or the chouetteur; `a` and `b` play game `number`.
TEXTS: Mapping[WaitsFor, str | Promise] = {
    WaitsFor.PLACES: gettext_lazy("The players have to take their places."),
    WaitsFor.BIDS: gettext_lazy("Somebody has to bid for the bank."),
    WaitsFor.AUCTION: gettext_lazy("The auction has to be closed; %(name)s bids most."),
    WaitsFor.RENEWAL: gettext_lazy("%(name)s has to say whether the bank is renewed."),
    WaitsFor.PLAYERS: gettext_lazy("Two players have to sit down."),
    WaitsFor.DEAL: gettext_lazy("%(a)s and %(b)s have to deal game %(number)s."),
    WaitsFor.RESULT: gettext_lazy("%(a)s and %(b)s play game %(number)s."),
}


def waits_for(state: ContestState) -> WaitsFor:
    own = state.contest
    if state.over:
        return WaitsFor.NOTHING
    if isinstance(own, bank.State) and own.phase is bank.Phase.AUCTION:
        return WaitsFor.AUCTION if own.bids else WaitsFor.BIDS
    if isinstance(own, bank.State) and own.phase is bank.Phase.RENEWAL:
        return WaitsFor.RENEWAL
    if isinstance(own, pool.State) and not own.order:
        return WaitsFor.PLACES
    if machine.seats(state) is None:
        return WaitsFor.PLAYERS
    return WaitsFor.RESULT if state.dealt else WaitsFor.DEAL


def waits_text(state: ContestState, wording: Wording) -> str:
    what, own = waits_for(state), state.contest
    if what is WaitsFor.NOTHING:
        return str(kinds.OVER[state.kind])
    a, b = machine.seats(state) or (0, 0)
    named = {"a": wording.name(a), "b": wording.name(b), "number": state.number}
    if isinstance(own, bank.State):
        bidder = own.bids[-1].player if own.bids else own.chouetteur
        named["name"] = wording.name(bidder)
    return str(TEXTS[what]) % named


@dataclass(frozen=True, slots=True)
class ContestNow:
    """`since`: when something was entered last. `match`: of the game in play."""

    contest: Contest
    waits_for: WaitsFor
    text: str
    summary: str
    since: datetime
    match: int | None

    @property
    def is_over(self) -> bool:
        return self.waits_for is WaitsFor.NOTHING


def contests_now(evening: Evening, *, veiled: bool) -> list[ContestNow]:
    """Those that run first, and of these the one that has waited longest."""
    found = Contest.objects.filter(evening=evening).select_related("club", "table").order_by("-pk")
    read_ones = [(one, read(one)) for one in found]
    ids = {pk for _one, course in read_ones for pk in chronicle.people(course)}
    names = shown_names(ids, evening.club, veiled=veiled)
    rows = [_now(one, course, chronicle.wording(one, names)) for one, course in read_ones]
    return sorted(rows, key=lambda row: (row.is_over, row.since))


def _now(contest: Contest, course: Course, wording: Wording) -> ContestNow:
    dealt = course.dealt
    return ContestNow(
        contest,
        waits_for(course.state),
        waits_text(course.state, wording),
        summary(course, wording),
        max((entry.at for entry in course.entries), default=contest.opened_at),
        dealt.entry.match if dealt is not None and not course.state.over else None,
    )
