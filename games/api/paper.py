"""Score sheets as CSV, out and in."""

from django.http import StreamingHttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from ecarte_club.clubs.api import club_of
from ecarte_club.wire.api import View
from ecarte_club.wire.negotiation import AnyAccepted
from games.views.sheet_export import exported

FILTERS = [
    OpenApiParameter("evening", OpenApiTypes.INT, description="An evening's id."),
    OpenApiParameter("season", OpenApiTypes.INT, description="A season's id."),
    OpenApiParameter("player", OpenApiTypes.INT, description="A player's id, on either side."),
]


class SheetCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> StreamingHttpResponse:
        """What stands of the record as a score sheet, a line a hand; an import takes it again."""
        _club, person = club_of(request, slug)
        return exported(request._request, person, request.query_params)


PATHS = [path("clubs/<slug:slug>/score-sheet.csv", SheetCsv.as_view())]
