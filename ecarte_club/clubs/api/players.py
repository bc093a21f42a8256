"""/api/v1/: the players of a club: listed, added, renamed, gone and back."""

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
from ecarte_club.clubs.selectors.member_csv import members_csv
from ecarte_club.clubs.selectors.members import SIGN_IN, SORTS, Asked, Member, Status
from ecarte_club.clubs.services.members import NAME_MOST
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.pagination import SortedPages

from .clubs import club_of, person_of

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
# As long as nothing is asked for, the newest first: what programs were always given.
USUAL_SORT = "-added"


class PlayerOut(serializers.Serializer[Any]):
    """`merged_into`: the id under which he is kept, when he turned out to be another player.
    `version` moves with what is shown of him; `last_played`: when his newest match was begun."""

    id = serializers.IntegerField()
    club = serializers.SlugField()
    name = serializers.CharField()
    has_sign_in = serializers.BooleanField()
    added_at = serializers.DateTimeField()
    left_on = serializers.DateField(allow_null=True)
    merged_into = serializers.IntegerField(allow_null=True)
    matches = serializers.IntegerField()
    last_played = serializers.DateTimeField(allow_null=True)
    version = serializers.IntegerField()


class PlayerIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)


class PlayerChange(StrictSerializer):
    """What is left out stays. `left_on`: the day he left, or null for who plays."""

    version = StrictInteger(min_value=0, max_value=VERSION_MOST)
    name = StrictText(max_length=NAME_MOST, required=False)
    left_on = serializers.DateField(required=False, allow_null=True)


def player_plain(member: Member) -> dict[str, Any]:
    player = member.player
    return {
        "id": player.pk,
        "club": player.club.slug,
        "name": player.name,
        "has_sign_in": player.user_id is not None,
        "added_at": player.added_at,
        "left_on": player.left_on,
        "merged_into": player.merged_into_id,
        "matches": member.matches,
        "last_played": member.last_played,
        "version": player.version,
    }


def shown(player_id: int) -> Mapping[str, Any]:
    return dict(PlayerOut(player_plain(members.members([player_id])[0])).data)


def player_of(request: Request, pk: int) -> tuple[Player, Person]:
    """Raises: Absent when there is none, or he is not of a club of yours."""
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
    """The players of a club, for its own people."""

    pagination_class = SortedPages

    @extend_schema(parameters=LIST, responses=PlayerOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        _club, person = club_of(request, slug)
        asked = Asked.of(request.query_params, sort=USUAL_SORT)
        pages = SortedPages()
        found = pages.paginate_queryset(members.found(person, asked), request, self) or []
        plain = [player_plain(member) for member in members.members([one.pk for one in found])]
        return pages.get_paginated_response(PlayerOut(plain, many=True).data)

    @extend_schema(request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request, slug: str) -> Response:
        _club, person = club_of(request, slug)
        given = self.given(PlayerIn)
        return self.write(request, lambda: shown(services.player_add(by=person, **given).pk))


class PlayerTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All that the list finds, as a table for a spreadsheet, which can be imported again."""
        club, person = club_of(request, slug)
        asked = Asked.of(request.query_params, sort=USUAL_SORT)
        ids = members.found(person, asked).values_list("pk", flat=True)
        return csv_files.download(
            f"{club.slug}-players.csv", members_csv(members.members(list(ids)))
        )


class PlayerDetail(View):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, pk: int) -> Response:
        """One player, for people of his club."""
        player, _person = player_of(request, pk)
        return Response(shown(player.pk))

    @extend_schema(request=PlayerChange, responses={201: PlayerOut})
    def post(self, request: Request, pk: int) -> Response:
        """Rename him, or say that he left or came back."""
        require_sign_in(request)
        player, person = player_of(request, pk)
        given = self.given(PlayerChange)
        asked = {"name": player.name, "left_on": player.left_on, **given}
        return self.write(
            request,
            lambda: shown(services.player_change(by=person, player=player, **asked).pk),
        )


PATHS = [
    path("clubs/<slug:slug>/players", PlayerList.as_view()),
    path("clubs/<slug:slug>/players.csv", PlayerTable.as_view()),
    path("players/<int:pk>", PlayerDetail.as_view()),
]
