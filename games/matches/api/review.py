"""/api/v1/: the post-mortem of a match."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core import etags
from ecarte_club.core.api import FileView, View
from games.engine.cards import NAMES
from games.engine.hand.state import Action, Say
from games.engine.seats import Seat
from games.matches.labels.advice import HINTS, SOURCE
from games.matches.labels.review import (
    WHY_NOT,
    decision_text,
    hand_heading,
    summary_text,
    text_of,
)
from games.matches.rules.review import Judgement
from games.matches.selectors.notation import TEXT
from games.matches.selectors.reading import read
from games.matches.selectors.review import (
    HandReview,
    Review,
    Unavailable,
    WhyNot,
    review_of,
)
from games.matches.selectors.robots import tables_version

from .serializers.matches import Out, seat_field
from .views import match_of, names_version

ACTION_HELP = 'A word such as "stand"; a card such as "KH"; "-7H 8H" for cards discarded.'


def action_name(action: Action) -> str:
    """As a table online takes it."""
    if isinstance(action, Say):
        return str(action)
    if isinstance(action, int):
        return NAMES[action]
    return f"-{' '.join(NAMES[card] for card in action if isinstance(card, int))}"


class JudgedOptionOut(Out):
    action = serializers.CharField(help_text=ACTION_HELP)
    chance = serializers.FloatField(help_text="Of winning the game.")
    point = serializers.FloatField(help_text="Of winning the point, by the best play from here.")


class OpenCardsOut(Out):
    made = serializers.IntegerField(help_text="Tricks in all, if both play as well as can be.")
    after = serializers.IntegerField(help_text="The same after what was done.")
    best = serializers.ListField(
        child=serializers.CharField(), help_text="Cards that make them; empty before the play."
    )


class PrintedHintOut(Out):
    id = serializers.CharField(help_text="As among the printed hints.")
    work = serializers.CharField(help_text="The work that prints it.")
    text = serializers.CharField(help_text="The hint, in the language asked for.")


class JudgementOut(Out):
    seat = seat_field()
    step = serializers.IntegerField(help_text="Of the replay of the hand: when it was decided.")
    done = JudgedOptionOut(help_text="What was done.")
    best = JudgedOptionOut(help_text="What was best, by what this player could know.")
    cost = serializers.FloatField(help_text="In chances to win the game.")
    is_mistake = serializers.BooleanField(help_text="Whether it costs one in a hundred or more.")
    needed = serializers.FloatField(
        allow_null=True,
        help_text="Of bidding: the least chance of the point with which to play the cards as they "
        "are.",
    )
    hint = PrintedHintOut(allow_null=True, help_text="The printed hint about the hand.")
    printed = serializers.CharField(
        allow_null=True, help_text="What the printed hints do here, written as an action."
    )
    open_cards = OpenCardsOut(allow_null=True, help_text="With all cards seen; null of a discard.")
    advised = serializers.BooleanField(help_text="Whether the player had sought advice on it.")
    text = serializers.CharField(help_text="What was done, in words.")


class ReviewedHandOut(Out):
    entry = serializers.IntegerField(help_text="The number of its entry in the match.")
    game = serializers.IntegerField(help_text="0 of a match of which only the games won are known.")
    hand = serializers.IntegerField(help_text="Its number in the game; 0 of a score alone.")
    name = serializers.CharField(help_text="As its page is headed.")
    status = serializers.ChoiceField(
        choices=["judged", "waiting", "left_out"], help_text="Waiting: read again for more."
    )
    why_not = serializers.ChoiceField(
        choices=[why.value for why in WhyNot],
        allow_null=True,
        help_text="Why the hand is left out.",
    )
    why_not_text = serializers.CharField(help_text="The same in words; else empty.")
    decisions = JudgementOut(many=True, help_text="In their order; empty unless it is judged.")


class ReviewSummaryOut(Out):
    decisions = serializers.IntegerField(help_text="Where more than one thing could be done.")
    mistakes = serializers.IntegerField(help_text="Decisions that cost one in a hundred or more.")
    given_away = serializers.FloatField(help_text="By the mistakes, in chances to win a game.")
    advised = serializers.IntegerField(help_text="Decisions on which they had sought advice.")
    text = serializers.CharField(help_text="The summary in a sentence.")


class ReviewSummariesOut(Out):
    a = ReviewSummaryOut()
    b = ReviewSummaryOut()


class ReviewOut(Out):
    match = serializers.IntegerField()
    unavailable = serializers.ChoiceField(
        choices=[why.value for why in Unavailable],
        allow_null=True,
        help_text="Why nothing is judged; null once the match is over.",
    )
    waiting = serializers.IntegerField(
        help_text="Hands that are still to be judged: read again until there are none."
    )
    players = ReviewSummariesOut(help_text="Of the hands judged so far, by seat.")
    hands = ReviewedHandOut(many=True, help_text="In the order of play.")


class MatchReview(View):
    @extend_schema(responses=ReviewOut)
    def get(self, request: Request, pk: int) -> Response:
        """What each decision of a match cost, once the match is over.

        Some hands are judged with each request, and what was judged is stored.
        """
        match, person = match_of(request, pk)
        parts = match.version, tables_version(), get_language(), *names_version(match, person)
        newest = etags.tag(match.pk, *parts)
        headers = {"ETag": newest, "Cache-Control": "private, no-cache"}
        if etags.is_current(request.headers.get("If-None-Match", ""), newest):
            return Response(status=304, headers=headers)
        found = review_of(read(match))
        # As long as hands wait, the next answer is another one.
        return Response(_data(found), headers=headers if found.is_complete else None)


class MatchReviewText(FileView):
    @extend_schema(responses={(200, "text/plain"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The post-mortem of a match as a text, of as many hands as are judged by now."""
        match, _person = match_of(request, pk)
        headers = {"Cache-Control": "private, no-cache"}
        return HttpResponse(text_of(review_of(read(match))), content_type=TEXT, headers=headers)


