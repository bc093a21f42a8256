"""/api/v1/: invitations made, withdrawn, looked at and accepted."""

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

from ecarte_club.clubs import services
from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.models import Invitation
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.selectors import invitations as reading
from ecarte_club.clubs.selectors.committee_csv import invitations_csv
from ecarte_club.clubs.selectors.invitations import State
from ecarte_club.clubs.services.accounts import EMAIL_MOST, NAME_MOST
from ecarte_club.core import csv_files
from ecarte_club.core.api import StrictChoice, StrictInteger, StrictSerializer, StrictText, View
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.idempotency import Answer, actor_key, fingerprint, once
from ecarte_club.core.negotiation import AnyAccepted
from ecarte_club.core.throttling import address

from .clubs import club_of
from .roles import ID_MOST, ROLES

LIST = [OpenApiParameter("state", OpenApiTypes.STR, enum=[state.value for state in State])]
SECRET_MOST, PASSWORD_MOST = 200, 128


class InvitationOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    club = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    player_name = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(choices=ROLES, allow_null=True)
    email = serializers.CharField()
    state = serializers.ChoiceField(choices=[state.value for state in State])
    made_at = serializers.DateTimeField()
    made_by = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True)
    used_by = serializers.CharField(allow_null=True)


class InvitationMade(InvitationOut):
    """`link`: to be handed over; it is told to who made it, and in no list."""

    link = serializers.URLField()


class InvitationSeen(serializers.Serializer[Any]):
    """What the bearer of a link is told before he accepts."""

    club = serializers.CharField()
    club_name = serializers.CharField()
    player = serializers.IntegerField(allow_null=True)
    player_name = serializers.CharField(allow_null=True)
    role = serializers.ChoiceField(choices=ROLES, allow_null=True)
    expires_at = serializers.DateTimeField()


class InvitationIn(StrictSerializer):
    """To a player's place, a role, or both."""

    player = StrictInteger(min_value=1, max_value=ID_MOST, required=False)
    role = StrictChoice(choices=ROLES, required=False)
    email = serializers.EmailField(max_length=EMAIL_MOST, required=False)


class RevokeIn(StrictSerializer):
    invitation = StrictInteger(min_value=1, max_value=ID_MOST)


class AccountIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    email = serializers.EmailField(max_length=EMAIL_MOST)
    password = StrictText(min_length=10, max_length=PASSWORD_MOST, trim_whitespace=False)


class AcceptIn(StrictSerializer):
    """`account`: the sign-in to be made, for who has none; who signed in accepts as himself."""

    secret = StrictText(max_length=SECRET_MOST, help_text="The last part of the link's path.")
    account = AccountIn(required=False)


def invitation_plain(one: Invitation) -> dict[str, Any]:
    return {
        "id": one.pk,
        "club": one.club.slug,
        "player": one.player_id,
        "player_name": one.player.name if one.player else None,
        "role": one.role or None,
        "email": one.email,
        "state": reading.state_of(one).value,
        "made_at": one.made_at,
        "made_by": str(one.made_by) if one.made_by else None,
        "expires_at": one.expires_at,
        "used_at": one.used_at,
        "used_by": str(one.used_by) if one.used_by else None,
    }


def _seen(one: Invitation) -> dict[str, Any]:
    plain = invitation_plain(one)
    kept = ("club", "player", "player_name", "role", "expires_at")
    return {"club_name": one.club.name, **{name: plain[name] for name in kept}}


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class InvitationList(ListAPIView[Invitation], View):
    """Invitations of a club, the newest first."""

    serializer_class = InvitationOut

    @extend_schema(parameters=LIST)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, person = club_of(request, self.kwargs["slug"])
        found = _asked(person, request.query_params)
        page = self.paginate_queryset(found)
        plain = [invitation_plain(one) for one in page or ()]
        return self.get_paginated_response(InvitationOut(plain, many=True).data)

    @extend_schema(request=InvitationIn, responses={201: InvitationMade})
    def post(self, request: Request, slug: str) -> Response:
        """Makes one; sent when there is an address. The link is not in what is kept of the
        answer: it is made again from the site's key when a write is repeated."""
        _club, person = club_of(request, slug)
        given = self.given(InvitationIn)

        def make() -> dict[str, Any]:
            made = services.invitation_make(
                by=person,
                player_id=given.get("player"),
                role=Role(given["role"]) if "role" in given else None,
                email=given.get("email", ""),
            )
            return dict(InvitationOut(invitation_plain(made)).data)

        answer = self.write(request, make)
        made = Invitation.objects.get(pk=answer.data["id"])
        answer.data = {**answer.data, "link": reading.link_of(made)}
        return answer


