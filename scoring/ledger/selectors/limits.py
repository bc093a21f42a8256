"""Limits of stakes as they are shown: the club's, and a member's own."""

from dataclasses import dataclass

from django.utils import timezone

from ecarte_club.clubs.permissions import Person
from scoring.ledger.models import ClubLimit, Limits, PlayerLimit


@dataclass(frozen=True, slots=True)
class Own:
    """`held`: in force now. `asked`: what was raised or given up, and does not hold yet."""

    held: Limits
    asked: PlayerLimit | None


def of_club(club_id: int) -> Limits:
    found = ClubLimit.objects.filter(club=club_id).first()
    return found.limits if found else Limits()


def own(somebody: Person) -> Own:
    found = PlayerLimit.objects.filter(player=somebody.player_id or 0).first()
    if found is None:
        return Own(Limits(), None)
    now = timezone.now()
    held = found.in_force(now)
    if found.staked_from and found.staked_from <= now:
        found.staked_asked = found.staked_from = None
    if found.owed_from and found.owed_from <= now:
        found.owed_asked = found.owed_from = None
    return Own(held, found)
