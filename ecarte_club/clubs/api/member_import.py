"""/api/v1/: members from a table, as a spreadsheet saves it."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.rules.member_import import Kind, Plan
from ecarte_club.core.api import StrictSerializer, StrictText, View

from .clubs import club_of


class MembersPreviewIn(StrictSerializer):
    """`csv`: the text of the file, its first line naming the columns `id`, `name`, `left`."""

    csv = StrictText(trim_whitespace=False)


class MembersIn(MembersPreviewIn):
    """`seen`: of the preview that was looked at."""

    seen = StrictText(max_length=64)


class ImportLineOut(serializers.Serializer[Any]):
    """`was`: the name now, where the line changes it. `note`: what is wrong, or to be looked at
    twice."""

    line = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=[kind.value for kind in Kind])
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    was = serializers.CharField()
    left_on = serializers.DateField(allow_null=True)
    note = serializers.CharField()


class PlanOut(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.IntegerField())
    seen = serializers.CharField()
    lines = ImportLineOut(many=True)


def plan_plain(plan: Plan) -> Any:
    counts = {kind.value: number for kind, number in plan.counts.items()}
    return PlanOut({"counts": counts, "seen": plan.seen, "lines": plan.lines}).data


class ImportPreview(View):
    @extend_schema(request=MembersPreviewIn, responses=PlanOut)
    def post(self, request: Request, slug: str) -> Response:
        """Every line with what it would do, or why it cannot. Nothing is done."""
        _club, person = club_of(request, slug)
        data = self.given(MembersPreviewIn)["csv"]
        return self.write(
            request,
            lambda: plan_plain(services.players_import_preview(by=person, data=data)),
            200,
        )


class Import(View):
    @extend_schema(request=MembersIn, responses={201: PlanOut})
    def post(self, request: Request, slug: str) -> Response:
        """All lines or none: what the preview said whose `seen` this is."""
        _club, person = club_of(request, slug)
        given = self.given(MembersIn)
        return self.write(
            request,
            lambda: plan_plain(
                services.players_import(by=person, data=given["csv"], seen=given["seen"])
            ),
        )


PATHS = [
    path("clubs/<slug:slug>/players/import", Import.as_view()),
    path("clubs/<slug:slug>/players/import/preview", ImportPreview.as_view()),
]
