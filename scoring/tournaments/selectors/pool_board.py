"""The pools of a tournament as pages and programs read them."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.leagues.models import Round
from scoring.tournaments import labels
from scoring.tournaments.models import Pool
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import State
from scoring.tournaments.rules.stages import Fixture as Planned
from scoring.tournaments.rules.stages import How, Status

from . import pool_states
from .by_hand import pairs_by_hand
from .pairings import Pairing, pairing
from .reading import LISTED_MOST, ByHand, Named, Reading
from .tree_board import Ranked, ranks_with_names


@dataclass(frozen=True, slots=True)
class Member:
    """`has_gone`: has withdrawn, in this pool or later."""

    id: int
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
    def withdrawn(self) -> list[int]:
        return [one.id for one in self.members if one.has_gone]

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


def rounds(reading: Reading, you: int | None = None) -> list[Column]:
    """The newest first: what is published, and for directors what is drawn."""
    now = reading.progress
    if not now.is_pools:
        return []
    state = _state(reading)
    planned = {one.slot: one for one in pools.fixtures(state)}
    shown = sorted(reading.rounds, key=lambda one: -one.number)
    return [
        Column(
            row,
            [
                _drawn(reading, one, planned[pool_states.slot_of(one)], state, you)
                for one in now.pools
                if one.round_id == row.pk
            ],
        )
        for row in shown
    ]


def _state(reading: Reading) -> State:
    now = reading.progress
    return pool_states.state(
        now.tournament, now.entrants, now.rounds, now.pools, drafts=reading.runs
    )


def round_of(reading: Reading, number: int, you: int | None = None) -> Column:
    """Raises: Absent."""
    row = reading.round(number)
    return next(one for one in rounds(reading, you) if one.row.pk == row.pk)


def _drawn(reading: Reading, row: Pool, planned: Planned, state: State, you: int | None) -> Drawn:
    members = tuple(
        Member(
            player,
            reading.names[player],
            won=player == planned.winner and planned.how is not How.BYE,
            has_gone=player in state.record.withdrawn,
            is_you=player == you,
        )
        for player in planned.entrants
    )
    why = labels.pool_reason(planned.reason, reading.names)
    return Drawn(row, planned, members, _note(row, planned), why)


def _note(row: Pool, planned: Planned) -> str | Promise:
    if planned.how is How.BYE:
        return _("Bye")
    if planned.how is How.BOTH_ABSENT:
        return _("Nobody came")
    if planned.how is How.WALKOVER:
        return _("Decided without play") if row.how else _("The others have withdrawn")
    return "" if row.contest_id else _("To play")


@dataclass(frozen=True, slots=True)
class PoolsDetail:
    """The pools of all rounds; empty in a tournament of another kind.

    `left`: players who may still win, in seeding order; before the first draw everybody.
    `ranking`: nothing until all is over.
    """

    reading: Reading

    @property
    def rounds(self) -> list[Column]:
        return rounds(self.reading)[::-1]

    @property
    def left(self) -> list[Named]:
        progress = self.reading.progress
        players = pools.left(progress.pool_state) if progress.is_pools else ()
        return [self.reading.named(one) for one in players]

    @property
    def ranking(self) -> list[Ranked]:
        progress = self.reading.progress
        ranks = pools.ranking(progress.pool_state) if progress.is_pools else ()
        return ranks_with_names(self.reading, ranks)


@dataclass(frozen=True, slots=True)
class RoundDetail:
    """A round for programs: it has pairings or pools."""

    reading: Reading
    row: Round

    @property
    def version(self) -> int:
        return self.reading.progress.tournament.version

    @property
    def pairings(self) -> list[Pairing]:
        """The first, as far as an answer lists them; for all there is `pairings_among`."""
        rows = self.reading.fixtures(self.row.number)[:LISTED_MOST]
        progress, names = self.reading.progress, self.reading.names
        return [pairing(one, names, group=progress.group_of(one)) for one in rows]

    @property
    def pairings_count(self) -> int:
        return len(self.reading.fixtures(self.row.number))

    @property
    def pools(self) -> list[Drawn]:
        is_pools = self.reading.progress.is_pools
        return round_of(self.reading, self.row.number).pools if is_pools else []

    @property
    def fixed(self) -> list[ByHand]:
        return pairs_by_hand(self.reading, self.row)[0]

    @property
    def changes(self) -> list[ByHand]:
        return pairs_by_hand(self.reading, self.row)[1]
