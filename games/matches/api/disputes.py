"""/api/v1/: what players and directors do about a result: fix, confirm, flag, answer a flag."""

from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.core.api import (
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import query_boolean
from games.matches.models import Flag
from games.matches.selectors.matches import all_flags, club_flags, flag, flags_of, raised_by
from games.matches.services.disputes import (
    TEXT_MOST,
    entry_mend,
    flag_raise,
    flag_settle,
    game_confirm,
)
from games.matches.services.entries import Written

from .inputs import HandFields, Version, hand, in_correction
from .serializers import Out, WrittenOut
from .views import EntryView, match_of


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


class RaisedByField(serializers.CharField):
    def to_representation(self, value: Any) -> Any:
        return raised_by(value) or None


class NullIfEmptyField(serializers.CharField):
    def to_representation(self, value: str) -> Any:
        return value or None


class FlagOut(Out):
    id = serializers.IntegerField()
    match = serializers.IntegerField(source="match_id")
    number = serializers.IntegerField(
        allow_null=True, help_text="The entry it is about; null: the match."
    )
    text = serializers.CharField()
    by = RaisedByField(source="*", allow_null=True, help_text="Who raised it, where it is known.")
    at = serializers.DateTimeField()
    answer = NullIfEmptyField(allow_null=True, help_text="null while it is open.")
    settled_at = serializers.DateTimeField(allow_null=True, help_text="null while it is open.")
    settled_by = serializers.CharField(allow_null=True, help_text="The director who closed it.")


class MendList(EntryView):
    @extend_schema(request=MendIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Mend the score of a hand, as far as laws 50 and 51 let the players do it themselves."""
        require_sign_in(request)
        match, somebody = match_of(request, pk)
        given = self.given(MendIn)

        def act() -> Written:
            try:
                return entry_mend(
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
            made = game_confirm(by=somebody, match=match, game=game, number=number)
            return {"match": pk, "game": made.game, "number": made.number, "at": made.at}

        return self.write(request, act)


class MatchFlagList(View):
    @extend_schema(responses=FlagOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """The flags of a match; none to strangers, as players may be named in them."""
        match, somebody = match_of(request, pk)
        return Response(FlagOut(flags_of(match, somebody), many=True).data)

    @extend_schema(request=FlagIn, responses={201: FlagOut})
    def post(self, request: Request, pk: int) -> Response:
        """Say that a result is not right; a director settles it."""
        require_sign_in(request)
        match, somebody = match_of(request, pk)
        given = self.given(FlagIn)
        return self.write(request, lambda: _flag(flag_raise(by=somebody, match=match, **given)))


def _flag(found: Flag) -> Any:
    return FlagOut(all_flags().get(pk=found.pk)).data


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class FlagList(ListAPIView[Flag], View):
    """The flags of a club, the newest first."""

    serializer_class = FlagOut

    def get_queryset(self) -> Any:
        if getattr(self, "swagger_fake_view", False):
            return Flag.objects.none()
        _club, somebody = club_of(self.request, self.kwargs["slug"])
        found = club_flags(somebody).order_by("-pk")
        is_open = query_boolean(self.request.query_params, "open")
        return found if is_open is None else found.filter(settled_at__isnull=is_open)

    @extend_schema(parameters=[OpenApiParameter("open", OpenApiTypes.BOOL)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(FlagOut(page, many=True).data)


class FlagDetail(View):
    @extend_schema(responses=FlagOut)
    def get(self, request: Request, pk: int) -> Response:
        """One flag, and what was answered."""
        return Response(FlagOut(flag(actor_of(request), pk)[0]).data)


class FlagSettle(View):
    @extend_schema(request=SettleIn, responses={201: FlagOut})
    def post(self, request: Request, pk: int) -> Response:
        """A director's answer to a flag."""
        require_sign_in(request)
        answer = self.given(SettleIn)["answer"]
        found, somebody = flag(actor_of(request), pk)
        return self.write(
            request, lambda: _flag(flag_settle(by=somebody, flag=found, answer=answer))
        )


PATHS = [
    path("matches/<int:pk>/flags", MatchFlagList.as_view()),
    path("clubs/<slug:slug>/flags", FlagList.as_view()),
    path("flags/<int:pk>", FlagDetail.as_view()),
    path("flags/<int:pk>/settle", FlagSettle.as_view()),
    path("matches/<int:pk>/entries/<int:number>/mend", MendList.as_view()),
    path("matches/<int:pk>/games/<int:game>/confirm", ConfirmationList.as_view()),
]
