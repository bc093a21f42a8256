"""/api/v1/: a club's rules and settings, and who may do what."""

from dataclasses import dataclass
from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import labels
from ecarte_club.clubs.labels import OptionText
from ecarte_club.clubs.models import Club, HouseRules, NameVisibility, Unit
from ecarte_club.clubs.permissions import TABLE, Act, Role, require
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.clubs.services.clubs import (
    LANGUAGES,
    NAME_MOST,
    Settings,
    club_set,
    rules_make,
    rules_retire,
)
from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from ecarte_club.core.exceptions import Invalid
from games.engine import club_rules as engine_rules
from games.engine.codes import CODES

from .clubs import club_of

CODE_IDS = list(CODES)
TEXTS = {name: [one.text for one in engine_rules.choices(name)] for name in engine_rules.OPTIONS}
ID_MOST, VERSION_MOST = 2**63 - 1, 2**31 - 1
SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
VERSION_HELP = "The version of the club's settings that you worked on."


class OptionOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    value = serializers.CharField()
    question = serializers.CharField(help_text="In words, in the language of the request.")
    answer = serializers.CharField(help_text="The value in words.")
    law = serializers.CharField(source="citation", help_text="Where it is printed, as in `law 49`.")
    changed = serializers.BooleanField(help_text="Whether it differs from the code in `base`.")


class CodeOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    title = serializers.CharField()
    options = OptionOut(many=True)


class ChoiceOut(serializers.Serializer[Any]):
    value = serializers.CharField()
    answer = serializers.CharField()
    law = serializers.CharField(help_text="`agreement` where no code plays so.")


class OptionChoicesOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    question = serializers.CharField()
    choices = ChoiceOut(many=True)


class CodesOut(serializers.Serializer[Any]):
    codes = CodeOut(many=True)
    options = OptionChoicesOut(many=True)


class RulesOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="rules.pk")
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    name = serializers.CharField(source="rules.name")
    base = serializers.CharField(
        source="rules.base", help_text="The printed code that they are made from."
    )
    options = OptionOut(many=True)
    in_force = serializers.BooleanField(help_text="Whether the club plays by them now.")
    made_at = serializers.DateTimeField(source="rules.made_at")
    retired_at = serializers.DateTimeField(
        source="rules.retired_at", allow_null=True, help_text="Null: not retired."
    )


