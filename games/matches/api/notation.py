"""/api/v1/: a whole match in the notation."""

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from ecarte_club.core.api import AnyAccepted, View
from games.matches.selectors import reading
from games.matches.selectors.notation_export import file_of

from .views import match_of


class MatchNotation(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """What stands of a match, as a text that can be read and entered elsewhere."""
        match, _person = match_of(request, pk)
        return file_of(reading.read(match))


PATHS = [path("matches/<int:pk>/notation", MatchNotation.as_view())]
