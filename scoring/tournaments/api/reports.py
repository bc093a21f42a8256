"""/api/v1/: tournaments as TRF16 files, FIDE's tournament report."""

from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import FileView, View
from ecarte_club.core.exceptions import get_or_absent
from ecarte_club.core.parsing import BoundedJSONParser, TooLarge
from games.matches.api.serializers.matches import Out
from scoring.tournaments.models import ImportJob
from scoring.tournaments.rules.trf.writing import write
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.selectors.trf import report_of
from scoring.tournaments.services.import_jobs import import_job_begin, import_job_cancel, is_large
from scoring.tournaments.services.import_plan import ImportPlan
from scoring.tournaments.services.importing import (
    CONTENT_MOST,
    decoded,
    report_import,
    report_preview,
)

from . import inputs
from .reads import tournament_of
from .serializers import TournamentDetailOut
from .writes import Acting

MEDIA_TYPE = "text/plain; charset=utf-8"


class TrfParser(BaseParser):
    """A file as it is: as JSON a large one is more than a request may hold."""

    media_type = "text/plain"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, str]:
        body: bytes = stream.read(CONTENT_MOST + 1)
        if len(body) > CONTENT_MOST:
            raise TooLarge(CONTENT_MOST)
        return {"content": decoded(body)}


REQUEST = {"application/json": inputs.ReportIn, "text/plain": OpenApiTypes.BINARY}


class LineFaultOut(Out):
    line = serializers.IntegerField(help_text="From 1.")
    column = serializers.IntegerField(help_text="From 1; 0: the line as a whole.")
    text = serializers.CharField(help_text="What is wrong, as a sentence.")


class ReportPreviewOut(Out):
    """Of an `ImportPlan`."""

    name = serializers.CharField(source="report.name", help_text="Of the tournament in the file.")
    players = serializers.IntegerField(source="players_in_file", help_text="In the file.")
    new_players = serializers.ListField(
        child=serializers.CharField(), help_text="Names of players who would be added to the club."
    )
    rounds = serializers.IntegerField(source="report.rounds_drawn", help_text="With pairings.")
    results = serializers.IntegerField(help_text="Matches with a result.")
    open = serializers.IntegerField(help_text="Matches that are still to be played.")
    faults = LineFaultOut(many=True, help_text="Nothing is imported while there are any.")


def report_file(pk: int, content: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=MEDIA_TYPE)
    answer["Content-Disposition"] = f'attachment; filename="tournament-{pk}.trf"'
    return answer


class TournamentReport(FileView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read entrants, published pairings and results as TRF16, FIDE's tournament report."""
        report = report_of(reading_of(*tournament_of(request, pk)))
        return report_file(pk, write(report))


class ReportPreview(Acting):
    parser_classes = (BoundedJSONParser, TrfParser)

    @extend_schema(request=REQUEST, responses={200: ReportPreviewOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview what the import of a TRF16 file would bring, and what is wrong in it."""

        def answer(_person: Person, plan: ImportPlan) -> Any:
            return ReportPreviewOut(plan).data

        return self.acted(request, pk, inputs.ReportIn, report_preview, answer)


class ImportJobOut(Out):
    """Of an `ImportJob`."""

    id = serializers.IntegerField(source="pk")
    tournament = serializers.IntegerField(source="tournament_id")
    state = serializers.ChoiceField(
        choices=[one.value for one in ImportJob.State if one is not ImportJob.State.PREVIEWED],
        help_text="waiting, reading and writing follow one another; then done, failed or "
        "cancelled. Until it is done, nothing is imported.",
    )
    fault = serializers.CharField(help_text="Why it failed, as a sentence; empty: it has not.")
    asked_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True, help_text="Null: it is not over.")


def import_job_data(_person: Person, job: ImportJob) -> Any:
    return ImportJobOut(job).data


class ReportImport(Acting):
    parser_classes = (BoundedJSONParser, TrfParser)

    @extend_schema(request=REQUEST, responses={200: TournamentDetailOut, 202: ImportJobOut})
    def post(self, request: Request, pk: int) -> Response:
        """Import a TRF16 file into a Swiss without entrants: all of it, or nothing.

        Players are found by their names; those that the club does not have are added. A file of
        more than 50,000 characters is imported in the background: the answer is 202, and says how
        to follow the import.
        """
        if is_large(self.validated(inputs.ReportIn)["content"]):
            return self.acted(request, pk, inputs.ReportIn, import_job_begin, import_job_data, 202)
        return self.acted(request, pk, inputs.ReportIn, report_import)


class ImportJobDetail(View):
    @extend_schema(responses=ImportJobOut)
    def get(self, request: Request, pk: int, job: int) -> Response:
        """Read how far an import in the background is; once it is done, read the tournament."""
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        rows = found.import_jobs.exclude(state=ImportJob.State.PREVIEWED)
        return Response(ImportJobOut(get_or_absent(rows, job)).data)


class ImportJobCancelling(Acting):
    @extend_schema(request=inputs.NothingIn, responses={200: ImportJobOut})
    def post(self, request: Request, pk: int, job: int) -> Response:
        """Stop an import in the background: nothing is imported then."""
        return self.acted(
            request, pk, inputs.NothingIn, import_job_cancel, import_job_data, job=job
        )
