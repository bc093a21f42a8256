"""/api/v1/: merging two players who are the same person."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import StrictInteger, StrictSerializer, View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole

from .players import ID_MOST, VERSION_MOST, player_of


class MergeIn(StrictSerializer):
    """`other` becomes the player of the address. Both versions as the preview shows them."""

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
    """The lines of the two players in a season, and the line that replaces them."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    before = TableLineOut(many=True)
    after = TableLineOut()
    others = serializers.IntegerField(help_text="How many other players get another rank.")


class MergingOut(serializers.Serializer[Any]):
    """`matches` and `evenings` are those of the player who goes."""

    kept = serializers.IntegerField(source="kept.pk")
    gone = serializers.IntegerField(source="gone.pk")
    name = serializers.CharField(source="kept.name")
    version = serializers.IntegerField(help_text="Of the player who stays.")
    other_version = serializers.IntegerField(
        source="gone.version", help_text="Of the player who goes."
    )
    left_on = serializers.DateField(source="kept.left_on", allow_null=True)
    sign_in = serializers.IntegerField(
        source="sign_in.pk",
        allow_null=True,
        help_text="The player whose account stays; null if neither has one.",
    )
    matches = serializers.IntegerField(source="effects.matches")
    evenings = serializers.IntegerField(source="effects.number_of_evenings")
    tables = TableChangeOut(source="effects.tables", many=True)


class MergePreview(View):
    @extend_schema(
        parameters=[OpenApiParameter("other", OpenApiTypes.INT, required=True)],
        responses=MergingOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """Preview a merge: what would change if `other` became this player.

        Nothing is changed; a merge must send `version` and `other_version` as they are here.
        """
        _player, person = player_of(request, pk)
        require(person, Act.MERGE_PLAYERS)
        other = whole(request.query_params.get("other", ""))
        if not other:
            text = _("Must be the id of a player.")
            raise Invalid("invalid", text, errors={"other": text})
        merging = services.players_merge_preview(by=person, kept=pk, gone=other)
        return Response(MergingOut(merging).data)


class Merge(View):
    @extend_schema(request=MergeIn, responses={201: MergingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Merge `other` into this player, for good."""
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
            return MergingOut(merging).data

        return self.write(request, act)


PATHS = [
    path("players/<int:pk>/merge", Merge.as_view()),
    path("players/<int:pk>/merge/preview", MergePreview.as_view()),
]
