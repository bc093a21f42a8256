"""/api/v1/laws: the law book, what can go wrong, and who may choose what."""

from collections.abc import Mapping
from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.labels import rules as rule_words
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Absent, Invalid
from games.engine.codes import CODES, DEFAULT_CODE, Code
from games.engine.refusals import RefusalError
from games.engine.rulings.book import CULPRITS, Ruling, rulings
from games.engine.rulings.ids import Culprit, Entitled, Irregularity, Reach
from games.engine.rulings.laws import LAWS
from games.matches.api import rulings as forms
from games.matches.labels import engine
from games.matches.labels.ruling_choices import CHOICES, CONSEQUENCES, ENTITLED
from games.matches.labels.ruling_questions import ANSWERS, FACTS, IRREGULARITIES

from . import selectors
from .labels.groups import GROUPS, When
from .selectors import laws_about

CODE = OpenApiParameter(
    "code", OpenApiTypes.STR, description="A printed code, `london` unless it is said."
)
CLUB = OpenApiParameter("club", OpenApiTypes.STR, description="A club's slug: what it plays by.")
SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Words; accents do not matter.")
FACTS_ASKED = OpenApiParameter(
    "facts", OpenApiTypes.STR, description="Those known: `trump_turned=yes,elder_looked=no`."
)
NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)


class Out(serializers.Serializer[Any]):
    pass


class AskedOut(Out):
    fact = serializers.ChoiceField(choices=forms.FACTS)
    answer = serializers.ChoiceField(choices=forms.ANSWERS)
    question = serializers.CharField(help_text="In the language asked for, as all words here.")
    text = serializers.CharField(help_text="The answer in words.")


class ConsequenceOut(Out):
    consequence = serializers.CharField(help_text="A stable id.")
    text = serializers.CharField()


class LawChoiceOut(Out):
    choice = serializers.ChoiceField(choices=forms.CHOICES)
    text = serializers.CharField()
    law = serializers.CharField(help_text="Where it is written, as in `law 16, law 19`.")
    consequences = serializers.SerializerMethodField()

    @extend_schema_field(ConsequenceOut(many=True))
    def get_consequences(self, chosen: selectors.ChoiceText) -> list[dict[str, str]]:
        return [{"consequence": one, "text": text} for one, text in chosen.consequences]


class FollowsOut(Out):
    facts = AskedOut(many=True, help_text="After these answers.")
    entitled = serializers.ChoiceField(choices=[one.value for one in Entitled])
    who = serializers.CharField(help_text="Who chooses, in words.")
    law = serializers.CharField()
    choices = LawChoiceOut(many=True)


class HappeningOut(Out):
    irregularity = serializers.ChoiceField(choices=forms.IRREGULARITIES)
    text = serializers.CharField()
    follows = FollowsOut(many=True)


class OtherOut(Out):
    codes = serializers.ListField(child=serializers.ChoiceField(choices=list(CODES)))
    question = serializers.CharField(help_text="The option, where it is one; else empty.")
    text = serializers.CharField()
    law = serializers.CharField(help_text="Where it is written.")


class LawOut(Out):
    number = serializers.IntegerField()
    title = serializers.CharField()
    rule = serializers.CharField(help_text="In our own words.")
    reach = serializers.ChoiceField(choices=[one.value for one in Reach])
    law = serializers.CharField(help_text="Where this code has it, as in `law 42`.")
    here = OtherOut(many=True, help_text="What this code says of it beside the rule.")
    happenings = HappeningOut(many=True, help_text="What can go wrong by it, and what follows.")
    elsewhere = OtherOut(many=True, help_text="What other codes have otherwise.")


class LawsOut(Out):
    code = serializers.ChoiceField(choices=list(CODES), help_text="Or what house rules are of.")
    title = serializers.CharField()
    laws = LawOut(many=True)
    beside = OtherOut(many=True, help_text="What the code settles and no law speaks of.")


class IrregularityOut(Out):
    irregularity = serializers.ChoiceField(choices=forms.IRREGULARITIES)
    text = serializers.CharField()
    when = serializers.ChoiceField(choices=[one.value for one in When])
    culprit = serializers.ChoiceField(
        choices=[one.value for one in Culprit],
        help_text="Whose doing it is; `either`: a ruling must say the offender.",
    )
    laws = serializers.ListField(child=serializers.IntegerField())


class AnswerOut(Out):
    answer = serializers.ChoiceField(choices=forms.ANSWERS)
    text = serializers.CharField()


class QuestionOut(Out):
    fact = serializers.ChoiceField(choices=forms.FACTS)
    text = serializers.CharField()
    answers = AnswerOut(many=True)


class LawOptionOut(Out):
    choice = serializers.ChoiceField(choices=forms.CHOICES)
    text = serializers.CharField()
    law = serializers.CharField()
    consequences = ConsequenceOut(many=True)


