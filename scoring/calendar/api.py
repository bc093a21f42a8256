"""/api/v1/: what is when at a club, the same as iCalendar, and what a player has next."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of, person_of
from ecarte_club.clubs.authentication import PARAMETER, CalendarAuthentication, actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors.clubs import current_player_id
from ecarte_club.clubs.services.accounts import calendar_renew
from ecarte_club.core import replica
from ecarte_club.core.api import AnyAccepted, StrictSerializer, View
from ecarte_club.core.exceptions import Invalid
from games.evenings.live_state import evening_name
from games.evenings.models import Evening
from games.matches.api.serializers.matches import NamedOut, Out
from games.matches.api.views import player_of
from scoring.leagues.api.fixtures import DAYS, PLAYER
from scoring.leagues.api.meetings import TEAM
from scoring.leagues.api.seasons import season_of
from scoring.leagues.api.serializers.fixtures import FixtureOut, version_in
from scoring.leagues.api.serializers.meetings import MeetingOut
from scoring.leagues.selectors import fixtures, meetings
from scoring.leagues.selectors.due import next_fixture, next_meeting
from scoring.leagues.selectors.fixtures import FixtureFilters, lines
from scoring.leagues.selectors.meetings import MeetingFilters

from . import feeds
from .feeds import addresses
from .selectors import Events, events_between


class OwnCalendarIn(StrictSerializer):
    version = version_in("addresses")


class OwnCalendarOut(Out):
    version = serializers.IntegerField(help_text="Send it when you want new addresses.")
    club = serializers.URLField(help_text="The evenings and fixtures of the club that you may see.")
    player = serializers.URLField(
        allow_null=True, help_text="Your own fixtures; null for who does not play here."
    )
    clubs = serializers.ListField(
        source="slugs",
        child=serializers.SlugField(),
        help_text="Other clubs of yours: your addresses there have the same key.",
    )


class OwnCalendar(View):
    @extend_schema(responses=OwnCalendarOut)
    def get(self, request: Request, slug: str) -> Response:
        """The addresses of feeds that show your calendar program what you may see here. Whoever
        has one reads the same; a new address, and no token, is what stops it."""
        return Response(_addresses_data(*club_of(request, slug)))

    @extend_schema(
        request=OwnCalendarIn,
        responses={201: OwnCalendarOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """New addresses: all that you gave before stop, in each of your clubs. They are not in
        what is kept of the answer, but made again from the site's key."""
        club, person = club_of(request, slug)
        version = self.validated(OwnCalendarIn)["version"]
        answer = self.write(
            request, lambda: {"version": calendar_renew(by=person, version=version)}
        )
        answer.data = _addresses_data(club, person, answer.data["version"])
        return answer


def _addresses_data(club: Club, person: Person, version: int | None = None) -> Any:
    return OwnCalendarOut(addresses(club, person, version)).data


class EveningNameField(serializers.CharField):
    def get_attribute(self, instance: Evening) -> str:
        return evening_name(instance)


class CalendarEveningOut(Out):
    id = serializers.IntegerField()
    name = EveningNameField()
    day = serializers.DateField(source="held_on")


class CalendarRoundOut(Out):
    tournament = NamedOut(source="round.event")
    number = serializers.IntegerField(source="round.number")
    day = serializers.DateField(source="round.day", help_text="On which it was published.")
    pairing = serializers.IntegerField(
        source="line.fixture.pk",
        allow_null=True,
        help_text="Of the player asked for; null: of nobody, or in a pool.",
    )
    home = NamedOut(source="line.fixture.home", allow_null=True, help_text="Of that pairing.")
    away = NamedOut(source="line.fixture.away", allow_null=True)


class CalendarOut(Out):
    evenings = CalendarEveningOut(many=True)
    fixtures = FixtureOut(many=True)
    meetings = MeetingOut(many=True, help_text="Of teams; of a player, those of their team.")
    rounds = CalendarRoundOut(
        many=True, help_text="Of tournaments; of a player, those in which they meet somebody."
    )


class PlayerNextOut(Out):
    fixture = FixtureOut(allow_null=True, help_text="From today on; null: none is planned.")
    meeting = MeetingOut(
        allow_null=True, help_text="Of a team in which the player is on that day; null: none."
    )


