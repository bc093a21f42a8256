"""/api/v1/: the contests of a club, one of them, and all that was entered in it."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.core import csv_files, etags
from ecarte_club.core.api import View
from ecarte_club.core.negotiation import AnyAccepted
from games.evenings import selectors as evenings
from scoring.contests.models import Contest
from scoring.contests.selectors import reading
from scoring.contests.selectors.reading import Course
from scoring.ledger.models import Book

from . import finding, serializers
from .inputs import KINDS
from .log import entries_plain
from .people import People
from .plain import contest_plain, line_plain

FILTERS = [
    OpenApiParameter("evening", OpenApiTypes.INT, description="An evening's id."),
    OpenApiParameter("kind", OpenApiTypes.STR, enum=KINDS),
    OpenApiParameter("running", OpenApiTypes.BOOL),
]
NEWEST = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)
UNCHANGED = OpenApiResponse(description="Unchanged.")


def contest_of(request: Request, pk: int) -> tuple[Contest, Person]:
    return finding.contest(actor_of(request), pk)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class ContestList(ListAPIView[Contest], View):
    """The contests of a club's evenings that you may see, the newest first."""

    serializer_class = serializers.ContestLineOut

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Contest.objects.none()
        club, _person = club_of(self.request, self.kwargs["slug"])
        asked = finding.Asked.of(self.request.query_params)
        return asked.sift(actor_of(self.request), club)

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        plain = [line_plain(contest) for contest in page or ()]
        return self.get_paginated_response(serializers.ContestLineOut(plain, many=True).data)


class ContestTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All that the list finds, as a table for a spreadsheet."""
        club, _person = club_of(request, slug)
        found = finding.Asked.of(request.query_params).sift(actor_of(request), club)
        body = csv_files.write_rows(finding.COLUMNS, finding.csv_rows(found))
        return csv_files.download(f"{club.slug}-contests.csv", body)


class ContestDetail(View):
    @extend_schema(parameters=[NEWEST], responses={200: serializers.ContestOut, 304: UNCHANGED})
    def get(self, request: Request, pk: int) -> Response:
        """Who plays whom, who waits, what is laid and covered, and what everybody has tonight."""
        contest, person = contest_of(request, pk)
        return answered(
            request, contest, person, lambda course, people: detail(course, people, person)
        )


class ContestEntryList(View):
    @extend_schema(
        parameters=[NEWEST], responses={200: serializers.ContestEntryOut(many=True), 304: UNCHANGED}
    )
    def get(self, request: Request, pk: int) -> Response:
        """All that was ever entered, with what it moves; nothing is left out."""
        contest, person = contest_of(request, pk)

        def make(course: Course, people: People) -> Any:
            plain = entries_plain(course, people, with_people=person.may(Act.SEE_CLUB))
            return serializers.ContestEntryOut(plain, many=True).data

        return answered(request, contest, person, make)


def detail(course: Course, people: People, person: Person) -> Any:
    sees = evenings.sees_names(course.contest.evening, person)
    return serializers.ContestOut(contest_plain(course, people, with_sums=sees)).data


def read(contest: Contest, person: Person) -> tuple[Course, People]:
    course = reading.read(contest)
    veiled = not evenings.sees_names(contest.evening, person)
    return course, People(course, veiled=veiled)


def answered(
    request: Request, contest: Contest, person: Person, make: Callable[[Course, People], Any]
) -> Response:
    """What `make` gives; 304 to who has it already."""
    course, people = read(contest, person)
    newest = etags.tag(*_version(contest, person), people.version)
    headers = {"ETag": newest, "Cache-Control": "private, no-cache"}
    if etags.known(request.headers.get("If-None-Match", ""), newest):
        return Response(status=304, headers=headers)
    return Response(make(course, people), headers=headers)


def _version(contest: Contest, person: Person) -> tuple[object, ...]:
    """Of the contest, its evening and tournament, of the book, of what names are shown, and to
    whom."""
    evening = contest.evening
    book = Book.objects.filter(evening=evening).values_list("version", flat=True).first()
    sees = (evenings.sees_names(evening, person), person.may(Act.SEE_CLUB))
    pool_of = contest.tournament_id or 0
    versions = (contest.version, evening.version, book or 0, evening.club.version, pool_of)
    return contest.pk, *versions, get_language(), *map(int, sees)
