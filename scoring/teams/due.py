"""Which boards are to be played."""

from django.db.models import QuerySet

from ecarte_club.clubs.models import Evening
from scoring.models import Board


def open_boards() -> QuerySet[Board]:
    """Both line-ups are given, both are there, and nothing was begun or decided."""
    return Board.objects.filter(
        match=None,
        award="",
        home__isnull=False,
        away__isnull=False,
        meeting__award="",
        meeting__home_given_at__isnull=False,
        meeting__away_given_at__isnull=False,
    )


def boards_due(evening: Evening) -> QuerySet[Board]:
    """Those of its day first, then what should have been played before, the latest first."""
    return (
        open_boards()
        .filter(meeting__season__event__club=evening.club_id, meeting__day__lte=evening.held_on)
        .select_related("meeting__season__event", "meeting__round", "home", "away")
        .select_related("meeting__home", "meeting__away")
        .order_by("-meeting__day", "meeting__season", "meeting", "number")
    )
