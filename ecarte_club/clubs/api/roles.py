"""/api/v1/: who holds which role, given and taken."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.models import Office, User
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.clubs.selectors import roles as holders
from ecarte_club.clubs.selectors.committee_csv import holders_csv
from ecarte_club.clubs.selectors.roles import Holder
from ecarte_club.core import csv_files
from ecarte_club.core.api import StrictChoice, StrictInteger, StrictSerializer, View
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.parsing import whole

from .clubs import club_of

ROLES = [role.value for role in Office.OFFICES]
ID_MOST = 2**63 - 1
LIST = [
    OpenApiParameter("name", OpenApiTypes.STR),
    OpenApiParameter("role", OpenApiTypes.STR, enum=ROLES),
]


class HolderOut(serializers.Serializer[Any]):
    """`asleep`: roles that rest until he has the second factor that the club asks for."""

    user = serializers.IntegerField()
    name = serializers.CharField()
    email = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    roles = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))
    asleep = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))


class LossOut(serializers.Serializer[Any]):
    """`loses`: the acts that he may do now and not without the role. `refusal`: why it cannot be
    taken; null when it can."""

    user = serializers.IntegerField()
    role = serializers.ChoiceField(choices=ROLES)
    loses = serializers.ListField(child=serializers.ChoiceField(choices=[a.value for a in Act]))
    refusal = serializers.CharField(allow_null=True)


class RoleIn(StrictSerializer):
    user = StrictInteger(min_value=1, max_value=ID_MOST)
    role = StrictChoice(choices=ROLES)


def holder_plain(holder: Holder) -> dict[str, Any]:
    return {
        "user": holder.user.pk,
        "name": holder.user.name,
        "email": holder.user.email,
        "player": holder.player.pk if holder.player else None,
        "roles": [role.value for role in holder.roles],
        "asleep": sorted(role.value for role in holder.asleep),
    }


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RoleList(ListAPIView[User], View):
    """Who holds a role; with `name`, everybody of that name who signs in here."""

    serializer_class = HolderOut

    @extend_schema(parameters=LIST)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club, person = club_of(request, self.kwargs["slug"])
        page = self.paginate_queryset(_asked(person, request.query_params))
        plain = [holder_plain(one) for one in holders.holders(club.pk, page or ())]
        return self.get_paginated_response(plain)

    @extend_schema(request=RoleIn, responses={201: HolderOut})
    def post(self, request: Request, slug: str) -> Response:
        """Gives a role."""
        club, person = club_of(request, slug)
        given = self.given(RoleIn)

        def give() -> dict[str, Any]:
            office = services.role_give(by=person, user_id=given["user"], role=Role(given["role"]))
            return holder_plain(holders.holders(club.pk, [office.user])[0])

        return self.write(request, give)


def _asked(person: Person, params: Mapping[str, str]) -> QuerySet[User]:
    role = params.get("role", "")
    if role and role not in ROLES:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(ROLES)}
        raise Invalid("invalid", text, errors={"role": text})
    return holders.found(person, name=params.get("name", ""), role=Role(role) if role else None)


class RoleTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All that the list finds, as a table for a spreadsheet."""
        club, person = club_of(request, slug)
        found = holders.holders(club.pk, _asked(person, request.query_params))
        return csv_files.download(f"{club.slug}-roles.csv", holders_csv(found))


class RoleTaking(View):
    @extend_schema(request=RoleIn, responses={201: HolderOut})
    def post(self, request: Request, slug: str) -> Response:
        """Takes a role; somebody of the committee must be left."""
        club, person = club_of(request, slug)
        given = self.given(RoleIn)

        def take() -> dict[str, Any]:
            user = services.role_take(by=person, user_id=given["user"], role=Role(given["role"]))
            return holder_plain(holders.holders(club.pk, [user])[0])

        return self.write(request, take)


class RolePreview(View):
    @extend_schema(
        responses=LossOut,
        parameters=[
            OpenApiParameter("user", OpenApiTypes.INT, required=True),
            OpenApiParameter("role", OpenApiTypes.STR, enum=ROLES, required=True),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """What somebody could no longer do if this role were taken from him."""
        club, person = club_of(request, slug)
        require(person, Act.GIVE_ROLE)
        user_id = whole(request.query_params.get("user", ""))
        if user_id is None:
            text = _("Must be a whole number.")
            raise Invalid("invalid", text, errors={"user": text})
        role = request.query_params.get("role", "")
        if role not in ROLES:
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(ROLES)}
            raise Invalid("invalid", text, errors={"role": text})
        found = holders.holders(club.pk, holders.users_of(person).filter(pk=user_id))
        if not found:
            raise Absent
        refusal = services.take_refusal(club.pk, user_id, Role(role))
        plain = {
            "user": user_id,
            "role": role,
            "loses": [act.value for act in found[0].loses(Role(role))],
            "refusal": str(refusal.detail) if refusal else None,
        }
        return Response(LossOut(plain).data)


PATHS = [
    path("clubs/<slug:slug>/roles", RoleList.as_view()),
    path("clubs/<slug:slug>/roles.csv", RoleTable.as_view()),
    path("clubs/<slug:slug>/roles/take", RoleTaking.as_view()),
    path("clubs/<slug:slug>/roles/preview", RolePreview.as_view()),
]
