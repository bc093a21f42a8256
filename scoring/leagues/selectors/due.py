"""Which fixtures and boards of seasons are to be played: at an evening, and by a player next."""

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.models import Player
from games.evenings.models import Evening
from scoring.leagues.models import Board, Fixture, Meeting, TeamPlayer


def open_fixtures() -> QuerySet[Fixture]:
    """Of seasons: not begun, not decided."""
    return Fixture.objects.filter(
        event__season__isnull=False, match=None, award="", away__isnull=False
    )


def fixtures_due(evening: Evening) -> QuerySet[Fixture]:
    """Those of its day first, then what should have been played before, the latest first."""
    return (
        open_fixtures()
        .filter(event__club=evening.club_id, day__lte=evening.held_on)
        .select_related("event", "round", "home", "away")
        .order_by("-day", "event_id", "round__number", "number")
    )


def next_fixture(player: Player) -> Fixture | None:
    """The first that the player is to play from today on."""
    own = open_fixtures().filter(Q(home=player) | Q(away=player), day__gte=timezone.localdate())
    related = own.select_related("event__club", "round", "home", "away")
    return related.order_by("day", "round__number").first()


def open_boards() -> QuerySet[Board]:
    """Both line-ups name a player, and the board was not begun or decided."""
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
    """The first from today on of a team for which the player then plays; not begun, not decided."""
    of_the_day = Q(left_on=None) | Q(left_on__gt=OuterRef("day"))
    teams = TeamPlayer.objects.filter(of_the_day, player=player, joined_on__lte=OuterRef("day"))
    begun = Board.objects.exclude(match=None, award="").filter(meeting=OuterRef("pk"))
    own = Exists(teams.filter(team=OuterRef("home"))) | Exists(teams.filter(team=OuterRef("away")))
    rows = Meeting.objects.filter(own, ~Exists(begun), award="", away__isnull=False)
    related = rows.select_related("season__event__club", "round", "home", "away")
    to_come = related.filter(day__gte=timezone.localdate())
    return to_come.order_by("day", "round__number", "number").first()
