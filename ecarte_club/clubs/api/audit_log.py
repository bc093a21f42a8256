"""/api/v1/: who did what, and when."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.models import Deed
from ecarte_club.clubs.selectors import audit_log
from ecarte_club.core import csv_files
from ecarte_club.core.api import View
from ecarte_club.core.negotiation import AnyAccepted

from .clubs import club_of

SIFTING = [
    OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH),
    OpenApiParameter(
        "by", OpenApiTypes.STR, description="A user's id; `phones`: who came in by a table's code."
    ),
    OpenApiParameter("act", OpenApiTypes.STR, description="As in the answers, `player_add`."),
    OpenApiParameter("kind", OpenApiTypes.STR, description="With `about`: all about one thing."),
    OpenApiParameter("about", OpenApiTypes.INT, description="Its id."),
    OpenApiParameter("since", OpenApiTypes.DATE, description="The first day."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="The last day."),
]


class DoerOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()


class DeedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    act = serializers.CharField()
    by = DoerOut(allow_null=True, help_text="Null: a phone at a table, or the site itself.")
    who = serializers.CharField(help_text="In words, whoever it was.")
    text = serializers.CharField(help_text="The deed in words, in the language asked for.")
    kind = serializers.CharField(help_text="Of the thing it was done to; empty if to none.")
    about = serializers.IntegerField(allow_null=True)
    detail = serializers.DictField()


def deed_plain(line: audit_log.Line) -> dict[str, Any]:
    deed = line.deed
    return {
        "id": deed.pk,
        "at": deed.at,
        "act": deed.act,
        "by": {"id": deed.by_id, "name": str(deed.by)} if deed.by else None,
        "who": line.who,
        "text": line.text,
        "kind": deed.kind,
        "about": deed.about,
        "detail": deed.detail,
    }


class Log(ListAPIView[Deed], View):
    """Every act of the club, the newest first; for its directors and committee."""

    serializer_class = DeedOut

    @extend_schema(parameters=SIFTING)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, person = club_of(request, self.kwargs["slug"])
        found = audit_log.deeds(person, audit_log.asked(request.query_params.dict()))
        page = self.paginate_queryset(found)
        plain = [deed_plain(line) for line in audit_log.lines(page or ())]
        return self.get_paginated_response(DeedOut(plain, many=True).data)


class LogCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(
        parameters=[
            *SIFTING,
            OpenApiParameter("before", OpenApiTypes.INT, description="An id: only what is older."),
        ],
        responses={(200, "text/csv"): OpenApiTypes.STR},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The same as a table for a spreadsheet: the newest 10,000 of what is asked for."""
        club, person = club_of(request, slug)
        found = audit_log.deeds(person, audit_log.asked(request.query_params.dict()))
        return csv_files.download(f"log-{club.slug}.csv", audit_log.csv_table(found))


PATHS = [
    path("clubs/<slug:slug>/log", Log.as_view()),
    path("clubs/<slug:slug>/log.csv", LogCsv.as_view()),
]
