"""/api/v1/: the meetings of teams, made and changed."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.api.fixture_actions import FixtureWrite, PlanView
from scoring.leagues.api.fixture_reads import DAYS, season_of
from scoring.leagues.selectors import meetings
from scoring.leagues.selectors.meetings import MeetingFilters
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
)

from . import meeting_shapes as shapes
from . import plain

FILTERS = [
    OpenApiParameter("team", OpenApiTypes.INT, description="A team's id, on either side."),
    OpenApiParameter("round", OpenApiTypes.INT),
    *DAYS,
]


class MeetingReads(View):
    pagination_class = SortedPages

    @extend_schema(parameters=FILTERS, responses=shapes.MeetingOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the meetings of a season of teams, round by round"""
        season, person = season_of(request, pk)
        self.read_version = season.version
        found = MeetingFilters.of(request.query_params).filter_meetings(
            meetings.meetings_of(season)
        )
        pages = SortedPages()
        page = pages.paginate_queryset(found, request, self)
        rows = [plain.meeting(line) for line in meetings.lines(page or [], person)]
        return pages.get_paginated_response(shapes.MeetingOut(rows, many=True).data)


class MeetingTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download the meetings of a season as CSV"""
        season, person = season_of(request, pk)
        found = MeetingFilters.of(request.query_params).filter_meetings(
            meetings.meetings_of(season)
        )
        rows = meetings.csv_rows(meetings.lines(found, person))
        body = csv_files.write_rows(meetings.COLUMNS, rows)
        return csv_files.download(f"season-{pk}-meetings.csv", body)


class Meetings(MeetingReads, PlanView):
    of_teams = True

    @extend_schema(
        request=shapes.MeetingsIn,
        responses={200: shapes.MeetingPlanOut, 201: shapes.MeetingPlanOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the meetings of a season in which nothing was begun"""
        try:
            return self.answer(request, pk, shapes.MeetingsIn, shapes.MeetingPlanOut)
        except Invalid as fault:
            # The field has the name that the request gives it.
            named = {"entrants": "teams"}
            errors = {named.get(name, name): text for name, text in fault.errors.items()}
            raise Invalid(fault.code, fault.detail, errors=errors) from fault


class MeetingDetail(View):
    @extend_schema(responses=shapes.MeetingOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read one meeting of two teams"""
        return Response(represented(request, pk))


def represented(request: Request, pk: int, **more: Any) -> Any:
    meeting, _season, person = meetings.meeting(actor_of(request), pk)
    (line,) = meetings.lines([meeting], person)
    return shapes.MeetingOut({**plain.meeting(line), **more}).data


class MeetingWrite(FixtureWrite):
    def one(self, request: Request, pk: int) -> tuple[Any, Person]:
        meeting, _season, person = meetings.meeting(actor_of(request), pk)
        return meeting, person

    def represented(self, request: Request, pk: int, **more: Any) -> Any:
        return represented(request, pk, **more)


class MeetingPostponing(MeetingWrite):
    @extend_schema(
        request=shapes.MeetingPostponeIn,
        responses={200: shapes.MeetingOut, 201: shapes.MeetingOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Move a meeting to another day on which both teams are free"""
        return self.act(request, pk, shapes.MeetingPostponeIn, fixture_postpone)


class MeetingAwarding(MeetingWrite):
    @extend_schema(request=shapes.TeamMeetingAwardIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Decide a meeting without play: a walkover at every board, neither came, or not played"""
        return self.act(request, pk, shapes.TeamMeetingAwardIn, fixture_award)


class MeetingAwardWithdrawal(MeetingWrite):
    @extend_schema(request=shapes.MeetingVersionIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw the decision on a meeting, which is then to be played"""
        return self.act(request, pk, shapes.MeetingVersionIn, fixture_award_withdraw)
