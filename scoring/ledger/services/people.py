"""The ledger when two players are one, and when one is made anonymous.

Postings stay as they are and are read under whom their players were merged into. What is kept
beside them follows.
"""

from collections.abc import Iterator
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from scoring.ledger.models import Balance, Book, Held, PlayerLimit
from scoring.ledger.rules.books import Holder

from .posting import balances_add, book_moved


def ledger_evenings(*, gone: Player, **_signal: Any) -> MergeEffects:
    """Those in whose books he has a balance, so that they are locked before the books are."""
    his = Balance.objects.filter(player=gone, book__evening__isnull=False)
    return MergeEffects(evenings=frozenset(his.values_list("book__evening_id", flat=True)))


def ledger_merge(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Every book still open is locked: nobody can begin an account there for who is just going."""
    open_or_his = Q(settled_at=None) | Q(balances__player=gone)
    books = Book.objects.filter(open_or_his, club_id=kept.club_id)
    for book_id in books.order_by("pk").values_list("pk", flat=True).distinct():
        book_moved(book_id, correcting=True)
    his = Balance.objects.filter(player=gone)
    moved = dict(his.values_list("book_id", "amount"))
    balances_add({(book, Held(Holder.MEMBER, kept.pk)): sum_ for book, sum_ in moved.items()})
    his.delete()
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
    PlayerLimit(player=kept, most_staked=limits.most_staked, most_owed=limits.most_owed).save()


def ledger_forget(*, player: Player, **_signal: Any) -> None:
    """What he staked and owes stays, for the sums of others; what he let himself stake goes."""
    PlayerLimit.objects.filter(player=player).delete()


def ledger_kept(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    yield StoredData(
        _("Evenings at which the player has a balance"),
        Balance.objects.filter(player=player).count(),
    )
    yield StoredData(
        _("Personal betting limits, which will be deleted"),
        PlayerLimit.objects.filter(player=player).count(),
        stays=False,
    )
