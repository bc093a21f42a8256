"""/api/v1/: the results of an evening."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View
from games.evenings import selectors as evenings
from games.evenings.results.selectors import (
    COLUMNS,
    EveningResults,
    ResultLine,
    csv_rows,
    evening_results,
    leads,
)
from games.matches.api import serializers as shapes
from games.matches.models import Match
from games.matches.selectors import reading


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
    evening = serializers.IntegerField()
    held_on = serializers.DateField()
    name = serializers.CharField()
    signed_off_at = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField(help_text="The evening's.")
    lines = ResultLineOut(many=True, help_text="Whoever came or played, best first.")
    matches = shapes.MatchOut(many=True, help_text="Those that are over, in order of tables.")
    unfinished = shapes.MatchOut(many=True)


def results_of(request: Request, pk: int) -> tuple[EveningResults, Person]:
    evening, person = evenings.evening(actor_of(request), pk)
    return evening_results(evening, veiled=not evenings.sees_names(evening, person)), person


def results_plain(found: EveningResults, person: Person) -> reading.Plain:
    evening = found.evening
    return {
        "evening": evening.pk,
        "held_on": evening.held_on,
        "name": evening.name,
        "signed_off_at": evening.signed_off_at,
        "version": evening.version,
        "lines": [_line_plain(line) for line in found.lines],
        "matches": [_match_plain(match, person) for match in found.over],
        "unfinished": [_match_plain(match, person) for match in found.unfinished],
    }


def _match_plain(match: Match, person: Person) -> reading.Plain:
    """A season that is not public is not named to who may not read its matches."""
    plain = reading.match_plain(match)
    return plain if leads(match, person) else {**plain, "event": None}


def _line_plain(line: ResultLine) -> reading.Plain:
    figures = {name: getattr(line, name) for name in COLUMNS[2:]}
    return {"player": {"id": line.player.pk, "name": line.player.name}, **figures}


class EveningResultsDetail(View):
    @extend_schema(responses=EveningResultsOut)
    def get(self, request: Request, pk: int) -> Response:
        """The results of an evening: each player's sums, and each match."""
        return Response(EveningResultsOut(results_plain(*results_of(request, pk))).data)


class EveningResultsCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Each player's sums, as a table for a spreadsheet."""
        found, _person = results_of(request, pk)
        body = csv_files.write_rows(COLUMNS, csv_rows(found))
        return csv_files.download(f"results-{found.evening.held_on}.csv", body)
