"""/api/v1/: two players who are one."""

from dataclasses import asdict
from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.merge_preview import Merging
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import StrictInteger, StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole

from .players import ID_MOST, VERSION_MOST, player_of


class MergeIn(StrictSerializer):
    """`other` becomes the player of the address; both versions as they were seen."""

    other = StrictInteger(min_value=1, max_value=ID_MOST)
    version = StrictInteger(min_value=0, max_value=VERSION_MOST)
    other_version = StrictInteger(min_value=0, max_value=VERSION_MOST)


class TableLineOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()


class TableChangeOut(serializers.Serializer[Any]):
    """`others`: how many other players get another rank by it."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    before = TableLineOut(many=True)
    after = TableLineOut()
    others = serializers.IntegerField()


class MergingOut(serializers.Serializer[Any]):
    """`matches` and `evenings` of the one who goes; `sign_in`: whose sign-in stays, if any."""

    kept = serializers.IntegerField()
    gone = serializers.IntegerField()
    name = serializers.CharField()
    version = serializers.IntegerField()
    other_version = serializers.IntegerField(help_text="Of the one who goes.")
    left_on = serializers.DateField(allow_null=True)
    sign_in = serializers.IntegerField(allow_null=True)
    matches = serializers.IntegerField()
    evenings = serializers.IntegerField()
    tables = TableChangeOut(many=True)


def merging_plain(merging: Merging, version: int) -> dict[str, Any]:
    """`version` of the kept one: what a merge must name, or what it came to."""
    told = merging.told
    return {
        "kept": merging.kept.pk,
        "gone": merging.gone.pk,
        "name": merging.kept.name,
        "version": version,
        "other_version": merging.gone.version,
        "left_on": merging.kept.left_on,
        "sign_in": merging.sign_in.pk if merging.sign_in else None,
        "matches": told.matches,
        "evenings": len(told.evenings),
        "tables": [asdict(table) for table in told.tables],
    }


class MergePreview(View):
    @extend_schema(
        parameters=[OpenApiParameter("other", OpenApiTypes.INT, required=True)],
        responses=MergingOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """What would follow if `other` became this player. Nothing is done; `version` and
        `other_version` are those that a merge must name."""
        player, person = player_of(request, pk)
        require(person, Act.MERGE_PLAYERS)
        other = whole(request.query_params.get("other", ""))
        if not other:
            text = _("Must be the id of a player.")
            raise Invalid("invalid", text, errors={"other": text})
        merging = services.players_merge_preview(by=person, kept=pk, gone=other)
        return Response(MergingOut(merging_plain(merging, player.version)).data)


class Merge(View):
    @extend_schema(request=MergeIn, responses={201: MergingOut})
    def post(self, request: Request, pk: int) -> Response:
        """`other` is this player from now on, for good."""
        require_sign_in(request)
        _player, person = player_of(request, pk)
        given = self.given(MergeIn)

        def act() -> Any:
            merging = services.players_merge(
                by=person,
                kept=pk,
                gone=given["other"],
                version=given["version"],
                gone_version=given["other_version"],
            )
            return MergingOut(merging_plain(merging, merging.kept.version)).data

        return self.write(request, act)


PATHS = [
    path("players/<int:pk>/merge", Merge.as_view()),
    path("players/<int:pk>/merge/preview", MergePreview.as_view()),
]
