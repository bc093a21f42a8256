"""/api/v1/: codes of tables."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import qr
from ecarte_club.core.api import (
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
)
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.throttling import address
from games.evenings.authentication import table_tried
from games.evenings.models import Phone, Table
from games.evenings.selectors import code_address
from games.evenings.services.phones import phone_open, secret_of
from games.matches.api.serializers.matches import NamedOut, Out
from games.matches.selectors.matches import match_in_play_at


class CodeIn(StrictSerializer):
    code = StrictText(max_length=20, help_text="As on the table's card; case does not matter.")
    player = StrictInteger(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        allow_null=True,
        help_text="The player who holds the phone; null: it scores for both players.",
    )


class EveningNameOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    held_on = serializers.DateField()


class OpenedOut(Out):
    id = serializers.IntegerField(source="phone.pk", help_text="The phone's.")
    secret = serializers.CharField(help_text="Send it as `Authorization: Table SECRET`.")
    club = serializers.CharField(source="table.evening.club.slug", help_text="The club's slug.")
    evening = EveningNameOut(source="table.evening")
    table = NamedOut()
    player = serializers.IntegerField(allow_null=True, help_text="null: it scores for both.")
    match = serializers.IntegerField(
        source="match.pk", allow_null=True, help_text="The match in play at the table, if any."
    )
    expires_at = serializers.DateTimeField(
        source="table.evening.codes_until",
        help_text="It ends earlier at the sign-off, or when the code is renewed.",
    )


class TableCodeOut(Out):
    code = serializers.CharField(source="table.code")
    address = serializers.CharField(help_text="The address in the QR code.")
    svg = serializers.CharField(help_text="The QR code, to be placed in a page.")
    club = serializers.CharField(source="table.evening.club.slug", help_text="The club's slug.")
    evening = EveningNameOut(source="table.evening")
    table = NamedOut()
    expires_at = serializers.DateTimeField(
        source="table.evening.codes_until", help_text="It ends earlier at the sign-off."
    )


class CodeList(View):
    @extend_schema(request=CodeIn, responses={201: OpenedOut})
    def post(self, request: Request) -> Response:
        """Get a secret for a table's code; it opens the table until the evening ends."""
        given = self.validated(CodeIn)
        who = address(request)

        def act() -> Any:
            table = table_tried(given["code"], who)
            player = given.get("player")
            phone, _secret = phone_open(code=table.code, player_id=player)
            match = match_in_play_at(table)
            opened = {
                "phone": phone,
                "secret": "",
                "player": player,
                "match": match,
                "table": table,
            }
            body = OpenedOut(opened).data
            del body["secret"]
            return body

        answer = self.write(request, act, who=who[:64])
        # Sent with the answer, but never stored with its idempotency record.
        secret = secret_of(Phone.objects.get(pk=answer.data["id"]))
        answer.data = {**answer.data, "secret": secret}
        return answer


class TableCode(View):
    @extend_schema(responses=TableCodeOut)
    def get(self, request: Request, pk: int) -> Response:
        """Get the code of a table, with its QR code; for directors."""
        table = Table.objects.select_related("evening__club").filter(pk=pk).first()
        if table is None:
            raise Absent
        require(person(actor_of(request), table.evening.club_id), Act.RUN_EVENING)
        where = code_address(table)
        return Response(TableCodeOut({"table": table, "address": where, "svg": qr.svg(where)}).data)


PATHS = [
    path("table-codes", CodeList.as_view()),
    path("tables/<int:pk>/code", TableCode.as_view()),
]
