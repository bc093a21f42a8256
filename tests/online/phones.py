"""Players with two phones each and a bad line, at a table online."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from tests.support.clubhouse import Api, read

from .devices import LINKS, State, any_act, link, may_act

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

LOST, REPEATED, ANEW, RELOADED, OTHER_PHONE, NEW_CHAIN = 0.05, 0.05, 0.03, 0.08, 0.05, 0.01
AHEAD = 3
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


@dataclass
class Player:
    """`holds`: the phone whose chain was published last. `done`: the actions of both, in order."""

    api: Api
    table: int
    seat: str
    random: Random
    done: list[Done]
    phones: tuple[Phone, Phone] = field(init=False)
    holds: Phone = field(init=False)
    counted: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.phones = Phone(self.random.randbytes(32)), Phone(self.random.randbytes(32))

    def _happens(self, name: str, likely: float) -> bool:
        if self.random.random() >= likely:
            return False
        self.counted[name] = self.counted.get(name, 0) + 1
        return True

    def state(self) -> State:
        found: State = read(self.api.get(f"online-tables/{self.table}"))
        if self._happens("reloads", RELOADED):
            again: State = read(self.api.get(f"online-tables/{self.table}"))
            assert again["hand"] == found["hand"]
            return again
        return found

    def post(self, way: str, body: Body) -> State:
        """Until it is answered; an answer that is lost is asked for again with the same key."""
        path, key = f"online-tables/{self.table}/{way}", uuid4().hex
        answer = self.api.post(path, body, key=key)
        if self._happens("lost answers", LOST):
            answer = self.api.post(path, body, key=key)
        elif way == "acts" and self._happens("lost answers, new key", ANEW):
            late(self.api.post(path, body))
        made: State = read(answer, 201)
        if self._happens("repeats", REPEATED):
            again = read(self.api.post(path, body, key=key), 201)
            assert again["version"] == made["version"]
        return made

    def publish(self, phone: Phone) -> State:
        phone.seed = self.random.randbytes(32)
        self.holds = phone
        state = self.post("chain", {"end": link(phone.seed, LINKS).hex()})
        phone.holds_from = state["chain"][self.seat]["from"]
        return state

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
        self.post("acts", {**body, **self._links_ahead(state)})
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


def late(answer: "Answer") -> None:
    """It was made on an older version, or the match is over since."""
    found = read(answer, answer.status_code)
    assert (answer.status_code, found["code"]) in {(409, "stale_version"), (422, "not_playing")}


def play_out(players: Sequence[Player], most: int = 6000) -> None:
    """Each looks and does what they have to, until the match is over."""
    for player in players:
        player.publish(player.phones[0])
    turn = 0
    for _ in range(most):
        player = players[turn]
        state = player.state()
        if state["status"] != "playing":
            return
        if not player.moves(state):
            turn = 1 - turn
    raise AssertionError("the match has no end")
