"""/api/v1/: the players of a club."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.models import Player, Robot
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import members
from ecarte_club.clubs.selectors.members import SIGN_IN, SORTS, Filters, Status, members_csv
from ecarte_club.clubs.services.accounts import EMAIL_MOST
from ecarte_club.clubs.services.member_details import NOTE_MOST, SHORT_MOST, Details
from ecarte_club.clubs.services.members import (
    NAME_MOST,
    player_add,
    player_change,
    players_merge,
    players_merge_preview,
)
from ecarte_club.core import csv_files
from ecarte_club.core.api import (
    FileView,
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.pagination import SortedPages
from ecarte_club.core.parsing import whole_number

from .clubs import club_of, person_of

ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
# Programs have always got the newest first.
USUAL_SORT = "-added"


class DetailsOut(serializers.Serializer[Any]):
    """What the committee sees of a member, and they themselves but for the note."""

    email = serializers.CharField(help_text="Where they are reached; empty if not known.")
    phone = serializers.CharField(help_text="A phone number, as it was written.")
    licence = serializers.CharField(help_text="The licence number of a federation.")
    member_until = serializers.DateField(
        allow_null=True, help_text="The last day of membership; null: no last day."
    )
    note = serializers.CharField(allow_null=True, help_text="Null: for the committee alone.")


class PlayerOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="player.pk")
    club = serializers.SlugField(source="player.club.slug")
    name = serializers.CharField(source="player.name")
    has_sign_in = serializers.BooleanField(
        source="player.has_sign_in", help_text="Whether the player has an account here."
    )
    robot = serializers.ChoiceField(
        source="player.robot",
        choices=["", *Robot.values],
        help_text="The level of a robot, which plays online alone; empty for people.",
    )
    added_at = serializers.DateTimeField(source="player.added_at")
    left_on = serializers.DateField(
        source="player.left_on", allow_null=True, help_text="Null: a current member."
    )
    membership_ended = serializers.BooleanField(
        source="player.membership_ended",
        help_text="Whether the last day of their membership is past: listed as a former player.",
    )
    details = serializers.SerializerMethodField(
        help_text="Null: you may see those of yourself alone, if you play here."
    )
    merged_into = serializers.IntegerField(
        source="player.merged_into_id",
        allow_null=True,
        help_text="The id under which the player is stored, when two were one person.",
    )
    matches = serializers.IntegerField(help_text="Matches that count.")
    last_played = serializers.DateTimeField(
        allow_null=True, help_text="When their newest match began."
    )
    version = serializers.IntegerField(
        source="player.version", help_text="Raised with each change of what is shown of them."
    )

    @extend_schema_field(DetailsOut(allow_null=True))
    def get_details(self, member: Any) -> None:
        """Added to the answer where they may be seen."""


A_PHONE = "A phone number, such as +33 1 23 45 67 89."


class DetailsIn(StrictSerializer):
    """For the committee. What is left out stays; an empty text deletes it."""

    email = StrictText(
        max_length=EMAIL_MOST, required=False, allow_blank=True, help_text="To reach them by."
    )
    phone = StrictText(max_length=SHORT_MOST, required=False, allow_blank=True, help_text=A_PHONE)
    licence = StrictText(
        max_length=SHORT_MOST, required=False, allow_blank=True, help_text="The licence number."
    )
    member_until = serializers.DateField(
        required=False, allow_null=True, help_text="The last day of membership; null: no last day."
    )
    note = StrictText(max_length=NOTE_MOST, required=False, allow_blank=True)


CONFIRM = (
    "True: use the name although a player has it, or one that looks like it. Without it the "
    "answer is then 409, `names_alike`, with those players in `alike`."
)


class PlayerIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    confirm_name = StrictBoolean(required=False, help_text=CONFIRM)
    details = DetailsIn(required=False, help_text="For the committee.")


class PlayerChange(StrictSerializer):
    """What is left out stays. `left_on`: the day they left, or null for a current member."""

    version = StrictInteger(min_value=0, max_value=VERSION_MOST)
    name = StrictText(max_length=NAME_MOST, required=False)
    left_on = serializers.DateField(required=False, allow_null=True)
    confirm_name = StrictBoolean(required=False, help_text=CONFIRM)
    details = DetailsIn(required=False, help_text="For the committee.")


def _answer(player: Player) -> Mapping[str, Any]:
    """Without details, for the stored answers of writes."""
    return dict(PlayerOut(members.members([player.pk])[0]).data)


def _with_details(line: Mapping[str, Any], player: Player, person: Person) -> dict[str, Any]:
    """As this person may see them."""
    details = None
    if person.may(Act.SEE_DETAILS) or player.pk == person.player_id:
        details = dict(DetailsOut(player).data)
        if not person.may(Act.SEE_DETAILS):
            details["note"] = None
    return {**line, "details": details}


def _details_read(content: Mapping[str, Any]) -> dict[str, Any]:
    details = content.get("details")
    return {**content, **({"details": Details.of(details)} if details is not None else {})}


def player_of(request: Request, pk: int) -> tuple[Player, Person]:
    """Raises: Absent when there is none in a club of yours."""
    player = Player.objects.select_related("club").filter(pk=pk).first() if pk <= ID_MOST else None
    if player is None:
        raise Absent
    person = person_of(request, player.club_id)
    require(person, Act.SEE_CLUB)
    return player, person


LIST = [
    OpenApiParameter("name", OpenApiTypes.STR, description="Part of the name."),
    OpenApiParameter("status", OpenApiTypes.STR, enum=list(Status)),
    OpenApiParameter("sign_in", OpenApiTypes.STR, enum=SIGN_IN),
    OpenApiParameter(
        "details",
        OpenApiTypes.STR,
        description="Part of an e-mail address, phone or licence number, or note: the committee.",
    ),
    OpenApiParameter(
        "email", OpenApiTypes.STR, enum=SIGN_IN, description="The committee: with one."
    ),
    OpenApiParameter(
        "licence",
        OpenApiTypes.STR,
        enum=SIGN_IN,
        description="The committee: with one.",
    ),
    OpenApiParameter("sort", OpenApiTypes.STR, enum=[*SORTS, *(f"-{name}" for name in SORTS)]),
]


@extend_schema(parameters=[OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)])
class PlayerList(View):
    pagination_class = SortedPages

    @extend_schema(parameters=LIST, responses=PlayerOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """List the players of a club, for its own people."""
        _club, person = club_of(request, slug)
        filters = Filters.of(request.query_params, sort=USUAL_SORT)
        pages = SortedPages()
        players = pages.paginate_queryset(members.players(person, filters), request, self) or []
        page = members.members([player.pk for player in players])
        lines = (
            _with_details(line, member.player, person)
            for line, member in zip(PlayerOut(page, many=True).data, page, strict=True)
        )
        return pages.get_paginated_response(list(lines))

    @extend_schema(request=PlayerIn, responses={201: PlayerOut})
    def post(self, request: Request, slug: str) -> Response:
        """Add a player."""
        _club, person = club_of(request, slug)
        content = _details_read(self.validated(PlayerIn))
        answer = self.write(request, lambda: _answer(player_add(by=person, **content)))
        return _detailed(answer, person)


def _detailed(answer: Response, person: Person) -> Response:
    """Details are read when a write is repeated, and stored with no answer."""
    player = Player.objects.get(pk=answer.data["id"])
    answer.data = _with_details(answer.data, player, person)
    return answer


class PlayerTable(FileView):
    @extend_schema(parameters=LIST, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Get all players of the list as CSV, which can be imported again."""
        club, person = club_of(request, slug)
        filters = Filters.of(request.query_params, sort=USUAL_SORT)
        ids = members.players(person, filters).values_list("pk", flat=True)
        return csv_files.download(
            f"{club.slug}-players.csv",
            members_csv(members.members(list(ids)), with_details=person.may(Act.SEE_DETAILS)),
        )


