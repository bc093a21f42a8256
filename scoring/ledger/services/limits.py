"""Limits that a club sets for everybody and members for themselves, and players made one.

What a member lowers holds at once. What they raise or give up holds a day later, so that it is not
done in the heat of an evening; to lower it again meanwhile is to take that back.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.clubs import lock_player
from ecarte_club.clubs.services.merge_undo import MovedRows
from ecarte_club.clubs.services.merge_undo import refused as unmerge_refused
from ecarte_club.core.exceptions import Invalid
from scoring.ledger.models import (
    Balance,
    Book,
    BookAccount,
    ClubLimit,
    Limits,
    PlayerLimit,
    Posting,
    StatementLetter,
    lower,
)
from scoring.ledger.rules import Holder

from .posting import balances_add, bump_book_version

RAISED_AFTER = timedelta(days=1)
MOST = 10**9


@transaction.atomic(savepoint=False)
def club_limits_set(*, by: Person, limits: Limits) -> ClubLimit:
    """Raises: Denied; Invalid, naming the field."""
    require(by, Act.SET_CLUB)
    _check(limits)
    made, _new = ClubLimit.objects.update_or_create(club_id=by.club_id, defaults=asdict(limits))
    log_act(by, "club_limits_set")
    return made


@transaction.atomic(savepoint=False)
def player_limits_set(*, by: Person, limits: Limits) -> PlayerLimit:
    """Their own. Raises: Denied; Invalid, naming the field, or for who does not play here."""
    require(by, Act.CHOOSE_OWN)
    _check(limits)
    player, now = lock_player(by.club_id, by.player_id or 0), timezone.now()
    own = PlayerLimit.objects.filter(player=player).first() or PlayerLimit(player=player)
    held = own.in_force(now)
    own.most_staked, own.staked_asked, own.staked_from = _changed(
        held.most_staked, limits.most_staked, own.staked_asked, own.staked_from, now
    )
    own.most_owed, own.owed_asked, own.owed_from = _changed(
        held.most_owed, limits.most_owed, own.owed_asked, own.owed_from, now
    )
    own.save()
    log_act(by, "player_limits_set", kind="player", about=player.pk)
    return own


def _changed(
    held: int | None, wanted: int | None, asked: int | None, since: datetime | None, now: datetime
) -> tuple[int | None, int | None, datetime | None]:
    """What holds, what will, and from when. To ask for the same once more is not to wait anew."""
    if lower(held, wanted) == wanted:
        return wanted, None, None
    waits = since is not None and since > now and asked == wanted
    return held, wanted, since if waits else now + RAISED_AFTER


def _check(limits: Limits) -> None:
    text = _("Must be a whole number from 0 to %(most)s, or empty.") % {"most": MOST}
    errors = {name: text for name, most in asdict(limits).items() if not 0 <= (most or 0) <= MOST}
    if errors:
        raise Invalid("invalid_limit", _("The limits were not saved."), errors=errors)


def ledger_evenings(*, gone: Player, **_signal: Any) -> MergeEffects:
    """Those in whose books the player has a balance: they are locked before the books are."""
    balances = Balance.objects.filter(player=gone, book__evening__isnull=False)
    return MergeEffects(evenings=frozenset(balances.values_list("book__evening_id", flat=True)))


def ledger_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Every book still open is locked: nobody can begin an account there for who is just going."""
    open_or_held = Q(settled_at=None) | Q(balances__player=gone)
    books = Book.objects.filter(open_or_held, club_id=kept.club_id)
    for book_id in books.order_by("pk").values_list("pk", flat=True).distinct():
        bump_book_version(book_id, correcting=True)
    balances = Balance.objects.filter(player=gone)
    amounts = dict(balances.values_list("book_id", "amount"))
    balances_add(
        {(book, BookAccount(Holder.MEMBER, kept.pk)): sum_ for book, sum_ in amounts.items()}
    )
    balances.delete()
    _limits_merge(kept, gone)
    return MergeEffects()


def _limits_merge(kept: Player, gone: Player) -> None:
    """The stricter of both. A limit that either had asked to be raised must be asked for again."""
    found = PlayerLimit.objects.filter(player=gone).first()
    if found is None:
        return
    now = timezone.now()
    limits = found.in_force(now)
    found.delete()
    if own := PlayerLimit.objects.filter(player=kept).first():
        limits = limits.and_(own.in_force(now))
    PlayerLimit(player=kept, **asdict(limits)).save()


def ledger_forget(*, player: Player, **_signal: Any) -> None:
    """What was staked and is owed stays, for the sums of others; the limits go."""
    PlayerLimit.objects.filter(player=player).delete()


def ledger_stored(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    yield StoredData(
        _("Evenings at which the player has a balance"),
        Balance.objects.filter(player=player).count(),
    )
    yield StoredData(
        _("Personal betting limits, which will be deleted"),
        PlayerLimit.objects.filter(player=player).count(),
        stays=False,
    )


def merge_rows(*, kept: Player, gone: Player, **_signal: Any) -> Iterator[QuerySet[Any]]:
    yield PlayerLimit.objects.filter(player__in=(kept, gone))
    yield StatementLetter.objects.filter(player__in=(kept, gone))


def _own_postings(gone: Player) -> QuerySet[Posting]:
    """That name the player, or one who was merged into them before."""
    names = [gone.pk, *gone.merged.values_list("pk", flat=True)]
    return Posting.objects.filter(Q(source_player__in=names) | Q(target_player__in=names))


def ledger_unmerge_guard(*, gone: Player, moved: MovedRows, **_signal: Any) -> tuple[int, int]:
    """Raises: Invalid where a book with something of theirs was settled since: who pays whom is
    fixed."""
    books = Book.objects.filter(pk__in=_own_postings(gone).order_by().values("book_id"))
    settled = books.filter(settled_at__gte=moved.merge.made_at).first()
    if settled is not None:
        text = _("%(book)s has been settled up since, and who pays whom is fixed.")
        raise unmerge_refused("settled_since", text % {"book": settled})
    for book_id in books.order_by("pk").values_list("pk", flat=True):
        bump_book_version(book_id, correcting=True)
    return 0, 0


def ledger_unmerge(*, kept: Player, gone: Player, **_signal: Any) -> None:
    """Each gets the sum of the postings that name them."""
    names = {gone.pk, *gone.merged.values_list("pk", flat=True)}
    sums: Counter[int] = Counter()
    for row in _own_postings(gone):
        sums[row.book_id] += row.amount * (row.target_player_id in names)
        sums[row.book_id] -= row.amount * (row.source_player_id in names)
    back = {(book, BookAccount(Holder.MEMBER, gone.pk)): sum_ for book, sum_ in sums.items()}
    away = {(book, BookAccount(Holder.MEMBER, kept.pk)): -sum_ for book, sum_ in sums.items()}
    balances_add({**back, **away})
