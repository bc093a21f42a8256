"""A tournament on the page of one of its matches."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.rights import Person
from games.held import Follows
from games.models import Match
from scoring.models import Fixture


def meeting_follows(*, match: Match, person: Person, **_signal: Any) -> Follows | None:
    """The round that it is of; who sees the match sees its tournament."""
    if match.event_id is None:
        return None
    rows = Fixture.objects.filter(match=match.pk, event__tournament__isnull=False)
    found = rows.select_related("round").first()
    if found is None:
        return None
    number = found.round.number
    address = reverse("tournament_round", args=(match.club.slug, match.event_id, number))
    return Follows("", address, _("Round %(number)s") % {"number": number})
