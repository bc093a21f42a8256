"""The pools of a round: written as drawn, decided without play, and won at their tables."""

from typing import Any, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Absent, Invalid
from scoring.contests.models import Contest
from scoring.contests.rules import pool
from scoring.contests.selectors.courses import Course as Played
from scoring.leagues.models import Entrant, Round
from scoring.tournaments import labels
from scoring.tournaments.models import Pool, PoolMember, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.rules.pools import DrawTakenBack, State
from scoring.tournaments.rules.stages import (
    CameBack,
    Event,
    How,
    TakenBack,
    WalkedOver,
    Withdrew,
    Won,
    result_of,
)
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import Progress, progress_of

from .locking import draft_drop, state_settle, tournament_lock, tournament_lock_for
from .messages import player_back_message, player_withdrawn_message, pool_award_message

REASON_MOST = 200


def pools_write(row: Round, drawn: pools.Round) -> None:
    """Within the lock; of a round that has none."""
    order = {player: place for place, player in enumerate(drawn.order, start=1)}
    for fields, players in pool_states.made(drawn):
        made = Pool.objects.create(round=row, **fields)
        PoolMember.objects.bulk_create(
            PoolMember(pool=made, player_id=player, place=place, order=order[player])
            for place, player in enumerate(players, start=1)
        )


def pools_check_untouched(now: Progress, row: Round) -> None:
    """Raises: Invalid where it is not the last round, or something of it has begun."""
    is_last = row.number == now.last_published
    refused = pools.refusal(now.pool_state, DrawTakenBack())
    if not is_last or refused is not None:
        text = _(
            "Something in this round has started, or a later round depends on it, "
            "so it can no longer be undone."
        )
        raise Invalid("round_begun", text, field="round")


@transaction.atomic(savepoint=False)
def pool_award(
    *, by: Person, tournament: Tournament, pool: int, winner: int | None, reason: str
) -> Pool:
    """`winner`: who is through without play; None: nobody came, and nobody is. A pool that is in
    play is not awarded: it is closed at its table first.

    Raises: Denied; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament)
    now = progress_of(found)
    row = of_tournament(now, pool)
    if not 1 <= len(reason.strip()) <= REASON_MOST:
        text = _("Give a reason of at most %(most)s characters.") % {"most": REASON_MOST}
        raise Invalid("invalid_award", text, field="reason")
    if pool_states.is_in_play(row):
        text = _("This pool is in play. Finish it or close it at its table first.")
        raise Invalid("pool_in_play", text, field="pool")
    event = WalkedOver(pool_states.slot_of(row), winner)
    check(now.pool_state, event, "winner")
    row.how, row.winner_id, row.reason = result_of(event).how.value, winner, reason.strip()
    row.save(update_fields=["how", "winner", "reason"])
    pool_award_message(found, row)
    state_settle(found)
    log_act(by, "pool_award", kind="tournament", about=found.pk, pool=row.pk, winner=winner)
    return row


@transaction.atomic(savepoint=False)
def pool_award_back(*, by: Person, tournament: Tournament, pool: int) -> Pool:
    """To be played again. Raises: Denied; Invalid when nothing was awarded, or the next round is
    published."""
    found = tournament_lock_for(by, tournament)
    now = progress_of(found)
    row = of_tournament(now, pool)
    if row.how not in pool_states.AWARDED:
        raise Invalid("not_awarded", _("There is no decision to withdraw here."), field="pool")
    check(now.pool_state, TakenBack(pool_states.slot_of(row)), "pool")
    row.how, row.winner_id, row.reason = "", None, ""
    row.save(update_fields=["how", "winner", "reason"])
    pool_award_message(found, row)
    draft_drop(found)
    state_settle(found)
    log_act(by, "pool_award_back", kind="tournament", about=found.pk, pool=row.pk)
    return row


def of_tournament(now: Progress, pk: int) -> Pool:
    """Of a round that is published. Raises: Absent; Invalid."""
    if all(row.pk != pk for row in now.pools):
        raise Absent
    for row in now.pools:
        if row.pk == pk and row.round.published_at is not None and row.how != How.BYE:
            return row
    raise Invalid("no_such_pool", _("Must be a pool of this tournament."), field="pool")


def check(state: State, event: Event, field: str = "") -> None:
    """Raises: Invalid, with the reason of the rules."""
    refused = pools.refusal(state, event)
    if refused is not None:
        text = labels.refusal_text(refused)
        raise Invalid(refused.why, text, errors={field: text} if field else {})


def pool_withdrawal_round(now: Progress, player: int) -> int:
    """The first round that a player misses by withdrawing. Raises: Invalid when they have nothing
    to play any more, or sits in a pool."""
    check(now.pool_state, Withdrew(player), "player")
    _check_not_seated(
        now,
        player,
        _("This player is in a pool that has started. Withdraw them at its table first."),
    )
    is_due = any(player in one.entrants for one in pools.due(now.pool_state))
    return now.last_published + (not is_due)


def pool_check_back(now: Progress, player: int) -> None:
    """Raises: Invalid for a player who missed a draw, or whose pool started without them."""
    check(now.pool_state, CameBack(player), "player")
    _check_not_seated(now, player, _("The pool has started without this player."))


def _check_not_seated(now: Progress, player: int, text: str) -> None:
    for row in now.pools:
        if pool_states.is_in_play(row) and player in pool_states.players(row):
            raise Invalid("pool_in_play", text, field="player")


class Outcome(NamedTuple):
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
    then, now = before.state.contest, after.state.contest
    if not isinstance(now, pool.State) or _outcome(then) == _outcome(now):
        return
    pk = Pool.objects.filter(contest=contest.pk).values_list("pk", "round__event").first()
    if pk is None or (found := tournament_lock(pk[1])) is None:
        return
    _followed(found, pk[0], _by_current_ids(_outcome(then)), _by_current_ids(_outcome(now)), by)
    draft_drop(found)
    state_settle(found)


def _outcome(state: pool.State) -> Outcome:
    here = {*state.playing, *state.waiting}
    return Outcome(frozenset(state.order), frozenset(state.order) - here, state.over, state.winner)


def _by_current_ids(outcome: Outcome) -> Outcome:
    """By the ids of today: a contest keeps those under which people joined."""
    merged = Player.objects.filter(pk__in=outcome.places, merged_into__isnull=False)
    ids = {one.pk: one.merged_into_id or one.pk for one in merged}
    if not ids:
        return outcome
    places, gone = (frozenset(ids.get(one, one) for one in of) for of in outcome[:2])
    winner = None if outcome.winner is None else ids.get(outcome.winner, outcome.winner)
    return Outcome(places, gone, outcome.over, winner)


def _followed(found: Tournament, pk: int, then: Outcome, now: Outcome, by: Person) -> None:
    row = Pool.objects.get(pk=pk)
    if row.how in pool_states.AWARDED:
        text = _(
            "This pool was decided without play in its tournament. Withdraw that decision first."
        )
        raise Invalid("pool_awarded", text, field="version")
    if now.places != then.places:
        text = _("The players of this pool were drawn in a tournament and cannot be changed.")
        raise Invalid("pool_drawn", text, field="changes")
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
