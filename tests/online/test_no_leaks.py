"""What somebody at a table online does not see changes no byte of what the site answers them.

At moments of random games the cards are dealt otherwise for each onlooker, as far as they cannot
know better; then the same is done, and everything they get must be the same.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from games.engine.cards import PACK, card
from games.engine.codes import CODES
from games.engine.hand.state import Say
from games.engine.seats import Seat
from games.engine.transcripts.acts import Done
from games.matches.models import Match
from games.online.models import Action, Draw, OnlineTable
from games.online.selectors.tables import tables
from tests.support.clubhouse import read
from tests.support.depth import THOROUGH, times
from tests.support.scene import Scene

from .devices import Chosen, Device, State, any_act, may_act
from .onlookers import (
    BACKERS,
    DIRECTOR,
    PHONE,
    PLAYER_A,
    PLAYER_B,
    VISITOR,
    Address,
    Deed,
    Onlooker,
    Site,
    addresses,
    betted,
    onlookers_of,
    tries,
)
from .planted_leaks import LEAKS, Leak, a_cache, a_head, a_moment, a_side, an_error, an_order
from .robots import against, due, with_robots
from .worlds import ImpossibleError, World, _states, another

pytestmark = [pytest.mark.slow, pytest.mark.any_database]

MOMENTS = times(3, thorough=24)
"""Of each code of laws."""
BEGIN = {"london": 0, "britannica": 2, "modern": -6, "household": -3}
"""Who looks on first under each code: with three moments of each, everybody does under one."""
NEAR, FAR, TRIED = 6, times(2, thorough=4), times(4, thorough=6)
"""Pages and operations at a moment: of the table, others, and acts that are tried."""
DEEDS_MOST, ROBOTS_MOST = 4000, 20


def next_deed(devices: Sequence[Device], act_of: Chosen) -> Deed | None:
    """What one of them does next, as soon as a robot has done what it does; until then it waits.
    None where the match is over."""
    for _ in range(ROBOTS_MOST):
        waiting = OnlineTable.objects.filter(pk=devices[0].table, robot_due__isnull=False)
        waiting.update(robot_due=timezone.now() + timedelta(hours=1))
        for who, device in zip(("ann", "bob"), devices, strict=False):
            state = device.state()
            if state["status"] != "playing":
                return None
            draw = state["draw"]
            if draw and device.seat in draw["missing"]:
                links = {str(draw["number"]): device.link_for(draw["number"])}
                return Deed(who, "links", {"links": links})
            if may_act(state):
                act, king = act_of(state, device.random)
                return Deed(who, "acts", {"version": state["version"], "act": act, "king": king})
        assert state["look_in"] is not None, "nobody can do anything"
        due(devices[0].table)
        devices[0].state()
    raise AssertionError("the robot does nothing")


def between_people(here: Scene, code: str, random: Random) -> tuple[Scene, list[Device]]:
    """Ann and Bob, on whom others have a stake, with many games to play."""
    scene = betted(here, code)
    Match.objects.filter(pk=scene.empty.pk).update(format="games", games=25)
    pairs = (("ann", "a"), ("bob", "b"))
    table = scene.ids["online"]
    devices = [Device(scene.house.api(who), table, seat, random) for who, seat in pairs]
    for device in devices:
        device.open()
    return scene, devices


def against_a_robot(here: Scene, code: str, random: Random) -> tuple[Scene, list[Device]]:
    """Ann alone, with many games to play."""
    terms = {"code": code, "format": "games", "games": 25}
    ann = against(with_robots(here.house), "strong", random, {"terms": terms})
    match = Match.objects.get(online_table=ann.table)
    return replace(here, empty=match, ids={**here.ids, "online": ann.table}), [ann]


Begun = Callable[[Scene, str, Random], tuple[Scene, list[Device]]]
Looked = tuple[Onlooker, Deed, World]


def differences(
    here: Scene,
    monkeypatch: pytest.MonkeyPatch,
    *,
    code: str,
    seed: int,
    moments: int,
    onlookers: Sequence[Onlooker],
    begin: Begun = between_people,
    near: int = NEAR,
    far: int = FAR,
    tried: int = TRIED,
    often: float = 0.5,
    wanted: Callable[[Deed], bool] = lambda _deed: True,
    act_of: Chosen = any_act,
) -> Iterator[tuple[Looked, list[str]]]:
    """At each moment who looked on, what was done, and where what they got differs. `often`: how
    likely one that is wanted becomes one."""
    random = Random(seed)
    here, devices = begin(here, code, random)
    players = {who: device.api for who, device in zip(("ann", "bob"), devices, strict=False)}
    site = Site(here, players, monkeypatch)
    for onlooker in onlookers:
        onlooker.enter(here)
    places = addresses(here)
    turn = 0
    for number in range(DEEDS_MOST):
        if turn == moments:
            return
        deed = next_deed(devices, act_of)
        if deed is None:
            break
        deed = replace(deed, key=f"deed-{number}")
        is_dealt = Draw.objects.filter(table=site.table, kind="hand").exists()
        if is_dealt and wanted(deed) and random.random() < often:
            onlooker = onlookers[turn % len(onlookers)]
            check_audience(site, onlooker)
            asked = chosen(places, near, far, random)
            compared = compare(site, onlooker, deed, asked, tried, random)
            if compared is not None:
                turn += 1
                yield (onlooker, deed, compared[0]), compared[1]
        read(site.do(deed, World()), 201)
    assert turn == moments, "The match was over too early."


def check_audience(site: Site, onlooker: Onlooker) -> None:
    """They are to the site what they are to the test."""
    state = read(onlooker.api.get(f"online-tables/{site.table}"))
    expected = "public" if onlooker.audience == "club" else onlooker.audience
    assert state["audience"] == expected, onlooker.name


def chosen(places: Sequence[Address], near: int, far: int, random: Random) -> list[Address]:
    first = [place for place in places if place.is_near][:near]
    return first + random.sample([place for place in places if not place.is_near], far)


def compare(
    site: Site,
    onlooker: Onlooker,
    deed: Deed,
    asked: Sequence[Address],
    tried: int,
    random: Random,
) -> tuple[World, list[str]] | None:
    """The other world, and where it differs; None where nothing else can have been dealt."""
    others: list[World] = []
    site.now = time.time()
    version = tables().get(pk=site.table).version
    deeds = tries(version + 1, random, tried)

    def after() -> None:
        table = tables().get(pk=site.table)
        if table.status == "playing":
            others.append(another(table, onlooker.seat, random))

    true = site.seen(onlooker, deed, World(), asked, deeds, after)
    if not others or not others[0].is_other:
        return None
    (world,) = others
    # What was done meanwhile is a row of its own there.
    known = {pk: line for pk, line in world.texts.items() if pk <= last_action(site)}
    world = replace(world, texts=known)
    other = site.seen(onlooker, deed, world, asked, deeds)
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
    all_of_them, begin = onlookers_of(CODES[code]), BEGIN[code]
    onlookers = all_of_them[begin:] + all_of_them[:begin]
    seed = list(CODES).index(code)
    found = differences(
        here, monkeypatch, code=code, seed=seed, moments=MOMENTS, onlookers=onlookers
    )
    for (onlooker, deed, world), where in found:
        assert where == [], (onlooker.name, deed, world)
        looked[onlooker.name] += 1
    assert len(looked) == min(MOMENTS, len(onlookers))


def test_nothing_tells_what_a_robot_holds(here: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it acts is the same whatever it holds, too."""
    found = differences(
        here,
        monkeypatch,
        code="modern",
        seed=5,
        moments=MOMENTS,
        onlookers=(PLAYER_A, DIRECTOR, Onlooker("spectator of the club", "cyd")),
        begin=against_a_robot,
    )
    for (onlooker, deed, world), where in found:
        assert where == [], (onlooker.name, deed, world)


