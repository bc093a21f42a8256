"""Fixtures on the pages of the rooms below: on a match and its pad, and at an evening."""

from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from games.evenings.models import Evening
from games.matches.changes import DueMatches, NextStep, PlayerFact
from games.matches.models import Match

from .models import Fixture
from .selectors.due import due_at, next_fixture


def fixture_follows(*, match: Match, **_signal: Any) -> NextStep | None:
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
    return NextStep("", address, label, leads=False)


def fixture_told(*, player: Player, **_signal: Any) -> PlayerFact | None:
    """The next that he is to play, among the facts of his page."""
    found = next_fixture(player)
    if found is None or found.away is None or found.day is None:
        return None
    other = found.away if found.home_id == player.pk else found.home
    address = reverse("fixture", args=(found.event.club.slug, found.pk))
    day = date_format(found.day, "DATE_FORMAT")
    return PlayerFact(_("Next fixture"), other.name, f"{day}, {found.event}", address)


def fixtures_due(*, evening: Evening, person: Person, **_signal: Any) -> DueMatches | None:
    """For who may start them."""
    if not person.may(Act.START_ANY):
        return None
    count = due_at(evening).count()
    slug = evening.club.slug
    return (
        DueMatches(count, reverse("evening_fixtures", args=(slug, evening.pk))) if count else None
    )
