"""Pools of a tournament: written as they are drawn, and what of them is decided without play."""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Round
from scoring.tournaments.labels import reasons
from scoring.tournaments.messages import pool_award_back_message, pool_awarded_message
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
    result_of,
)
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import Progress, progress_of

from .locking import draft_drop, state_settle, tournament_lock_for

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
        raise Invalid("round_begun", text, errors={"round": text})


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
        raise Invalid("invalid_award", text, errors={"reason": text})
    if pool_states.is_in_play(row):
        text = _("This pool is in play. Finish it or close it at its table first.")
        raise Invalid("pool_in_play", text, errors={"pool": text})
    event = WalkedOver(pool_states.slot_of(row), winner)
    check(now.pool_state, event, "winner")
    row.how, row.winner_id, row.reason = result_of(event).how.value, winner, reason.strip()
    row.save(update_fields=["how", "winner", "reason"])
    pool_awarded_message(found, row, pool_states.players(row))
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
        text = _("There is no decision to withdraw here.")
        raise Invalid("not_awarded", text, errors={"pool": text})
    check(now.pool_state, TakenBack(pool_states.slot_of(row)), "pool")
    row.how, row.winner_id, row.reason = "", None, ""
    row.save(update_fields=["how", "winner", "reason"])
    pool_award_back_message(found, row, pool_states.players(row))
    draft_drop(found)
    state_settle(found)
    log_act(by, "pool_award_back", kind="tournament", about=found.pk, pool=row.pk)
    return row


def of_tournament(now: Progress, pk: int) -> Pool:
    """Of a round that is published. Raises: Invalid."""
    for row in now.pools:
        if row.pk == pk and row.round.published_at is not None and row.how != How.BYE:
            return row
    text = _("Must be a pool of this tournament.")
    raise Invalid("no_such_pool", text, errors={"pool": text})


def check(state: State, event: Event, field: str = "") -> None:
    """Raises: Invalid, with the reason of the rules."""
    refused = pools.refusal(state, event)
    if refused is not None:
        text = reasons.not_taken(refused)
        raise Invalid(refused.why, text, errors={field: text} if field else {})


def pool_left(now: Progress, player: int) -> int:
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
            raise Invalid("pool_in_play", text, errors={"player": text})
