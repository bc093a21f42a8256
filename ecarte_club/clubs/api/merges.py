"""/api/v1/: merges of players, and their undo."""

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.models import PlayersMerge
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.services.merge_undo import players_merge_undo, players_merge_undo_preview
from ecarte_club.core.api import StrictInteger, StrictSerializer, View, require_sign_in

from .players import VERSION_MOST, player_of


class MergeOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    kept = serializers.IntegerField(source="kept_id", help_text="The player who stayed.")
    gone = serializers.IntegerField(source="gone_id", help_text="The player who became the other.")
    gone_name = serializers.CharField(source="gone.name", help_text="Their name before.")
    made_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True, help_text="Null: it stands.")


class MergeUndoOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="merge.pk")
    kept = serializers.IntegerField(source="kept.pk")
    gone = serializers.IntegerField(source="gone.pk")
    version = serializers.IntegerField(help_text="Of both players afterwards.")
    matches = serializers.IntegerField(help_text="Matches that go back to the other player.")
    evenings = serializers.IntegerField(help_text="Evenings at which either was marked present.")


class MergeUndoIn(StrictSerializer):
    """`version`: of the player who stayed, as you saw it."""

    version = StrictInteger(min_value=0, max_value=VERSION_MOST)


@extend_schema(parameters=[OpenApiParameter("id", OpenApiTypes.INT, OpenApiParameter.PATH)])
class MergeList(ListAPIView[PlayersMerge], View):
    """List the merges into a player, the newest first."""

    serializer_class = MergeOut

    def get_queryset(self) -> Any:
        player, person = player_of(self.request, self.kwargs["pk"])
        require(person, Act.MERGE_PLAYERS)
        # Which an undo is made on.
        self.read_version = player.version
        return PlayersMerge.objects.filter(kept=player).select_related("gone")


class MergeUndoPreview(View):
    @extend_schema(responses=MergeUndoOut)
    def get(self, request: Request, pk: int, merge: int) -> Response:
        """Preview the undo of a merge. Nothing is changed."""
        _player, person = player_of(request, pk)
        return Response(MergeUndoOut(players_merge_undo_preview(by=person, merge_id=merge)).data)


class MergeUndoing(View):
    @extend_schema(request=MergeUndoIn, responses={201: MergeUndoOut})
    def post(self, request: Request, pk: int, merge: int) -> Response:
        """Undo a merge: two players again, each with what they had."""
        require_sign_in(request)
        _player, person = player_of(request, pk)
        given = self.validated(MergeUndoIn)
        return self.write(
            request,
            lambda: MergeUndoOut(players_merge_undo(by=person, merge_id=merge, **given)).data,
        )


PATHS = [
    path("players/<int:pk>/merges", MergeList.as_view()),
    path("players/<int:pk>/merges/<int:merge>/preview", MergeUndoPreview.as_view()),
    path("players/<int:pk>/merges/<int:merge>/undo", MergeUndoing.as_view()),
]
