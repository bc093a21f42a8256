"""The pools of a tournament as they stand, by the rules, out of what is stored."""

from collections.abc import Iterable, Iterator, Sequence

from django.db.models import prefetch_related_objects

from ecarte_club.core.composed import Composed
from scoring.leagues.models import Entrant, Round
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pool_draws import layouts
from scoring.tournaments.rules.pools import PART, State, Terms
from scoring.tournaments.rules.stages import How, Record, Result, Slot, Status

AWARDED = (How.WALKOVER, How.BOTH_ABSENT)


def rows(event: int) -> tuple[Pool, ...]:
    """Of all rounds, drafts too, with their members and contests."""
    found = _pools.rows(event=event)
    prefetch_related_objects(found, "members")
    return tuple(found)


_pools = Composed(
    lambda event: (
        Pool.objects.filter(round__event=event)
        .select_related("round", "contest__evening", "contest__table")
        .order_by("round__number", "number")
    ),
    event=int,
)


def terms(tournament: Tournament, entrants: int) -> Terms:
    """`entrants`: how many there are, who are all seeds unless the plan says otherwise. Two who
    are kept apart are a circle."""
    stage = tournament.stage
    seeds = entrants if stage.seeds is None else min(stage.seeds, entrants)
    apart = tournament.kept_apart.values_list("one_id", "other_id")
    return Terms(stage.size, seeds, tuple(apart))


def state(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    rounds: Iterable[Round],
    drawn: Sequence[Pool],
    *,
    drafts: bool = False,
) -> State:
    """`drafts`: with a round that is drawn and not published."""
    shown = [one for one in rounds if one.published_at or (drafts and one.drawn_at)]
    players = tuple(one.player_id for one in entrants)
    known = {one.pk for one in shown}
    here = [one for one in drawn if one.round_id in known]
    return State(
        terms(tournament, len(players)),
        players,
        tuple(_round(one, [row for row in here if row.round_id == one.pk]) for one in shown),
        record(entrants, here),
    )


def _round(row: Round, here: Sequence[Pool]) -> pools.Round:
    members = sorted(
        (one for pool in here for one in pool.members.all()), key=lambda one: one.order
    )
    byes = [players(one)[0] for one in here if one.how == How.BYE]
    return pools.Round(
        row.seed,
        order=tuple(one.player_id for one in members),
        pools=tuple(players(one) for one in here if one.how != How.BYE),
        byes=tuple(byes),
    )


def players(row: Pool) -> tuple[int, ...]:
    """In the order of their places."""
    return tuple(one.player_id for one in sorted(row.members.all(), key=lambda one: one.place))


def withdrawn(entrants: Iterable[Entrant]) -> tuple[int, ...]:
    """In the order in which they withdrew."""
    gone = ((one.left_at, one.pk, one.player_id) for one in entrants if one.left_at is not None)
    return tuple(player for _at, _pk, player in sorted(gone))


def record(entrants: Iterable[Entrant], here: Sequence[Pool]) -> Record:
    results = (found for one in here for found in _result(one))
    return Record(
        results=tuple(sorted(results, key=lambda one: one.slot)),
        begun=tuple(sorted(slot_of(one) for one in here if is_begun(one))),
        withdrawn=withdrawn(entrants),
    )


def _result(one: Pool) -> Iterator[Result]:
    if one.how and one.how != How.BYE:
        yield Result(slot_of(one), How(one.how), one.winner_id)


def slot_of(row: Pool) -> Slot:
    return Slot(PART, row.round.number, row.number)


def is_begun(row: Pool) -> bool:
    """At a table, and not left there without a winner."""
    return row.contest is not None and (row.how == How.PLAYED or not row.contest.over)


def is_in_play(row: Pool) -> bool:
    return row.contest is not None and not row.contest.over


def made(drawn: pools.Round) -> Iterator[tuple[dict[str, object], tuple[int, ...]]]:
    """The fields of each pool, and its members; the byes come last."""
    for place, members in enumerate(drawn.pools, start=1):
        yield {"number": place}, members
    for place, player in enumerate(drawn.byes, start=len(drawn.pools) + 1):
        yield {"number": place, "how": How.BYE.value, "winner_id": player}, (player,)


def rounds_to_come(found: State) -> int:
    """Behind those that are drawn, if nobody withdraws any more."""
    if not found.rounds:
        return len(layouts(len(pools.left(found)), found.terms.size))
    last = [one for one in pools.fixtures(found) if one.slot.round == len(found.rounds)]
    through = sum(one.status is not Status.OVER or _goes_on(found, one.winner) for one in last)
    return len(layouts(through, found.terms.size))


def _goes_on(found: State, winner: int | None) -> bool:
    return winner is not None and winner not in found.record.withdrawn
