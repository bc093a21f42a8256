"""Of what devices are notified: followers of changes, and of signing in and out."""

from datetime import timedelta
from typing import Any

from allauth.account.signals import password_changed
from django.contrib.auth import user_logged_out
from django.contrib.sessions.backends.base import SessionBase
from django.urls import reverse
from django.utils import timezone

from ecarte_club.clubs.models import Player, User
from games.engine.states import MatchState
from games.matches.models import Entry, Match
from games.matches.selectors.reading import asks_confirmation
from games.online.models import OnlineTable
from scoring.leagues.models import Fixture, Round
from scoring.ledger.models import Settlement
from scoring.tournaments.models import PoolMember, Tournament

from .models import Device, Kind
from .selectors import devices_for
from .services.devices import device_keep
from .services.writing import About, notify

# In a session, the device that it is of.
DEVICE = "notifications_device"
TURN_LASTS, TABLE_LASTS = timedelta(days=3), timedelta(hours=6)
RESULT_LASTS = DEBT_LASTS = timedelta(days=7)


def turn_notify(*, table: OnlineTable, player: Player, turn: str, **_facts: Any) -> None:
    if devices := devices_for(Kind.TURN, [player.pk]):
        path = reverse("online_table", args=(table.club.slug, table.pk))
        notify(devices, Kind.TURN, About(f"turn:{table.pk}", turn, path, TURN_LASTS))


def match_started_notify(*, match: Match, **_facts: Any) -> None:
    """At a table of tonight; whoever started it sits there."""
    table = match.evening_table
    if table is None or table.evening.held_on != timezone.localdate():
        return
    devices = devices_for(Kind.TABLE, match.player_ids)
    others = [device for device in devices if device.user_id != match.started_by_id]
    if others:
        path = reverse("match", args=(match.club.slug, match.pk))
        notify(others, Kind.TABLE, About("table", f"match:{match.pk}", path, TABLE_LASTS))


def round_notify(*, tournament: Tournament, round: Round, **_facts: Any) -> None:
    """What is drawn at once is announced as its first round."""
    met = Fixture.objects.filter(round=round, away__isnull=False)
    players = {pk for pair in met.values_list("home", "away") for pk in pair}
    players |= set(PoolMember.objects.filter(pool__round=round).values_list("player", flat=True))
    if devices := devices_for(Kind.TABLE, players):
        path = reverse("tournament", args=(tournament.event.club.slug, tournament.pk))
        notify(devices, Kind.TABLE, About("table", f"round:{round.pk}", path, TABLE_LASTS))


def result_notify(
    *, match: Match, after: MatchState, entry: Entry | None = None, **_facts: Any
) -> None:
    """To the players of a match that is over, but not to who made the last entry."""
    if not after.over or match.annulled_at or not asks_confirmation(match):
        return
    last = entry or match.entries.order_by("-number").first()
    if last is None:
        return
    phone = last.phone.player_id if last.phone else None
    others = [pk for pk in match.player_ids if pk != phone]
    devices = devices_for(Kind.RESULT, others)
    if mine := [device for device in devices if device.user_id != last.by_id]:
        path = reverse("match", args=(match.club.slug, match.pk))
        about = About(f"result:{match.pk}", str(last.number), path, RESULT_LASTS)
        notify(mine, Kind.RESULT, about)


def debts_notify(*, settlement: Settlement, **_facts: Any) -> None:
    payers = settlement.payments.exclude(payer=None).values_list("payer", flat=True)
    if devices := devices_for(Kind.DEBT, set(payers)):
        path = reverse("settlement", args=(settlement.club.slug, settlement.pk))
        about = About(f"debt:{settlement.pk}", "made", path, DEBT_LASTS)
        notify(devices, Kind.DEBT, about)


def devices_forget(**_facts: Any) -> None:
    Device.objects.filter(user__is_active=False).delete()


def session_follow(*, user: User, session: SessionBase, **_facts: Any) -> None:
    if (device := session.get(DEVICE)) is not None:
        device_keep(user, device)


def connect() -> None:
    user_logged_out.connect(_signed_out, dispatch_uid="notifications")
    password_changed.connect(_password_changed, dispatch_uid="notifications")


def _signed_out(*, request: Any, user: User | None, **_signal: Any) -> None:
    """The device of this session gets nothing more."""
    device = request.session.get(DEVICE) if user is not None else None
    if device is not None:
        Device.objects.filter(user=user, pk=device).delete()


def _password_changed(*, request: Any, user: User, **_signal: Any) -> None:
    session_follow(user=user, session=request.session)