class PlayerNext(View):
    @extend_schema(responses=PlayerNextOut)
    def get(self, request: Request, pk: int) -> Response:
        """The next fixture of a player, and the next meeting of the team."""
        player = player_of(request, pk)
        person = person_of(request, player.club_id)
        fixture, meeting = next_fixture(player), next_meeting(player)
        upcoming = {
            "fixture": lines([fixture], person)[0] if fixture else None,
            "meeting": meetings.lines([meeting], person)[0] if meeting else None,
        }
        return Response(PlayerNextOut(upcoming).data)


ICS: Any = {
    (200, "text/calendar"): OpenApiTypes.STR,
    304: OpenApiResponse(description="Unchanged."),
}
OWN_KEY = OpenApiParameter(
    PARAMETER,
    OpenApiTypes.STR,
    description="For programs that know only an address: `clubs/{slug}/me/calendar` gives it.",
)
KNOWN = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)
DAYS_MOST = 400


class Feed(View):
    """Also for calendar programs, by a key in the address."""

    authentication_classes = (CalendarAuthentication, *View.authentication_classes)
    content_negotiation_class = AnyAccepted


class FixtureFeed(Feed):
    @extend_schema(parameters=[PLAYER, OWN_KEY, KNOWN], responses=ICS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The fixtures of a season, or of one player in it, as iCalendar."""
        season, person = season_of(request, pk)
        asked = FixtureFilters.of({"player": request.query_params.get("player", "")})
        found = asked.fixtures(season).exclude(away=None)
        body = replica.read(
            lambda: feeds.feed(str(season), Events(fixtures=fixtures.lines(found.all(), person)))
        )
        return HttpResponse(body, content_type=feeds.MEDIA_TYPE)


class MeetingFeed(Feed):
    @extend_schema(parameters=[TEAM, OWN_KEY, KNOWN], responses=ICS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The meetings of a season, or of one team in it, as iCalendar."""
        season, person = season_of(request, pk)
        asked = MeetingFilters.of({"team": request.query_params.get("team", "")})
        found = asked.meetings(season).exclude(away=None)
        body = replica.read(
            lambda: feeds.feed(str(season), Events(meetings=meetings.lines(found.all(), person)))
        )
        return HttpResponse(body, content_type=feeds.MEDIA_TYPE)


def calendar_period(request: Request) -> tuple[date, date, int | None]:
    """From and to, both with it; a year to come where nothing is said. Raises: Invalid."""
    asked = FixtureFilters.of(
        {name: request.query_params.get(name, "") for name in ("from", "to", "player")}
    )
    today = timezone.localdate()
    first = asked.since or today
    last = asked.until or max(first, today) + feeds.BEFORE
    if (last - first).days > DAYS_MOST:
        text = _("Must be %(most)s days at most.") % {"most": DAYS_MOST}
        raise Invalid("invalid", text, field="to")
    return first, last, current_player_id(asked.player) if asked.player else None


class ClubCalendar(View):
    @extend_schema(parameters=[*DAYS, PLAYER], responses=CalendarOut)
    def get(self, request: Request, slug: str) -> Response:
        """Evenings, fixtures, meetings of teams and published rounds of tournaments that you may
        see, from a day to a day; without them, for a year. Of one player, no evenings."""
        club, person = club_of(request, slug)
        first, last, player = calendar_period(request)
        events = events_between(actor_of(request), person, club, first, last, player)
        return Response(CalendarOut(events).data)


class ClubFeed(Feed):
    @extend_schema(parameters=[PLAYER, OWN_KEY, KNOWN], responses=ICS)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The same as iCalendar, of a year past and two to come."""
        club, person = club_of(request, slug)
        asked = FixtureFilters.of({"player": request.query_params.get("player", "")})
        player = current_player_id(asked.player) if asked.player else None
        today = timezone.localdate()
        first, last = today - feeds.BEFORE, today + feeds.AFTER
        actor = actor_of(request)
        body = replica.read(
            lambda: feeds.feed(club.name, events_between(actor, person, club, first, last, player))
        )
        return HttpResponse(body, content_type=feeds.MEDIA_TYPE)


urlpatterns = [
    path("clubs/<slug:slug>/calendar", ClubCalendar.as_view()),
    path("clubs/<slug:slug>/calendar.ics", ClubFeed.as_view()),
    path("clubs/<slug:slug>/me/calendar", OwnCalendar.as_view()),
    path("seasons/<int:pk>/fixtures.ics", FixtureFeed.as_view()),
    path("seasons/<int:pk>/meetings.ics", MeetingFeed.as_view()),
    path("players/<int:pk>/next", PlayerNext.as_view()),
]
