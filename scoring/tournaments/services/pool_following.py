"""What a contest says to the pool that is played as it: who has won, and who has left."""

from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from scoring.contests.models import Contest
from scoring.contests.rules import pool
from scoring.contests.selectors.courses import Course as Played
from scoring.leagues.models import Entrant
from scoring.tournaments.messages import player_back_message, player_withdrawn_message
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules.stages import CameBack, How, TakenBack, Withdrew, Won
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import Progress, progress_of

from .locking import draft_drop, state_settle, tournament_lock
from .pools import check


class Told(NamedTuple):
    """Of a pool: who took places, who of them has left, and how it ended if it has."""

    places: frozenset[int]
    gone: frozenset[int]
    over: bool
    winner: int | None


def pool_follow(
    *, contest: Contest, before: Played, after: Played, by: Person, **_signal: Any
) -> None:
    """Who leaves has withdrawn, who wins is through; a correction takes both back.

    Raises: Invalid when the next round is drawn on it, the pool was awarded, or others would play
    it than were drawn: then nothing of the contest is changed either.
    """
    then, now = before.room.contest, after.room.contest
    if not isinstance(now, pool.State) or _told(then) == _told(now):
        return
    pk = Pool.objects.filter(contest=contest.pk).values_list("pk", "round__event").first()
    if pk is None or (found := tournament_lock(pk[1])) is None:
        return
    _followed(found, pk[0], _known(_told(then)), _known(_told(now)), by)
    draft_drop(found)
    state_settle(found)


def _told(state: pool.State) -> Told:
    here = {*state.playing, *state.waiting}
    return Told(frozenset(state.order), frozenset(state.order) - here, state.over, state.winner)


def _known(told: Told) -> Told:
    """By the ids of today: a contest keeps those under which people joined."""
    merged = Player.objects.filter(pk__in=told.places, merged_into__isnull=False)
    ids = {one.pk: one.merged_into_id or one.pk for one in merged}
    if not ids:
        return told
    places, gone = (frozenset(ids.get(one, one) for one in of) for of in told[:2])
    winner = None if told.winner is None else ids.get(told.winner, told.winner)
    return Told(places, gone, told.over, winner)


def _followed(found: Tournament, pk: int, then: Told, now: Told, by: Person) -> None:
    row = Pool.objects.get(pk=pk)
    if row.how in pool_states.AWARDED:
        text = _(
            "This pool was decided without play in its tournament. Withdraw that decision first."
        )
        raise Invalid("pool_awarded", text, errors={"version": text})
    if now.places != then.places:
        text = _("The players of this pool were drawn in a tournament and cannot be changed.")
        raise Invalid("pool_drawn", text, errors={"changes": text})
    # Undone in the order opposite to that in which they happen.
    if row.winner_id is not None and row.winner_id != now.winner:
        _unwon(found, row)
    for player in sorted(then.gone - now.gone):
        _back(found, player, by)
    for player in sorted(now.gone - then.gone):
        _withdrawn(found, player, by)
    if now.winner is not None and row.winner_id != now.winner:
        _won(found, row, now.winner)


def _now(found: Tournament) -> Progress:
    return progress_of(found, counted=False)


def _unwon(found: Tournament, row: Pool) -> None:
    check(_now(found).pool_state, TakenBack(pool_states.slot_of(row)), "version")
    row.how, row.winner_id = "", None
    row.save(update_fields=["how", "winner"])


def _won(found: Tournament, row: Pool, winner: int) -> None:
    check(_now(found).pool_state, Won(pool_states.slot_of(row), winner), "version")
    row.how, row.winner_id = How.PLAYED.value, winner
    row.save(update_fields=["how", "winner"])


def _back(found: Tournament, player: int, by: Person) -> None:
    entrants = Entrant.objects.filter(event_id=found.pk, player=player)
    if entrants.filter(left_round__isnull=False).exists():
        check(_now(found).pool_state, CameBack(player), "version")
        entrants.update(left_round=None, left_at=None)
        player_back_message(found, player)
        log_act(by, "tournament_back", kind="tournament", about=found.pk, player=player)


def _withdrawn(found: Tournament, player: int, by: Person) -> None:
    entrants = Entrant.objects.filter(event_id=found.pk, player=player)
    if entrants.filter(left_round=None).exists():
        now = _now(found)
        check(now.pool_state, Withdrew(player), "version")
        entrants.update(left_round=now.last_published, left_at=timezone.now())
        player_withdrawn_message(found, player)
        log_act(by, "tournament_withdraw", kind="tournament", about=found.pk, player=player)
