"""/api/v1/: what somebody chooses for himself in a club, and making a player anonymous."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import services
from ecarte_club.clubs.models import Player, Shown
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.services.personal import LANGUAGES
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    View,
)
from ecarte_club.core.exceptions import Absent

from .clubs import club_of, person_of

VERSION_MOST = 2**31 - 1


class ChoicesOut(serializers.Serializer[Any]):
    player = serializers.IntegerField(allow_null=True, help_text="Null for who does not play.")
    name_shown = serializers.ChoiceField(choices=Shown.values, allow_null=True)
    club_shows = serializers.ChoiceField(
        choices=Shown.values, help_text="The club's own choice; the stricter of the two holds."
    )
    shown_as = serializers.CharField(help_text="What strangers read in the place of the name.")
    wants_results = serializers.BooleanField(allow_null=True)
    language = serializers.ChoiceField(choices=LANGUAGES, help_text="Of letters, in every club.")


class ChoicesIn(StrictSerializer):
    """What is left out stays as it is."""

    name_shown = StrictChoice(choices=Shown.values, required=False)
    wants_results = StrictBoolean(required=False)
    language = StrictChoice(choices=LANGUAGES, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            text = _("Choose at least one.")
            raise serializers.ValidationError({str(name): [text] for name in self.fields})
        return attrs


class KeptOut(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="In the language asked for.")
    number = serializers.IntegerField()
    stays = serializers.BooleanField()


class AnonymisingOut(serializers.Serializer[Any]):
    """`refusal`: why it cannot be done now; null when it can."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    will_be = serializers.CharField()
    version = serializers.IntegerField(help_text="Send it when you do it.")
    closes_account = serializers.BooleanField()
    refusal = serializers.CharField(allow_null=True)
    kept = KeptOut(many=True)


class AnonymisedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    anonymised_at = serializers.DateTimeField()


class PlayerVersionIn(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=VERSION_MOST)


class OwnChoices(View):
    @extend_schema(responses=ChoicesOut)
    def get(self, request: Request, slug: str) -> Response:
        """What you have chosen, and what strangers see of you."""
        return Response(_chosen(request, slug))

    @extend_schema(request=ChoicesIn, responses={200: ChoicesOut})
    def post(self, request: Request, slug: str) -> Response:
        """Choose what the club shows of you to strangers, and what it sends you."""
        _club, person = club_of(request, slug)
        given = self.given(ChoicesIn)

        def act() -> Any:
            services.choices_make(by=person, **given)
            return _chosen(request, slug)

        return self.write(request, act, 200)


def _chosen(request: Request, slug: str) -> Any:
    found = personal.choices(*club_of(request, slug))
    player = found.player
    return ChoicesOut(
        {
            "player": player.pk if player else None,
            "name_shown": player.name_shown if player else None,
            "club_shows": found.club.names_shown,
            "shown_as": found.shown_as,
            "wants_results": player.wants_results if player else None,
            "language": found.user.language,
        }
    ).data


def _person_for(request: Request, player_id: int) -> Person:
    """The actor as the player's club sees him. Raises: Absent."""
    club = Player.objects.filter(pk=player_id).values_list("club_id", flat=True).first()
    if club is None:
        raise Absent
    return person_of(request, club)


class AnonymisePreview(View):
    @extend_schema(responses=AnonymisingOut)
    def get(self, request: Request, pk: int) -> Response:
        """What it would come to. Nothing is done."""
        found = personal.anonymising(_person_for(request, pk), pk)
        plain = {
            "player": found.player.pk,
            "name": found.player.name,
            "will_be": found.will_be,
            "version": found.player.version,
            "closes_account": found.closes_account,
            "refusal": str(found.refusal.detail) if found.refusal else None,
            "kept": found.kept,
        }
        return Response(AnonymisingOut(plain).data)


class Anonymise(View):
    @extend_schema(request=PlayerVersionIn, responses={200: AnonymisedOut})
    def post(self, request: Request, pk: int) -> Response:
        """A number in the place of the name, everywhere and for good. Results stay as they are."""
        person = _person_for(request, pk)
        version = self.given(PlayerVersionIn)["version"]

        def act() -> Any:
            player = services.player_anonymise(by=person, player_id=pk, version=version)
            return AnonymisedOut(player).data

        return self.write(request, act, 200)


PATHS = [
    path("clubs/<slug:slug>/me", OwnChoices.as_view()),
    path("players/<int:pk>/anonymise/preview", AnonymisePreview.as_view()),
    path("players/<int:pk>/anonymise", Anonymise.as_view()),
]
