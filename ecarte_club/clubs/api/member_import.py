"""/api/v1/: members imported from a list or a spreadsheet."""

from base64 import b64decode
from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.services.member_import import (
    Kind,
    players_import,
    players_import_preview,
)
from ecarte_club.clubs.services.member_tables import table_of
from ecarte_club.core.api import StrictBoolean, StrictSerializer, StrictText, View

from .clubs import club_of


class MembersPreviewIn(StrictSerializer):
    """Either `csv` or `file`: a list of names, or a table. Its first line names the columns: `id`
    and `name`, and any of `left`, `email`, `phone`, `licence`, `member_until` and `note`; or as
    spreadsheets do, such as Nom, Prénom and E-mail."""

    csv = StrictText(trim_whitespace=False, required=False, allow_blank=True)
    file = StrictText(required=False, help_text="The file in Base64: CSV, XLSX or ODS.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Read here, before any transaction begins."""
        if ("csv" in attrs) == ("file" in attrs):
            raise serializers.ValidationError({"csv": [_("Send either csv or file.")]})
        data: bytes | str = attrs.pop("csv", "")
        if "file" in attrs:
            try:
                data = b64decode(attrs.pop("file"), validate=True)
            except ValueError:
                raise serializers.ValidationError({"file": [_("Must be Base64.")]}) from None
        return {**attrs, "data": table_of(data)}


class MembersIn(MembersPreviewIn):
    """`seen`: of the preview that was looked at."""

    seen = StrictText(max_length=64)
    leave_out_alike = StrictBoolean(
        required=False, help_text="True: lines with `is_alike` are not imported."
    )


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
    is_alike = serializers.BooleanField(
        help_text="A new player who looks like one who is there already, or like another line."
    )
    details = serializers.DictField(
        child=serializers.CharField(allow_null=True),
        help_text="The details that the line changes, by name.",
    )


class PlanOut(serializers.Serializer[Any]):
    counts = serializers.DictField(child=serializers.IntegerField())
    seen = serializers.CharField()
    ignored = serializers.ListField(
        child=serializers.CharField(), help_text="Columns that are not imported."
    )
    lines = ImportLineOut(many=True)


class ImportPreview(View):
    @extend_schema(request=MembersPreviewIn, responses=PlanOut)
    def post(self, request: Request, slug: str) -> Response:
        """Every line with what it would do, or why it cannot. Nothing is done."""
        _club, person = club_of(request, slug)
        given = self.validated(MembersPreviewIn)
        return self.write(
            request, lambda: PlanOut(players_import_preview(by=person, **given)).data, 200
        )


class Import(View):
    @extend_schema(request=MembersIn, responses={201: PlanOut})
    def post(self, request: Request, slug: str) -> Response:
        """All lines or none: what the preview said whose `seen` this is."""
        _club, person = club_of(request, slug)
        given = self.validated(MembersIn)
        return self.write(request, lambda: PlanOut(players_import(by=person, **given)).data)


PATHS = [
    path("clubs/<slug:slug>/players/import", Import.as_view()),
    path("clubs/<slug:slug>/players/import/preview", ImportPreview.as_view()),
]
