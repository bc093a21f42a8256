"""The pools of a round, begun at the tables of an evening: each is a contest of its own there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player, Unit
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.evenings.services.evenings import bump_evening_version, players_seated
from games.matches.services.matches import STARTS_MOST, MatchTerms
from games.matches.services.seating import AlreadySeated, Busy, Seating
from scoring.contests.models import Contest
from scoring.contests.rules.machine import Kind
from scoring.contests.rules.pool import Seated
from scoring.contests.services.events import event_tell
from scoring.contests.services.opening import Plan, contest_open
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.stages import Refusal
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import Progress, progress_of

from .locking import tournament_lock

Players = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PoolSeat:
    """A pool, by its id, and a table of the evening."""

    pool: int
    table: int


@transaction.atomic(savepoint=False)
def pools_start(
    *,
    by: Person,
    tournament: Tournament,
    evening: Evening,
    seated: Sequence[PoolSeat],
    seat_anyway: bool = False,
) -> list[Contest]:
    """All of them or none, each with its places taken as they were drawn. Whoever starts them has
    heard that all accept the terms of the tournament. `seat_anyway`: also players who are not free.

    Raises: Denied; Invalid naming `pools.0.pool` or `pools.0.table`, where one is not to be played,
    the table is taken, or the stake is over somebody's limit; AlreadySeated where nothing else is
    wrong.
    """
    require(by, Act.RUN_CONTEST)
    if not 1 <= len(seated) <= STARTS_MOST:
        text = _("Must be 1 to %(most)s pools.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, field="pools")
    wanted = _players_of(tournament, seated)
    # In one order and before the evening, which is before the tournament: no two wait in a ring.
    everybody = {player for players in wanted.values() for player in players}
    _lock_players(everybody)
    bump_evening_version(evening.pk)
    seating = Seating.of(by.club_id, evening)
    _check_tables(seating, seated)
    opened = {
        one.pool: _opened(by, tournament, evening, f"pools.{number}", one, wanted[one.pool])
        for number, one in enumerate(seated)
    }
    players_seated(evening_id=evening.pk, player_ids=sorted(everybody))
    tournament_lock(tournament.pk)
    # Read after the lock: somebody may have begun or decided one of them meanwhile, or withdrawn.
    if _players_of(tournament, seated) != wanted:
        raise _none_begun({"pools": _not_due()})
    if not seat_anyway:
        _check_free(seating, tournament, [wanted[one.pool] for one in seated])
    for pk, contest in opened.items():
        Pool.objects.filter(pk=pk).update(contest=contest)
    return list(opened.values())


def _lock_players(ids: set[int]) -> None:
    list(Player.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk"))


def _not_due() -> str:
    return _("Must be a pool of this tournament that is to be played.")


def _players_of(tournament: Tournament, seated: Sequence[PoolSeat]) -> Mapping[int, Players]:
    """Who takes places in each, in this order. Raises: Invalid."""
    now = progress_of(tournament, counted=False)
    due = _due(now) if now.is_pools else {}
    asked = [one.pool for one in seated]
    errors = {
        f"pools.{number}.pool": _not_due()
        for number, pk in enumerate(asked)
        if pk not in due or asked.index(pk) < number
    }
    if errors:
        raise _none_begun(errors)
    return {pk: due[pk] for pk in asked}


def _none_begun(errors: Mapping[str, str]) -> Invalid:
    text = _("Nothing was started: these pools cannot all start.")
    return Invalid("cannot_start", text, errors=errors)


def _due(now: Progress) -> Mapping[int, Players]:
    slots = {pool_states.slot_of(row): row for row in now.pools if row.round.published_at}
    found = {}
    for fixture in pools.due(now.pool_state):
        row, opening = slots[fixture.slot], pools.opening(now.pool_state, fixture)
        if not pool_states.is_in_play(row) and not isinstance(opening, Refusal):
            found[row.pk] = _seats(opening)
    return found


def _seats(opening: Sequence[object]) -> Players:
    (taken,) = [one for one in opening if isinstance(one, Seated)]
    return taken.order


def _check_tables(seating: Seating, seated: Sequence[PoolSeat]) -> None:
    errors = {}
    for number, one in enumerate(seated):
        if one.table in seating.taken:
            errors[f"pools.{number}.table"] = _("A match is in play at this table. Choose another.")
        elif one.table in [other.table for other in seated[:number]]:
            text = _("A table can have only one pool. Choose another table for one of them.")
            errors[f"pools.{number}.table"] = text
    if errors:
        raise _none_begun(errors)


def _check_free(seating: Seating, tournament: Tournament, pools: Sequence[Players]) -> None:
    """Raises: AlreadySeated, naming each pool with the names of its players who are not free."""
    busy: dict[str, Busy] = {}
    errors: dict[str, str] = {}
    for number, ids in enumerate(pools):
        here = seating.busy_of({f"pools.{number}.pool.{pk}": pk for pk in ids}, tournament.pk)
        if here:
            busy |= here
            errors[f"pools.{number}.pool"] = " ".join(AlreadySeated.of(here).sentences)
    if busy:
        raise AlreadySeated.of(busy).renamed(errors)


def _opened(
    by: Person, tournament: Tournament, evening: Evening, field: str, one: PoolSeat, here: Players
) -> Contest:
    plan = Plan(
        kind=Kind.POOL.value,
        table=one.table,
        terms=_terms(tournament),
        agreed=agreed(tournament, len(here)),
        players=here,
        tournament=tournament.pk,
    )
    try:
        contest = contest_open(by=by, evening=evening, plan=plan, seat_anyway=True)
        event_tell(by=by, contest=contest, event=Seated(here), seat_anyway=True)
    except Invalid as fault:
        if "evening" in fault.errors or not fault.errors:
            raise
        errors = {f"{field}.{_beside(name)}": text for name, text in fault.errors.items()}
        raise Invalid(fault.code, fault.detail, errors=errors, extra=fault.extra) from fault
    return contest


def _beside(name: str) -> str:
    return "table" if name == "table" else "pool"


def agreed(tournament: Tournament, players: int) -> Mapping[str, object]:
    """Of each pool, as the tournament was opened; for honour where nobody plays for anything."""
    is_points = tournament.event.club.unit == Unit.POINTS
    return {
        "stake": 0 if is_points else tournament.stage.stake,
        "paying": tournament.stage.paying,
        "to_win": pools.to_win(players),
    }


def _terms(tournament: Tournament) -> MatchTerms:
    names = MatchTerms().fields()
    return MatchTerms(**{name: getattr(tournament.event, name) for name in names})
