"""/api/v1/: the results of an evening."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View
from games.evenings import selectors as evenings
from games.evenings.results.selectors import (
    COLUMNS,
    EveningResults,
    csv_rows,
    evening_results,
    hide_events,
)
from games.matches.api import serializers as shapes


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
    matches = shapes.MatchOut(
        source="over", many=True, help_text="Those that are over, in order of tables."
    )
    unfinished = shapes.MatchOut(many=True)


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


class EveningResultsCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Each player's sums, as a table for a spreadsheet."""
        found, _person = results_of(request, pk)
        body = csv_files.write_rows(COLUMNS, csv_rows(found))
        return csv_files.download(f"results-{found.evening.held_on}.csv", body)
