"""/api/v1/: invitations to many players at once."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.selectors.inviting import Reach, invitees
from ecarte_club.clubs.services.roles import INVITED_MOST, invitations_send
from ecarte_club.core.api import StrictInteger, StrictSerializer, View
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole_number

from .clubs import club_of
from .roles import ID_MOST


class InviteeOut(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    email = serializers.CharField(
        source="player.email", help_text="The address that the committee has recorded, or empty."
    )
    reach = serializers.ChoiceField(
        choices=Reach.values, help_text="`sent`: an e-mail is sent; else why none is."
    )
    what_to_do = serializers.CharField(help_text="In the language of the request; or empty.")


class InvitationsIn(StrictSerializer):
    players = serializers.ListField(
        child=StrictInteger(min_value=1, max_value=ID_MOST),
        min_length=1,
        max_length=INVITED_MOST,
        source="player_ids",
        help_text="Ids of players, such as those that the preview lists.",
    )


class InvitationSentOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    player = serializers.IntegerField(source="player_id")
    email = serializers.CharField(help_text="Where the link is sent.")
    expires_at = serializers.DateTimeField()


class InvitationsSentOut(serializers.Serializer[Any]):
    sent = InvitationSentOut(many=True, help_text="One invitation for each e-mail.")
    left_out = InviteeOut(many=True, help_text="Players to whom nothing is sent, and why.")


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class InvitationsPreview(View):
    @extend_schema(
        parameters=[
            OpenApiParameter(
                "players",
                OpenApiTypes.STR,
                description="Ids, with commas; left out: all players without an account.",
            )
        ],
        responses=InviteeOut(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        """Preview which invitations would be sent where."""
        _club, person = club_of(request, slug)
        asked = request.query_params.get("players", "")
        ids = [whole_number(text.strip()) for text in asked.split(",")] if asked else None
        if ids is not None and None in ids:
            text = _("Must be ids of players, such as 3,14.")
            raise Invalid("invalid", text, field="players")
        found = invitees(person, [pk for pk in ids if pk] if ids else None)
        return Response(InviteeOut(found, many=True).data)


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class InvitationsSending(View):
    @extend_schema(request=InvitationsIn, responses={201: InvitationsSentOut})
    def post(self, request: Request, slug: str) -> Response:
        """Invite many players by e-mail; sent again, nobody gets a second one."""
        _club, person = club_of(request, slug)
        given = self.validated(InvitationsIn)
        return self.write(
            request, lambda: InvitationsSentOut(invitations_send(by=person, **given)).data
        )


PATHS = [
    path("clubs/<slug:slug>/invitations/preview", InvitationsPreview.as_view()),
    path("clubs/<slug:slug>/invitations/send", InvitationsSending.as_view()),
]
