"""Pairings by hand: fixed before the draw of a Swiss round, or changed after it, and undone."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Absent, Invalid
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.labels.by_hand import FAULTS
from scoring.tournaments.models import FixedPair, PairingChange, Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.swiss.by_hand import (
    Change,
    Fault,
    Pair,
    Swap,
    swap_for,
    swapped,
)
from scoring.tournaments.rules.swiss.drawing import board_of, bye_of
from scoring.tournaments.rules.swiss.pairing import without
from scoring.tournaments.selectors.by_hand import (
    Position,
    changes_of,
    drawn_pairs,
    free_players,
    is_untouched,
    may_be_changed,
    paired_rows,
    position_of,
)
from scoring.tournaments.selectors.draws import board_number, fixed_for
from scoring.tournaments.selectors.progress import Progress, progress_of

from .drawing import stored_reasons
from .locking import draft_drop, next_number, state_settle, tournament_lock_for
from .messages import round_changed_message

REASON_MOST = 200


@transaction.atomic(savepoint=False)
def pair_fix(
    *, by: Person, tournament: Tournament, player: int, other: int | None, reason: str
) -> Tournament:
    """The two play each other in the next round, whether or not they have met or are kept apart;
    without `other` the player has its bye. Drops a draft.

    Raises: Denied; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament)
    number = _next_swiss(found)
    if _fixed(found, number, player, other).exists():
        return found
    free = free_players(progress_of(found))
    errors = {}
    for field, one in (("player", player), ("other", other)):
        if one is not None and one not in free:
            errors[field] = _("Must be a player of the next round who is not fixed in it yet.")
    if player == other:
        errors["other"] = str(FAULTS[Fault.ONE_PLAYER])
    if other is None and fixed_for(found, number).bye is not None:
        errors["other"] = _("The bye is fixed already. Release it first.")
    if errors:
        raise Invalid("cannot_fix", _("The pairing was not fixed."), errors=errors)
    FixedPair.objects.create(
        tournament=found, number=number, one_id=player, other_id=other, reason=checked(reason)
    )
    draft_drop(found)
    players = [player, other] if other else [player]
    log_act(by, "pair_fix", kind="tournament", about=found.pk, round=number, players=players)
    return found


@transaction.atomic(savepoint=False)
def pair_release(*, by: Person, tournament: Tournament, player: int) -> Tournament:
    """What is fixed of the player in the next round. Raises: Denied; Invalid."""
    found = tournament_lock_for(by, tournament)
    number = _next_swiss(found)
    rows = found.fixed_pairs.filter(Q(one=player) | Q(other=player), number=number)
    if not rows.delete()[0]:
        text = _("Nothing is fixed of this player in the next round.")
        raise Invalid("not_fixed", text, field="player")
    draft_drop(found)
    log_act(by, "pair_release", kind="tournament", about=found.pk, round=number, player=player)
    return found


def _next_swiss(found: Tournament) -> int:
    number = next_number(found)
    if found.kind != Kind.SWISS:
        raise Invalid("no_swiss", _("Only a Swiss can be paired by hand."))
    if 0 < found.stage.rounds < number:
        raise Invalid("all_rounds_played", _("All rounds are played."))
    return number


def _fixed(found: Tournament, number: int, player: int, other: int | None) -> QuerySet[FixedPair]:
    either = Q(one=player, other=other)
    if other is not None:
        either |= Q(one=other, other=player)
    return found.fixed_pairs.filter(either, number=number)


def checked(reason: str) -> str:
    """Raises: Invalid."""
    if not 1 <= len(reason.strip()) <= REASON_MOST:
        text = _("Give a reason of at most %(most)s characters.") % {"most": REASON_MOST}
        raise Invalid("invalid_reason", text, field="reason")
    return reason.strip()


