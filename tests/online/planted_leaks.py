"""Leaks that a test of tables online plants, one at a time, and must find."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from rest_framework.request import Request

from ecarte_club.core import etags, live
from games.engine.cards import Card, suit
from games.engine.hand.views import Backer, View, Viewer
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.engine.transcripts.acts import text
from games.online.api.views import TableDetail
from games.online.hidden import HiddenHand
from games.online.selectors import robots
from games.online.selectors.tables import Play, tables
from games.online.services import drawing, writing
from tests.support import clubrooms


def the_other_hand(hand: HiddenHand, viewer: Viewer) -> tuple[Card, ...]:
    """That the viewer does not see; of who sees none, A's."""
    seat = viewer.seat if isinstance(viewer, Backer) else viewer
    return tuple(hand._state.hand(seat.other if seat else Seat.A))


def of_table(pk: int) -> str:
    """The hands in play there."""
    hand = Play(tables().get(pk=pk)).hand
    return repr([hand._state.hand(seat) for seat in Seat]) if hand else ""


def a_count(patch: pytest.MonkeyPatch) -> None:
    """Of the stock, off by the hearts of the other hand."""
    seen = HiddenHand.view

    def view(hand: HiddenHand, viewer: Viewer) -> View:
        hearts = sum(suit(one) == 2 for one in the_other_hand(hand, viewer))
        return replace(seen(hand, viewer), stock=seen(hand, viewer).stock + hearts)

    patch.setattr(HiddenHand, "view", view)


def an_order(patch: pytest.MonkeyPatch) -> None:
    """Of what was said, by whoever holds the highest card."""
    seen = HiddenHand.view

    def view(hand: HiddenHand, viewer: Viewer) -> View:
        highest = max(the_other_hand(hand, viewer), default=Card(0))
        made = seen(hand, viewer)
        return replace(made, words=made.words[:: 1 if highest % 2 else -1])

    patch.setattr(HiddenHand, "view", view)


def an_etag(patch: pytest.MonkeyPatch) -> None:
    """Over the state as it is, not as it is seen."""
    made = etags.tag

    def tag(*parts: object) -> str:
        return made(*parts, of_table(parts[0]) if isinstance(parts[0], int) else "")

    patch.setattr(etags, "tag", tag)


def a_header(patch: pytest.MonkeyPatch) -> None:
    """As long as somebody holds high cards."""
    get = TableDetail.get

    def longer(view: TableDetail, request: Request, pk: int) -> HttpResponse:
        answer = get(view, request, pk)
        answer["Server-Timing"] = "db;dur=" + "1" * (len(of_table(pk)) % 7)
        return answer

    patch.setattr(TableDetail, "get", longer)


def an_error(patch: pytest.MonkeyPatch) -> None:
    """A card that the other holds is refused otherwise."""
    why = HiddenHand.refusal

    def refusal(hand: HiddenHand, action: object, seat: Seat) -> Refusal | None:
        found = why(hand, action, seat)
        if found and action in hand._state.hand(seat.other):
            return replace(found, code=RefusalCode.CARD_PLAYED)
        return found

    patch.setattr(HiddenHand, "refusal", refusal)


def a_head(patch: pytest.MonkeyPatch) -> None:
    """Chained over the cards that were discarded."""
    patch.setattr(writing, "seen_text", text)


def a_cache(patch: pytest.MonkeyPatch) -> None:
    """What was worked out for a player is answered to who looks on."""
    seen, known = HiddenHand.view, dict[int, View]()
    forget = clubrooms._forget

    def view(hand: HiddenHand, viewer: Viewer) -> View:
        made = seen(hand, viewer)
        first = known.setdefault(len(hand._log), made)
        return made if viewer else replace(made, hand=first.hand)

    patch.setattr(HiddenHand, "view", view)

    def both() -> None:
        known.clear()
        forget()

    patch.setattr(clubrooms, "_forget", both)


def an_event(patch: pytest.MonkeyPatch) -> None:
    """Only what is streamed says more."""
    tell = live.Hub.tell

    def longer(hub: live.Hub, topic: str, **what: Any) -> None:
        pk = what.get("state", {}).get("id")
        tell(hub, topic, **what, size=len(of_table(pk)) if pk else 0)

    patch.setattr(live.Hub, "tell", longer)


def a_moment(patch: pytest.MonkeyPatch) -> None:
    """A robot thinks longer about a strong hand."""
    wait = robots.robot_wait

    def longer(play: Play) -> timedelta:
        hand = play.current_hand._state.hand(Seat.B) if play.hand else ()
        return wait(play) + timedelta(milliseconds=sum(hand))

    patch.setattr(drawing, "robot_wait", longer)


def a_side(patch: pytest.MonkeyPatch) -> None:
    """A backer is answered as if they had bet on the other player."""
    seen = HiddenHand.view

    def view(hand: HiddenHand, viewer: Viewer) -> View:
        return seen(hand, Backer(viewer.seat.other) if isinstance(viewer, Backer) else viewer)

    patch.setattr(HiddenHand, "view", view)


Leak = Callable[[pytest.MonkeyPatch], None]
LEAKS: tuple[Leak, ...] = (
    a_count,
    an_order,
    an_etag,
    a_header,
    an_error,
    a_head,
    a_cache,
    an_event,
    a_side,
    a_moment,
)
