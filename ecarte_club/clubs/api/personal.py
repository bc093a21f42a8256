"""/api/v1/: a person's own choices in a club, and making a player anonymous."""

from typing import Any

from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of, stay_signed_in
from ecarte_club.clubs.models import NameVisibility, Player, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.selectors.clubs import tokens_of
from ecarte_club.clubs.services.accounts import (
    LANGUAGES,
    choices_make,
    own_sessions_end,
    player_anonymise,
)
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    View,
)
from ecarte_club.core.exceptions import Absent, get_or_absent

from .clubs import club_of, person_of

VERSION_MOST = 2**31 - 1


class OwnDetailsOut(serializers.Serializer[Any]):
    email = serializers.CharField(help_text="Where the club reaches you; empty if not known.")
    phone = serializers.CharField(help_text="Your phone number, as it was written.")
    licence = serializers.CharField(help_text="The licence number of a federation.")
    member_until = serializers.DateField(
        allow_null=True, help_text="The last day of your membership; null: no last day."
    )


class ChoicesOut(serializers.Serializer[Any]):
    player = serializers.IntegerField(
        source="player.pk", allow_null=True, help_text="Null: you do not play here."
    )
    name_shown = serializers.ChoiceField(
        source="player.name_shown",
        choices=NameVisibility.values,
        allow_null=True,
        help_text="Your choice of what the public sees.",
    )
    club_shows = serializers.ChoiceField(
        source="club.names_shown",
        choices=NameVisibility.values,
        help_text="The club's choice; the stricter of the two applies.",
    )
    shown_as = serializers.CharField(help_text="What the public sees in place of your name.")
    details = OwnDetailsOut(
        source="player",
        allow_null=True,
        help_text="What the committee has recorded of you; null: you do not play here.",
    )
    wants_results = serializers.BooleanField(
        source="player.wants_results", allow_null=True, help_text="Results of evenings by e-mail."
    )
    wants_turns = serializers.BooleanField(
        source="player.wants_turns",
        allow_null=True,
        help_text="An e-mail when it is your turn by correspondence.",
    )
    language = serializers.ChoiceField(
        source="user.language", choices=LANGUAGES, help_text="Of e-mails, in every club."
    )


class ChoicesIn(StrictSerializer):
    """What is left out stays as it is."""

    name_shown = StrictChoice(choices=NameVisibility.values, required=False)
    wants_results = StrictBoolean(required=False)
    wants_turns = StrictBoolean(
        required=False, help_text="An e-mail when it is your turn by correspondence."
    )
    language = StrictChoice(choices=LANGUAGES, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            text = _("Choose at least one.")
            raise serializers.ValidationError({str(name): [text] for name in self.fields})
        return attrs


class StoredDataOut(serializers.Serializer[Any]):
    text = serializers.CharField(help_text="In the language of the request.")
    number = serializers.IntegerField(help_text="How many of them there are.")
    stays = serializers.BooleanField(help_text="Whether it stays when the name goes.")


class AnonymisingOut(serializers.Serializer[Any]):
    player = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    will_be = serializers.CharField(help_text="What replaces the name.")
    version = serializers.IntegerField(
        source="player.version", help_text="To be sent with the request that does it."
    )
    closes_account = serializers.BooleanField(help_text="Whether their account is closed too.")
    refusal = serializers.CharField(
        source="refusal.detail",
        allow_null=True,
        help_text="Why it cannot be done now; null when it can.",
    )
    kept = StoredDataOut(many=True)


class AnonymisedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    anonymised_at = serializers.DateTimeField()


class PlayerVersionIn(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=VERSION_MOST)


class SessionsIn(StrictSerializer):
    version = StrictInteger(
        min_value=0, max_value=VERSION_MOST, help_text="Of the sessions, as it was read."
    )


class SessionsOut(serializers.Serializer[Any]):
    version = serializers.IntegerField(
        source="session_number", help_text="Send it to sign out everywhere."
    )
    tokens = serializers.SerializerMethodField(
        help_text="How many API tokens of yours still work; revoke them on your account page."
    )

    def get_tokens(self, user: User) -> int:
        return tokens_of(user).filter(expires_at__gt=timezone.now()).count()


class OwnChoices(View):
    @extend_schema(responses=ChoicesOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get your choices in a club, and what the public sees of you."""
        return Response(_choices(request, slug))

    @extend_schema(request=ChoicesIn, responses={200: ChoicesOut})
    def post(self, request: Request, slug: str) -> Response:
        """Choose what the club shows of you to the public, and what it sends you."""
        _club, person = club_of(request, slug)
        content = self.validated(ChoicesIn)

        def act() -> Any:
            choices_make(by=person, **content)
            return _choices(request, slug)

        return self.write(request, act, 200)


class OwnSessions(View):
    @extend_schema(responses=SessionsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get what signing out everywhere needs, and how many of your tokens it leaves."""
        _club, person = club_of(request, slug)
        require(person, Act.CHOOSE_OWN)
        return Response(SessionsOut(get_or_absent(User.objects.all(), person.user_id or 0)).data)

    @extend_schema(request=SessionsIn, responses={200: SessionsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Sign out every browser and phone that is signed in with your account.

        In all your clubs. The session that sends this stays, and tokens go on working.
        """
        _club, person = club_of(request, slug)
        version = self.validated(SessionsIn)["version"]

        def act() -> Any:
            user = own_sessions_end(by=person, version=version)
            if actor_of(request).token is None:
                stay_signed_in(request._request, user)
            return SessionsOut(user).data

        return self.write(request, act, 200)


def _choices(request: Request, slug: str) -> Any:
    return ChoicesOut(personal.choices(*club_of(request, slug))).data


def _person_for(request: Request, player_id: int) -> Person:
    """The actor as the player's club sees them. Raises: Absent."""
    club = Player.objects.filter(pk=player_id).values_list("club_id", flat=True).first()
    if club is None:
        raise Absent
    return person_of(request, club)


class AnonymisePreview(View):
    @extend_schema(responses=AnonymisingOut)
    def get(self, request: Request, pk: int) -> Response:
        """Preview what making a player anonymous would change."""
        return Response(AnonymisingOut(personal.anonymising(_person_for(request, pk), pk)).data)


class Anonymise(View):
    @extend_schema(request=PlayerVersionIn, responses={200: AnonymisedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Make a player anonymous, for good.

        A number replaces the name everywhere. Results stay as they are.
        """
        person = _person_for(request, pk)
        given = self.validated(PlayerVersionIn)
        return self.write(
            request,
            lambda: AnonymisedOut(player_anonymise(by=person, player_id=pk, **given)).data,
            200,
        )


PATHS = [
    path("clubs/<slug:slug>/me", OwnChoices.as_view()),
    path("clubs/<slug:slug>/me/sessions", OwnSessions.as_view()),
    path("players/<int:pk>/anonymise/preview", AnonymisePreview.as_view()),
    path("players/<int:pk>/anonymise", Anonymise.as_view()),
]
