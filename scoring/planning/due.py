"""Which fixtures of seasons are to be played at an evening."""

from django.db.models import QuerySet

from ecarte_club.clubs.models import Evening
from scoring.models import Fixture


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