class OptionsIn(StrictSerializer):
    """Only what differs from the code need be sent."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            name: StrictChoice(choices=TEXTS[name], required=False) for name in engine_rules.OPTIONS
        }


class RulesIn(StrictSerializer):
    name = StrictText(max_length=80)
    base = StrictChoice(choices=CODE_IDS, help_text="The printed code that they are made from.")
    options = OptionsIn(required=False)


class ClubVersionIn(StrictSerializer):
    version = StrictInteger(min_value=0, max_value=VERSION_MOST, help_text=VERSION_HELP)


class SettingsOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    place = serializers.CharField()
    public = serializers.BooleanField(help_text="Whether the public may see that the club exists.")
    code = serializers.CharField(
        help_text="The printed code, or the one that the club rules are made from."
    )
    house_rules = serializers.IntegerField(
        source="rules_id", allow_null=True, help_text="The id of the club rules; null if printed."
    )
    confirms = serializers.BooleanField(help_text="The opponent confirms each game.")
    second_factor = serializers.BooleanField(
        help_text="Whether the committee and directors need two-step sign-in."
    )
    names_shown = serializers.ChoiceField(choices=NameVisibility.values)
    shows_odds = serializers.BooleanField(help_text="Whether matches in play show the odds.")
    robots = serializers.BooleanField(help_text="Whether members may play robots online.")
    robots_rated = serializers.BooleanField(
        help_text="Whether matches with robots that begin now count in ratings."
    )
    robots_rated_since = serializers.DateTimeField(
        allow_null=True, help_text="Matches with robots that began since then count in ratings."
    )
    unit = serializers.ChoiceField(
        choices=Unit.values, help_text="What amounts are in; points are never paid."
    )
    language = serializers.ChoiceField(
        choices=LANGUAGES, help_text="Of e-mails to people who have no account yet."
    )
    version = serializers.IntegerField(help_text="Send it with your next write.")


class SettingsIn(ClubVersionIn):
    """What is left out stays as it is."""

    name = StrictText(max_length=NAME_MOST, required=False)
    place = StrictText(max_length=NAME_MOST, required=False, allow_blank=True)
    public = StrictBoolean(required=False)
    code = StrictChoice(
        choices=CODE_IDS,
        required=False,
        help_text="From now on as printed, without club rules.",
    )
    house_rules = StrictInteger(
        min_value=1, max_value=ID_MOST, required=False, help_text="From now on by these club rules."
    )
    confirms = StrictBoolean(required=False)
    names_shown = StrictChoice(choices=NameVisibility.values, required=False)
    robots = StrictBoolean(
        required=False,
        help_text="Whether members may play robots online. False: their matches are abandoned.",
    )
    robots_rated = StrictBoolean(
        required=False,
        help_text="Whether matches with robots that begin from now on count in ratings. False: "
        "none of them counts any longer.",
    )
    shows_odds = StrictBoolean(required=False)
    unit = StrictChoice(choices=Unit.values, required=False)
    language = StrictChoice(
        choices=LANGUAGES, required=False, help_text="Of e-mails to people without an account."
    )


@dataclass(frozen=True, slots=True)
class RulesOfClub:
    club: Club
    rules: HouseRules

    @property
    def options(self) -> list[OptionText]:
        code = club_rules.code(self.rules.base, self.rules.options)
        return labels.option_texts(code, CODES[self.rules.base])

    @property
    def in_force(self) -> bool:
        return self.club.rules_id == self.rules.pk


def _answer(club: Club, rules: HouseRules) -> Any:
    return RulesOut(RulesOfClub(club, rules)).data


class CodeList(View):
    @extend_schema(parameters=[SLUG], responses=CodesOut)
    def get(self, request: Request, slug: str) -> Response:
        """List the printed codes, and the choices of each option with their sources."""
        club_of(request, slug)
        codes = [
            {
                "code": name,
                "title": labels.CODE_TITLES[name],
                "options": labels.option_texts(code),
            }
            for name, code in CODES.items()
        ]
        options = [_choices(name) for name in engine_rules.OPTIONS]
        return Response(CodesOut({"codes": codes, "options": options}).data)


def _choices(name: str) -> dict[str, Any]:
    return {
        "name": name,
        "question": labels.OPTION_NAMES[name],
        "choices": [
            {
                "value": one.text,
                "answer": labels.VALUES[name][one.text],
                "law": one.source,
            }
            for one in engine_rules.choices(name)
        ],
    }


class RulesList(ListAPIView[HouseRules], View):
    """List the club's own rules, the newest first, with retired ones."""

    serializer_class = RulesOut

    @extend_schema(
        parameters=[SLUG, OpenApiParameter("retired", OpenApiTypes.BOOL, description="Or not.")]
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        club, person = club_of(request, self.kwargs["slug"])
        require(person, Act.SEE_CLUB)
        rows = HouseRules.objects.filter(club=club)
        if retired := request.query_params.get("retired"):
            if retired not in ("true", "false"):
                raise Invalid("invalid", _("Must be true or false."), field="retired")
            rows = rows.filter(retired_at__isnull=retired == "false")
        page = self.paginate_queryset(rows)
        answers = [_answer(club, rules) for rules in page or ()]
        return self.get_paginated_response(answers)

    @extend_schema(request=RulesIn, responses={201: RulesOut})
    def post(self, request: Request, slug: str) -> Response:
        """Make club rules. They are never changed: matches that begin under them keep them."""
        club, person = club_of(request, slug)
        given = {"options": {}, **self.validated(RulesIn)}
        return self.write(request, lambda: _answer(club, rules_make(by=person, **given)))


class RulesDetail(View):
    @extend_schema(responses=RulesOut)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Get club rules, with all their options."""
        club, person = club_of(request, slug)
        require(person, Act.SEE_CLUB)
        self.read_version = club.version
        return Response(_answer(club, club_rules.rules_of(club.pk, pk)))


class RulesRetire(View):
    @extend_schema(request=ClubVersionIn, responses={200: RulesOut})
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Retire club rules. Matches and seasons that have started keep them."""
        require_sign_in(request)
        club, person = club_of(request, slug)
        require(person, Act.SET_CLUB)
        rules = club_rules.rules_of(club.pk, pk)
        given = self.validated(ClubVersionIn)
        return self.write(
            request, lambda: _answer(club, rules_retire(by=person, rules=rules, **given)), 200
        )


class ClubSettings(View):
    @extend_schema(responses=SettingsOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get the settings of a club, and their version."""
        club, person = club_of(request, slug)
        require(person, Act.SET_CLUB)
        return Response(SettingsOut(club).data)

    @extend_schema(request=SettingsIn, responses={200: SettingsOut})
    def post(self, request: Request, slug: str) -> Response:
        """Change the settings of a club. Matches and seasons that have started keep their rules."""
        _club, person = club_of(request, slug)
        given = self.validated(SettingsIn)
        version, settings = given.pop("version"), Settings(**given)
        return self.write(
            request,
            lambda: SettingsOut(club_set(by=person, version=version, settings=settings)).data,
            200,
        )


class RightOut(serializers.Serializer[Any]):
    act = serializers.CharField(help_text="A stable name.")
    text = serializers.CharField(help_text="In words, in the language of the request.")
    roles = serializers.ListField(child=serializers.CharField(), help_text="Who may do it.")
    scope = serializers.CharField(help_text="What a token needs for it.")
    yours = serializers.BooleanField(help_text="Whether you may, with this token or session.")


class NamedRoleOut(serializers.Serializer[Any]):
    role = serializers.CharField()
    text = serializers.CharField()


class RightsOut(serializers.Serializer[Any]):
    roles = NamedRoleOut(many=True)
    acts = RightOut(many=True)


class Rights(View):
    @extend_schema(responses=RightsOut)
    def get(self, request: Request, slug: str) -> Response:
        """List who may do what, and which scope a token needs for it."""
        _club, person = club_of(request, slug)
        acts = [
            {
                "act": act.value,
                "text": act.label,
                "roles": [role.value for role in Role if role in right.roles],
                "scope": right.scope.value,
                "yours": person.may(act),
            }
            for act, right in TABLE.items()
        ]
        roles = [{"role": role.value, "text": role.label} for role in Role]
        return Response(RightsOut({"roles": roles, "acts": acts}).data)


PATHS = [
    path("clubs/<slug:slug>/codes", CodeList.as_view()),
    path("clubs/<slug:slug>/rules", RulesList.as_view()),
    path("clubs/<slug:slug>/rules/<int:pk>", RulesDetail.as_view()),
    path("clubs/<slug:slug>/rules/<int:pk>/retire", RulesRetire.as_view()),
    path("clubs/<slug:slug>/settings", ClubSettings.as_view()),
    path("clubs/<slug:slug>/rights", Rights.as_view()),
]
