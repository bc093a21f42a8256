"""/api/v1/: clubs."""

from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import audit_log
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import AuditLogEntry, Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View

YES_OR_NO = ["yes", "no"]


def person_of(request: Request, club_id: int) -> Person:
    return clubs.person(actor_of(request), club_id)


def club_of(request: Request, slug: str) -> tuple[Club, Person]:
    return clubs.club(actor_of(request), slug)


class ClubOut(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["slug", "name", "place", "public", "code", "robots", "robots_rated", "created_at"]
        extra_kwargs = {
            "robots": {"help_text": "Whether members may play the club’s robots online."},
            "robots_rated": {"help_text": "Whether matches with robots count in ratings."},
        }


class ClubList(ListAPIView[Club], View):
    """The public clubs, and your own."""

    serializer_class = ClubOut

    @extend_schema(
        parameters=[OpenApiParameter("name", OpenApiTypes.STR, description="Part of the name.")]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The public clubs, and your own."""
        return super().get(request, *args, **kwargs)

    def get_queryset(self) -> Any:
        name = self.request.query_params.get("name", "").replace("\x00", "").strip()
        return clubs.visible_clubs(actor_of(self.request), name=name)


class ClubDetail(View):
    @extend_schema(responses=ClubOut)
    def get(self, request: Request, slug: str) -> Response:
        """One club."""
        return Response(ClubOut(club_of(request, slug)[0]).data)


FILTERS = [
    OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH),
    OpenApiParameter(
        "by",
        OpenApiTypes.STR,
        description="A user's id; `phones`: people who came in by a table code.",
    ),
    OpenApiParameter("act", OpenApiTypes.STR, description="As in the answers, `player_add`."),
    OpenApiParameter(
        "kind", OpenApiTypes.STR, description="With `about`: everything about one thing."
    ),
    OpenApiParameter("about", OpenApiTypes.INT, description="With `kind`: the id of the thing."),
    OpenApiParameter("since", OpenApiTypes.DATE, description="The first day."),
    OpenApiParameter("until", OpenApiTypes.DATE, description="The last day."),
    OpenApiParameter("before", OpenApiTypes.INT, description="An id: only older entries."),
]


class UserNameOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField(source="__str__")


class AuditLogEntryOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="entry.pk")
    at = serializers.DateTimeField(source="entry.at")
    act = serializers.CharField(source="entry.act", help_text="A stable name.")
    by = UserNameOut(
        source="entry.by", allow_null=True, help_text="Null: a phone at a table, or the site."
    )
    who = serializers.CharField(help_text="Whoever did it, in words.")
    text = serializers.CharField(help_text="A sentence in the language of the request.")
    kind = serializers.CharField(
        source="entry.kind", help_text="What `about` is the id of; empty for the club itself."
    )
    about = serializers.IntegerField(
        source="entry.about", allow_null=True, help_text="The id of what it was done to."
    )
    detail = serializers.DictField(source="entry.detail", help_text="A few ids and figures.")


class AuditLog(ListAPIView[AuditLogEntry], View):
    """List who did what in the club, and when.

    The newest first, for directors and the committee.
    """

    serializer_class = AuditLogEntryOut

    @extend_schema(parameters=FILTERS)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, person = club_of(request, self.kwargs["slug"])
        filters = audit_log.parse_filters(request.query_params.dict())
        page = self.paginate_queryset(audit_log.entries(person, filters))
        lines = audit_log.lines(page or ())
        return self.get_paginated_response(AuditLogEntryOut(lines, many=True).data)


class AuditLogCsv(FileView):
    @extend_schema(parameters=FILTERS, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get the log as CSV: the newest 10,000 entries that match."""
        club, person = club_of(request, slug)
        filters = audit_log.parse_filters(request.query_params.dict())
        return csv_files.download(
            f"log-{club.slug}.csv", audit_log.csv_table(audit_log.entries(person, filters))
        )


PATHS = [
    path("clubs/<slug:slug>", ClubDetail.as_view()),
    path("clubs/<slug:slug>/log", AuditLog.as_view()),
    path("clubs/<slug:slug>/log.csv", AuditLogCsv.as_view()),
]
