"""Which fixtures of seasons are to be played: at an evening, and by a player next."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from scoring.leagues.models import Fixture


def due_at(evening: Evening) -> QuerySet[Fixture]:
    """Those of its day first, then what should have been played before, the oldest first."""
    return (
        to_play()
        .filter(event__club=evening.club_id, day__lte=evening.held_on)
        .select_related("event", "round", "home", "away")
        .order_by("-day", "event_id", "round__number", "number")
    )


def to_play() -> QuerySet[Fixture]:
    """Of seasons: nothing of them was begun or decided."""
    return Fixture.objects.filter(
        event__season__isnull=False, match=None, award="", away__isnull=False
    )


def next_fixture(player: Player) -> Fixture | None:
    """The first that he is to play from today on."""
    his = to_play().filter(Q(home=player) | Q(away=player), day__gte=timezone.localdate())
    found = his.select_related("event__club", "round", "home", "away")
    return found.order_by("day", "round__number").first()