class LawRulingOut(Out):
    """Either a question is still open, or it is known who chooses, and what."""

    irregularity = serializers.ChoiceField(choices=forms.IRREGULARITIES)
    culprit = serializers.ChoiceField(choices=[one.value for one in Culprit])
    facts = forms.FactOut(many=True)
    law = serializers.CharField()
    question = QuestionOut(allow_null=True)
    entitled = serializers.ChoiceField(choices=[one.value for one in Entitled], allow_null=True)
    who = serializers.CharField(allow_null=True, help_text="Who chooses, in words.")
    choices = LawOptionOut(many=True)


def _asked(request: Request) -> tuple[Code, str]:
    """The code that is meant, and its name. Raises: Invalid, Absent."""
    slug, name = request.query_params.get("club"), request.query_params.get("code")
    if slug is not None:
        club, person = club_of(request, slug)
        rules = selectors.rules_played(club, person)
        title = rules.name or str(rule_words.CODE_TITLES[rules.code])
        return club_rules.code(rules.code, rules.options), title
    name = DEFAULT_CODE if name is None else name
    if name not in CODES:
        text = _("Must be one of: %(names)s.") % {"names": ", ".join(CODES)}
        raise Invalid("unknown_code", text, errors={"code": text})
    return CODES[name], str(rule_words.CODE_TITLES[name])


class LawList(View):
    @extend_schema(operation_id="laws_list", parameters=[CODE, CLUB, SEARCH], responses=LawsOut)
    def get(self, request: Request) -> Response:
        """The 51 laws as a code has them, or those in which every word is found."""
        code, title = _asked(request)
        found = {
            "code": code.id,
            "title": title,
            "laws": selectors.laws(code, request.query_params.get("q", "")),
            "beside": selectors.beside(code),
        }
        return Response(LawsOut(found).data)


class LawDetail(View):
    @extend_schema(parameters=[NUMBER, CODE, CLUB], responses=LawOut)
    def get(self, request: Request, number: int) -> Response:
        """One law as a code has it."""
        if number not in LAWS:
            raise Absent
        return Response(LawOut(selectors.law(_asked(request)[0], number)).data)


class IrregularityList(View):
    @extend_schema(responses=IrregularityOut(many=True))
    def get(self, request: Request) -> Response:
        """All that the laws know to go wrong, in the order of a hand."""
        found = [
            {
                "irregularity": one.value,
                "text": str(IRREGULARITIES[one]),
                "when": when.value,
                "culprit": CULPRITS[one].value,
                "laws": laws_about(one),
            }
            for when, several in GROUPS.items()
            for one in several
        ]
        return Response(IrregularityOut(found, many=True).data)


class RulingDetail(View):
    @extend_schema(parameters=[CODE, CLUB, FACTS_ASKED], responses=LawRulingOut)
    def get(self, request: Request, irregularity: str) -> Response:
        """What follows when this went wrong: the next question, or who may choose what."""
        if irregularity not in set(Irregularity):
            raise Absent
        facts = _facts(request.query_params.get("facts", ""))
        try:
            found = rulings(_asked(request)[0], Irregularity(irregularity), facts)
        except RefusalError as error:
            raise _refused(error) from error
        return Response(LawRulingOut(_plain(found)).data)


def _refused(error: RefusalError) -> Invalid:
    fault = engine.refused(error.refusal)
    return Invalid(fault.code, fault.detail, errors={"facts": fault.detail}, extra=fault.extra)


def _facts(text: str) -> Mapping[str, str]:
    pairs = [one.partition("=") for one in text.split(",") if one]
    return {fact.strip(): answer.strip() for fact, _is, answer in pairs}


def _plain(found: Ruling) -> dict[str, Any]:
    question = found.question and {
        "fact": found.question.fact.value,
        "text": str(FACTS[found.question.fact]),
        "answers": [{"answer": a.value, "text": str(ANSWERS[a])} for a in found.question.answers],
    }
    choices = [
        {
            "choice": one.choice.value,
            "text": str(CHOICES[one.choice]),
            "law": one.law,
            "consequences": [
                {"consequence": each.value, "text": str(CONSEQUENCES[each])}
                for each in one.consequences
            ],
        }
        for one in found.choices
    ]
    return {
        "irregularity": found.irregularity.value,
        "culprit": found.culprit.value,
        "facts": [{"fact": fact.value, "answer": answer.value} for fact, answer in found.facts],
        "law": found.law,
        "question": question,
        "entitled": found.entitled,
        "who": str(ENTITLED[found.entitled]) if found.entitled else None,
        "choices": choices,
    }


urlpatterns = [
    path("laws", LawList.as_view()),
    path("laws/<int:number>", LawDetail.as_view()),
    path("irregularities", IrregularityList.as_view()),
    path("irregularities/<slug:irregularity>/ruling", RulingDetail.as_view()),
]
