"""/api/v1/: the contests of a club, one of them, and what is entered in it.

Every write answers with the contest as it is afterwards.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import FileView, StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import FormatKind
from games.evenings.api.views import evening_of
from games.evenings.selectors import sees_names
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.contests.models import Contest
from scoring.contests.selectors import courses
from scoring.contests.selectors.waiting import contests_now
from scoring.contests.services.corrections import (
    Foreseen,
    contest_correct,
    contest_correct_preview,
    contest_undo_preview,
)
from scoring.contests.services.events import (
    contest_undo,
    event_tell,
    game_deal,
    places_draw,
)
from scoring.contests.services.opening import Plan, contest_open, terms_accept

from . import inputs, serializers
from .inputs import KINDS
from .odds import OddsTable
from .reading import Reading

FILTERS = [
    OpenApiParameter("evening", OpenApiTypes.INT, description="An evening's id."),
    OpenApiParameter("kind", OpenApiTypes.STR, enum=KINDS),
    OpenApiParameter("running", OpenApiTypes.BOOL),
]
NEWEST = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)
UNCHANGED = OpenApiResponse(description="Unchanged.")
WRITTEN = {201: serializers.ContestOut}
FORESEEN = {200: serializers.ContestForeseenOut}


def contest_of(request: Request, pk: int) -> tuple[Contest, Person]:
    return courses.contest(actor_of(request), pk)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class ContestList(ListAPIView[Contest], View):
    """List the pools and chouettes of a club that you may see, the newest first."""

    serializer_class = serializers.ContestLineOut

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Contest.objects.none()
        club, _person = club_of(self.request, self.kwargs["slug"])
        filters = courses.Filters.of(self.request.query_params)
        return filters.apply(actor_of(self.request), club)

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return self.list(request)


class ContestTable(FileView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Download the list as a table for a spreadsheet."""
        club, _person = club_of(request, slug)
        found = courses.Filters.of(request.query_params).apply(actor_of(request), club)
        body = csv_files.write_rows(courses.COLUMNS, courses.csv_rows(found))
        return csv_files.download(f"{club.slug}-contests.csv", body)


class ContestDetail(View):
    @extend_schema(parameters=[NEWEST], responses={200: serializers.ContestOut, 304: UNCHANGED})
    def get(self, request: Request, pk: int) -> Response:
        """Show a pool or chouette: seats, queue, bets and balances."""
        return unless_known(request, pk, Reading.detail)


class ContestEntryList(View):
    @extend_schema(
        parameters=[NEWEST], responses={200: serializers.ContestEntryOut(many=True), 304: UNCHANGED}
    )
    def get(self, request: Request, pk: int) -> Response:
        """List every entry, also those undone or corrected, with its transfers."""
        return unless_known(request, pk, Reading.entries)


def unless_known(request: Request, pk: int, read: Callable[[Reading], Any]) -> Response:
    """304 to who has it already."""
    reading = Reading(*contest_of(request, pk))
    tag = reading.tag
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    if etags.is_current(request.headers.get("If-None-Match", ""), tag):
        return Response(status=304, headers=headers)
    return Response(read(reading), headers=headers)


def read_anew(pk: int, person: Person) -> Any:
    """For the answer to a write."""
    return Reading(courses.contest_anew(pk), person).detail()


