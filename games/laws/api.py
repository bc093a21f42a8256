"""/api/v1/laws: the law book, what can go wrong, and who may choose what."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import labels as club_labels
from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.selectors import club_rules
from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Absent, Invalid
from games.engine.codes import CODES, DEFAULT_CODE, Code
from games.engine.refusals import RefusalError
from games.engine.rulings.book import rulings
from games.engine.rulings.ids import Culprit, Entitled, Irregularity, Reach
from games.engine.rulings.laws import LAWS
from games.matches.api import rulings as forms
from games.matches.labels import engine
from games.matches.labels.rulings import ANSWERS, CHOICES, CONSEQUENCES, ENTITLED, FACTS

from . import selectors
from .labels.irregularities import When

CODE = OpenApiParameter(
    "code", OpenApiTypes.STR, description="A printed code; `london` if left out."
)
CLUB = OpenApiParameter(
    "club", OpenApiTypes.STR, description="A club's slug: the laws it plays by."
)
SEARCH = OpenApiParameter(
    "q",
    OpenApiTypes.STR,
    description="Words to find, as players use them: `revoke` finds law 43. Accents, capitals and "
    "endings do not matter.",
)
FACTS_PARAMETER = OpenApiParameter(
    "facts", OpenApiTypes.STR, description="Answers so far: `trump_turned=yes,elder_looked=no`."
)
NUMBER = OpenApiParameter("number", OpenApiTypes.INT, OpenApiParameter.PATH)


class Out(serializers.Serializer[Any]):
    pass


class LabelField(serializers.CharField):
    """The words of an id, in the language of the request."""

    labels: ClassVar[Mapping[Any, str | Promise]]

    def to_representation(self, value: Any) -> str:
        return str(self.labels[value])


class FactLabel(LabelField):
    labels = FACTS


class AnswerLabel(LabelField):
    labels = ANSWERS


class ChoiceLabel(LabelField):
    labels = CHOICES


class ConsequenceLabel(LabelField):
    labels = CONSEQUENCES


class EntitledLabel(LabelField):
    labels = ENTITLED


class AnsweredQuestionOut(Out):
    fact = serializers.ChoiceField(choices=forms.FACTS)
    answer = serializers.ChoiceField(choices=forms.ANSWERS)
    question = serializers.CharField(help_text="In the language of the request, as all texts.")
    text = serializers.CharField(help_text="The answer in words.")


class ConsequenceOut(Out):
    consequence = serializers.CharField(source="*", help_text="A stable id.")
    text = ConsequenceLabel(source="*", help_text="A sentence.")


class LawChoiceOut(Out):
    choice = serializers.ChoiceField(choices=forms.CHOICES)
    text = ChoiceLabel(source="choice", help_text="The choice in words.")
    law = serializers.CharField(help_text="Where it is written, as in `law 16, law 19`.")
    consequences = ConsequenceOut(
        many=True, read_only=True, help_text="What happens when this is chosen."
    )


class LawOptionOut(LawChoiceOut):
    consequences = ConsequenceOut(many=True, help_text="What happens when this is chosen.")


class FollowsOut(Out):
    facts = AnsweredQuestionOut(many=True, help_text="The answers that lead here.")
    entitled = serializers.ChoiceField(choices=[each.value for each in Entitled])
    who = serializers.CharField(help_text="Who chooses, in words.")
    law = serializers.CharField(help_text="Where it is written, as in `law 42`.")
    choices = LawChoiceOut(many=True)


class HappeningOut(Out):
    irregularity = serializers.ChoiceField(choices=forms.IRREGULARITIES)
    text = serializers.CharField(help_text="What can go wrong, in words.")
    follows = FollowsOut(many=True, help_text="One for each way of answering the questions.")


class CreditedTextOut(Out):
    text = serializers.CharField(help_text="One sentence or several.")
    said_by = serializers.CharField(
        help_text="The work that says it, in words; “as in London” where the code is silent."
    )


class VariantOut(Out):
    codes = serializers.ListField(
        child=serializers.ChoiceField(choices=list(CODES)), help_text="The codes that have it."
    )
    question = serializers.CharField(help_text="The option, where it is one; else empty.")
    text = serializers.CharField(help_text="What these codes say.")
    law = serializers.CharField(help_text="Where it is written.")


class LawOut(Out):
    number = serializers.IntegerField(help_text="From 1 to 51.")
    title = serializers.CharField()
    rule = serializers.CharField(help_text="The law in our own words.")
    credited = CreditedTextOut(
        many=True, help_text="The rule again, in parts: each with the work that says it."
    )
    reach = serializers.ChoiceField(
        choices=[each.value for each in Reach],
    )
    law = serializers.CharField(help_text="Where this code has it, as in `law 42`.")
    here = VariantOut(many=True, help_text="What this code says beside the rule.")
    happenings = HappeningOut(many=True, help_text="What can go wrong, and what follows.")
    elsewhere = VariantOut(many=True, help_text="How other codes differ from this one.")


class LawsOut(Out):
    code = serializers.ChoiceField(
        choices=list(CODES), help_text="The printed code, or the one that club rules change."
    )
    title = serializers.CharField(help_text="Of the code, or of the club rules.")
    laws = LawOut(many=True)
    beside = VariantOut(many=True, help_text="What the code settles and no law is about.")


class IrregularityOut(Out):
    irregularity = serializers.ChoiceField(choices=forms.IRREGULARITIES)
    text = serializers.CharField()
    when = serializers.ChoiceField(choices=[each.value for each in When])
    culprit = serializers.ChoiceField(
        choices=[each.value for each in Culprit],
        help_text="Whose doing it is; `either`: a ruling must name the offender.",
    )
    laws = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of the laws about it."
    )


class AnswerOut(Out):
    answer = serializers.ChoiceField(choices=forms.ANSWERS, source="*")
    text = AnswerLabel(source="*", help_text="The answer in words.")


class QuestionOut(Out):
    fact = serializers.ChoiceField(choices=forms.FACTS)
    text = FactLabel(source="fact", help_text="The question in words.")
    answers = AnswerOut(many=True, help_text="All that can be answered.")


class RulingFactOut(forms.FactOut):
    """A question of the ruling with its answer."""


class LawRulingOut(Out):
    """Either a question is still open, or it is known who chooses, and what."""

    irregularity = serializers.ChoiceField(choices=forms.IRREGULARITIES)
    culprit = serializers.ChoiceField(choices=[each.value for each in Culprit])
    facts = RulingFactOut(many=True, help_text="The facts sent, in the order of the questions.")
    law = serializers.CharField(help_text="Where it is written, or all that can still decide.")
    question = QuestionOut(allow_null=True, help_text="The next question; null: decided.")
    entitled = serializers.ChoiceField(
        choices=[each.value for each in Entitled],
        allow_null=True,
    )
    who = EntitledLabel(source="entitled", allow_null=True, help_text="Who chooses, in words.")
    choices = LawOptionOut(many=True, help_text="Empty while a question is open.")


def _code_and_title(request: Request) -> tuple[Code, str]:
    """Raises: Invalid, Absent."""
    slug, name = request.query_params.get("club"), request.query_params.get("code")
    if slug is not None:
        club, person = club_of(request, slug)
        rules = selectors.rules_played(club, person)
        title = rules.name or str(club_labels.CODE_TITLES[rules.code])
        return club_rules.code(rules.code, rules.options), title
    name = DEFAULT_CODE if name is None else name
    if name not in CODES:
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(CODES)}
        raise Invalid("unknown_code", text, field="code")
    return CODES[name], str(club_labels.CODE_TITLES[name])


class LawList(View):
    @extend_schema(operation_id="laws_list", parameters=[CODE, CLUB, SEARCH], responses=LawsOut)
    def get(self, request: Request) -> Response:
        """The laws of a code.

        All 51, or with `q` those that its words are about.
        """
        code, title = _code_and_title(request)
        book = {
            "code": code.id,
            "title": title,
            "laws": selectors.laws(code, request.query_params.get("q", "")),
            "beside": selectors.beside(code),
        }
        return Response(LawsOut(book).data)


class LawDetail(View):
    @extend_schema(parameters=[NUMBER, CODE, CLUB], responses=LawOut)
    def get(self, request: Request, number: int) -> Response:
        """One law of a code."""
        if number not in LAWS:
            raise Absent
        return Response(LawOut(selectors.law(_code_and_title(request)[0], number)).data)


class IrregularityList(View):
    @extend_schema(parameters=[SEARCH], responses=IrregularityOut(many=True))
    def get(self, request: Request) -> Response:
        """Everything that can go wrong, in the order of a hand.

        With `q`, those that these words are about.
        """
        irregularities = selectors.irregularities(request.query_params.get("q", ""))
        return Response(IrregularityOut(irregularities, many=True).data)


class RulingDetail(View):
    @extend_schema(parameters=[CODE, CLUB, FACTS_PARAMETER], responses=LawRulingOut)
    def get(self, request: Request, irregularity: str) -> Response:
        """What follows when something went wrong.

        The next question to answer in `facts`, or who may choose what.
        """
        if irregularity not in set(Irregularity):
            raise Absent
        facts = _facts(request.query_params.get("facts", ""))
        try:
            ruling = rulings(_code_and_title(request)[0], Irregularity(irregularity), facts)
        except RefusalError as error:
            raise _refused(error) from error
        return Response(LawRulingOut(ruling).data)


def _refused(error: RefusalError) -> Invalid:
    fault = engine.refused(error.refusal)
    return Invalid(fault.code, fault.detail, errors={"facts": fault.detail}, extra=fault.extra)


def _facts(text: str) -> Mapping[str, str]:
    pairs = [one.partition("=") for one in text.split(",") if one]
    return {fact.strip(): answer.strip() for fact, _is, answer in pairs}


urlpatterns = [
    path("laws", LawList.as_view()),
    path("laws/<int:number>", LawDetail.as_view()),
    path("irregularities", IrregularityList.as_view()),
    path("irregularities/<slug:irregularity>/ruling", RulingDetail.as_view()),
]
