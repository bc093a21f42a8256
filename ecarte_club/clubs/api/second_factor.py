"""/api/v1/: whether a club asks its committee and directors for a second factor."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import roles
from ecarte_club.core.api import StrictBoolean, StrictSerializer, View

from .clubs import club_of
from .roles import HolderOut, holder_plain


class SecondFactorOut(serializers.Serializer[Any]):
    """`without`: who holds a role that rests, or would rest, for want of it. `refusal`: why it
    cannot be asked for now; null when it can."""

    second_factor = serializers.BooleanField()
    without = HolderOut(many=True)
    refusal = serializers.CharField(allow_null=True)


class SecondFactorIn(StrictSerializer):
    second_factor = StrictBoolean()


def _plain(club: Club) -> dict[str, Any]:
    refusal = services.second_factor_refusal(club.pk)
    return {
        "second_factor": club.second_factor,
        "without": [holder_plain(one) for one in roles.would_sleep(club)],
        "refusal": str(refusal.detail) if refusal else None,
    }


class SecondFactor(View):
    @extend_schema(responses=SecondFactorOut)
    def get(self, request: Request, slug: str) -> Response:
        """Whether offices need a second factor here, and who has none."""
        club, person = club_of(request, slug)
        require(person, Act.SET_CLUB)
        return Response(SecondFactorOut(_plain(club)).data)

    @extend_schema(request=SecondFactorIn, responses={201: SecondFactorOut})
    def post(self, request: Request, slug: str) -> Response:
        """Asks for it, or no longer."""
        _club, person = club_of(request, slug)
        wanted = self.given(SecondFactorIn)["second_factor"]
        return self.write(
            request, lambda: _plain(services.second_factor_set(by=person, wanted=wanted))
        )


PATHS = [path("clubs/<slug:slug>/second-factor", SecondFactor.as_view())]