def _asked(person: Person, params: Mapping[str, str]) -> QuerySet[Invitation]:
    state = params.get("state", "")
    if state and state not in list(State):
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(State)}
        raise Invalid("invalid", text, errors={"state": text})
    return reading.invitations(person, State(state) if state else None)


class InvitationTable(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """All that the list finds, as a table for a spreadsheet."""
        club, person = club_of(request, slug)
        found = _asked(person, request.query_params)
        return csv_files.download(f"{club.slug}-invitations.csv", invitations_csv(found))


class InvitationRevoking(View):
    @extend_schema(request=RevokeIn, responses={201: InvitationOut})
    def post(self, request: Request, slug: str) -> Response:
        """Withdraws one that was not used."""
        _club, person = club_of(request, slug)
        given = self.given(RevokeIn)

        def revoke() -> dict[str, Any]:
            done = services.invitation_revoke(by=person, invitation_id=given["invitation"])
            return dict(InvitationOut(invitation_plain(done)).data)

        return self.write(request, revoke)


class InvitationDetail(View):
    @extend_schema(
        responses=InvitationSeen,
        parameters=[OpenApiParameter("secret", OpenApiTypes.STR, OpenApiParameter.PATH)],
    )
    def get(self, request: Request, secret: str) -> Response:
        """What a link leads to. Looking changes nothing."""
        with reading.guesses(address(request)):
            found = reading.of_secret(secret)
        return Response(InvitationSeen(_seen(found)).data)


class InvitationAcceptance(View):
    @extend_schema(request=AcceptIn, responses={201: InvitationSeen})
    def post(self, request: Request) -> Response:
        """Takes the place and the role that a link gives, once."""
        given = self.given(AcceptIn)
        secret, account = given["secret"], given.get("account")
        user = actor_of(request).user
        if user is None and account is None:
            raise NotAuthenticated(_("Sign in, or send the account to create."))

        def accept() -> Answer:
            if user is not None:
                done = services.invitation_accept(secret=secret, user=user)
            else:
                language = (get_language() or "en")[:2]
                done = _join(secret, {"language": language, **(account or {})})
            return Answer(201, dict(InvitationSeen(_seen(done)).data))

        # The password leaves no trace, not even in a fingerprint.
        kept = {name: text for name, text in (account or {}).items() if name != "password"}
        with reading.guesses(address(request)):
            answer = once(
                who=actor_key(request) if user else f"invitation:{services.digest(secret)[:40]}",
                key=request.headers.get("Idempotency-Key", ""),
                content=fingerprint(request.path, secret, kept),
                act=lambda: self.on_condition(request, accept),
            )
        headers = {"Idempotency-Replayed": "true"} if answer.repeated else None
        return Response(answer.body, status=answer.status, headers=headers)


def _join(secret: str, account: dict[str, str]) -> Invitation:
    try:
        return services.invitation_join(secret=secret, **account)
    except Invalid as fault:
        raise fault.within("account") if fault.code == "invalid_account" else fault from None


PATHS = [
    path("clubs/<slug:slug>/invitations", InvitationList.as_view()),
    path("clubs/<slug:slug>/invitations.csv", InvitationTable.as_view()),
    path("clubs/<slug:slug>/invitations/revoke", InvitationRevoking.as_view()),
    path("invitations/accept", InvitationAcceptance.as_view()),
    path("invitations/<slug:secret>", InvitationDetail.as_view()),
]
