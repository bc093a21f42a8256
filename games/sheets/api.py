"""Score sheets as CSV, out and in."""

from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.parsers import BoundedJSONParser, TooLarge
from games.matches.api.serializers import Out
from games.matches.api.views import BOOLEANS

from . import selectors
from .models import SheetFault, SheetImport
from .services import imports
from .views.files import export_response

FILTERS = [
    OpenApiParameter("evening", OpenApiTypes.INT, description="An evening's id."),
    OpenApiParameter("season", OpenApiTypes.INT, description="A season's id."),
    OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side."),
]


class SheetCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """What stands of the record as a score sheet, a line a hand; an import takes it again."""
        _club, person = club_of(request, slug)
        return export_response(request._request, person, request.query_params)


class CsvParser(BaseParser):
    """The bytes as they are, one character each: their encoding is found out later."""

    media_type = "text/csv"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, object]:
        body: bytes = stream.read(imports.BYTES_MOST + 1)
        if len(body) > imports.BYTES_MOST:
            raise TooLarge
        return {"bytes": body.decode("latin-1")}


class ImportIn(StrictSerializer):
    csv = StrictText(trim_whitespace=False, help_text="The file; or send it as text/csv.")
    name = StrictText(max_length=80, required=False, default="", help_text="Of the file.")
    add_players = StrictBoolean(
        required=False, default=False, help_text="Whom the club does not know is added to it."
    )


class CheckIn(StrictSerializer):
    again = StrictBoolean(help_text="From the first line, and not from where it was left.")


class EnterIn(StrictSerializer):
    matches = StrictInteger(
        min_value=1, max_value=2**31 - 1, help_text="How many the check found: what you saw."
    )


class ImportOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    name = serializers.CharField()
    add_players = serializers.BooleanField()
    uploaded_at = serializers.DateTimeField()
    lines = serializers.IntegerField()
    lines_checked = serializers.IntegerField()
    checked = serializers.BooleanField(help_text="To its end; until then go on checking.")
    matches = serializers.IntegerField()
    entries = serializers.IntegerField()
    wrong = serializers.IntegerField(help_text="Faults found; while there is one, none is entered.")
    new_players = serializers.ListField(child=serializers.CharField())
    done_at = serializers.DateTimeField(allow_null=True)


class FaultOut(Out):
    line = serializers.IntegerField()
    column = serializers.CharField(help_text="Empty: the line as a whole.")
    text = serializers.CharField()


def import_out(found: SheetImport) -> Any:
    return ImportOut(selectors.import_plain(found)).data


class ClubImports(View):
    parser_classes = (BoundedJSONParser, CsvParser)

    @extend_schema(responses=ImportOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The latest uploads, the newest first."""
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
        """Upload a score sheet and check its first lines; nothing is entered by this."""
        require_sign_in(request)
        _club, person = club_of(request, slug)
        require(person, Act.IMPORT_SHEETS)
        asked = self._asked(request)

        def act() -> Any:
            found = imports.import_open(by=person, **asked)
            return import_out(imports.import_check(by=person, found=found))

        return self.write(request, act)

    def _asked(self, request: Request) -> dict[str, Any]:
        if not request.content_type.startswith("text/csv"):
            given = self.given(ImportIn)
            return {
                "data": given["csv"].encode(),
                "name": given["name"],
                "add_players": given["add_players"],
            }
        asked = request.query_params
        add = asked.get("add_players", "false")
        if add not in BOOLEANS:
            text = _("Must be true or false.")
            raise Invalid("invalid", text, errors={"add_players": text})
        return {
            # Nothing was sent where there is no such part.
            "data": request.data.get("bytes", "").encode("latin-1"),
            "name": asked.get("name", "").replace("\x00", ""),
            "add_players": BOOLEANS[add],
        }


class ImportDetail(View):
    @extend_schema(responses=ImportOut)
    def get(self, request: Request, pk: int) -> Response:
        """One upload: how far it is, and what was found in it."""
        found, _person = selectors.sheet_import(actor_of(request), pk)
        return Response(import_out(found))


class ImportCheck(View):
    @extend_schema(request=CheckIn, responses={201: ImportOut})
    def post(self, request: Request, pk: int) -> Response:
        """Check on for about two seconds; repeat it until `checked`."""
        require_sign_in(request)
        found, person = selectors.sheet_import(actor_of(request), pk)
        again = self.given(CheckIn)["again"]

        def act() -> Any:
            start = imports.import_check_again(by=person, found=found) if again else found
            return import_out(imports.import_check(by=person, found=start))

        return self.write(request, act)


class ImportEntries(View):
    @extend_schema(request=EnterIn, responses={201: ImportOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter every match of the file, in one transaction. Only when nothing in it is wrong."""
        require_sign_in(request)
        found, person = selectors.sheet_import(actor_of(request), pk)
        matches = self.given(EnterIn)["matches"]
        return self.write(
            request,
            lambda: import_out(imports.import_enter(by=person, found=found, matches=matches)),
        )


class ImportFaults(ListAPIView[SheetFault], View):
    """Every bad line with its reason."""

    serializer_class = FaultOut

    @extend_schema(responses=FaultOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        found, _person = selectors.sheet_import(actor_of(request), kwargs["pk"])
        page = self.paginate_queryset(found.faults.all())
        return self.get_paginated_response(FaultOut(page, many=True).data)


class ImportFaultsCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, as a table for a spreadsheet."""
        found, _person = selectors.sheet_import(actor_of(request), pk)
        return csv_files.download("bad-lines.csv", selectors.faults_csv(found))


urlpatterns = [
    path("clubs/<slug:slug>/score-sheet.csv", SheetCsv.as_view()),
    path("clubs/<slug:slug>/imports", ClubImports.as_view()),
    path("imports/<int:pk>", ImportDetail.as_view()),
    path("imports/<int:pk>/check", ImportCheck.as_view()),
    path("imports/<int:pk>/entries", ImportEntries.as_view()),
    path("imports/<int:pk>/faults", ImportFaults.as_view()),
    path("imports/<int:pk>/faults.csv", ImportFaultsCsv.as_view()),
]
