"""/api/v1/: codes of tables."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
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
from games.evenings import services as evening_services
from games.evenings.models import Phone, Table
from games.evenings.phones import table_tried
from games.evenings.services.phones import secret_of
from games.matches.api.serializers import NamedOut, Out
from games.matches.selectors.at_table import code_address, playing_at, table_plain


class CodeIn(StrictSerializer):
    code = StrictText(max_length=20, help_text="As on the table's card; case does not matter.")
    player = StrictInteger(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        allow_null=True,
        help_text="Who holds the phone, by his own word; null when it keeps the score for both.",
    )


class EveningNameOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    held_on = serializers.DateField()


class OpenedOut(Out):
    id = serializers.IntegerField(help_text="The phone's.")
    secret = serializers.CharField(help_text="Send it as `Authorization: Table SECRET`.")
    club = serializers.CharField(help_text="The club's slug.")
    evening = EveningNameOut()
    table = NamedOut()
    player = serializers.IntegerField(allow_null=True)
    match = serializers.IntegerField(allow_null=True, help_text="The match in play there, if any.")
    expires_at = serializers.DateTimeField(help_text="Or at the sign-off, or when it is renewed.")


class TableCodeOut(Out):
    code = serializers.CharField()
    address = serializers.CharField(help_text="What the QR code says.")
    svg = serializers.CharField(help_text="The QR code, to stand within a page.")
    club = serializers.CharField(help_text="The club's slug.")
    evening = EveningNameOut()
    table = NamedOut()
    expires_at = serializers.DateTimeField()


class CodeList(View):
    @extend_schema(request=CodeIn, responses={201: OpenedOut})
    def post(self, request: Request) -> Response:
        """A secret for a table's code, good at that table until the evening ends."""
        given = self.given(CodeIn)
        who = address(request)

        def act() -> Any:
            table = table_tried(given["code"], who)
            player = given.get("player")
            phone, _secret = evening_services.phone_open(code=table.code, player_id=player)
            match = playing_at(table)
            return {
                "id": phone.pk,
                "player": player,
                "match": match.pk if match else None,
                **table_plain(table),
            }

        answer = self.write(request, act, who=who[:64])
        # Told, and never kept with the answer.
        secret = secret_of(Phone.objects.get(pk=answer.data["id"]))
        answer.data = OpenedOut({**answer.data, "secret": secret}).data
        return answer


class TableCode(View):
    @extend_schema(responses=TableCodeOut)
    def get(self, request: Request, pk: int) -> Response:
        """The code of a table, for who runs the evening."""
        table = Table.objects.select_related("evening__club").filter(pk=pk).first()
        if table is None:
            raise Absent
        require(person(actor_of(request), table.evening.club_id), Act.RUN_EVENING)
        where = code_address(table)
        plain = {"code": table.code, "address": where, "svg": qr.svg(where), **table_plain(table)}
        return Response(TableCodeOut(plain).data)


PATHS = [
    path("table-codes", CodeList.as_view()),
    path("tables/<int:pk>/code", TableCode.as_view()),
]
