"""A pool tournament: many pools in one evening, the winners in further pools, one final pool.

Each pool is played by scoring.contests.rules.pool: `opening` seats it, `won_event` says who won.
Whoever loses is out, so that nobody meets anybody twice. A round is drawn when the one before it is
over, by a seed that is published; until its first pool begins it can be taken back.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring.contests.rules import pool
from scoring.contests.rules.events import Joined
from scoring.tables.ranking import seeded_then_drawn

from .pool_draws import POOL_LEAST, Pools, layout, mixed
from .stages import (
    Because,
    CameBack,
    Event,
    Fixture,
    How,
    Rank,
    Reason,
    Record,
    Refusal,
    Slot,
    Status,
    TakenBack,
    WalkedOver,
    Why,
    Withdrew,
    Won,
    by_slot,
    check,
    met,
    ranked,
    record_refusal,
    recorded,
)

PART = 0


@dataclass(frozen=True, slots=True)
class Terms:
    """`size` of a pool as a rule. `seeds`: so many are kept from each other, the others are drawn.
    `circles`: people who are kept from each other as far as possible, such as club-mates."""

    size: int = POOL_LEAST
    seeds: int = 0
    circles: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """`seed`: of its lots, published."""

    seed: str


@dataclass(frozen=True, slots=True)
class DrawTakenBack:
    """Of the last round that is drawn."""


OwnEvent = Event | RoundDrawn | DrawTakenBack


@dataclass(frozen=True, slots=True)
class Round:
    """`order`: of all who were in it, from which the byes are counted."""

    seed: str
    order: tuple[int, ...]
    pools: Pools
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """`entrants` in the order of their seeding."""

    terms: Terms
    entrants: tuple[int, ...]
    rounds: tuple[Round, ...] = ()
    record: Record = field(default_factory=Record)


def terms_refusal(terms: Terms, entrants: Sequence[int]) -> Refusal | None:
    if len(set(entrants)) < len(entrants):
        return Refusal(Why.ENTRANT_TWICE, "entrants")
    if len(entrants) < POOL_LEAST:
        return Refusal(Why.ENTRANTS_TOO_FEW, "entrants", {"least": POOL_LEAST})
    if terms.size < POOL_LEAST:
        return Refusal(Why.SIZE_IMPOSSIBLE, "size", {"least": POOL_LEAST})
    if not 0 <= terms.seeds <= len(entrants):
        return Refusal(Why.SEEDS_IMPOSSIBLE, "seeds", {"least": 0, "most": len(entrants)})
    return None


def begin(terms: Terms, entrants: Sequence[int]) -> State:
    """Nothing is drawn yet. Raises: NotTakenError for terms that so many cannot play by."""
    check(terms_refusal(terms, entrants))
    return State(terms, tuple(entrants))


# what is played


def fixtures(state: State) -> tuple[Fixture, ...]:
    """Round by round, the byes of each behind its pools."""
    held = {result.slot: result for result in state.record.results}
    found: list[Fixture] = []
    for number, drawn in enumerate(state.rounds, start=1):
        slots = [Slot(PART, number, one + 1) for one in range(len(drawn.pools) + len(drawn.byes))]
        for slot, members in zip(slots, drawn.pools, strict=False):
            params = {"pools": len(drawn.pools), "byes": len(drawn.byes), "size": len(members)}
            reason = Reason(Because.LOT, params)
            # Who withdraws as the last had won the pool before.
            found.append(
                met(slot, members, reason, state.record, held.get(slot), last_through=True)
            )
        for slot, entrant in zip(slots[len(drawn.pools) :], drawn.byes, strict=True):
            reason = _bye_reason(state, number, entrant)
            found.append(
                Fixture(slot, (entrant, None), Status.OVER, reason, How.BYE, winner=entrant)
            )
    return tuple(found)


def _bye_reason(state: State, number: int, entrant: int) -> Reason:
    drawn = state.rounds[number - 1]
    params = {
        "order": drawn.order.index(entrant) + 1,
        "had": _byes_had(state.rounds[: number - 1], entrant),
        "byes": len(drawn.byes),
    }
    return Reason(Because.BYE_BY_ORDER, params)


def _byes_had(rounds: Sequence[Round], entrant: int) -> int:
    return sum(entrant in drawn.byes for drawn in rounds)


def due(state: State) -> tuple[Fixture, ...]:
    return tuple(one for one in fixtures(state) if one.status is not Status.OVER)


def left(state: State) -> tuple[int, ...]:
    """Who has lost no pool and not withdrawn, in the order of the seeding."""
    through = set(state.entrants)
    for fixture in fixtures(state):
        through.difference_update(fixture.losers)
    return tuple(
        one for one in state.entrants if one in through and one not in state.record.withdrawn
    )


def is_over(state: State) -> bool:
    return not due(state) and len(left(state)) <= 1


def ranking(state: State) -> tuple[Rank, ...]:
    """Nothing until all is over. Who was out in the same round shares the rank; a player who won a
    pool and then withdrew comes before those who lost in that round."""
    if not is_over(state):
        return ()
    reached = dict.fromkeys(state.entrants, (0, 0))
    for fixture in fixtures(state):
        for entrant in fixture.entrants:
            reached[entrant] = (fixture.slot.round, int(entrant == fixture.winner))
    reached.update(dict.fromkeys(left(state), (len(state.rounds) + 1, 0)))
    return ranked(reached.items())


# a pool at its table


def opening(state: State, fixture: Fixture) -> tuple[pool.Event, ...] | Refusal:
    """What a contest of its own is told first, up to taking places."""
    here = tuple(one for one in fixture.entrants if one not in state.record.withdrawn)
    if len(here) < pool.TWO:
        return Refusal(Why.ENTRANTS_TOO_FEW, "slot", {"least": pool.TWO})
    return (*map(Joined, here), pool.Seated(here))


def to_win(players: int) -> int:
    """Games in succession, for the terms of the contest: Foster's, one less than they are. Two play
    for two, as two do whom a third has left."""
    return pool.TO_WIN_LEAST if players == pool.TWO else 0


def won_event(slot: Slot, contest: pool.State) -> Won | None:
    """Nothing until it is won; one that is closed unfinished has no winner."""
    return None if contest.winner is None else Won(slot, contest.winner)


# what is not taken, and what is


def refusal(state: State, event: object) -> Refusal | None:
    if isinstance(event, RoundDrawn):
        return _drawing_refusal(state, event.seed)
    if isinstance(event, DrawTakenBack):
        return _draw_back_refusal(state)
    if not isinstance(event, Event):
        return Refusal(Why.NOT_AN_EVENT)
    found = by_slot(fixtures(state))
    refused = record_refusal(state.record, found, state.entrants, event, may_draw=False)
    return refused or _of_round(state, event)


def _drawing_refusal(state: State, seed: str) -> Refusal | None:
    if due(state):
        return Refusal(Why.ROUND_NOT_OVER)
    if is_over(state):
        return Refusal(Why.TOURNAMENT_OVER)
    return None if seed else Refusal(Why.SEED_MISSING, "seed")


def _draw_back_refusal(state: State) -> Refusal | None:
    if not state.rounds:
        return Refusal(Why.NOTHING_TO_TAKE_BACK)
    if any(slot.round == len(state.rounds) for slot in state.record.touched):
        return Refusal(Why.ROUND_BEGUN)
    return None


def _of_round(state: State, event: Event) -> Refusal | None:
    """What the rounds that are drawn already, and those who are out, do not allow."""
    match event:
        case Withdrew(entrant):
            playing = {one for fixture in due(state) for one in fixture.entrants}
            stays_in = entrant in playing or entrant in left(state)
            if is_over(state) or not stays_in:
                return Refusal(Why.ALREADY_OUT, "entrant")
        case Won(_, winner) | WalkedOver(_, winner) if winner in state.record.withdrawn:
            return Refusal(Why.WITHDRAWN, "winner")
        case TakenBack(slot) if slot.round < len(state.rounds):
            return Refusal(Why.NEXT_BEGUN, params={"round": slot.round + 1})
        case CameBack(entrant):
            last = _last_round(state, entrant)
            if last < len(state.rounds):
                return Refusal(Why.NEXT_BEGUN, params={"round": last + 1})
    return None


def _last_round(state: State, entrant: int) -> int:
    """0: the entrant has been in none."""
    rounds = enumerate(state.rounds, start=1)
    return max((number for number, drawn in rounds if entrant in drawn.order), default=0)


def apply(state: State, event: Any) -> State:
    """Raises: NotTakenError."""
    check(refusal(state, event))
    if isinstance(event, RoundDrawn):
        return replace(state, rounds=(*state.rounds, _drawn(state, event.seed)))
    if isinstance(event, DrawTakenBack):
        return replace(state, rounds=state.rounds[:-1])
    return replace(state, record=recorded(state.record, event))


def _drawn(state: State, seed: str) -> Round:
    here = left(state)
    seeds = len([one for one in state.entrants[: state.terms.seeds] if one in here])
    order = seeded_then_drawn(here, seeds, seed)
    plan = layout(len(order), state.terms.size)
    byes = sorted(order, key=lambda one: _byes_had(state.rounds, one))[: plan.byes]
    playing = [one for one in order if one not in byes]
    seeded = sum(one in playing for one in order[:seeds])
    pools = mixed(playing, seeded, plan.sizes, state.terms.circles, seed)
    return Round(seed, order, pools, tuple(byes))
