"""/api/v1/: the meetings of teams, made and changed."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.api.fixture_actions import held, plan_asked, version_of
from scoring.leagues.api.fixture_reads import DAYS, season_of
from scoring.leagues.models import Meeting
from scoring.leagues.plans import Plan
from scoring.leagues.selectors.teams import meetings
from scoring.leagues.selectors.teams.meetings import Asked
from scoring.leagues.services import teams

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
        """The meetings of a season of teams, round by round."""
        season, person = season_of(request, pk)
        self.read_version = season.version
        found = Asked.of(request.query_params).sift(meetings.meetings_of(season))
        pages = SortedPages()
        page = pages.paginate_queryset(found, request, self)
        rows = [plain.meeting(line) for line in meetings.lines(page or [], person)]
        return pages.get_paginated_response(shapes.MeetingOut(rows, many=True).data)


class MeetingTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, all of them, as a table for a spreadsheet."""
        season, person = season_of(request, pk)
        found = Asked.of(request.query_params).sift(meetings.meetings_of(season))
        rows = meetings.csv_rows(meetings.lines(found, person))
        body = csv_files.write_rows(meetings.COLUMNS, rows)
        return csv_files.download(f"season-{pk}-meetings.csv", body)


class Meetings(MeetingReads):
    @extend_schema(
        request=shapes.MeetingsIn,
        responses={200: shapes.MeetingPlanOut, 201: shapes.MeetingPlanOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """Make the meetings of a season in which nothing was begun; `preview` only shows them."""
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(shapes.MeetingsIn)
        asked: dict[str, Any] = {"by": person, "season": season, "plan": _plan(given)}

        def shown(preview: bool) -> Any:
            found = _by_its_name(lambda: teams.meetings_foreseen(**asked))
            rounds = plain.rounds(found, dict(season.teams.values_list("pk", "name")))
            told = {"season": pk, "version": version_of(pk), "preview": preview}
            return shapes.MeetingPlanOut({**told, "rounds": rounds}).data

        if given["preview"]:
            return Response(shown(True))

        def act() -> Any:
            _by_its_name(lambda: teams.meetings_plan(**asked, version=given["version"]))
            return shown(False)

        return self.write(request, act)


T = TypeVar("T")


def _by_its_name(act: Callable[[], T]) -> T:
    """What is wrong with who takes part is said of `teams`."""
    try:
        return act()
    except Invalid as fault:
        own = {"entrants": "teams"}
        errors = {own.get(name, name): text for name, text in fault.errors.items()}
        raise Invalid(fault.code, fault.detail, errors=errors) from fault


def _plan(given: dict[str, Any]) -> Plan:
    """As that of single players, with teams in their place."""
    away = [{**one, "player": one["team"]} for one in given["away"]]
    return plan_asked({**given, "entrants": given["teams"], "away": away, "tables": ()})


class MeetingDetail(View):
    @extend_schema(responses=shapes.MeetingOut)
    def get(self, request: Request, pk: int) -> Response:
        """One meeting of two teams."""
        return Response(shown(request, pk))


def shown(request: Request, pk: int, **more: Any) -> Any:
    meeting, _season, person = meetings.meeting(actor_of(request), pk)
    (line,) = meetings.lines([meeting], person)
    return shapes.MeetingOut({**plain.meeting(line), **more}).data


class MeetingWrite(View):
    """One act on a meeting; it answers with the meeting as it is then."""

    def found(self, request: Request, pk: int) -> tuple[Meeting, Person]:
        require_sign_in(request)
        meeting, _season, person = meetings.meeting(actor_of(request), pk)
        require(person, Act.RUN_SEASON)
        return meeting, person

    def done(self, request: Request, pk: int, act: Callable[[], object]) -> Response:
        def answer() -> Any:
            act()
            return shown(request, pk)

        return self.write(request, answer)


class MeetingPostponing(MeetingWrite):
    @extend_schema(
        request=shapes.MeetingPostponeIn,
        responses={200: shapes.MeetingOut, 201: shapes.MeetingOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """To another day on which both are free; `preview` says whether it can be."""
        meeting, person = self.found(request, pk)
        given = self.given(shapes.MeetingPostponeIn)
        preview, day = given.pop("preview"), given["day"]
        if preview:
            teams.meeting_postponed(by=person, meeting=meeting, day=day)
            return Response(shown(request, pk, day=day))
        return self.done(
            request, pk, lambda: teams.meeting_postpone(by=person, meeting=meeting, **given)
        )


class MeetingAwarding(MeetingWrite):
    @extend_schema(request=shapes.TeamMeetingAwardIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Decide it without play: a walk-over at every board, neither came, or not played."""
        meeting, person = self.found(request, pk)
        given = self.given(shapes.TeamMeetingAwardIn)
        return self.done(
            request, pk, lambda: teams.meeting_award(by=person, meeting=meeting, **given)
        )


class MeetingAwardingBack(MeetingWrite):
    @extend_schema(request=shapes.MeetingVersionIn, responses={201: shapes.MeetingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Take that back: it is to be played."""
        meeting, person = self.found(request, pk)
        given = self.given(shapes.MeetingVersionIn)
        return self.done(
            request, pk, lambda: teams.meeting_award_back(by=person, meeting=meeting, **given)
        )
