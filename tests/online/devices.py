"""Two phones that play each other over the API, each with a chain of its own."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

from tests.support.clubhouse import Api, House, read

LINKS = 1024
State = dict[str, Any]
ROUNDS_MOST = 4000


def link(value: bytes, times: int = 1) -> bytes:
    for _ in range(times):
        value = sha256(b"ecarte-chain-1" + value).digest()
    return value


@dataclass
class Device:
    """`holds_from`: the draw from which its published chain holds."""

    api: Api
    table: int
    seat: str
    random: Random
    seed: bytes = b""
    holds_from: int = 1
    sent: list[tuple[str, Mapping[str, Any]]] = field(default_factory=list)

    def state(self) -> State:
        found: State = read(self.api.get(f"online-tables/{self.table}"))
        return found

    def post(self, way: str, body: Mapping[str, Any], **more: Any) -> State:
        self.sent.append((way, body))
        answer = self.api.post(f"online-tables/{self.table}/{way}", body, **more)
        found: State = read(answer, 201)
        return found

    def open(self) -> State:
        """A chain of its own is published."""
        self.seed = self.random.randbytes(32)
        state = self.post("chain", {"end": link(self.seed, LINKS).hex()})
        self.holds_from = state["chain"][self.seat]["from"]
        return state

    def link_for(self, number: int) -> str:
        return link(self.seed, LINKS - (number - self.holds_from + 1)).hex()

    def serve(self, state: State) -> State:
        """The link that the next draw waits for."""
        draw = state["draw"]
        if draw and self.seat in draw["missing"] and draw["number"] >= self.holds_from:
            return self.post(
                "links", {"links": {str(draw["number"]): self.link_for(draw["number"])}}
            )
        return state

    def act(self, state: State, act: str, *, king: bool = False) -> State:
        return self.post("acts", {"version": state["version"], "act": act, "king": king})


Chosen = Callable[[State, Random], tuple[str, bool]]


def any_act(state: State, random: Random) -> tuple[str, bool]:
    """Something that may be done, abandoning seldom."""
    hand = state["hand"]
    if hand is None:
        return random.choice(state["legal"]), False
    acts = [act for act in hand["legal"] if act not in ("king", "abandon")]
    if hand["discard"]:
        most = min(hand["discard"]["most"], len(hand["own"]))
        number = random.randint(hand["discard"]["least"], most)
        return "-" + " ".join(random.sample(hand["own"], number)), False
    if "abandon" in hand["legal"] and random.random() < 0.02:
        return "abandon", False
    act = random.choice(acts)
    has_king = "king" in hand["legal"] and len(act) == 2 and random.random() < 0.8
    return act, has_king


def may_act(state: State) -> bool:
    hand = state["hand"]
    if hand is None:
        return bool(state["legal"])
    if hand["discard"]:
        return True
    return hand["to_act"] == state["audience"] and bool(hand["legal"])


def opened(house: House, body: Mapping[str, Any] | None = None) -> int:
    """A table at which Ann waits for Bob."""
    guest = house.players["bob"].pk
    state = read(
        house.api("ann").post(
            f"clubs/{house.club.slug}/online-tables", {"guest": guest, **(body or {})}
        ),
        201,
    )
    return int(state["id"])


def seated(
    house: House, random: Random, body: Mapping[str, Any] | None = None
) -> tuple[Device, Device]:
    """Ann at A and Bob at B, who has accepted; both chains are published."""
    table = opened(house, body)
    ann = Device(house.api("ann"), table, "a", random)
    bob = Device(house.api("bob"), table, "b", random)
    bob.post("accept", {})
    ann.open()
    bob.open()
    return ann, bob


def loses(seat: str) -> Chosen:
    """Whoever is to lose abandons each hand, so that a game has three."""

    def chosen(state: State, random: Random) -> tuple[str, bool]:
        hand = state["hand"]
        if hand and state["audience"] == seat and "abandon" in hand["legal"]:
            return "abandon", False
        return any_act(state, random)

    return chosen


def step(devices: tuple[Device, Device], chosen: Chosen = any_act) -> State:
    """One of the two does what is to be done next; the state after it, as they see it."""
    return _step(devices, {}, chosen)


def _step(devices: tuple[Device, Device], known: dict[str, State], chosen: Chosen) -> State:
    """`known`: how each who has looked since the last action sees the table."""
    for device in devices:
        state = known.get(device.seat) or device.state()
        if state["status"] != "playing":
            return state
        if state["draw"] and device.seat in state["draw"]["missing"]:
            return device.serve(state)
        if may_act(state):
            act, king = chosen(state, device.random)
            return device.act(state, act, king=king)
    raise AssertionError("nobody can do anything")


def play_out(devices: tuple[Device, Device], chosen: Chosen = any_act) -> State:
    """Nobody but the two acts meanwhile, so that an answer is how its player sees the table."""
    known: dict[str, State] = {}
    for _ in range(ROUNDS_MOST):
        state = _step(devices, known, chosen)
        if state["status"] != "playing":
            return state
        known = {state["audience"]: state}
    raise AssertionError("the match has no end")
