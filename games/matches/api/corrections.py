"""/api/v1/: what is done about a result: correct, undo, annul, fix, confirm, flag."""

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
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
from games.matches.api.serializers.entries import ForeseenOut, WrittenOut
from games.matches.api.serializers.matches import Out
from games.matches.models import Flag, Match
from games.matches.selectors.matches import all_flags, club_flags, flag, flags_of, raised_by
from games.matches.services.disputes import (
    TEXT_MOST,
    entry_mend,
    flag_raise,
    flag_settle,
    game_confirm,
)
from games.matches.services.entries import (
    Written,
    match_annul,
    match_annul_back,
    match_annul_preview,
)
from games.matches.services.revisions import entry_correct, entry_correct_preview

from . import inputs
from .views import EntryView, match_of

T = TypeVar("T")


class MendIn(inputs.Version):
    hand = inputs.HandFields(help_text="The hand as it was played.")
    trump_turned = StrictBoolean(
        help_text="Whether the trump of the deal after the last hand is turned (law 50); under "
        "Enquire Within rules, whether that hand is dealt."
    )


class ConfirmIn(StrictSerializer):
    number = StrictInteger(
        min_value=1, max_value=2**31 - 1, help_text="The latest entry of the game that you saw."
    )


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


class ConfirmationOut(Out):
    match = serializers.IntegerField()
    game = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The entry as which the game was confirmed.")
    at = serializers.DateTimeField()


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


class CorrectionList(EntryView):
    @extend_schema(request=inputs.CorrectionIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Supersede an entry by another of its kind, or take it back."""
        return self.enter(
            request, pk, inputs.CorrectionIn, _corrected(entry_correct), number=number
        )


class CorrectionPreview(EntryView):
    @extend_schema(request=inputs.CorrectionIn, responses={200: ForeseenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """What the same correction would change: marks, games, result, evening, standings.

        Nothing of it is written. A key answers again what it answered first.
        """
        act = _corrected(entry_correct_preview)
        return self.preview(request, pk, inputs.CorrectionIn, act, number=number)


def _corrected(service: Callable[..., T]) -> Callable[..., T]:
    """Takes what inputs.CorrectionIn reads; what the engine refuses has the form's names."""

    def act(*, reason: str, version: int, by: Person, match: Match, number: int, **sent: Any) -> T:
        arguments = {"by": by, "match": match, "number": number, "reason": reason}
        try:
            return service(what=inputs.correction(sent), version=version, **arguments)
        except Invalid as fault:
            raise inputs.in_correction(fault, sent) from fault

    return act


class Annulment(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """The match counts for nothing from now on. Its log stays, and what it was played for is
        to be played again.

        Refused where something rests on it: `in_the_way` then names the matches to annul first.
        """
        return self.enter(request, pk, inputs.AnnulmentIn, match_annul)


class AnnulmentBack(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """The match counts again as it did, where what it was played for is still open."""
        return self.enter(request, pk, inputs.AnnulmentIn, match_annul_back)


class AnnulmentPreview(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={200: ForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """What annulling would change: result, evening, standings, ratings, tournament.

        Nothing of it is written. A key answers again what it answered first.
        """
        return self.preview(request, pk, inputs.AnnulmentIn, match_annul_preview)


class MendList(EntryView):
    @extend_schema(request=MendIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Mend the score of a hand, as far as laws 50 and 51 let the players do it themselves."""

        def act(*, hand: dict[str, Any], **arguments: Any) -> Written:
            try:
                return entry_mend(what=inputs.hand(hand), **arguments)
            except Invalid as fault:
                raise inputs.in_correction(fault, {"hand": hand}) from fault

        return self.enter(request, pk, MendIn, act, number=number)


class ConfirmationList(View):
    @extend_schema(request=ConfirmIn, responses={201: ConfirmationOut})
    def post(self, request: Request, pk: int, game: int) -> Response:
        """The opponent's yes to a game; game 0 is a match by its games won."""
        require_sign_in(request)
        match, somebody = match_of(request, pk)
        number = self.validated(ConfirmIn)["number"]

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
        given = self.validated(FlagIn)
        return self.write(request, lambda: _flag(flag_raise(by=somebody, match=match, **given)))


def _flag(found: Flag) -> Any:
    return FlagOut(all_flags().get(pk=found.pk)).data


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class FlagList(ListAPIView[Flag], View):
    """The flags of a club, the newest first."""

    serializer_class = FlagOut

    @extend_schema(parameters=[OpenApiParameter("open", OpenApiTypes.BOOL)])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        _club, somebody = club_of(request, kwargs["slug"])
        found = club_flags(somebody).order_by("-pk")
        is_open = query_boolean(request.query_params, "open")
        if is_open is not None:
            found = found.filter(settled_at__isnull=is_open)
        page = self.paginate_queryset(found)
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
        answer = self.validated(SettleIn)["answer"]
        found, somebody = flag(actor_of(request), pk)
        return self.write(
            request, lambda: _flag(flag_settle(by=somebody, flag=found, answer=answer))
        )
