"""/api/v1/: fixtures, who takes part, divisions, and calendars."""

from datetime import date
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.calendar_keys import PARAMETER, CalendarAuthentication
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.queries import kept_id
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire import csvs
from ecarte_club.wire.api import View
from ecarte_club.wire.faults import Invalid
from ecarte_club.wire.negotiation import AnyAccepted
from ecarte_club.wire.pagination import SortedPages
from games import evening_queries
from scoring import queries
from scoring.models import Season
from scoring.planning import feeds, reading
from scoring.planning.due import due_at
from scoring.planning.months import evenings_between, fixtures_between, meetings_between
from scoring.planning.proposing import seen_divisions
from scoring.planning.reading import Asked
from scoring.planning.states import State
from scoring.team_api.plain import meeting as meeting_plain
from scoring.teams import meetings
from scoring.tournaments.days import round_lines, rounds_between

from . import plain, shapes
from .calendar_shapes import CalendarOut

DAYS = [
    OpenApiParameter("from", OpenApiTypes.DATE),
    OpenApiParameter("to", OpenApiTypes.DATE),
]
PLAYER = OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side.")
FILTERS = [
    PLAYER,
    OpenApiParameter("round", OpenApiTypes.INT),
    *DAYS,
    OpenApiParameter("state", OpenApiTypes.STR, enum=list(State)),
]
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


def season_of(request: Request, pk: int) -> tuple[Season, Person]:
    return queries.season(asker_of(request), pk)


class FixtureList(View):
    pagination_class = SortedPages

    @extend_schema(parameters=FILTERS, responses=shapes.FixtureOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The fixtures of a season, round by round."""
        season, person = season_of(request, pk)
        found = Asked.of(request.query_params).sift(reading.fixtures_of(season))
        pages = SortedPages()
        page = pages.paginate_queryset(found, request, self)
        lines = [plain.fixture(line) for line in reading.lines(page or [], person)]
        return pages.get_paginated_response(shapes.FixtureOut(lines, many=True).data)


class FixtureTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, all of them, as a table for a spreadsheet."""
        season, person = season_of(request, pk)
        found = Asked.of(request.query_params).sift(reading.fixtures_of(season))
        rows = reading.csv_rows(reading.lines(found, person))
        body = csvs.write_rows(reading.COLUMNS, rows)
        return csvs.download(f"season-{pk}-fixtures.csv", body)


class Feed(View):
    """Also for calendar programs, by a key in the address."""

    authentication_classes = (CalendarAuthentication, *View.authentication_classes)
    content_negotiation_class = AnyAccepted


class FixtureFeed(Feed):
    @extend_schema(parameters=[PLAYER, OWN_KEY, KNOWN], responses=ICS)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The fixtures of a season, or of one player in it, as iCalendar."""
        season, person = season_of(request, pk)
        asked = Asked.of({"player": request.query_params.get("player", "")})
        found = asked.sift(reading.fixtures_of(season).exclude(away=None))
        body = feeds.feed(str(season), (), reading.lines(found, person))
        return HttpResponse(body, content_type=feeds.MEDIA_TYPE)


class FixtureDetail(View):
    @extend_schema(responses=shapes.FixtureOut)
    def get(self, request: Request, pk: int) -> Response:
        """One fixture of a season."""
        found, _season, person = reading.fixture(asker_of(request), pk)
        return Response(shapes.FixtureOut(plain.fixture(reading.lines([found], person)[0])).data)


class DueList(View):
    @extend_schema(responses=shapes.FixtureOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """What is to be played at an evening: of its day first, then what is overdue."""
        evening, person = evening_queries.evening(asker_of(request), pk)
        require(person, Act.START_ANY)
        found = reading.lines(reading.framed(due_at(evening)), person)
        return Response(shapes.FixtureOut([plain.fixture(one) for one in found], many=True).data)


def calendar_asked(request: Request) -> tuple[date, date, int | None]:
    """From and to, both with it; a year to come where nothing is said. Raises: Invalid."""
    asked = Asked.of(
        {name: request.query_params.get(name, "") for name in ("from", "to", "player")}
    )
    today = timezone.localdate()
    first = asked.since or today
    last = asked.until or max(first, today) + feeds.BEFORE
    if (last - first).days > DAYS_MOST:
        text = _("Must be %(most)s days at most.") % {"most": DAYS_MOST}
        raise Invalid("invalid", text, errors={"to": text})
    return first, last, kept_id(asked.player) if asked.player else None


class ClubCalendar(View):
    @extend_schema(parameters=[*DAYS, PLAYER], responses=CalendarOut)
    def get(self, request: Request, slug: str) -> Response:
        """Evenings, fixtures, meetings of teams and published rounds of tournaments that you may
        see, from a day to a day; without them, for a year. Of one player, no evenings."""
        club, person = club_of(request, slug)
        first, last, player = calendar_asked(request)
        asker = asker_of(request)
        evenings = [] if player else evenings_between(asker, club, first, last)
        found = reading.lines(fixtures_between(asker, club, first, last, player), person)
        met = meetings_between(asker, club, first, last, player)
        rounds = round_lines(rounds_between(asker, club, first, last), person, player)
        shown = {
            "evenings": [plain.evening(one) for one in evenings],
            "fixtures": [plain.fixture(one) for one in found],
            "meetings": [meeting_plain(one) for one in meetings.lines(met, person)],
            "rounds": [plain.round_line(one) for one in rounds],
        }
        return Response(CalendarOut(shown).data)


class ClubFeed(Feed):
    @extend_schema(parameters=[PLAYER, OWN_KEY, KNOWN], responses=ICS)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The same as iCalendar, of a year past and two to come."""
        club, person = club_of(request, slug)
        asked = Asked.of({"player": request.query_params.get("player", "")})
        body = self._body(request, club, person, kept_id(asked.player) if asked.player else None)
        return HttpResponse(body, content_type=feeds.MEDIA_TYPE)

    @staticmethod
    def _body(request: Request, club: Club, person: Person, player: int | None) -> bytes:
        asker, today = asker_of(request), timezone.localdate()
        days = (today - feeds.BEFORE, today + feeds.AFTER)
        evenings = [] if player else evenings_between(asker, club, *days)
        found = fixtures_between(asker, club, *days, player)
        met = meetings.lines(meetings_between(asker, club, *days, player), person)
        rounds = round_lines(rounds_between(asker, club, *days), person, player)
        return feeds.feed(club.name, evenings, reading.lines(found, person), met, rounds)


class DivisionReads(View):
    @extend_schema(responses=shapes.DivisionOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The divisions of this season's name in its league, from the highest."""
        season, _person = season_of(request, pk)
        self.read_version = season.version
        found = [plain.division(one) for one in seen_divisions(asker_of(request), season)]
        return Response(shapes.DivisionOut(found, many=True).data)
