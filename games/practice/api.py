"""/api/v1/: lessons, and the daily problem with its answer. Hands against robots are pages alone: a
program plays a robot at a table online, or with `manage.py ecarte duel`."""

from datetime import date
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Absent
from games.engine.cards import NAMES, SUITS
from games.engine.hand.state import Say
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.api.serializers.matches import Out
from games.matches.labels.advice import HINTS, SOURCE, action_text

from . import labels
from .rules.hands import READER
from .rules.lessons import LESSONS, Lesson
from .rules.problems import Problem
from .selectors.addresses import sent_text
from .selectors.problems import choices_on, problem_on

SIDES = ["reader", "robot"]


class PracticeScoreOut(Out):
    own = serializers.IntegerField(help_text="Points of the reader.")
    other = serializers.IntegerField(help_text="Points of the robot.")


class LessonOut(Out):
    id = serializers.CharField(help_text="In the address of its page.")
    title = serializers.CharField(help_text="In the language asked for.")
    idea = serializers.CharField(help_text="What it is about, in a sentence.")
    hint = serializers.CharField(help_text="The id of the printed hint, as in `hints`.")
    text = serializers.CharField(help_text="The printed hint.")
    work = serializers.CharField(help_text="The work that prints it.")
    seed = serializers.CharField(help_text="From which the deal follows.")
    dealer = serializers.ChoiceField(choices=SIDES, help_text="Who deals.")
    score = PracticeScoreOut(help_text="Before the hand.")


class LessonList(View):
    @extend_schema(responses=LessonOut(many=True))
    def get(self, request: Request) -> Response:
        """Lessons: deals about printed hints"""
        return Response(LessonOut([_lesson(one) for one in LESSONS], many=True).data)


def _lesson(lesson: Lesson) -> dict[str, Any]:
    words = labels.LESSONS[lesson.id]
    return {
        "id": lesson.id,
        "title": str(words.title),
        "idea": str(words.idea),
        "hint": lesson.hint,
        "text": str(HINTS[lesson.hint]),
        "work": str(SOURCE),
        "seed": lesson.start.seed,
        "dealer": _side(lesson.start.dealer),
        "score": _score(lesson.start.score),
    }


def _side(seat: Seat | None) -> str:
    return SIDES[0] if seat is READER else SIDES[1]


def _score(score: Score) -> dict[str, int]:
    return {"own": score.a, "other": score.b}


class ProblemOut(Out):
    day = serializers.DateField(help_text="Whose problem it is.")
    score = PracticeScoreOut(help_text="With what this hand has brought so far.")
    dealer = serializers.ChoiceField(choices=SIDES, help_text="Who dealt.")
    phase = serializers.CharField(
        help_text="proposal, answer, discard_elder, discard_dealer or play."
    )
    cards = serializers.ListField(child=serializers.CharField(), help_text="The reader’s hand.")
    turned = serializers.CharField(help_text="The turn-up, a card.")
    trump = serializers.CharField(help_text="C, D, H or S.")
    words = serializers.ListField(
        child=serializers.ListField(),
        help_text="Who said what, in order; a number is of cards exchanged.",
    )
    played = serializers.ListField(
        child=serializers.ListField(), help_text="Who played which card, in order."
    )


class ProblemOptionOut(Out):
    act = serializers.CharField(help_text='Such as "stand", "KH", or "-7H 8H" for a discard.')
    text = serializers.CharField(help_text="In the language asked for.")
    chance = serializers.FloatField(help_text="Of winning the game.")
    point = serializers.FloatField(help_text="Of winning the point.")
    players = serializers.IntegerField(help_text="How many players chose it on the page.")


class ProblemAnswerOut(Out):
    day = serializers.DateField(help_text="Whose problem it is.")
    options = ProblemOptionOut(many=True, help_text="The best first.")
    printed = serializers.CharField(help_text="What the printed hints choose.")
    players = serializers.IntegerField(
        help_text="How many players have answered on the page: an account once, a guest once for "
        "each browser."
    )


class ProblemDetail(View):
    @extend_schema(responses=ProblemOut)
    def get(self, request: Request, day: str) -> Response:
        """The problem of a day: a decision whose best choice is not obvious"""
        on, found = _on(day)
        seen = found.played.seen
        return Response(
            ProblemOut(
                {
                    "day": on,
                    "score": _score(seen.score),
                    "dealer": _side(seen.dealer),
                    "phase": seen.phase.name.lower(),
                    "cards": [NAMES[card] for card in seen.hand or ()],
                    "turned": NAMES[seen.turn_up or 0],
                    "trump": SUITS[seen.trump or 0],
                    "words": [[_side(seat), _word(word)] for seat, word in seen.words],
                    "played": [[_side(seat), NAMES[card]] for seat, card in seen.played],
                }
            ).data
        )


def _word(word: Say | int) -> str | int:
    return str(word) if isinstance(word, Say) else word


class ProblemAnswer(View):
    @extend_schema(responses=ProblemAnswerOut)
    def get(self, request: Request, day: str) -> Response:
        """What each choice in the problem of a day is worth, and how many players made it"""
        on, found = _on(day)
        counted = choices_on(on)
        printed = found.advice.reason.printed
        options = [
            {
                "act": sent_text(one.action),
                "text": action_text(one.action),
                "chance": one.chance,
                "point": one.point,
                "players": counted.of.get(sent_text(one.action), 0),
            }
            for one in found.advice.options
        ]
        shown = {
            "day": on,
            "options": options,
            "printed": "" if printed is None else sent_text(printed),
            "players": counted.players,
        }
        return Response(ProblemAnswerOut(shown).data)


def _on(day: str) -> tuple[date, Problem]:
    """Raises: Absent."""
    try:
        on = date.fromisoformat(day)
    except ValueError:
        raise Absent from None
    return on, problem_on(on)


urlpatterns = [
    path("lessons", LessonList.as_view()),
    path("problems/<str:day>", ProblemDetail.as_view()),
    path("problems/<str:day>/answer", ProblemAnswer.as_view()),
]
