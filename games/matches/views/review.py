"""The post-mortem of a match: what each decision cost."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.views.common import club_page, safe_page
from games.engine.robots.review import Summary
from games.engine.seats import Seat
from games.matches.labels.review import (
    UNAVAILABLE,
    WHY_NOT,
    DecisionText,
    advised_text,
    cost_text,
    decision_text,
    hand_heading,
    progress_text,
    text_of,
)
from games.matches.selectors.notation import TEXT
from games.matches.selectors.reading import read
from games.matches.selectors.review import HandReview, Review, review_of

from .match import match_of
from .match_sheet import short_names

DEAREST: Final = 5


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    summary: Summary
    given_away: str
    advised: str


@dataclass(frozen=True, slots=True)
class Row:
    """`entry`: the number of the hand's entry, under which it is replayed; None: it is not."""

    heading: str
    entry: int | None
    text: DecisionText
    cost: float
    is_advised: bool


@dataclass(frozen=True, slots=True)
class HandRows:
    heading: str
    rows: list[Row]
    mistakes: int
    given_away: str


@safe_page
def review(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    shown = {**_page(review_of(read(match))), "tab": "matches"}
    template = "matches/review.html"
    if "HX-Request" in request.headers:
        template = "matches/review_now.html"
    return club_page(request, template, match.club, person, **shown)


@safe_page
def review_text(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    match, _person = match_of(request, slug, pk)
    found = review_of(read(match))
    headers = {
        "Content-Disposition": f'attachment; filename="post-mortem-{match.pk}.txt"',
        "Cache-Control": "private, no-cache",
    }
    return HttpResponse(text_of(found), content_type=TEXT, headers=headers)


def _page(found: Review) -> dict[str, Any]:
    hands = [(hand, _rows(found, hand)) for hand in found.judged]
    rows = [row for _hand, rows in hands for row in rows]
    dearest = sorted((row for row in rows if row.text.is_mistake), key=lambda row: -row.cost)
    return {
        "match": found.match,
        "unavailable": UNAVAILABLE[found.unavailable] if found.unavailable else "",
        "is_complete": found.is_complete,
        "progress": progress_text(found),
        "players": [_player(found, seat) for seat in Seat],
        "dearest": dearest[:DEAREST],
        "hands": [_hand(found, hand, rows) for hand, rows in hands],
        "left_out": [
            (hand_heading(found, hand), WHY_NOT[hand.why_not])
            for hand in found.left_out
            if hand.why_not
        ],
    }


def _player(found: Review, seat: Seat) -> Player:
    name, summary = found.reading.names[seat], found.summary(seat)
    given_away = cost_text(summary.given_away) if summary.mistakes else "0"
    return Player(name, summary, given_away, advised_text(found.advised(seat), name))


def _rows(found: Review, hand: HandReview) -> list[Row]:
    heading, names = hand_heading(found, hand), short_names(found.reading)
    entry = hand.entry.number if hand.has_replay else None
    return [
        Row(heading, entry, decision_text(one, names), one.cost, one.place in hand.advised)
        for one in hand.judged or ()
    ]


def _hand(found: Review, hand: HandReview, rows: list[Row]) -> HandRows:
    costs = [one.cost for one in hand.mistakes]
    return HandRows(hand_heading(found, hand), rows, len(costs), cost_text(sum(costs)))
