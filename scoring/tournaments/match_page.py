"""A tournament on the page of one of its matches."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core.exceptions import Absent
from games.matches.changes import NextStep
from games.matches.models import Match
from scoring.contests.models import Contest
from scoring.leagues.models import Fixture

from .models import Pool
from .selectors.reading import tournament_for


def meeting_follows(*, match: Match, person: Person, **_signal: Any) -> NextStep | None:
    """The round that it is of; who sees the match sees its tournament."""
    if match.event_id is None:
        return None
    rows = Fixture.objects.filter(match=match.pk, event__tournament__isnull=False)
    found = rows.select_related("round").first()
    if found is None:
        return None
    number = found.round.number
    address = reverse("tournament_round", args=(match.club.slug, match.event_id, number))
    return NextStep("", address, _("Round %(number)s") % {"number": number})


def pool_played(*, contest: Contest, person: Person, **_signal: Any) -> Pool | None:
    """The pool of a tournament that a contest is played as, for those who may see it."""
    row = Pool.objects.filter(contest=contest.pk).select_related("round__event").first()
    if row is None or not (row.round.event.public or person.may(Act.SEE_CLUB)):
        return None
    return row


def tournament_address(*, event_id: int, slug: str, actor: Actor, **_signal: Any) -> str:
    """Of an event that is no season. Raises: Absent; Denied."""
    found, _person = tournament_for(actor, event_id)
    if found.event.club.slug != slug:
        raise Absent
    return reverse("tournament", args=(slug, event_id))
