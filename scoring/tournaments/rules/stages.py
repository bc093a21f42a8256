"""What the kinds of stages share: slots, events, fixtures, ranks, refusals and the record."""

import dataclasses
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple


class Slot(NamedTuple):
    """Where a fixture stands. `part`: a knock-out's Part, a group's number, 0 for pools; `round`
    and `number` are counted from 1."""

    part: int
    round: int
    number: int


@dataclass(frozen=True, slots=True)
class Begun:
    """From now on who plays it is not disturbed by what is taken back elsewhere."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Won:
    slot: Slot
    winner: int


@dataclass(frozen=True, slots=True)
class Drew:
    slot: Slot


@dataclass(frozen=True, slots=True)
class WalkedOver:
    """`winner`: who came; None where nobody did."""

    slot: Slot
    winner: int | None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The result; where there is none, that it has begun."""

    slot: Slot


@dataclass(frozen=True, slots=True)
class Withdrew:
    """What the player has played stands; the rest is the opponent's."""

    entrant: int


@dataclass(frozen=True, slots=True)
class CameBack:
    """The withdrawal is taken back."""

    entrant: int


Event = Begun | Won | Drew | WalkedOver | TakenBack | Withdrew | CameBack


class Why(StrEnum):
    """Every code; none is ever renamed."""

    # who plays
    ENTRANTS_TOO_FEW = "entrants_too_few"
    ENTRANT_TWICE = "entrant_twice"
    NOT_ENTERED = "not_entered"
    WITHDRAWN = "withdrawn"
    NOT_WITHDRAWN = "not_withdrawn"
    ALREADY_OUT = "already_out"
    # what is played
    NO_SUCH_FIXTURE = "no_such_fixture"
    NOT_DUE = "not_due"
    ALREADY_BEGUN = "already_begun"
    ALREADY_OVER = "already_over"
    NOT_PLAYING = "not_playing"
    DRAW_IMPOSSIBLE = "draw_impossible"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NEXT_BEGUN = "next_begun"
    ROUND_NOT_OVER = "round_not_over"
    ROUND_BEGUN = "round_begun"
    TOURNAMENT_OVER = "tournament_over"
    NOT_AN_EVENT = "not_an_event"
    # what is planned
    SEED_MISSING = "seed_missing"
    SEEDS_IMPOSSIBLE = "seeds_impossible"
    SIZE_IMPOSSIBLE = "size_impossible"
    GROUPS_TOO_MANY = "groups_too_many"
    GROUPS_IMPOSSIBLE = "groups_impossible"
    TOO_MANY_GO_ON = "too_many_go_on"
    TOO_FEW_GO_ON = "too_few_go_on"
    RANKS_INCOMPLETE = "ranks_incomplete"
    ROUNDS_IMPOSSIBLE = "rounds_impossible"
    ROUNDS_TOO_MANY = "rounds_too_many"
    STAGES_IMPOSSIBLE = "stages_impossible"


@dataclasses.dataclass(frozen=True, slots=True)
class Refusal:
    """`params`: the figures that a sentence about it needs, such as `least` and `most`."""

    why: Why
    field: str = ""
    params: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)