class PlayerDetail(View):
    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, pk: int) -> Response:
        """Get a player, for people of their club."""
        player, person = player_of(request, pk)
        return Response(_with_details(_answer(player), player, person))

    @extend_schema(request=PlayerChange, responses={201: PlayerOut})
    def post(self, request: Request, pk: int) -> Response:
        """Rename a player, mark them as left or returned, or change their details."""
        require_sign_in(request)
        player, person = player_of(request, pk)
        given = _details_read(self.validated(PlayerChange))
        content = {"name": player.name, "left_on": player.left_on, **given}
        answer = self.write(
            request, lambda: _answer(player_change(by=person, player=player, **content))
        )
        return _detailed(answer, person)


class MergeIn(StrictSerializer):
    """`other` becomes the player of the address. Both versions as the preview shows them."""

    other = StrictInteger(min_value=1, max_value=ID_MOST, source="gone")
    version = StrictInteger(min_value=0, max_value=VERSION_MOST)
    other_version = StrictInteger(min_value=0, max_value=VERSION_MOST, source="gone_version")


class TableLineOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField()
    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()


class TableChangeOut(serializers.Serializer[Any]):
    """The lines of the two players in a season, and the line that replaces them."""

    season = serializers.IntegerField()
    name = serializers.CharField()
    before = TableLineOut(many=True)
    after = TableLineOut()
    others = serializers.IntegerField(help_text="How many other players get another rank.")


