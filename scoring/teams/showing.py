"""Boards on the pages of the rooms below: on a match and its pad, and at an evening."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, Person
from games.held import Due, Follows
from games.models import Match
from scoring.models import Board

from .due import boards_due


def board_follows(*, match: Match, **_signal: Any) -> Follows | None:
    """Which board it is, and the way to its meeting."""
    if match.event_id is None:
        return None
    found = Board.objects.filter(match=match.pk).select_related("meeting").first()
    if found is None:
        return None
    address = reverse("meeting", args=(match.club.slug, found.meeting_id))
    label = _("Board %(number)s of a meeting") % {"number": found.number}
    return Follows("", address, label, leads=False)


def boards_told_due(*, evening: Evening, person: Person, **_signal: Any) -> Due | None:
    """For who may start them."""
    if not person.may(Act.START_ANY):
        return None
    count = boards_due(evening).count()
    if not count:
        return None
    label = ngettext(
        "Start %(number)s board that is due", "Start %(number)s boards that are due", count
    )
    address = reverse("evening_boards", args=(evening.club.slug, evening.pk))
    return Due(count, address, label % {"number": count})
