"""Players with two phones each and a bad line, at a table online.

They act on what the stream and the answers carry, and load the state itself where that may be old.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from uuid import uuid4

from django.core.serializers.json import DjangoJSONEncoder

from ecarte_club.core import live
from tests.support.clubhouse import Api, read

from .devices import LINKS, State, any_act, link, may_act

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

LOST, REPEATED, ANEW, RELOADED, OTHER_PHONE, NEW_CHAIN = 0.05, 0.05, 0.03, 0.08, 0.05, 0.01
LOST_EVENT = 0.03
AHEAD = 3
# What was made on an older state than the one that holds; or the match is over since.
LATE = frozenset({(409, "stale_version"), (422, "not_playing")})
LATE_LINKS = LATE | {(422, "draw_not_due")}
Body = Mapping[str, Any]


@dataclass
class Phone:
    """With a chain of its own, as soon as it is published."""

    seed: bytes
    holds_from: int = 0

    def link_for(self, number: int) -> str:
        return link(self.seed, LINKS - (number - self.holds_from + 1)).hex()


@dataclass
class Done:
    """An action that was answered. `draw`: of its hand; 0 where the dealer is chosen."""

    draw: int
    seat: str
    act: str
    king: bool


class Stream:
    """The newest state that each topic was sent, until its listener takes it."""

    def __init__(self) -> None:
        self._newest: dict[str, str] = {}

    def send(self, topic: str, **what: object) -> None:
        if "state" in what:
            self._newest[topic] = json.dumps(what["state"], cls=DjangoJSONEncoder)

    def take(self, topic: str) -> State | None:
        event = self._newest.pop(topic, None)
        return json.loads(event) if event else None


@contextmanager
def streamed() -> Iterator[Stream]:
    """In place of the live server, which sends the same to whoever listens."""
    stream = Stream()
    with patch.object(live, "send", stream.send):
        yield stream


def timeless(state: State) -> State:
    """Without what changes by waiting."""
    clock = {**(state["clock"] or {}), "now": ""}
    players = {
        seat: {**one, "here": None, "away_since": None} for seat, one in state["players"].items()
    }
    return {**state, "clock": clock, "players": players, "look_in": None}


@dataclass
class Player:
    """`holds`: the phone whose chain was published last. `done`: the actions of both, in order.
    `known`: the state as they saw it last. `stream`: without one, each look loads the state."""

    api: Api
    table: int
    seat: str
    random: Random
    done: list[Done]
    stream: Stream | None = None
    phones: tuple[Phone, Phone] = field(init=False)
    holds: Phone = field(init=False)
    known: State = field(init=False)
    counted: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.phones = Phone(self.random.randbytes(32)), Phone(self.random.randbytes(32))

    def _happens(self, name: str, likely: float) -> bool:
        if self.random.random() >= likely:
            return False
        self.counted[name] = self.counted.get(name, 0) + 1
        return True

    def look(self) -> State:
        """A page that is loaded again shows what it showed, unless an event was lost."""
        if self.stream is None:
            self.load()
        elif (event := self.stream.take(f"online:{self.table}:{self.seat}")) and not self._happens(
            "lost events", LOST_EVENT
        ):
            assert event["version"] >= self.known["version"]
            self.known = event
        if self._happens("reloads", RELOADED):
            known = self.known
            self.load()
            if known["version"] == self.known["version"] and known["draw"] == self.known["draw"]:
                assert timeless(known) == timeless(self.known)
        return self.known

    def load(self) -> None:
        self.known = read(self.api.get(f"online-tables/{self.table}"))

    def post(self, way: str, body: Body) -> bool:
        """Until it is answered; an answer that is lost is asked for again with the same key.

        Whether it was done: what was made on an older state is refused, and the state loaded."""
        path, key = f"online-tables/{self.table}/{way}", uuid4().hex
        answer = self.api.post(path, body, key=key)
        if self._happens("lost answers", LOST):
            answer = self.api.post(path, body, key=key)
        elif way == "acts" and self._happens("lost answers, new key", ANEW):
            late(self.api.post(path, body))
        if answer.status_code != 201:
            # Without a stream nobody tells them that a site that was away prolonged the clocks.
            assert self.stream is None or self.counted.get("lost events"), answer.content
            late(answer, LATE_LINKS if way == "links" else LATE)
            self._happens("late", 1)
            self.load()
            return False
        self.known = read(answer, 201)
        if self._happens("repeats", REPEATED):
            again = read(self.api.post(path, body, key=key), 201)
            assert again["version"] == self.known["version"]
        return True

    def publish(self, phone: Phone) -> None:
        phone.seed = self.random.randbytes(32)
        if self.post("chain", {"end": link(phone.seed, LINKS).hex()}):
            self.holds = phone
            phone.holds_from = self.known["chain"][self.seat]["from"]

    def moves(self, state: State) -> bool:
        """Does what is to be done, if anything is."""
        if self._happens("new phones", NEW_CHAIN):
            self.publish(self.phones[self.holds is self.phones[0]])
            return True
        if (draw := state["draw"]) and self.seat in draw["missing"]:
            self.post(
                "links", {"links": {str(draw["number"]): self.holds.link_for(draw["number"])}}
            )
            return True
        if may_act(state):
            self._act(state)
            return True
        return False

    def _act(self, state: State) -> None:
        act, king = any_act(state, self.random)
        draw = state["hand"]["draw"] if state["hand"] else 0
        body = {"version": state["version"], "act": act, "king": king}
        if not self.post("acts", {**body, **self._links_ahead(state)}):
            return
        self.done.append(Done(draw, self.seat, act, king))
        if self._happens("other phone at once", OTHER_PHONE):
            other, _ = any_act(state, self.random)
            body = {"version": state["version"], "act": other}
            late(self.api.post(f"online-tables/{self.table}/acts", body))

    def _links_ahead(self, state: State) -> Body:
        """Sometimes, those of the next draws together with an action."""
        known = state["chain"][self.seat]
        if state["hand"] is None or self.random.random() < 0.5:
            return {}
        last = known["last"]["number"] if known["last"] else 0
        first = max(state["hand"]["draw"], last, known["from"] - 1) + 1
        numbers = range(first, state["hand"]["draw"] + self.random.randint(1, AHEAD) + 1)
        return {"links": {str(number): self.holds.link_for(number) for number in numbers}}


def late(answer: "Answer", reasons: frozenset[tuple[int, str]] = LATE) -> None:
    found = read(answer, answer.status_code)
    assert (answer.status_code, found["code"]) in reasons


def play_out(players: Sequence[Player], most: int = 6000) -> None:
    """Each looks and does what they have to, until the match is over."""
    for player in players:
        player.publish(player.phones[0])
    turn, idle = 0, 0
    for _ in range(most):
        player = players[turn]
        state = player.look()
        if state["status"] != "playing":
            return
        if player.moves(state):
            idle = 0
            continue
        turn, idle = 1 - turn, idle + 1
        if idle == len(players):
            # An event was lost; a page that hears nothing for a while loads the state.
            assert any(player.counted.get("lost events") for player in players)
            for one in players:
                one.load()
        assert idle <= 2 * len(players), "nobody can do anything"
    raise AssertionError("the match has no end")