def test_a_king_that_was_announced_is_held_by_the_same_player() -> None:
    """B, who does not deal, stands and announces it before they play it."""
    names = ["KH", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC", "7D", "8H"]
    first = [card(name) for name in names]
    pack = (*first, *(one for one in PACK if one not in first))
    of_a_match: Any = SimpleNamespace(match=SimpleNamespace(code="london"), second_proposal=False)
    draw: Any = SimpleNamespace(score_a=0, score_b=0, dealer="a", order="3-2")
    acts = [Done(Seat.B, Say.STAND), Done(Seat.B, Say.KING)]
    same = {one: one for one in PACK}
    held, other, not_held = card("KH"), card("QC"), card("9C")
    for moves in (same, {**same, held: other, other: held}):
        assert len(list(_states(of_a_match, draw, pack, acts, moves))) == 3
    with pytest.raises(ImpossibleError):
        list(_states(of_a_match, draw, pack, acts, {**same, held: not_held, not_held: held}))


WATCHING: dict[Leak, Sequence[Onlooker]] = {
    a_cache: (PHONE, VISITOR),
    a_head: (PLAYER_A,),
    a_side: BACKERS,
}
PLANTED = 24
"""Moments at most: the first that shows the leak is enough."""


def is_discard_of_b(deed: Deed) -> bool:
    return deed.who == "bob" and str(deed.body.get("act", "")).startswith("-")


def exchanges(state: State, random: Random) -> tuple[str, bool]:
    """Much is said and cards are discarded in each hand, and the next one begins soon."""
    legal = state["hand"]["legal"] if state["hand"] else ()
    wanted = [act for act in ("propose", "accept", "abandon") if act in legal]
    if wanted and not state["hand"]["discard"]:
        return wanted[0], False
    return any_act(state, random)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_caught(here: Scene, monkeypatch: pytest.MonkeyPatch, leak: Leak) -> None:
    with_robot = leak is a_moment
    with monkeypatch.context() as patch:
        leak(patch)
        found = differences(
            here,
            monkeypatch,
            code="britannica" if leak is a_side else "london",
            seed=3,
            moments=PLANTED,
            onlookers=(PLAYER_A,) if with_robot else WATCHING.get(leak, (PLAYER_A, PLAYER_B)),
            begin=against_a_robot if with_robot else between_people,
            near=times(2, thorough=NEAR),
            far=0,
            # Few acts that are tried name a card of the other: one in a thousand runs finds none.
            tried=2 * TRIED if leak is an_error else times(0, thorough=TRIED),
            often=0.5 if THOROUGH else 1.0,
            wanted=is_discard_of_b if leak is a_head else lambda _deed: True,
            act_of=exchanges if leak in (a_head, an_order) else any_act,
        )
        assert any(where for _looked, where in found)
