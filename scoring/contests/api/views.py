"""/api/v1/: the contests of a club, one of them, and what is entered in it.

Every write answers with the contest as it is afterwards.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import FileView, StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import FormatKind
from games.evenings.api.views import evening_of
from games.evenings.models import Evening
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.contests import services
from scoring.contests.models import Contest
from scoring.contests.rules.machine import Kind
from scoring.contests.rules.pool import Seated
from scoring.contests.selectors import courses

from . import inputs, serializers
from .inputs import KINDS, TOLD_SCHEMA, ToldIn
from .serializers import Reading

FILTERS = [
    OpenApiParameter("evening", OpenApiTypes.INT, description="An evening's id."),
    OpenApiParameter("kind", OpenApiTypes.STR, enum=KINDS),
    OpenApiParameter("running", OpenApiTypes.BOOL),
]
NEWEST = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)
UNCHANGED = OpenApiResponse(description="Unchanged.")


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
    if etags.known(request.headers.get("If-None-Match", ""), tag):
        return Response(status=304, headers=headers)
    return Response(read(reading), headers=headers)


def read_anew(pk: int, person: Person) -> Any:
    """For the answer to a write."""
    found = Contest.objects.select_related("club", "table", "evening__club").get(pk=pk)
    return Reading(found, person).detail()


class EveningContestList(View):
    @extend_schema(request=inputs.ContestIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Open a pool, cul-levé, chouette or match with bets at a free table."""
        require_sign_in(request)
        evening, person = evening_of(request, pk)
        require(person, Act.RUN_CONTEST)
        given = self.given(inputs.ContestIn)
        return self.write(request, lambda: opened(evening, person, given))


def opened(evening: Evening, person: Person, given: dict[str, Any]) -> Any:
    players, seed = given["players"], ""
    if given["places"] == inputs.DRAWN:
        players, seed = services.places_drawn(players)
    plan = services.Plan(
        kind=given["kind"],
        table=given["table"],
        terms=match_terms(given.get("terms"), evening.club) or usual_terms(evening.club),
        agreed=given.get("agreed", {}),
        gallery=given.get("gallery"),
        players=players,
    )
    try:
        contest = services.contest_open(by=person, evening=evening, plan=plan)
        if seed:
            services.drawing_note(person, contest, seed)
        if plan.kind == Kind.POOL and given["places"] != inputs.LISTED:
            services.event_tell(by=person, contest=contest, event=Seated(tuple(players)))
    except Invalid as fault:
        raise inputs.in_contest(fault, given) from fault
    return read_anew(contest.pk, person)


def usual_terms(club: Club) -> MatchTerms:
    return MatchTerms.under(club_rules.of_club(club), format=FormatKind.ONE_GAME.value, games=1)


class ContestWrite(View):
    def done(
        self,
        request: Request,
        pk: int,
        form: type[StrictSerializer],
        do: Callable[[Person, Contest, dict[str, Any]], object],
    ) -> Response:
        require_sign_in(request)
        contest, person = contest_of(request, pk)
        given = self.given(form)

        def answer() -> Any:
            do(person, contest, given)
            return read_anew(pk, person)

        return self.write(request, answer)

    def foreseen(
        self,
        request: Request,
        pk: int,
        form: type[StrictSerializer],
        do: Callable[[Person, Contest, dict[str, Any]], services.Foreseen],
    ) -> Response:
        require_sign_in(request)
        contest, person = contest_of(request, pk)
        given = self.given(form)

        def answer() -> Any:
            changes = do(person, contest, given).changes
            version = Contest.objects.values_list("version", flat=True).get(pk=pk)
            plain = {"contest": pk, "version": version, "changes": changes}
            return serializers.ContestForeseenOut(plain).data

        return self.write(request, answer, status=200)


class AcceptList(ContestWrite):
    @extend_schema(request=inputs.ContestAcceptIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Accept the terms for a player who is about to join."""
        return self.done(
            request,
            pk,
            inputs.ContestAcceptIn,
            lambda by, contest, given: services.terms_accept(by=by, contest=contest, **given),
        )


class EventList(ContestWrite):
    @extend_schema(request=TOLD_SCHEMA, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter an event: players who come and go, seats, bids, stakes and bets.

        Players enter what they do themselves, staff for all. A game is dealt by `deal`.
        """
        return self.done(
            request,
            pk,
            ToldIn,
            lambda by, contest, given: services.event_tell(by=by, contest=contest, **given),
        )


class PlacesDrawn(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Draw the places of a pool among all players on its list, and publish the seed."""
        return self.done(
            request,
            pk,
            inputs.ContestSeen,
            lambda by, contest, given: services.places_draw(by=by, contest=contest, **given),
        )


class DealList(ContestWrite):
    @extend_schema(request=inputs.ContestDealIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Deal a game: bets are closed, and `match` is scored like any other match."""
        return self.done(
            request,
            pk,
            inputs.ContestDealIn,
            lambda by, contest, given: services.game_deal(
                by=by,
                contest=contest,
                version=given["version"],
                first_dealer=given.get("first_dealer") or "",
            ),
        )


class ContestUndo(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Undo the deal of a game with nothing entered, or else the whole last game.

        Its match is then open again, as before its last entry.
        """
        return self.done(
            request,
            pk,
            inputs.ContestSeen,
            lambda by, contest, given: services.contest_undo(by=by, contest=contest, **given),
        )


class ContestUndoPreview(ContestWrite):
    @extend_schema(request=inputs.ContestSeen, responses={200: serializers.ContestForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview an undo: seats, bets, pot and balances that would change."""
        return self.foreseen(
            request,
            pk,
            inputs.ContestSeen,
            lambda by, contest, given: services.contest_undo_preview(
                by=by, contest=contest, **given
            ),
        )


class ContestCorrectionList(ContestWrite):
    @extend_schema(request=inputs.ContestCorrectionIn, responses={201: serializers.ContestOut})
    def post(self, request: Request, pk: int) -> Response:
        """Correct entries: other events at these places, or none.

        A game is corrected in its match, and the pool or chouette follows.
        """

        def act(by: Person, contest: Contest, given: dict[str, Any]) -> object:
            return corrected(services.contest_correct, by, contest, given)

        return self.done(request, pk, inputs.ContestCorrectionIn, act)


class ContestCorrectionPreview(ContestWrite):
    @extend_schema(
        request=inputs.ContestCorrectionIn, responses={200: serializers.ContestForeseenOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """Preview a correction: every figure that would change."""

        def act(by: Person, contest: Contest, given: dict[str, Any]) -> services.Foreseen:
            found: services.Foreseen = corrected(
                services.contest_correct_preview, by, contest, given
            )
            return found

        return self.foreseen(request, pk, inputs.ContestCorrectionIn, act)


def corrected(
    service: Callable[..., Any], by: Person, contest: Contest, given: dict[str, Any]
) -> Any:
    try:
        return service(
            by=by,
            contest=contest,
            changes=inputs.changes(given),
            reason=given["reason"],
            version=given["version"],
        )
    except Invalid as fault:
        raise inputs.in_changes(fault, given) from fault
