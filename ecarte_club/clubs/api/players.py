"""/api/v1/: the players of a club."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import SIGN_IN, SORTS, Filters, Status, members_csv
from ecarte_club.clubs.services.members import NAME_MOST
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    AnyAccepted,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.pagination import SortedPages

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
        return self.write(request, lambda: _answer(services.player_add(by=person, **content)))


class PlayerTable(View):
    content_negotiation_class = AnyAccepted

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
            request, lambda: _answer(services.player_change(by=person, player=player, **content))
        )


PATHS = [
    path("clubs/<slug:slug>/players", PlayerList.as_view()),
    path("clubs/<slug:slug>/players.csv", PlayerTable.as_view()),
    path("players/<int:pk>", PlayerDetail.as_view()),
]
