"""/api/v1/: clubs and players."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import queries, services
from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.api import StrictSerializer, StrictText, View
from ecarte_club.wire.faults import Absent


def person_of(request: Request, club_id: int) -> Person:
    return queries.person(asker_of(request), club_id)


def club_of(request: Request, slug: str) -> tuple[Club, Person]:
    return queries.club(asker_of(request), slug)


class ClubOut(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["slug", "name", "place", "public", "code", "created_at"]


class PlayerOut(serializers.ModelSerializer[Player]):
    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    has_sign_in = serializers.SerializerMethodField()

    class Meta:
        model = Player
        fields = ["id", "club", "name", "has_sign_in", "added_at"]

    def get_has_sign_in(self, player: Player) -> bool:
        return player.user_id is not None


class PlayerIn(StrictSerializer):
    name = StrictText(max_length=80)


class ClubList(ListAPIView[Club]):
    """The public clubs, and your own."""

    serializer_class = ClubOut

    def get_queryset(self) -> Any:
        return queries.clubs_seen(asker_of(self.request))


class ClubDetail(View):
    @extend_schema(responses=ClubOut)
    def get(self, request: Request, slug: str) -> Response:
        return Response(ClubOut(club_of(request, slug)[0]).data)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class PlayerList(ListAPIView[Player], View):
    """The players of a club, for its own people."""

    serializer_class = PlayerOut

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Player.objects.none()
        _club, person = club_of(self.request, self.kwargs["slug"])
        players = queries.players(person).select_related("club")
        if name := self.request.query_params.get("name", "").replace("\x00", "").strip():
            players = players.filter(name__icontains=name)
        return players

    @extend_schema(parameters=[OpenApiParameter("name", OpenApiTypes.STR)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request, slug: str) -> Response:
        _club, person = club_of(request, slug)
        given = self.given(PlayerIn)
        return self.write(request, lambda: PlayerOut(services.player_add(by=person, **given)).data)


class PlayerDetail(View):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, pk: int) -> Response:
        player = Player.objects.select_related("club").filter(pk=pk).first()
        if player is None:
            raise Absent
        require(person_of(request, player.club_id), Act.SEE_CLUB)
        return Response(PlayerOut(player).data)
