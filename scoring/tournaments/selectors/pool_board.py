"""The pools of a tournament as its pages show them, and as data."""

from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.leagues.models import Round
from scoring.tournaments.labels import reasons
from scoring.tournaments.models import Pool
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import State
from scoring.tournaments.rules.stages import Fixture as Planned
from scoring.tournaments.rules.stages import How, Status

from . import pool_states
from .reading import Reading


@dataclass(frozen=True, slots=True)
class Member:
    """`has_gone`: he has withdrawn, in this pool or later."""

    player: int
    name: str
    won: bool
    has_gone: bool
    is_you: bool


@dataclass(frozen=True, slots=True)
class Drawn:
    """A pool, or who sits the round out. `said`: how it stands, where that is not its contest's."""

    row: Pool
    planned: Planned
    members: tuple[Member, ...]
    said: str | Promise
    why: str

    @property
    def is_bye(self) -> bool:
        return self.planned.how is How.BYE

    @property
    def is_final(self) -> bool:
        """And nobody waits for its winner."""
        params = self.planned.reason.params
        return params.get("pools") == 1 and params.get("byes") == 0

    @property
    def is_yours(self) -> bool:
        return any(one.is_you for one in self.members)

    @property
    def in_play(self) -> bool:
        return pool_states.is_in_play(self.row)

    @property
    def waits(self) -> bool:
        """To be begun, or decided without play."""
        return self.planned.status is not Status.OVER and not self.in_play

    @property
    def is_award(self) -> bool:
        return self.row.how in pool_states.AWARDED


@dataclass(frozen=True, slots=True)
class Column:
    """A round."""

    row: Round
    pools: list[Drawn]

    @property
    def open(self) -> list[Drawn]:
        return [one for one in self.pools if one.planned.status is not Status.OVER]

    @property
    def decided(self) -> list[Drawn]:
        return [one for one in self.pools if one.planned.status is Status.OVER]

    @property
    def waits(self) -> bool:
        return any(one.waits for one in self.pools)


def rounds(found: Reading, you: int | None = None) -> list[Column]:
    """The newest first: what is published, and for directors what is drawn."""
    now = found.progress
    state = _state(found)
    planned = {one.slot: one for one in pools.fixtures(state)}
    shown = sorted(found.rounds, key=lambda one: -one.number)
    return [
        Column(
            row,
            [
                _drawn(found, one, planned[pool_states.slot_of(one)], state, you)
                for one in now.pools
                if one.round_id == row.pk
            ],
        )
        for row in shown
    ]


def _state(found: Reading) -> State:
    now = found.progress
    return pool_states.state(now.tournament, now.entrants, now.rounds, now.pools, drafts=found.runs)


def round_of(found: Reading, number: int, you: int | None = None) -> Column:
    """Raises: Absent."""
    row = found.round(number)
    return next(one for one in rounds(found, you) if one.row.pk == row.pk)


def _drawn(found: Reading, row: Pool, planned: Planned, state: State, you: int | None) -> Drawn:
    members = tuple(
        Member(
            player,
            found.names[player],
            won=player == planned.winner and planned.how is not How.BYE,
            has_gone=player in state.record.withdrawn,
            is_you=player == you,
        )
        for player in planned.entrants
    )
    why = reasons.pool_reason(planned.reason, found.names)
    return Drawn(row, planned, members, _said(row, planned), why)


def _said(row: Pool, planned: Planned) -> str | Promise:
    if planned.how is How.BYE:
        return _("Bye")
    if planned.how is How.BOTH_ABSENT:
        return _("Nobody came")
    if planned.how is How.WALKOVER:
        return _("Decided without play") if row.how else _("The others have withdrawn")
    return "" if row.contest_id else _("To play")


def left(found: Reading) -> list[str]:
    """Who may still win, in the order of seeds; before the first draw everybody."""
    return [found.names[one] for one in pools.left(found.progress.pool_state)]


def ranking(found: Reading) -> list[dict[str, Any]]:
    return [
        {"name": found.names[one.entrant], "first": one.first, "last": one.last}
        for one in pools.ranking(found.progress.pool_state)
    ]


# for programs


def plain(found: Reading) -> dict[str, Any]:
    now = found.progress
    tournament = now.tournament
    shown: list[Column] = rounds(found) if now.is_pools else []
    places = pools.ranking(now.pool_state) if now.is_pools else ()
    through = pools.left(now.pool_state) if now.is_pools else ()
    return {
        "tournament": tournament.pk,
        "version": tournament.version,
        "rounds": [_round_plain(found, one) for one in reversed(shown)],
        "left": [_named(found, one) for one in through],
        "ranking": [
            {"player": _named(found, one.entrant), "first": one.first, "last": one.last}
            for one in places
        ],
    }


def _round_plain(found: Reading, one: Column) -> dict[str, Any]:
    return {
        "number": one.row.number,
        "seed": one.row.seed,
        "published_at": one.row.published_at,
        "pools": [pool_plain(found, each) for each in one.pools],
    }


def of_round(found: Reading, number: int) -> list[dict[str, Any]]:
    if not found.progress.is_pools:
        return []
    return [pool_plain(found, one) for one in round_of(found, number).pools]


def pool_plain(found: Reading, one: Drawn) -> dict[str, Any]:
    planned = one.planned
    reason = planned.reason
    return {
        "id": one.row.pk,
        "number": one.row.number,
        "members": [_named(found, member.player) for member in one.members],
        "withdrawn": [member.player for member in one.members if member.has_gone],
        "status": planned.status.value,
        "how": planned.how.value if planned.how else None,
        "winner": planned.winner,
        "contest": one.row.contest_id,
        "reason": one.row.reason,
        "because": reason.because.value,
        "figures": dict(reason.params),
        "said": one.why,
    }


def _named(found: Reading, pk: int) -> dict[str, Any]:
    return {"id": pk, "name": found.names[pk]}
