"""Which boards are to be played, and which meeting a player has next."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from scoring.leagues.models import Board, Meeting, TeamPlayer


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


def next_meeting(player: Player) -> Meeting | None:
    """The first from today on that his team has when he plays for it; nothing of it was begun or
    decided."""
    of_the_day = Q(left_on=None) | Q(left_on__gt=OuterRef("day"))
    his = TeamPlayer.objects.filter(of_the_day, player=player, joined_on__lte=OuterRef("day"))
    begun = Board.objects.exclude(match=None, award="").filter(meeting=OuterRef("pk"))
    own = Exists(his.filter(team=OuterRef("home"))) | Exists(his.filter(team=OuterRef("away")))
    rows = Meeting.objects.filter(own, ~Exists(begun), award="", away__isnull=False)
    found = rows.filter(day__gte=timezone.localdate())
    related = found.select_related("season__event__club", "round", "home", "away")
    return related.order_by("day", "round__number", "number").first()
