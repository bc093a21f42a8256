"""Score sheets as CSV, out and in."""

from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    FileView,
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.parsing import BoundedJSONParser, TooLarge, query_boolean
from games.matches.api.serializers.matches import Out

from . import selectors
from .csv_format.sheets import BYTES_MOST
from .models import SheetFault, SheetImport
from .services import imports
from .services.import_entry import import_enter
from .views.files import export_response

FILTERS = [
    OpenApiParameter("evening", OpenApiTypes.INT, description="An evening's id."),
    OpenApiParameter("season", OpenApiTypes.INT, description="A season's id."),
    OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side."),
]


class SheetCsv(FileView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """Download matches as a CSV score sheet.

        One line a hand, without what was undone or replaced; an import reads it again.
        """
        _club, person = club_of(request, slug)
        return export_response(request._request, person, request.query_params)


class CsvParser(BaseParser):
    """The bytes as they are, one character each: the encoding is detected later."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, object]:
        body: bytes = stream.read(BYTES_MOST + 1)
        if len(body) > BYTES_MOST:
            raise TooLarge
        return {"bytes": body.decode("latin-1")}


class ImportIn(StrictSerializer):
    csv = StrictText(trim_whitespace=False, help_text="The file; or send it as text/csv.")
    name = StrictText(max_length=80, required=False, default="", help_text="Of the file.")
    add_players = StrictBoolean(
        required=False, default=False, help_text="Add players whom the club does not know."
    )


class CheckIn(StrictSerializer):
    again = StrictBoolean(help_text="Start again at the first line.")


class EnterIn(StrictSerializer):
    matches = StrictInteger(
        min_value=1, max_value=2**31 - 1, help_text="How many matches the check found."
    )


class ImportOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    name = serializers.CharField(help_text="Of the file.")
    add_players = serializers.BooleanField(help_text="Whether unknown names become new players.")
    uploaded_at = serializers.DateTimeField()
    lines = serializers.IntegerField(help_text="Of the file.")
    lines_checked = serializers.IntegerField(help_text="How many of the lines were checked so far.")
    checked = serializers.BooleanField(
        source="is_checked", help_text="To its end; until then continue the check."
    )
    matches = serializers.IntegerField(help_text="Matches found so far.")
    entries = serializers.IntegerField(help_text="Lines with a result, found so far.")
    wrong = serializers.IntegerField(help_text="Faults; while there is one, nothing is entered.")
    recorded = serializers.IntegerField(
        help_text="Matches that the club already has: they are left out."
    )
    uncounted = serializers.SerializerMethodField(
        help_text="Matches that would count for nothing: their players have no fixture left in the "
        "season. Leave the season empty to enter them as friendly matches."
    )
    new_players = serializers.ListField(
        child=serializers.CharField(), help_text="Names of players that entering will add."
    )
    new_evenings = serializers.ListField(
        child=serializers.DateField(),
        help_text="Days of evenings that entering will open, of a file that another club exported.",
    )
    new_seasons = serializers.ListField(
        child=serializers.CharField(),
        help_text="Names of seasons that entering will open, with their divisions.",
    )
    done_at = serializers.DateTimeField(allow_null=True, help_text="Null: not entered yet.")

    def get_uncounted(self, upload: SheetImport) -> int:
        return 0 if upload.done_at else sum(one.matches for one in selectors.uncounted(upload))


class FaultOut(Out):
    line = serializers.IntegerField(help_text="Of the file, from 1 on.")
    column = serializers.CharField(help_text="Empty: the line as a whole.")
    text = serializers.CharField(help_text="Why it cannot be entered.")


def import_out(upload: SheetImport) -> Any:
    return ImportOut(upload).data


class ClubImports(View):
    parser_classes = (BoundedJSONParser, CsvParser)

    @extend_schema(responses=ImportOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The latest 100 uploads, the newest first."""
        _club, person = club_of(request, slug)
        return Response([import_out(one) for one in selectors.listed(person)[:100]])

    @extend_schema(
        request={"application/json": ImportIn, "text/csv": OpenApiTypes.STR},
        parameters=[
            OpenApiParameter("name", OpenApiTypes.STR, description="Beside text/csv."),
            OpenApiParameter("add_players", OpenApiTypes.BOOL, description="Beside text/csv."),
        ],
        responses={201: ImportOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Upload a score sheet and check its first lines.

        Nothing is entered yet.
        """
        require_sign_in(request)
        _club, person = club_of(request, slug)
        require(person, Act.IMPORT_SHEETS)
        fields = self._fields(request)

        def read() -> tuple[SheetImport, imports.CheckStep]:
            draft = imports.import_draft(by=person, **fields)
            return draft, imports.check_step(by=person, upload=draft)

        def act(found: tuple[SheetImport, imports.CheckStep]) -> Any:
            draft, step = found
            return import_out(imports.import_store(by=person, draft=draft, step=step))

        return self.write_prepared(request, read, act)

    def _fields(self, request: Request) -> dict[str, Any]:
        if not request.content_type.startswith("text/csv"):
            data = self.validated(ImportIn)
            return {
                "data": data["csv"].encode(),
                "name": data["name"],
                "add_players": data["add_players"],
            }
        query = request.query_params
        return {
            # Nothing was sent where there is no such part.
            "data": request.data.get("bytes", "").encode("latin-1"),
            "name": query.get("name", "").replace("\x00", ""),
            "add_players": query_boolean(query, "add_players") or False,
        }


class ImportDetail(View):
    @extend_schema(responses=ImportOut)
    def get(self, request: Request, pk: int) -> Response:
        """One upload: how far its check has come, and what was found."""
        upload, _person = selectors.sheet_import(actor_of(request), pk)
        return Response(import_out(upload))


class ImportCheck(View):
    @extend_schema(request=CheckIn, responses={201: ImportOut})
    def post(self, request: Request, pk: int) -> Response:
        """Continue the check for about two seconds.

        Repeat it until `checked` is true.
        """
        require_sign_in(request)
        upload, person = selectors.sheet_import(actor_of(request), pk)
        again = self.validated(CheckIn)["again"]

        start = imports.unchecked(upload) if again else upload

        def act(step: imports.CheckStep | None) -> Any:
            found = imports.import_check_again(by=person, upload=upload) if again else upload
            return import_out(imports.import_check(by=person, upload=found, step=step))

        def read() -> imports.CheckStep | None:
            is_checked = start.checked_at or start.done_at
            return None if is_checked else imports.check_step(by=person, upload=start)

        return self.write_prepared(request, read, act)


class ImportEntries(View):
    @extend_schema(request=EnterIn, responses={201: ImportOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter every match of the file that the club does not have yet.

        Refused while a line of the file is wrong. Some hundred lines are entered at a time; if
        something stops it, the same request with a new key goes on.
        """
        require_sign_in(request)
        upload, person = selectors.sheet_import(actor_of(request), pk)
        matches = self.validated(EnterIn)["matches"]
        return self.write_prepared(
            request,
            lambda: import_enter(by=person, upload=upload, matches=matches),
            import_out,
            writes=True,
        )


class ImportFaults(ListAPIView[SheetFault], View):
    """Every wrong line with its reason."""

    serializer_class = FaultOut

    @extend_schema(responses=FaultOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        upload, _person = selectors.sheet_import(actor_of(request), kwargs["pk"])
        page = self.paginate_queryset(upload.faults.all())
        return self.get_paginated_response(FaultOut(page, many=True).data)


class ImportFaultsCsv(FileView):
    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Download every wrong line with its reason as CSV."""
        upload, _person = selectors.sheet_import(actor_of(request), pk)
        return csv_files.download("bad-lines.csv", selectors.faults_csv(upload))


urlpatterns = [
    path("clubs/<slug:slug>/score-sheet.csv", SheetCsv.as_view()),
    path("clubs/<slug:slug>/imports", ClubImports.as_view()),
    path("imports/<int:pk>", ImportDetail.as_view()),
    path("imports/<int:pk>/check", ImportCheck.as_view()),
    path("imports/<int:pk>/entries", ImportEntries.as_view()),
    path("imports/<int:pk>/faults", ImportFaults.as_view()),
    path("imports/<int:pk>/faults.csv", ImportFaultsCsv.as_view()),
]
