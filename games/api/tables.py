"""/api/v1/: at a table by its code."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.models import Phone, Table
from ecarte_club.clubs.phones import table_tried
from ecarte_club.clubs.queries import person
from ecarte_club.clubs.rights import Act, require
from ecarte_club.clubs.services.phones import secret_of
from ecarte_club.wire import qr
from ecarte_club.wire.api import (
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.wire.faults import Absent, Invalid
from ecarte_club.wire.throttle import address
from games import services as games
from games.at_table import code_address, playing_at, table_plain
from games.services import Written

from .forms import HandFields, Version, hand, in_correction
from .shapes import NamedOut, Out, WrittenOut
from .views import EntryView, match_of


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


class MendIn(Version):
    hand = HandFields(help_text="The hand as it was played.")
    trump_turned = StrictBoolean(
        help_text="Whether the trump of the deal after the last hand is turned (law 50)."
    )


class ConfirmIn(StrictSerializer):
    number = StrictInteger(
        min_value=1, max_value=2**31 - 1, help_text="The latest entry of the game that you saw."
    )


class ConfirmationOut(Out):
    match = serializers.IntegerField()
    game = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The entry as which the game was confirmed.")
    at = serializers.DateTimeField()


class CodeList(View):
    @extend_schema(request=CodeIn, responses={201: OpenedOut})
    def post(self, request: Request) -> Response:
        """A secret for a table's code, good at that table until the evening ends."""
        given = self.given(CodeIn)
        who = address(request)

        def act() -> Any:
            table = table_tried(given["code"], who)
            player = given.get("player")
            phone, _secret = services.phone_open(code=table.code, player_id=player)
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
        require(person(asker_of(request), table.evening.club_id), Act.RUN_EVENING)
        where = code_address(table)
        plain = {"code": table.code, "address": where, "svg": qr.svg(where), **table_plain(table)}
        return Response(TableCodeOut(plain).data)


class MendList(EntryView):
    @extend_schema(request=MendIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Mend the score of a hand, as far as laws 50 and 51 let the players do it themselves."""
        require_sign_in(request)
        match, somebody = match_of(request, pk)
        given = self.given(MendIn)

        def act() -> Written:
            try:
                return games.entry_mend(
                    by=somebody,
                    match=match,
                    number=number,
                    what=hand(given["hand"]),
                    trump_turned=given["trump_turned"],
                    version=given["version"],
                )
            except Invalid as fault:
                raise in_correction(fault, given) from fault

        return self.written(request, act)


class ConfirmationList(View):
    @extend_schema(request=ConfirmIn, responses={201: ConfirmationOut})
    def post(self, request: Request, pk: int, game: int) -> Response:
        """The opponent's yes to a game; game 0 is a match by its games won."""
        require_sign_in(request)
        match, somebody = match_of(request, pk)
        number = self.given(ConfirmIn)["number"]

        def act() -> Any:
            made = games.game_confirm(by=somebody, match=match, game=game, number=number)
            return {"match": pk, "game": made.game, "number": made.number, "at": made.at}

        return self.write(request, act)


TABLES = [
    path("matches/<int:pk>/entries/<int:number>/mend", MendList.as_view()),
    path("matches/<int:pk>/games/<int:game>/confirm", ConfirmationList.as_view()),
    path("table-codes", CodeList.as_view()),
    path("tables/<int:pk>/code", TableCode.as_view()),
]
