"""Which clubs are in this cell."""

from django.db.models import Q

from ecarte_club.clubs.models import Club

from .models import ClubMove


def clubs_here() -> list[str]:
    """Names in addresses; not of those that left, or have not quite arrived."""
    elsewhere = Q(move__state__in=[ClubMove.State.LEFT, ClubMove.State.ARRIVING])
    found = Club.objects.exclude(elsewhere).order_by("slug")
    return list(found.values_list("slug", flat=True))
