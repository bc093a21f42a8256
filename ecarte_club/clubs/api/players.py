"""/api/v1/: the players of a club."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import SIGN_IN, SORTS, Filters, Status, members_csv
from ecarte_club.clubs.services.member_import import (
    Kind,
    players_import,
    players_import_preview,
)
from ecarte_club.clubs.services.members import (
    NAME_MOST,
    player_add,
    player_change,
    players_merge,
    players_merge_preview,
)
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    FileView,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.pagination import SortedPages
from ecarte_club.core.parsing import whole_number

from .clubs import club_of, person_of

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
# Programs have always got the newest first.
USUAL_SORT = "-added"


class PlayerOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="player.pk")
    club = serializers.SlugField(source="player.club.slug")
    name = serializers.CharField(source="player.name")
    has_sign_in = serializers.BooleanField(
        source="player.has_sign_in", help_text="Whether the player has an account here."
    )
    added_at = serializers.DateTimeField(source="player.added_at")
    left_on = serializers.DateField(
        source="player.left_on", allow_null=True, help_text="Null: a current member."
    )
    merged_into = serializers.IntegerField(
        source="player.merged_into_id",
        allow_null=True,
        help_text="The id under which the player is stored, when two were one person.",
    )
    matches = serializers.IntegerField(help_text="Matches that count.")
    last_played = serializers.DateTimeField(
        allow_null=True, help_text="When their newest match began."
    )
    version = serializers.IntegerField(
        source="player.version", help_text="Raised with each change of what is shown of them."
    )


class PlayerIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)


class PlayerChange(StrictSerializer):
    """What is left out stays. `left_on`: the day they left, or null for a current member."""

    version = StrictInteger(min_value=0, max_value=VERSION_MOST)
    name = StrictText(max_length=NAME_MOST, required=False)
    left_on = serializers.DateField(required=False, allow_null=True)


def _answer(player: Player) -> Mapping[str, Any]:
    return dict(PlayerOut(members.members([player.pk])[0]).data)


def player_of(request: Request, pk: int) -> tuple[Player, Person]:
    """Raises: Absent when there is none in a club of yours."""
    player = Player.objects.select_related("club").filter(pk=pk).first() if pk <= ID_MOST else None
    if player is None:
        raise Absent
    person = person_of(request, player.club_id)
    require(person, Act.SEE_CLUB)
    return player, person


LIST = [
    OpenApiParameter("name", OpenApiTypes.STR, description="Part of the name."),
    OpenApiParameter("status", OpenApiTypes.STR, enum=list(Status)),
    OpenApiParameter("sign_in", OpenApiTypes.STR, enum=SIGN_IN),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=[*SORTS, *(f"-{name}" for name in SORTS)]),
]


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class PlayerList(View):
    pagination_class = SortedPages

    @extend_schema(parameters=LIST, responses=PlayerOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the players of a club, for its own people."""
        _club, person = club_of(request, slug)
        filters = Filters.of(request.query_params, sort=USUAL_SORT)
        pages = SortedPages()
        players = pages.paginate_queryset(members.players(person, filters), request, self) or []
        page = members.members([player.pk for player in players])
        return pages.get_paginated_response(PlayerOut(page, many=True).data)

    @extend_schema(request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request, slug: str) -> Response:
        """Add a player."""
        _club, person = club_of(request, slug)
        content = self.given(PlayerIn)
        return self.write(request, lambda: _answer(player_add(by=person, **content)))


class PlayerTable(FileView):
    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get all players of the list as CSV, which can be imported again."""
        club, person = club_of(request, slug)
        filters = Filters.of(request.query_params, sort=USUAL_SORT)
        ids = members.players(person, filters).values_list("pk", flat=True)
        return csv_files.download(
            f"{club.slug}-players.csv", members_csv(members.members(list(ids)))
        )


class PlayerDetail(View):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, pk: int) -> Response:
        """Get a player, for people of their club."""
        player, _person = player_of(request, pk)
        return Response(_answer(player))

    @extend_schema(request=PlayerChange, responses={201: PlayerOut})
    def post(self, request: Request, pk: int) -> Response:
        """Rename a player, or mark them as left or returned."""
        require_sign_in(request)
        player, person = player_of(request, pk)
        content = {"name": player.name, "left_on": player.left_on, **self.given(PlayerChange)}
        return self.write(
            request, lambda: _answer(player_change(by=person, player=player, **content))
        )


class MergeIn(StrictSerializer):
    """`other` becomes the player of the address. Both versions as the preview shows them."""

    other = StrictInteger(min_value=1, max_value=ID_MOST, source="gone")
    version = StrictInteger(min_value=0, max_value=VERSION_MOST)
    other_version = StrictInteger(min_value=0, max_value=VERSION_MOST, source="gone_version")


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
        other = whole_number(request.query_params.get("other", ""))
        if not other:
            raise Invalid("invalid", _("Must be the id of a player."), field="other")
        merging = players_merge_preview(by=person, kept=pk, gone=other)
        return Response(MergingOut(merging).data)


class Merge(View):
    @extend_schema(request=MergeIn, responses={201: MergingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Merge `other` into this player, for good."""
        require_sign_in(request)
        _player, person = player_of(request, pk)
        given = self.given(MergeIn)
        return self.write(
            request, lambda: MergingOut(players_merge(by=person, kept=pk, **given)).data
        )


class MembersPreviewIn(StrictSerializer):
    """`csv`: the text of the file, its first line naming the columns `id`, `name`, `left`."""

    csv = StrictText(trim_whitespace=False, source="data")


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


class ImportPreview(View):
    @extend_schema(request=MembersPreviewIn, responses=PlanOut)
    def post(self, request: Request, slug: str) -> Response:
        """Every line with what it would do, or why it cannot. Nothing is done."""
        _club, person = club_of(request, slug)
        given = self.given(MembersPreviewIn)
        return self.write(
            request, lambda: PlanOut(players_import_preview(by=person, **given)).data, 200
        )


class Import(View):
    @extend_schema(request=MembersIn, responses={201: PlanOut})
    def post(self, request: Request, slug: str) -> Response:
        """All lines or none: what the preview said whose `seen` this is."""
        _club, person = club_of(request, slug)
        given = self.given(MembersIn)
        return self.write(request, lambda: PlanOut(players_import(by=person, **given)).data)


PATHS = [
    path("clubs/<slug:slug>/players", PlayerList.as_view()),
    path("clubs/<slug:slug>/players.csv", PlayerTable.as_view()),
    path("players/<int:pk>", PlayerDetail.as_view()),
    path("players/<int:pk>/merge", Merge.as_view()),
    path("players/<int:pk>/merge/preview", MergePreview.as_view()),
    path("clubs/<slug:slug>/players/import", Import.as_view()),
    path("clubs/<slug:slug>/players/import/preview", ImportPreview.as_view()),
]
