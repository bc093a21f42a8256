"""/api/v1/: invitations."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import path
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of, digest
from ecarte_club.clubs.models import Invitation, InvitationState
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import roles as reading
from ecarte_club.clubs.selectors.roles import invitations_csv
from ecarte_club.clubs.services.accounts import EMAIL_MOST, NAME_MOST
from ecarte_club.clubs.services.roles import (
    invitation_accept,
    invitation_join,
    invitation_make,
    invitation_revoke,
)
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    FileView,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
)
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.idempotency import Answer, actor_key, fingerprint, once
from ecarte_club.core.parsing import query_choice
from ecarte_club.core.throttling import address

from .clubs import club_of
from .roles import ID_MOST, ROLES, RoleChoice

LIST = [OpenApiParameter("state", OpenApiTypes.STR, enum=InvitationState.values)]
SECRET_MOST, PASSWORD_MOST = 200, 128


class RoleOrNull(serializers.ChoiceField):
    """Null where there is none: an empty text in the database."""

    def to_representation(self, value: Any) -> Any:
        return value or None


class InvitationOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Null: an invitation to a role alone."
    )
    player_name = serializers.CharField(source="player.name", allow_null=True)
    role = RoleOrNull(choices=ROLES, allow_null=True, help_text="Null: a member only.")
    email = serializers.CharField(help_text="Where the link was sent; empty if nowhere.")
    state = serializers.ChoiceField(choices=InvitationState.values)
    made_at = serializers.DateTimeField()
    made_by = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)
    used_by = serializers.CharField(allow_null=True)


class InvitationMade(InvitationOut):
    """`link`: shown to the person who made the invitation, and in no list."""

    link = serializers.URLField()


class InvitationSeen(serializers.Serializer[Any]):
    """What somebody with the link sees before they accept."""

    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    club_name = serializers.CharField(source="club.name")
    player = serializers.IntegerField(
        source="player_id", allow_null=True, help_text="Null: an invitation to a role alone."
    )
    player_name = serializers.CharField(source="player.name", allow_null=True)
    role = RoleOrNull(choices=ROLES, allow_null=True, help_text="Null: a member only.")
    expires_at = serializers.DateTimeField()


class InvitationIn(StrictSerializer):
    """To a player's place, a role, or both."""

    player = StrictInteger(min_value=1, max_value=ID_MOST, required=False, source="player_id")
    role = RoleChoice(required=False)
    email = serializers.EmailField(max_length=EMAIL_MOST, required=False)


class RevokeIn(StrictSerializer):
    invitation = StrictInteger(min_value=1, max_value=ID_MOST, source="invitation_id")


class AccountIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    email = serializers.EmailField(max_length=EMAIL_MOST)
    password = StrictText(min_length=10, max_length=PASSWORD_MOST, trim_whitespace=False)


class AcceptIn(StrictSerializer):
    """`account`: to be created, for somebody without one; a user who signed in leaves it out."""

    secret = StrictText(max_length=SECRET_MOST, help_text="The last part of the link's path.")
    account = AccountIn(required=False)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class InvitationList(ListAPIView[Invitation], View):
    """List the invitations of a club, the newest first."""

    serializer_class = InvitationOut

    @extend_schema(parameters=LIST)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, person = club_of(request, self.kwargs["slug"])
        page = self.paginate_queryset(_filtered(person, request.query_params))
        return self.get_paginated_response(InvitationOut(page, many=True).data)

    @extend_schema(request=InvitationIn, responses={201: InvitationMade})
    def post(self, request: Request, slug: str) -> Response:
        """Create an invitation. It is sent if there is an e-mail address.

        The link is not stored with the answer: it is made again when a write is repeated.
        """
        _club, person = club_of(request, slug)
        given = self.validated(InvitationIn)
        answer = self.write(
            request, lambda: dict(InvitationOut(invitation_make(by=person, **given)).data)
        )
        made = Invitation.objects.get(pk=answer.data["id"])
        answer.data = {**answer.data, "link": reading.link_of(made)}
        return answer


def _filtered(person: Person, params: Mapping[str, str]) -> QuerySet[Invitation]:
    state = query_choice(params, "state", InvitationState)
    return reading.invitations(person, InvitationState(state) if state else None)


class InvitationTable(FileView):
    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get all invitations of the list as CSV."""
        club, person = club_of(request, slug)
        rows = invitations_csv(_filtered(person, request.query_params))
        return csv_files.download(f"{club.slug}-invitations.csv", rows)


class InvitationRevoking(View):
    @extend_schema(request=RevokeIn, responses={201: InvitationOut})
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw an invitation that was not used."""
        _club, person = club_of(request, slug)
        given = self.validated(RevokeIn)
        return self.write(
            request, lambda: dict(InvitationOut(invitation_revoke(by=person, **given)).data)
        )


class InvitationDetail(View):
    @extend_schema(
        responses=InvitationSeen,
        parameters=[OpenApiParameter("secret", OpenApiTypes.STR, OpenApiParameter.PATH)],
    )
    def get(self, request: Request, secret: str) -> Response:
        """Show what the link of an invitation leads to."""
        with reading.guesses(address(request)):
            invitation = reading.of_secret(secret)
        return Response(InvitationSeen(invitation).data)


class InvitationAcceptance(View):
    @extend_schema(request=AcceptIn, responses={201: InvitationSeen})
    def post(self, request: Request) -> Response:
        """Accept an invitation, by the last part of its link."""
        given = self.validated(AcceptIn)
        secret, account = given["secret"], given.get("account")
        user = actor_of(request).user
        if user is None and account is None:
            raise NotAuthenticated(_("Sign in, or send the account to create."))

        def accept() -> Answer:
            if user is not None:
                done = invitation_accept(secret=secret, user=user)
            else:
                language = (get_language() or "en")[:2]
                done = _join(secret, {"language": language, **(account or {})})
            return Answer(201, dict(InvitationSeen(done).data))

        # The password leaves no trace, not even in a fingerprint.
        content = {name: text for name, text in (account or {}).items() if name != "password"}
        with reading.guesses(address(request)):
            answer = once(
                who=actor_key(request) if user else f"invitation:{digest(secret)[:40]}",
                key=request.headers.get("Idempotency-Key", ""),
                content=fingerprint(request.path, secret, content),
                act=lambda: self.on_condition(request, accept),
            )
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else None
        return Response(answer.body, status=answer.status, headers=headers)


def _join(secret: str, account: dict[str, str]) -> Invitation:
    try:
        return invitation_join(secret=secret, **account)
    except Invalid as fault:
        raise fault.within("account") if fault.code == "invalid_account" else fault from None


PATHS = [
    path("clubs/<slug:slug>/invitations", InvitationList.as_view()),
    path("clubs/<slug:slug>/invitations.csv", InvitationTable.as_view()),
    path("clubs/<slug:slug>/invitations/revoke", InvitationRevoking.as_view()),
    path("invitations/accept", InvitationAcceptance.as_view()),
    path("invitations/<slug:secret>", InvitationDetail.as_view()),
]
