"""/api/v1/: at a table by its code."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.api import club_of
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
from games.flag_reading import all_flags, club_flags, flag, flag_plain, flags_of
from games.models import Flag
from games.services import Written
from games.services.flags import TEXT_MOST

from .forms import HandFields, Version, hand, in_correction
from .shapes import NamedOut, Out, WrittenOut
from .views import BOOLEANS, EntryView, match_of


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


class FlagIn(StrictSerializer):
    text = StrictText(max_length=TEXT_MOST, help_text="What is not right.")
    number = StrictInteger(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        allow_null=True,
        help_text="The entry it is about; left out, the match.",
    )


class SettleIn(StrictSerializer):
    answer = StrictText(max_length=TEXT_MOST, help_text="What was found, and what was done.")


class FlagOut(Out):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    number = serializers.IntegerField(allow_null=True, help_text="The entry it is about.")
    text = serializers.CharField()
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()
    answer = serializers.CharField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    settled_by = serializers.CharField(allow_null=True)


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


class MatchFlagList(View):
    @extend_schema(responses=FlagOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The flags of a match; none to strangers, as players may be named in them."""
        match, somebody = match_of(request, pk)
        found = [flag_plain(one) for one in flags_of(match, somebody)]
        return Response(FlagOut(found, many=True).data)

    @extend_schema(request=FlagIn, responses={201: FlagOut})
    def post(self, request: Request, pk: int) -> Response:
        """Say that a result is not right; a director settles it."""
        require_sign_in(request)
        match, somebody = match_of(request, pk)
        given = self.given(FlagIn)
        return self.write(
            request, lambda: _flag(games.flag_raise(by=somebody, match=match, **given))
        )


def _flag(found: Flag) -> Any:
    return FlagOut(flag_plain(all_flags().get(pk=found.pk))).data


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class FlagList(ListAPIView[Flag], View):
    """The flags of a club, the newest first."""

    serializer_class = FlagOut

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Flag.objects.none()
        _club, somebody = club_of(self.request, self.kwargs["slug"])
        found = club_flags(somebody).order_by("-pk")
        if asked := self.request.query_params.get("open"):
            if asked not in BOOLEANS:
                text = _("Must be true or false.")
                raise Invalid("invalid", text, errors={"open": text})
            found = found.filter(settled_at__isnull=BOOLEANS[asked])
        return found

    @extend_schema(parameters=[OpenApiParameter("open", OpenApiTypes.BOOL)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        plain = [flag_plain(one) for one in page or ()]
        return self.get_paginated_response(FlagOut(plain, many=True).data)


class FlagDetail(View):
    @extend_schema(responses=FlagOut)
    def get(self, request: Request, pk: int) -> Response:
        """One flag, and what was answered."""
        return Response(FlagOut(flag_plain(flag(asker_of(request), pk)[0])).data)


class FlagSettle(View):
    @extend_schema(request=SettleIn, responses={201: FlagOut})
    def post(self, request: Request, pk: int) -> Response:
        """A director's answer to a flag."""
        require_sign_in(request)
        answer = self.given(SettleIn)["answer"]
        found, somebody = flag(asker_of(request), pk)
        return self.write(
            request, lambda: _flag(games.flag_settle(by=somebody, flag=found, answer=answer))
        )


TABLES = [
    path("matches/<int:pk>/flags", MatchFlagList.as_view()),
    path("clubs/<slug:slug>/flags", FlagList.as_view()),
    path("flags/<int:pk>", FlagDetail.as_view()),
    path("flags/<int:pk>/settle", FlagSettle.as_view()),
    path("matches/<int:pk>/entries/<int:number>/mend", MendList.as_view()),
    path("matches/<int:pk>/games/<int:game>/confirm", ConfirmationList.as_view()),
    path("table-codes", CodeList.as_view()),
    path("tables/<int:pk>/code", TableCode.as_view()),
]