@transaction.atomic(savepoint=False)
def pairing_change(
    *,
    by: Person,
    tournament: Tournament,
    number: int,
    version: int,
    change: str,
    player: int,
    other: int | None = None,
    reason: str = "",
) -> Round:
    """Two players exchange places in a round that is drawn, or was published last, where neither
    has begun; whoever deals first is worked out again.

    Raises: Denied; Absent; Stale; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament, version)
    now = progress_of(found)
    row = changeable_round(now, number)
    swap = change_swap(now, row, change, player, other)
    text = checked(reason)
    PairingChange.objects.create(
        round=row, one_id=swap.one, other_id=swap.other, reason=text, at=timezone.now()
    )
    _apply(now, row, swap)
    log_act(
        by, "pairing_change", kind="tournament", about=found.pk, round=number, players=list(swap)
    )
    return row


@transaction.atomic(savepoint=False)
def pairing_change_back(*, by: Person, tournament: Tournament, number: int, version: int) -> Round:
    """The last change of the round is undone.

    Raises: Denied; Absent; Stale; Invalid when there is none, or one of the matches has begun.
    """
    found = tournament_lock_for(by, tournament, version)
    now = progress_of(found)
    row = changeable_round(now, number)
    changes = changes_of(row)
    if not changes:
        raise Invalid("not_changed", _("No pairing of this round was changed by hand."))
    last = changes[-1]
    swap = Swap(last.one_id, last.other_id)
    _check_untouched(now, row, swap)
    last.undone_at = timezone.now()
    last.save(update_fields=["undone_at"])
    _apply(now, row, swap)
    log_act(
        by,
        "pairing_change_back",
        kind="tournament",
        about=found.pk,
        round=number,
        players=list(swap),
    )
    return row


def changeable_round(now: Progress, number: int) -> Round:
    """Raises: Absent; Invalid."""
    row = next((one for one in now.rounds if one.number == number), None)
    if row is None or row.drawn_at is None:
        raise Absent
    if now.tournament.kind != Kind.SWISS:
        raise Invalid("no_swiss", _("Only a Swiss can be paired by hand."))
    if not may_be_changed(now, row):
        text = _("A later round is drawn, so the pairings of this one stay as they are.")
        raise Invalid("round_over", text, field="round")
    return row


def change_swap(now: Progress, row: Round, change: str, player: int, other: int | None) -> Swap:
    """Raises: Invalid naming the field."""
    pairs = list(paired_rows(now, row.number))
    swap = swap_for(pairs, Change(change), player, other)
    if isinstance(swap, Fault):
        is_first = swap is Fault.NO_BYE or (
            swap in (Fault.NOT_PAIRED, Fault.HAS_BYE) and not any(player in one for one in pairs)
        )
        field = "player" if is_first or change == Change.BYE else "other"
        raise Invalid(f"cannot_change_{swap}", str(FAULTS[swap]), field=field)
    _check_untouched(now, row, swap)
    return swap


def _check_untouched(now: Progress, row: Round, swap: Swap) -> None:
    rows = paired_rows(now, row.number).items()
    if not all(is_untouched(one) for pair, one in rows if {*pair} & {*swap}):
        text = _(
            "One of these matches has started or is decided. Undo its start or its decision first."
        )
        raise Invalid("pairing_begun", text, field="player")


def _apply(now: Progress, row: Round, swap: Swap) -> None:
    """Within the lock; the change itself is written, or undone."""
    position = position_of(now, row)
    rows = paired_rows(now, row.number)
    after = {pair: swapped([pair], swap)[0] for pair in rows}
    by_hand = _pairs_by_hand(now, row, list(after.values()))
    for before, one in rows.items():
        if after[before] != before:
            table = board_number(one, now.tournament.stage.tables)
            _write(one, after[before], position, list(after.values()), by_hand, table)
    if row.published_at is not None:
        round_changed_message(now.tournament, row.number)
        state_settle(now.tournament)


def _pairs_by_hand(
    now: Progress, row: Round, pairs: Sequence[Pair]
) -> frozenset[frozenset[int | None]]:
    """Those that the draw did not make by itself."""
    drawn = {frozenset(pair) for pair in drawn_pairs(pairs, changes_of(row))}
    fixed = fixed_for(now.tournament, row.number)
    every: set[frozenset[int | None]] = {frozenset(pair) for pair in pairs} - drawn
    every |= {frozenset[int | None](pair) for pair in fixed.pairs}
    return frozenset(every | ({frozenset((fixed.bye, None))} if fixed.bye else set()))


def _write(
    one: Fixture,
    pair: Pair,
    position: Position,
    pairs: Sequence[Pair],
    by_hand: frozenset[frozenset[int | None]],
    table: int,
) -> None:
    place = {each.contender.id: number for number, each in enumerate(position.order)}
    is_by_hand = frozenset(pair) in by_hand
    bye = next((each.first for each in pairs if each.second is None), None)
    if pair.second is None:
        made = bye_of(position.order, place[pair.first], position.number, by_hand=is_by_hand)
        one.home_id, one.why = made.player, stored_reasons(made.why)
    else:
        paired = without(position.order, None if bye is None else place[bye])
        place = {each.contender.id: number for number, each in enumerate(paired)}
        upper, lower = sorted((place[pair.first], place[pair.second]))
        board = board_of(
            paired, (upper, lower), table, position.allowed, position.lots, by_hand=is_by_hand
        )
        one.home_id, one.away_id, one.why = board.first, board.second, stored_reasons(board.why)
    one.save(update_fields=["home", "away", "why"])
