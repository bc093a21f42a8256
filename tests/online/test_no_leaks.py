"""What somebody at a table online does not see changes no byte of what the site answers them.

At moments of random games the cards are dealt otherwise for each onlooker, as far as they cannot
know better; then the same is done, and everything they get must be the same.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.http import HttpResponse
from rest_framework.request import Request

from ecarte_club.core import etags, live
from games.engine.cards import Card, suit
from games.engine.codes import CODES
from games.engine.hand.views import Backer, View, Viewer
from games.engine.refusals import Refusal, RefusalCode
from games.engine.seats import Seat
from games.engine.transcripts.acts import text
from games.matches.models import Match
from games.online.api.views import TableDetail
from games.online.hidden import HiddenHand
from games.online.models import Action, Draw
from games.online.selectors.tables import Play, tables
from games.online.services import acting
from tests.support import clubrooms
from tests.support.clubhouse import read
from tests.support.scene import Scene

from .devices import Device, any_act, may_act
from .onlookers import ONLOOKERS, Address, Deed, Onlooker, Site, addresses, backed, tries
from .worlds import World, another

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

MOMENTS = int(os.environ.get("LEAK_MOMENTS") or 6)
"""Of each code of laws. LEAK_MOMENTS=400 is a long run."""
FAR = 4
"""Pages and operations at a moment, beside those of the table."""
DEEDS_MOST = 4000


def next_deed(devices: Sequence[Device]) -> Deed | None:
    """What one of the two does next; None where the match is over."""
    for who, device in zip(("ann", "bob"), devices, strict=True):
        state = device.state()
        if state["status"] != "playing":
            return None
        draw = state["draw"]
        if draw and device.seat in draw["missing"]:
            links = {str(draw["number"]): device.link_for(draw["number"])}
            return Deed(who, "links", {"links": links})
        if may_act(state):
            act, king = any_act(state, device.random)
            return Deed(who, "acts", {"version": state["version"], "act": act, "king": king})
    raise AssertionError("nobody can do anything")


def begun(here: Scene, code: str, random: Random) -> list[Device]:
    """Ann and Bob at the scene's table, under this code, with many games to play."""
    Match.objects.filter(pk=here.empty.pk).update(code=code, format="games", games=25)
    pairs = (("ann", "a"), ("bob", "b"))
    devices = [Device(here.house.api(who), here.ids["online"], seat, random) for who, seat in pairs]
    for device in devices:
        device.open()
    return devices


Looked = tuple[Onlooker, Deed, World]


def differences(
    here: Scene,
    monkeypatch: pytest.MonkeyPatch,
    *,
    code: str,
    seed: int,
    moments: int,
    onlookers: Sequence[Onlooker] = ONLOOKERS,
    far: int = FAR,
    wanted: Callable[[Deed], bool] = lambda _deed: True,
) -> Iterator[tuple[Looked, list[str]]]:
    """At each moment who looked on, what was done, and where what they got differs."""
    random = Random(seed)
    devices = begun(here, code, random)
    site = Site(here, {"ann": devices[0].api, "bob": devices[1].api}, monkeypatch)
    for onlooker in onlookers:
        onlooker.enter(here)
    places = addresses(here)
    turn = 0
    for number in range(DEEDS_MOST):
        if turn == moments:
            return
        deed = next_deed(devices)
        if deed is None:
            break
        deed = replace(deed, key=f"deed-{number}")
        is_dealt = Draw.objects.filter(table=site.table, kind="hand").exists()
        if is_dealt and wanted(deed) and random.random() < 0.5:
            onlooker = onlookers[turn % len(onlookers)]
            backed(here, onlooker, monkeypatch)
            asked = chosen(places, far, random)
            compared = compare(site, onlooker, deed, asked, random)
            if compared is not None:
                turn += 1
                yield (onlooker, deed, compared[0]), compared[1]
        read(site.do(deed, World()), 201)
    assert turn == moments, "The match was over too early."


def chosen(places: Sequence[Address], far: int, random: Random) -> list[Address]:
    near = [place for place in places if place.is_near]
    return near + random.sample([place for place in places if not place.is_near], far)


def compare(
    site: Site, onlooker: Onlooker, deed: Deed, asked: Sequence[Address], random: Random
) -> tuple[World, list[str]] | None:
    """The other world, and where it differs; None where nothing else can have been dealt."""
    others: list[World] = []
    site.now = time.time()
    version = tables().get(pk=site.table).version
    tried = tries(version + 1, random)

    def after() -> None:
        table = tables().get(pk=site.table)
        if table.status == "playing":
            others.append(another(table, onlooker.seat, random))

    true = site.seen(onlooker, deed, World(), asked, tried, after)
    if not others or not others[0].is_other:
        return None
    (world,) = others
    # What was done meanwhile is a row of its own there.
    known = {pk: line for pk, line in world.texts.items() if pk <= last_action(site)}
    world = replace(world, texts=known)
    other = site.seen(onlooker, deed, world, asked, tried)
    assert [name for name, _ in true] == [name for name, _ in other]
    pairs = zip(true, other, strict=True)
    return world, [f"{name}: {apart(one, two)}" for (name, one), (_, two) in pairs if one != two]


def apart(one: object, two: object) -> str:
    """The two where they begin to differ."""
    texts = repr(one), repr(two)
    place = next((at for at, pair in enumerate(zip(*texts, strict=False)) if len(set(pair)) > 1), 0)
    return " / ".join(text[max(0, place - 60) : place + 60] for text in texts)


def last_action(site: Site) -> int:
    rows = Action.objects.filter(table=site.table).order_by("-pk")
    return int(rows.values_list("pk", flat=True).first() or 0)


@pytest.mark.parametrize("code", CODES)
def test_what_is_hidden_changes_no_byte(
    here: Scene, monkeypatch: pytest.MonkeyPatch, code: str
) -> None:
    looked: Counter[str] = Counter()
    which = list(CODES).index(code)
    begin = which * MOMENTS % len(ONLOOKERS)
    found = differences(
        here,
        monkeypatch,
        code=code,
        seed=which,
        moments=MOMENTS,
        onlookers=ONLOOKERS[begin:] + ONLOOKERS[:begin],
    )
    for (onlooker, deed, world), where in found:
        assert where == [], (onlooker.name, deed, world)
        looked[onlooker.name] += 1
    assert len(looked) == min(MOMENTS, len(ONLOOKERS))


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
    patch.setattr(acting, "seen_text", text)


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


LEAKS = (a_count, an_order, an_etag, a_header, an_error, a_head, a_cache, an_event)
PLAYERS, SPECTATORS = ONLOOKERS[:2], ONLOOKERS[-2:]
PLANTED = 24
"""Moments at most: the first that shows the leak is enough."""


def is_discard(deed: Deed) -> bool:
    return str(deed.body.get("act", "")).startswith("-")


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(
    here: Scene, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    with monkeypatch.context() as patch:
        leak(patch)
        found = differences(
            here,
            monkeypatch,
            code="london",
            seed=3,
            moments=PLANTED,
            onlookers=SPECTATORS if leak is a_cache else PLAYERS,
            far=0,
            wanted=is_discard if leak is a_head else lambda _deed: True,
        )
        assert any(where for _looked, where in found)