class MergingOut(serializers.Serializer[Any]):
    """`matches` and `evenings` are those of the player who goes."""

    kept = serializers.IntegerField(source="kept.pk")
    gone = serializers.IntegerField(source="gone.pk")
    name = serializers.CharField(source="kept.name")
    version = serializers.IntegerField(help_text="Of the player who stays.")
    other_version = serializers.IntegerField(
        source="gone.version", help_text="Of the player who goes."
    )
    left_on = serializers.DateField(source="kept.left_on", allow_null=True)
    sign_in = serializers.IntegerField(
        source="sign_in.pk",
        allow_null=True,
        help_text="The player whose account stays; null if neither has one.",
    )
    matches = serializers.IntegerField(source="effects.matches")
    evenings = serializers.IntegerField(source="effects.number_of_evenings")
    tables = TableChangeOut(source="effects.tables", many=True)


class MergePreview(View):
    @extend_schema(
        parameters=[OpenApiParameter("other", OpenApiTypes.INT, required=True)],
        responses=MergingOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """Preview a merge: what would change if `other` became this player.

        Nothing is changed; a merge must send `version` and `other_version` as they are here.
        """
        _player, person = player_of(request, pk)
        require(person, Act.MERGE_PLAYERS)
        other = whole_number(request.query_params.get("other", ""))
        if not other:
            raise Invalid("invalid", _("Must be the id of a player."), field="other")
        merging = players_merge_preview(by=person, kept=pk, gone=other)
        return Response(MergingOut(merging).data)


class Merge(View):
    @extend_schema(request=MergeIn, responses={201: MergingOut})
    def post(self, request: Request, pk: int) -> Response:
        """Merge `other` into this player."""
        require_sign_in(request)
        _player, person = player_of(request, pk)
        given = self.validated(MergeIn)
        return self.write(
            request, lambda: MergingOut(players_merge(by=person, kept=pk, **given)).data
        )


PATHS = [
    path("clubs/<slug:slug>/players", PlayerList.as_view()),
    path("clubs/<slug:slug>/players.csv", PlayerTable.as_view()),
    path("players/<int:pk>", PlayerDetail.as_view()),
    path("players/<int:pk>/merge", Merge.as_view()),
    path("players/<int:pk>/merge/preview", MergePreview.as_view()),
]
