"""Fixtures on the pages of the rooms below: on a match and its pad, and at an evening."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, Person
from games.held import Due, Follows
from games.models import Match
from scoring.models import Fixture

from .due import due_at


def fixture_follows(*, match: Match, **_signal: Any) -> Follows | None:
    """Which fixture it is, and the way to it; who sees the match sees its season's fixtures."""
    if match.event_id is None:
        return None
    found = (
        Fixture.objects.select_related("round")
        .filter(match=match.pk, event__season__isnull=False)
        .first()
    )
    if found is None:
        return None
    address = reverse("fixture", args=(match.club.slug, found.pk))
    label = _("Fixture of round %(round)s") % {"round": found.round.number}
    return Follows("", address, label, leads=False)


def fixtures_due(*, evening: Evening, person: Person, **_signal: Any) -> Due | None:
    """For who may start them."""
    if not person.may(Act.START_ANY):
        return None
    count = due_at(evening).filter(day=evening.held_on).count()
    slug = evening.club.slug
    return Due(count, reverse("evening_fixtures", args=(slug, evening.pk))) if count else None
