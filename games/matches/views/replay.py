"""A hand that was written down card by card, step by step."""

from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from ecarte_club.clubs.views.common import club_page, faults_as_pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole_number
from games.engine.cards import SUITS, Card, rank, suit
from games.engine.notation.evaluation import HandResult
from games.engine.notation.values import Cards
from games.engine.seats import Seat
from games.engine.terms import Score
from games.matches.changes import hands_with_all_cards
from games.matches.labels import engine
from games.matches.labels.hands import frame_text, hand_name, suit_name
from games.matches.models import Entry
from games.matches.rules.replay import Frame, Replay, Trick, replay
from games.matches.selectors import reading
from games.matches.selectors.matches import is_in_play
from games.matches.selectors.notation import known_result
from games.matches.selectors.reading import notation_of

from .match import match_of
from .match_sheet import short_names

BOTH: Final = "both"
SEEN: Final = {BOTH: frozenset[Seat](), "a": frozenset({Seat.B}), "b": frozenset({Seat.A})}
"""Whose cards are hidden, by where the hand is seen from."""
TURNED_OFTEN: Final = "CDSH"
"""Colours by turns, as a player holds them."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's side of the table."""

    seat: Seat
    name: str
    cards: Cards
    thrown: Cards
    won: tuple[Trick, ...]
    score: int
    deals: bool
    played: Card | None
    has_played: bool
    takes: bool


@dataclass(frozen=True, slots=True)
class MadeMark:
    frame: int
    text: str
    score: Score


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link of the page leads."""

    step: int
    view: str

    def query(self, step: int) -> str:
        return f"?step={step}" + (f"&view={self.view}" if self.view != BOTH else "")


@faults_as_pages
def hand(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    match, person = match_of(request, slug, pk)
    found = reading.read(match)
    entry = found.log.numbered(number)
    if notation_of(entry) is None:
        raise Absent
    shown = _step(found, entry, request)
    is_part = "HX-Request" in request.headers
    template = "matches/replay_now.html" if is_part else "matches/replay.html"
    shown |= {"match": match, "tab": "matches", "is_part": is_part}
    return club_page(request, template, match.club, person, **shown)


def _step(found: reading.Reading, entry: Entry, request: HttpRequest) -> dict[str, Any]:
    whole_hand = replayed(found, entry)
    names = short_names(found)
    view = request.GET.get("view", BOTH)
    view = view if view in SEEN else BOTH
    last = len(whole_hand.frames) - 1
    step = min(whole_number(request.GET.get("step", "0")) or 0, last)
    frame = whole_hand.frames[step]
    far, near = (Seat.A, Seat.B) if view == "b" else (Seat.B, Seat.A)
    place = Place(step, view)
    return {
        "entry": entry,
        "named": _hand_name(found, entry),
        "stands": entry in found.standing,
        "frame": frame,
        "trumps": "" if frame.table.trump is None else suit_name(frame.table.trump),
        "step": step,
        "last": last,
        "told": frame_text(frame, names, hidden=SEEN[view]),
        "far": _side(frame, far, names, hidden=SEEN[view]),
        "near": _side(frame, near, names, hidden=SEEN[view]),
        "steps": _steps(place, last),
        "views": _views(place, names),
        "lines": _lines(whole_hand, place),
        "marks": _marks(whole_hand, names),
        "before": whole_hand.frames[0].score,
    }


def replayed(found: reading.Reading, entry: Entry) -> Replay:
    """What no longer stands marks nothing, and is shown from nothing."""
    line = found.line_of(entry)
    marks = line.marks if line else ()
    before = line.score_after if line else Score(0, 0)
    for mark in marks:
        before = before.plus(mark.seat, -mark.points)
    noted = _noted(found, entry)
    return replay(noted.hand, noted.dealer or Seat.A, marks, before)


def _noted(found: reading.Reading, entry: Entry) -> HandResult:
    """With the cards that follow from the play; with every card, once the match is over."""
    noted = known_result(notation_of(entry) or "")
    if noted.state is not None or is_in_play(found.match):
        return noted
    return hands_with_all_cards(found.match).get(entry.number, noted)


def _hand_name(found: reading.Reading, entry: Entry) -> str:
    game = (entry.data or {}).get("game", 1)
    hands = [
        one
        for one in found.standing
        if one.kind == Entry.Kind.HAND and (one.data or {}).get("game") == game
    ]
    number = hands.index(entry) + 1 if entry in hands else 1
    return hand_name(found.state, game, number)


def _side(frame: Frame, seat: Seat, names: engine.Names, *, hidden: frozenset[Seat]) -> Side:
    table = frame.table
    hide = seat in hidden
    trick = table.trick.by_seat if table.trick else {}
    return Side(
        seat=seat,
        name=names[seat],
        cards=_in_order(table.hands[seat], table.trump, hide=hide),
        thrown=_in_order(table.thrown[seat], table.trump, hide=hide),
        won=tuple(one for one in table.tricks if one.winner is seat),
        score=frame.score.of(seat),
        deals=seat is table.dealer,
        played=trick.get(seat),
        has_played=seat in trick,
        takes=table.trick is not None and table.trick.winner is seat,
    )


def _in_order(cards: Cards, trump: int | None, *, hide: bool) -> Cards:
    """As a player holds them: trumps first, each suit from the top; backs behind."""
    if hide:
        return (None,) * len(cards)
    known = [card for card in cards if card is not None]
    known.sort(
        key=lambda card: (suit(card) != trump, TURNED_OFTEN.index(SUITS[suit(card)]), -rank(card))
    )
    return (*known, *(card for card in cards if card is None))


def _steps(place: Place, last: int) -> list[dict[str, object]]:
    back, on = max(place.step - 1, 0), min(place.step + 1, last)
    ways = [
        ("first", _("First"), 0, "|‹"),
        ("back", _("Back"), back, "‹"),
        ("forward", _("Forward"), on, "›"),
        ("last", _("Last"), last, "›|"),
    ]
    names = ("id", "text", "sign", "query", "rests")
    rows = ((way, text, sign, place.query(to), to == place.step) for way, text, to, sign in ways)
    return [dict(zip(names, row, strict=True)) for row in rows]


def _views(place: Place, names: engine.Names) -> list[dict[str, object]]:
    texts = {
        BOTH: _("Both hands open"),
        "a": _("As %(name)s saw it") % {"name": names[Seat.A]},
        "b": _("As %(name)s saw it") % {"name": names[Seat.B]},
    }
    return [
        {
            "text": text,
            "query": Place(place.step, view).query(place.step),
            "is_on": view == place.view,
        }
        for view, text in texts.items()
    ]


def _lines(whole_hand: Replay, place: Place) -> list[dict[str, object]]:
    """The notation, word by word; each leads to its step. From one seat, as it is known there."""
    hidden = SEEN[place.view]
    return [
        {
            "text": token.unseen if token.whose in hidden else token.text,
            "query": place.query(token.frame),
            "is_on": token.frame == place.step,
            "is_comment": token.is_comment,
        }
        for token in whole_hand.tokens
        if not hidden or token.frame <= place.step
    ]


def _marks(whole_hand: Replay, names: engine.Names) -> list[MadeMark]:
    made: list[MadeMark] = []
    score = whole_hand.frames[0].score
    for number, frame in enumerate(whole_hand.frames):
        for mark in frame.marks:
            score = score.plus(mark.seat, mark.points)
            made.append(MadeMark(number, engine.mark(mark, names), score))
    return made
