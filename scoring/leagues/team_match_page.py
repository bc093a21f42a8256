"""Boards on the pages of the rooms below: of a match and its pad, an evening, a player."""

from typing import Any

from django.db.models import Q
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person
from games.evenings.models import Evening
from games.matches.changes import DueMatches, NextStep, PlayerFact
from games.matches.models import Match

from .models import Board
from .selectors.teams.due import boards_due, next_meeting


def board_follows(*, match: Match, **_signal: Any) -> NextStep | None:
    """Which board it is, and the way to its meeting."""
    if match.event_id is None:
        return None
    found = Board.objects.filter(match=match.pk).select_related("meeting").first()
    if found is None:
        return None
    address = reverse("meeting", args=(match.club.slug, found.meeting_id))
    label = _("Board %(number)s of a meeting") % {"number": found.number}
    return NextStep("", address, label, leads=False)


def boards_told_due(*, evening: Evening, person: Person, **_signal: Any) -> DueMatches | None:
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
    return DueMatches(count, address, label % {"number": count})


def meeting_told(*, player: Player, **_signal: Any) -> PlayerFact | None:
    """The next that his team has, among the facts of his page, and his board if it is known."""
    found = next_meeting(player)
    if found is None or found.away is None or found.day is None:
        return None
    is_home = found.home.members.filter(player=player).exists()
    told = [date_format(found.day, "DATE_FORMAT"), str(found.season)]
    own = Board.objects.filter(Q(home=player) | Q(away=player), meeting=found)
    told += [_("board %(number)s") % {"number": one.number} for one in own]
    address = reverse("meeting", args=(found.season.event.club.slug, found.pk))
    other = found.away if is_home else found.home
    return PlayerFact(_("Next meeting"), other.name, ", ".join(told), address)
