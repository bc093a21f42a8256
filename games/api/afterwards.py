"""/api/v1/: what remains of an evening, of a correction made late, and of a player's games."""

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Person
from ecarte_club.wire import csvs
from ecarte_club.wire.api import View
from ecarte_club.wire.negotiation import OneMediaType
from games import evening_queries, reading
from games.models import Match
from games.results import (
    COLUMNS,
    EveningResults,
    ResultLine,
    csv_rows,
    evening_results,
    knows_names,
    leads,
)

from . import shapes


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
    asker = asker_of(request)
    evening, person = evening_queries.evening(asker, pk)
    return evening_results(evening, veiled=not knows_names(asker, person, evening)), person


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
    content_negotiation_class = OneMediaType

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Each player's sums, as a table for a spreadsheet."""
        found, _person = results_of(request, pk)
        body = csvs.write_rows(COLUMNS, csv_rows(found))
        return csvs.download(f"results-{found.evening.held_on}.csv", body)
