"""What pages and API read of notifications, and whether one is still worth sending."""

from collections.abc import Iterable, Iterator

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from ecarte_club.clubs.changes import StoredData
from ecarte_club.clubs.models import Player, User
from ecarte_club.clubs.selectors.personal import is_free
from ecarte_club.core.composed import Composed
from games.engine.seats import Seat
from games.matches.models import IN_PLAY, Confirmation, Match
from games.online.models import Action, OnlineTable
from games.online.selectors.presence import present
from scoring.leagues.models import Round
from scoring.ledger.models import Payment

from .encryption import site_key
from .models import KINDS, Device, Kind, Notification, WantedKind, session_stamp


def wanted_kinds(user: User) -> dict[str, bool]:
    """Every kind, and whether it was chosen."""
    chosen = set(WantedKind.objects.filter(user=user).values_list("kind", flat=True))
    return {kind: kind in chosen for kind in KINDS}


def devices_of(user: User) -> QuerySet[Device]:
    """Those that notifications are sent to."""
    return Device.objects.filter(user=user, stamp=session_stamp(user), site_key=site_key())


# Asked at every turn online; mostly nobody does.
_wanting = Composed(
    lambda kind, player: WantedKind.objects.filter(kind=kind, user__players=player)
    .order_by()
    .values_list("user"),
    kind=str,
    player=int,
)


def devices_for(kind: Kind, player_ids: Iterable[int]) -> list[Device]:
    """Of those of these players who chose the kind."""
    ids = list(player_ids)
    if len(ids) == 1 and not _wanting.tuples(kind=kind.value, player=ids[0]):
        return []
    found = Device.objects.filter(
        user__is_active=True, user__wanted_kinds__kind=kind, user__players__in=ids
    )
    rows = found.select_related("user").distinct().order_by("pk")
    return [device for device in rows if device.is_signed_in]


def is_still_due(notification: Notification) -> bool:
    """Whether the owner still wants it, and what it is about has not been dealt with."""
    user, kind = notification.device.user, notification.kind
    look = _STILL_DUE.get(kind)
    if look is None:
        return True
    wanted = WantedKind.objects.filter(user=user, kind=kind)
    return wanted.exists() and look(notification, user)


def _turn(notification: Notification, user: User) -> bool:
    table = _number(notification.topic)
    last = Action.objects.filter(table=table).order_by("-number").values_list("number", flat=True)
    is_playing = OnlineTable.objects.filter(pk=table, status=OnlineTable.Status.PLAYING).exists()
    return is_playing and f"{last.first() or 0}" == notification.occasion.rpartition(".")[2]


def _table(notification: Notification, user: User) -> bool:
    about, pk = notification.occasion.split(":")
    if about == "round":
        return Round.objects.filter(pk=pk, published_at__isnull=False).exists()
    return Match.objects.filter(IN_PLAY, pk=pk).exists()


def _result(notification: Notification, user: User) -> bool:
    match = Match.objects.filter(pk=_number(notification.topic), over=True, annulled_at=None)
    given = Confirmation.objects.filter(
        match=_number(notification.topic), number=notification.occasion
    )
    return match.exists() and not given.exists()


def _debt(notification: Notification, user: User) -> bool:
    theirs = Q(payer__user=user) | Q(payer__merged_into__user=user)
    owed = Payment.objects.filter(theirs, settlement=_number(notification.topic), made_at=None)
    return owed.exists()


_STILL_DUE = {
    Kind.TURN.value: _turn,
    Kind.TABLE.value: _table,
    Kind.RESULT.value: _result,
    Kind.DEBT.value: _debt,
}


def _number(topic: str) -> int:
    return int(topic.partition(":")[2])


def is_at_the_table(notification: Notification) -> bool:
    """Whether the player whose turn it is looks at the table anyway."""
    if notification.kind != Kind.TURN:
        return False
    tables = OnlineTable.objects.select_related("match__player_a", "match__player_b")
    table = tables.filter(pk=_number(notification.topic)).first()
    if table is None or table.match is None:
        return False
    is_first = table.match.player_a.user_id == notification.device.user_id
    return present(table.pk)[Seat.A if is_first else Seat.B].here


def devices_stored(*, player: Player, **_question: object) -> Iterator[StoredData]:
    user = player.user
    count = 0
    if user is not None and is_free(user, player):
        count = Device.objects.filter(user=user).count()
    text = _("Devices that get notifications, which will be removed")
    yield StoredData(text, count, stays=False)