class NotTakenError(Exception):
    """Something was asked for that its `refusal` does not let through."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal


def check(refused: Refusal | None) -> None:
    """Raises: NotTakenError."""
    if refused is not None:
        raise NotTakenError(refused)


class Status(StrEnum):
    WAITING = "waiting"
    """Who plays is not known yet."""
    DUE = "due"
    BEGUN = "begun"
    OVER = "over"


class How(StrEnum):
    """How a fixture came to its end; none is ever renamed."""

    PLAYED = "played"
    WALKOVER = "walkover"
    BOTH_ABSENT = "both_absent"
    BYE = "bye"


class Because(StrEnum):
    """Why these meet, or why one of them meets nobody; none is ever renamed.

    PLACES        home, away: their places in the draw; of: entrants
    BYE           place: theirs in the draw; of: entrants; byes: how many there are
    WINNERS       round, home, away: they won these fixtures of that round
    LOSERS        round, home, away: they lost them, and play for third place
    NO_ADVERSARY  round, number: nobody came out of that fixture
    WITHDREW      entrant: who withdrew
    ALL_MEET      home, away: their numbers in the Berger table; of: so many are in the group
    ODD           number: theirs in the Berger table; of: as many; each round one of them waits
    LOT           pools, byes: of the round; size: of this pool
    BYE_BY_ORDER  order: theirs, by seed or lot; had: byes before; byes: how many there are
    """

    PLACES = "places"
    BYE = "bye"
    WINNERS = "winners"
    LOSERS = "losers"
    NO_ADVERSARY = "no_adversary"
    WITHDREW = "withdrew"
    ALL_MEET = "all_meet"
    ODD = "odd"
    LOT = "lot"
    BYE_BY_ORDER = "bye_by_order"


@dataclasses.dataclass(frozen=True, slots=True)
class Reason:
    because: Because
    params: Mapping[str, int] = dataclasses.field(default_factory=dict, hash=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Fixture:
    """`sides`: None is not known yet while it waits, and nobody once it is over. `how` and
    `winner`: None until it is over; no winner where it was drawn or nobody came."""

    slot: Slot
    sides: tuple[int | None, ...]
    status: Status
    reason: Reason
    how: How | None = None
    winner: int | None = None

    @property
    def entrants(self) -> tuple[int, ...]:
        return tuple(side for side in self.sides if side is not None)

    @property
    def losers(self) -> tuple[int, ...]:
        """Who does not go on, in a stage where one does."""
        if self.status is not Status.OVER:
            return ()
        return tuple(one for one in self.entrants if one != self.winner)


@dataclasses.dataclass(frozen=True, slots=True)
class Rank:
    """From `first` to `last`, the same two where nobody shares it."""

    entrant: int
    first: int
    last: int


def ranked(reached: Iterable[tuple[int, tuple[int, ...]]]) -> tuple[Rank, ...]:
    """Entrants and how far each came, more being better: who came as far as another shares."""
    order = sorted(reached, key=lambda one: one[1], reverse=True)
    found: list[Rank] = []
    for _far, level in groupby(order, key=lambda one: one[1]):
        members = [entrant for entrant, _far in level]
        first = len(found) + 1
        found += [Rank(entrant, first, len(found) + len(members)) for entrant in members]
    return tuple(found)


class Result(NamedTuple):
    slot: Slot
    how: How
    winner: int | None


@dataclass(frozen=True, slots=True)
class Record:
    """`results` and `begun` in the order of the slots, `withdrawn` in that of the withdrawals."""

    results: tuple[Result, ...] = ()
    begun: tuple[Slot, ...] = ()
    withdrawn: tuple[int, ...] = ()

    @property
    def touched(self) -> set[Slot]:
        return {*self.begun, *(result.slot for result in self.results)}


def met(
    slot: Slot,
    members: tuple[int, ...],
    reason: Reason,
    record: Record,
    result: Result | None,
    *,
    last_through: bool,
) -> Fixture:
    """Between members who are known. `last_through`: where all withdraw, who did so last comes
    through; else nobody does."""
    if result is not None:
        return Fixture(slot, members, Status.OVER, reason, result.how, result.winner)
    gone = [one for one in record.withdrawn if one in members]
    stay = [one for one in members if one not in gone]
    if len(stay) > 1:
        return Fixture(slot, members, Status.BEGUN if slot in record.begun else Status.DUE, reason)
    reason = Reason(Because.WITHDREW, {"entrant": gone[0]})
    through = stay or (gone[-1:] if last_through else [])
    if not through:
        return Fixture(slot, members, Status.OVER, reason, How.BOTH_ABSENT)
    return Fixture(slot, members, Status.OVER, reason, How.WALKOVER, through[0])


def result_of(event: Won | Drew | WalkedOver) -> Result:
    match event:
        case Won(slot, winner):
            return Result(slot, How.PLAYED, winner)
        case Drew(slot):
            return Result(slot, How.PLAYED, None)
        case WalkedOver(slot, None):
            return Result(slot, How.BOTH_ABSENT, None)
    return Result(event.slot, How.WALKOVER, event.winner)


def recorded(record: Record, event: Event) -> Record:
    """With an event that is taken."""
    match event:
        case Begun(slot):
            return replace(record, begun=tuple(sorted({*record.begun, slot})))
        case Won() | Drew() | WalkedOver():
            results = sorted((*record.results, result_of(event)), key=lambda one: one.slot)
            return replace(record, results=tuple(results))
        case TakenBack(slot):
            others = tuple(one for one in record.results if one.slot != slot)
            if len(others) < len(record.results):
                return replace(record, results=others)
            return replace(record, begun=tuple(one for one in record.begun if one != slot))
        case Withdrew(entrant):
            return replace(record, withdrawn=(*record.withdrawn, entrant))
    left = tuple(one for one in record.withdrawn if one != event.entrant)
    return replace(record, withdrawn=left)


Fixtures = Mapping[Slot, Fixture]


def by_slot(fixtures: Iterable[Fixture]) -> Fixtures:
    return {fixture.slot: fixture for fixture in fixtures}


def record_refusal(
    record: Record, fixtures: Fixtures, entrants: Iterable[int], event: Event, *, may_draw: bool
) -> Refusal | None:
    """As far as the record and the fixtures tell it."""
    match event:
        case Withdrew(entrant) | CameBack(entrant) if entrant not in entrants:
            return Refusal(Why.NOT_ENTERED, "entrant")
        case Withdrew(entrant):
            return Refusal(Why.WITHDRAWN, "entrant") if entrant in record.withdrawn else None
        case CameBack(entrant):
            return None if entrant in record.withdrawn else Refusal(Why.NOT_WITHDRAWN, "entrant")
        case TakenBack(slot):
            return None if slot in record.touched else Refusal(Why.NOTHING_TO_TAKE_BACK, "slot")
    if (fixture := fixtures.get(event.slot)) is None:
        return Refusal(Why.NO_SUCH_FIXTURE, "slot")
    return _of_fixture(fixture, event, may_draw=may_draw)


def _of_fixture(
    fixture: Fixture, event: Begun | Won | Drew | WalkedOver, *, may_draw: bool
) -> Refusal | None:
    if fixture.status is Status.OVER:
        return Refusal(Why.ALREADY_OVER, "slot")
    if fixture.status is Status.WAITING:
        return Refusal(Why.NOT_DUE, "slot")
    match event:
        case Begun():
            begun = fixture.status is Status.BEGUN
            return Refusal(Why.ALREADY_BEGUN, "slot") if begun else None
        case Drew():
            return None if may_draw else Refusal(Why.DRAW_IMPOSSIBLE)
        case WalkedOver(_, None):
            return None
    return None if event.winner in fixture.entrants else Refusal(Why.NOT_PLAYING, "winner")


def disturbed(record: Record, before: Fixtures, after: Fixtures, but: Slot | None) -> Slot | None:
    """The first fixture, begun or with a result, that others would come to play."""
    for slot in sorted(record.touched):
        now = after.get(slot)
        if slot != but and (now is None or now.sides != before[slot].sides):
            return slot
    return None