class EveningContestList(View):
    @extend_schema(responses=serializers.ContestNowOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the pools and chouettes of an evening with what each is waiting for."""
        evening, person = evening_of(request, pk)
        found = contests_now(evening, veiled=not sees_names(evening, person))
        return Response(serializers.ContestNowOut(found, many=True).data)

    @extend_schema(request=inputs.ContestIn, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Open a pool, cul-levé, chouette or match with bets at a free table."""
        require_sign_in(request)
        evening, person = evening_of(request, pk)
        require(person, Act.RUN_CONTEST)
        given = self.validated(inputs.ContestIn)
        terms = match_terms(given.pop("terms", None), evening.club) or MatchTerms.under(
            club_rules.of_club(evening.club), format=FormatKind.ONE_GAME.value, games=1
        )
        del given["accepted"]
        seat_anyway = given.pop("seat_anyway")
        plan = Plan(terms=terms, **given)

        def act() -> Any:
            try:
                contest = contest_open(
                    by=person, evening=evening, plan=plan, seat_anyway=seat_anyway
                )
            except Invalid as fault:
                raise inputs.in_contest(fault, plan.players) from fault
            return read_anew(contest.pk, person)

        return self.write(request, act)


class ContestWrite(View):
    def serve(
        self, request: Request, pk: int, form: type[StrictSerializer], service: Callable[..., Any]
    ) -> Response:
        """What is written, with the contest as it then is; or what is foreseen."""
        require_sign_in(request)
        contest, person = contest_of(request, pk)
        given = self.validated(form)

        def act() -> Any:
            try:
                done = service(by=person, contest=contest, **given)
            except Invalid as fault:
                raise inputs.in_changes(fault, given.get("changes", ())) from fault
            if not isinstance(done, Foreseen):
                return read_anew(pk, person)
            version = Contest.objects.values_list("version", flat=True).get(pk=pk)
            foreseen = {
                "contest": pk,
                "version": version,
                "places": done.entered.places,
                "changes": done.changes,
            }
            return serializers.ContestForeseenOut(foreseen).data

        return self.write(request, act, 200 if service in PREVIEWS else 201)


PREVIEWS = (contest_undo_preview, contest_correct_preview)


class AcceptList(ContestWrite):
    @extend_schema(request=inputs.ContestAcceptIn, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Accept the terms for a player who is about to join."""
        return self.serve(request, pk, inputs.ContestAcceptIn, terms_accept)


class EventList(ContestWrite):
    @extend_schema(request=inputs.ENTRY_SCHEMA, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Enter an event: players who come and go, seats, bids, stakes and bets.

        Players enter what they do themselves, staff for all. A game is dealt by `deal`.
        """
        return self.serve(request, pk, inputs.EventEntryIn, event_tell)


class PlacesDrawn(ContestWrite):
    @extend_schema(request=inputs.ContestDrawIn, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Draw the places of a pool among all players on its list, and publish the seed."""
        return self.serve(request, pk, inputs.ContestDrawIn, places_draw)


class DealList(ContestWrite):
    @extend_schema(request=inputs.ContestDealIn, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Deal a game: bets are closed, and `match` is scored like any other match."""
        return self.serve(request, pk, inputs.ContestDealIn, game_deal)


class ContestUndo(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Undo the deal of a game with nothing entered, or else the whole last game.

        Its match is then open again, as before its last entry.
        """
        return self.serve(request, pk, inputs.ContestSeen, contest_undo)


class ContestUndoPreview(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses=FORESEEN)
    def post(self, request: Request, pk: int) -> Response:
        """Preview an undo: seats, bets, pot and balances that would change."""
        return self.serve(request, pk, inputs.ContestSeen, contest_undo_preview)


class ContestCorrectionList(ContestWrite):
    @extend_schema(request=inputs.ContestCorrectionIn, responses=WRITTEN)
    def post(self, request: Request, pk: int) -> Response:
        """Correct entries: other events at these places, or none.

        Whoever sat down since stays where they sat; only what is owed is worked out again. The
        winner of a game that was played on the pad is corrected in its match; `stays` is said here.
        """
        return self.serve(request, pk, inputs.ContestCorrectionIn, contest_correct)


class ContestCorrectionPreview(ContestWrite):
    @extend_schema(request=inputs.ContestCorrectionIn, responses=FORESEEN)
    def post(self, request: Request, pk: int) -> Response:
        """Preview a correction: every figure that would change."""
        return self.serve(request, pk, inputs.ContestCorrectionIn, contest_correct_preview)


urlpatterns = [
    path("odds", OddsTable.as_view()),
    path("clubs/<slug:slug>/contests", ContestList.as_view()),
    path("clubs/<slug:slug>/contests.csv", ContestTable.as_view()),
    path("evenings/<int:pk>/contests", EveningContestList.as_view()),
    path("contests/<int:pk>", ContestDetail.as_view()),
    path("contests/<int:pk>/entries", ContestEntryList.as_view()),
    path("contests/<int:pk>/accept", AcceptList.as_view()),
    path("contests/<int:pk>/events", EventList.as_view()),
    path("contests/<int:pk>/draw", PlacesDrawn.as_view()),
    path("contests/<int:pk>/deal", DealList.as_view()),
    path("contests/<int:pk>/undo", ContestUndo.as_view()),
    path("contests/<int:pk>/undo/preview", ContestUndoPreview.as_view()),
    path("contests/<int:pk>/corrections", ContestCorrectionList.as_view()),
    path("contests/<int:pk>/corrections/preview", ContestCorrectionPreview.as_view()),
]
