"""/api/v1/: clubs."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.core.api import View


def person_of(request: Request, club_id: int) -> Person:
    return clubs.person(actor_of(request), club_id)


def club_of(request: Request, slug: str) -> tuple[Club, Person]:
    return clubs.club(actor_of(request), slug)


class ClubOut(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ["slug", "name", "place", "public", "code", "created_at"]


class ClubList(ListAPIView[Club], View):
    """The public clubs, and your own."""

    serializer_class = ClubOut

    def get_queryset(self) -> Any:
        return clubs.clubs_seen(actor_of(self.request))


class ClubDetail(View):
    @extend_schema(responses=ClubOut)
    def get(self, request: Request, slug: str) -> Response:
        """One club."""
        return Response(ClubOut(club_of(request, slug)[0]).data)