def _data(found: Review) -> dict[str, Any]:
    return dict(
        ReviewOut(
            {
                "match": found.match.pk,
                "unavailable": found.unavailable,
                "waiting": found.waiting,
                "players": {seat.value: _summary(found, seat) for seat in Seat},
                "hands": [_hand(found, hand) for hand in found.hands],
            }
        ).data
    )


def _summary(found: Review, seat: Seat) -> dict[str, Any]:
    summary = found.summary(seat)
    text = summary_text(summary, found.reading.names[seat])
    return {**summary._asdict(), "advised": found.advised(seat), "text": text}


def _hand(found: Review, hand: HandReview) -> dict[str, Any]:
    status = "left_out" if hand.why_not else "waiting" if hand.is_waiting else "judged"
    return {
        "entry": hand.entry.number,
        "game": hand.game,
        "hand": hand.number,
        "name": hand_heading(found, hand),
        "status": status,
        "why_not": hand.why_not,
        "why_not_text": str(WHY_NOT[hand.why_not]) if hand.why_not else "",
        "decisions": [
            {**_judgement(found, one), "advised": one.place in hand.advised}
            for one in hand.judged or ()
        ],
    }


def _judgement(found: Review, one: Judgement) -> dict[str, Any]:
    cards = one.open_cards
    return {
        "seat": one.seat.value,
        "step": one.moment,
        "done": option_data(one.done),
        "best": option_data(one.best),
        "cost": one.cost,
        "is_mistake": one.is_mistake,
        "needed": one.needed,
        "hint": hint_data(one.hint) if one.hint else None,
        "printed": None if one.printed is None else action_name(one.printed),
        "open_cards": cards
        and {**cards._asdict(), "best": [action_name(card) for card in cards.best]},
        "text": decision_text(one, found.reading.names).done,
    }


def option_data(option: Any) -> dict[str, Any]:
    return {**option._asdict(), "action": action_name(option.action)}


def hint_data(of: str) -> dict[str, str]:
    return {"id": of, "work": str(SOURCE), "text": str(HINTS[of])}
