"""/api/v1/: the results of an evening."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    FileView,
    StrictInteger,
    StrictSerializer,
    View,
    require_sign_in,
)
from games.evenings import selectors
from games.evenings import selectors as evenings
from games.evenings.results import (
    COLUMNS,
    EveningResults,
    csv_rows,
    email_counts,
    evening_results,
    hide_events,
    result_emails_send_rest,
)
from games.matches.api.serializers import matches as shapes

MOST = 2**31 - 1


class ResultLineOut(shapes.Out):
    player = shapes.NamedOut()
    played = serializers.IntegerField(help_text="Matches that are over; the rest is of these.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    kings = serializers.IntegerField()
    voles = serializers.IntegerField()
    hands = serializers.IntegerField()


class EveningResultsOut(shapes.Out):
    evening = serializers.IntegerField(source="evening.pk")
    held_on = serializers.DateField(source="evening.held_on")
    name = serializers.CharField(source="evening.name")
    signed_off_at = serializers.DateTimeField(source="evening.signed_off_at", allow_null=True)
    version = serializers.IntegerField(source="evening.version", help_text="The evening's.")
    lines = ResultLineOut(many=True, help_text="Whoever came or played, best first.")
    matches = shapes.ListedMatchOut(
        source="over", many=True, help_text="Those that are over, in order of tables."
    )
    unfinished = shapes.ListedMatchOut(many=True)


def results_of(request: Request, pk: int) -> tuple[EveningResults, Person]:
    evening, person = evenings.evening(actor_of(request), pk)
    return evening_results(evening, veiled=not evenings.sees_names(evening, person)), person


class EveningResultsDetail(View):
    @extend_schema(responses=EveningResultsOut)
    def get(self, request: Request, pk: int) -> Response:
        """The results of an evening: each player's sums, and each match."""
        results, person = results_of(request, pk)
        hide_events((*results.over, *results.unfinished), person)
        return Response(EveningResultsOut(results).data)


class EveningResultsCsv(FileView):
    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Each player's sums, as a table for a spreadsheet."""
        found, _person = results_of(request, pk)
        body = csv_files.write_rows(COLUMNS, csv_rows(found))
        return csv_files.download(f"results-{found.evening.held_on}.csv", body)


class PostOut(shapes.Out):
    written = serializers.IntegerField(help_text="One for each who came and wants the results.")
    sent = serializers.IntegerField()


class RestIn(StrictSerializer):
    version = StrictInteger(
        min_value=1, max_value=MOST, help_text="The version of the evening that you looked at."
    )


class EveningEmails(View):
    @extend_schema(responses=PostOut)
    def get(self, request: Request, pk: int) -> Response:
        """The letters with the results: how many there are, and how many are sent."""
        evening, person = selectors.evening(actor_of(request), pk)
        require(person, Act.SIGN_OFF)
        self.read_version = evening.version
        return Response(PostOut(email_counts(evening)).data)

    @extend_schema(request=RestIn, responses={202: PostOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send those that are still to be sent; they leave after the answer, which says how many
        had been sent before."""
        require_sign_in(request)
        evening, person = selectors.evening(actor_of(request), pk)
        version = self.validated(RestIn)["version"]

        def act() -> Any:
            result_emails_send_rest(by=person, evening=evening, version=version)
            return PostOut(email_counts(evening)).data

        return self.write(request, act, status=202)


PATHS = [
    path("evenings/<int:pk>/results", EveningResultsDetail.as_view()),
    path("evenings/<int:pk>/letters", EveningEmails.as_view()),
    path("evenings/<int:pk>/results.csv", EveningResultsCsv.as_view()),
]
