"""/api/v1/: roles, and two-step sign-in."""

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

from ecarte_club.clubs.models import Club, Office, User
from ecarte_club.clubs.permissions import Act, Person, Role, require
from ecarte_club.clubs.selectors import roles as holders
from ecarte_club.clubs.selectors.roles import holders_csv
from ecarte_club.clubs.services.roles import (
    role_give,
    role_take,
    second_factor_refusal,
    second_factor_set,
    take_refusal,
)
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    FileView,
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    View,
)
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import query_choice, whole_number

from .clubs import club_of

ROLES = [role.value for role in Office.OFFICES]
ID_MOST = 2**63 - 1
LIST = [
    OpenApiParameter("name", OpenApiTypes.STR),
    OpenApiParameter("role", OpenApiTypes.STR, enum=ROLES),
]


class HolderOut(serializers.Serializer[Any]):
    user = serializers.IntegerField(source="user.pk")
    name = serializers.CharField(source="user.name")
    email = serializers.CharField(source="user.email")
    player = serializers.IntegerField(
        source="player.pk", allow_null=True, help_text="Null: they do not play here."
    )
    roles = serializers.ListField(child=serializers.ChoiceField(choices=ROLES))
    asleep = serializers.ListField(
        source="suspended_roles",
        child=serializers.ChoiceField(choices=ROLES),
        help_text="Roles that are suspended until they turn on two-step sign-in.",
    )


class LossOut(serializers.Serializer[Any]):
    user = serializers.IntegerField()
    role = serializers.ChoiceField(choices=ROLES)
    loses = serializers.ListField(
        child=serializers.ChoiceField(choices=[a.value for a in Act]),
        help_text="What they can do now, and not without the role.",
    )
    refusal = serializers.CharField(
        source="refusal.detail",
        allow_null=True,
        help_text="Why the role cannot be removed now; null when it can.",
    )


class RoleChoice(StrictChoice):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(choices=ROLES, **kwargs)

    def to_internal_value(self, data: Any) -> Role:
        return Role(super().to_internal_value(data))


class RoleIn(StrictSerializer):
    user = StrictInteger(min_value=1, max_value=ID_MOST, source="user_id")
    role = RoleChoice()


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class RoleList(ListAPIView[User], View):
    """List who has a role; with `name`, everybody of that name with an account here."""

    serializer_class = HolderOut

    @extend_schema(parameters=LIST)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club, person = club_of(request, self.kwargs["slug"])
        page = self.paginate_queryset(_filtered(person, request.query_params))
        rows = holders.holders(club.pk, page or ())
        return self.get_paginated_response(HolderOut(rows, many=True).data)

    @extend_schema(request=RoleIn, responses={201: HolderOut})
    def post(self, request: Request, slug: str) -> Response:
        """Give somebody a role."""
        club, person = club_of(request, slug)
        given = self.validated(RoleIn)
        return self.write(request, lambda: _holder(club, role_give(by=person, **given).user))


def _holder(club: Club, user: User) -> Any:
    return HolderOut(holders.holders(club.pk, [user])[0]).data


def _filtered(person: Person, params: Mapping[str, str]) -> QuerySet[User]:
    role = query_choice(params, "role", ROLES)
    return holders.users_by_name(
        person, name=params.get("name", ""), role=Role(role) if role else None
    )


class RoleTable(FileView):
    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get all people of the list as CSV."""
        club, person = club_of(request, slug)
        rows = holders.holders(club.pk, _filtered(person, request.query_params))
        return csv_files.download(f"{club.slug}-roles.csv", holders_csv(rows))


class RoleTaking(View):
    @extend_schema(request=RoleIn, responses={201: HolderOut})
    def post(self, request: Request, slug: str) -> Response:
        """Remove a role from somebody; the last committee member cannot lose theirs."""
        club, person = club_of(request, slug)
        given = self.validated(RoleIn)
        return self.write(request, lambda: _holder(club, role_take(by=person, **given)))


class RolePreview(View):
    @extend_schema(
        responses=LossOut,
        parameters=[
            OpenApiParameter("user", OpenApiTypes.INT, required=True),
            OpenApiParameter("role", OpenApiTypes.STR, enum=ROLES, required=True),
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Preview what somebody could no longer do without this role."""
        club, person = club_of(request, slug)
        require(person, Act.GIVE_ROLE)
        user_id = whole_number(request.query_params.get("user", ""))
        if user_id is None:
            raise Invalid("invalid", _("Must be a whole number."), field="user")
        role = request.query_params.get("role", "")
        if role not in ROLES:
            text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(ROLES)}
            raise Invalid("invalid", text, field="role")
        rows = holders.holders(club.pk, holders.users_of(person).filter(pk=user_id))
        if not rows:
            raise Absent
        loss = {
            "user": user_id,
            "role": role,
            "loses": rows[0].loses(Role(role)),
            "refusal": take_refusal(club.pk, user_id, Role(role)),
        }
        return Response(LossOut(loss).data)


class SecondFactorOut(serializers.Serializer[Any]):
    second_factor = serializers.BooleanField(help_text="Whether the club requires it.")
    without = HolderOut(
        many=True,
        help_text="Whose roles are suspended, or would be, until they turn it on.",
    )
    refusal = serializers.CharField(
        source="refusal.detail",
        allow_null=True,
        help_text="Why it cannot be required now; null when it can.",
    )


class SecondFactorIn(StrictSerializer):
    second_factor = StrictBoolean(source="wanted")


def _second_factor(club: Club) -> Any:
    parts = {
        "second_factor": club.second_factor,
        "without": holders.would_sleep(club),
        "refusal": second_factor_refusal(club.pk),
    }
    return SecondFactorOut(parts).data


class SecondFactor(View):
    @extend_schema(responses=SecondFactorOut)
    def get(self, request: Request, slug: str) -> Response:
        """Tell whether the club requires two-step sign-in, and who has not turned it on."""
        club, person = club_of(request, slug)
        require(person, Act.SET_CLUB)
        return Response(_second_factor(club))

    @extend_schema(request=SecondFactorIn, responses={201: SecondFactorOut})
    def post(self, request: Request, slug: str) -> Response:
        """Require two-step sign-in of the committee and directors, or no longer."""
        _club, person = club_of(request, slug)
        given = self.validated(SecondFactorIn)
        return self.write(request, lambda: _second_factor(second_factor_set(by=person, **given)))


PATHS = [
    path("clubs/<slug:slug>/roles", RoleList.as_view()),
    path("clubs/<slug:slug>/roles.csv", RoleTable.as_view()),
    path("clubs/<slug:slug>/roles/take", RoleTaking.as_view()),
    path("clubs/<slug:slug>/roles/preview", RolePreview.as_view()),
    path("clubs/<slug:slug>/second-factor", SecondFactor.as_view()),
]
