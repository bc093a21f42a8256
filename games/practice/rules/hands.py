"""A hand of one person against a robot, from its seed and what the person did: the robot's part and
every card follow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, NamedTuple, cast

from games.engine import fair_deal
from games.engine.cards import Card
from games.engine.codes import CODES, DEFAULT_CODE
from games.engine.facts import Mark
from games.engine.hand import apply, begin
from games.engine.hand.legality import refusal
from games.engine.hand.state import Action, Deal, Phase, Say, State
from games.engine.hand.views import View, view
from games.engine.refusals import Refusal
from games.engine.robots.advice import Advice, Option, advice, forced
from games.engine.robots.duel import ROBOTS
from games.engine.robots.seeing import Memory
from games.engine.robots.tables import Tables
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Score

READER: Final = Seat.A
ROBOT: Final = Seat.B


@dataclass(frozen=True, slots=True)
class Start:
    """What a hand begins from. `seed`: whoever knows it knows every card."""

    seed: str
    dealer: Seat = ROBOT
    score: Score = NOTHING
    level: str = "club"


class Done(NamedTuple):
    """An action, with what was marked by it."""

    seat: Seat
    action: Action
    marks: tuple[Mark, ...]


class Decision(NamedTuple):
    """Of the reader. `chosen`: its option, among those of the advice."""

    chosen: Option
    advice: Advice

    @property
    def cost(self) -> float:
        """In chances to win the game."""
        return max(self.advice.best.chance - self.chosen.chance, 0.0)


@dataclass(frozen=True, slots=True)
class Played:
    """How far a hand has come. `refused`: why the next of the reader's actions was not done."""

    state: State
    seen: View
    memory: Memory
    done: tuple[Done, ...] = ()
    decisions: tuple[Decision, ...] = ()
    refused: Refusal | None = None
    accepted: tuple[Action, ...] = ()

    @property
    def is_over(self) -> bool:
        return self.state.phase is Phase.OVER

    def advice(self, tables: Tables) -> Advice | None:
        """About what the reader is to decide now."""
        return None if self.is_over else advised(self.seen, self.memory, tables)


@dataclass(slots=True)
class _Hand:
    start: Start
    tables: Tables
    state: State
    memories: dict[Seat, Memory] = field(default_factory=lambda: dict.fromkeys(Seat, frozenset()))
    done: list[Done] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)

    def view(self, seat: Seat) -> View:
        seen = view(self.state, seat)
        self.memories[seat] |= frozenset(seen.hand or ())
        return seen

    def act(self, seat: Seat, action: Action) -> None:
        before = len(self.state.marks)
        self.state, _events = apply(self.state, action)
        self.done.append(Done(seat, action, tuple(self.state.marks[before:])))

    def robot_acts(self) -> bool:
        seen = self.view(ROBOT)
        if not seen.legal:
            return False
        chance = chance_of(self.start.seed, len(self.done))
        action = ROBOTS[self.start.level](seen, self.memories[ROBOT], self.tables, chance)
        if action is None:
            return False
        self.act(ROBOT, action)
        return True


def played(
    start: Start, wanted: Sequence[Action], tables: Tables, *, judged: bool = False
) -> Played:
    """Until the reader is to act and has said nothing, or the hand is over. `judged`: with advice
    on each of their decisions."""
    hand = _Hand(start, tables, dealt(start))
    left = list(wanted)
    refused: Refusal | None = None
    while hand.state.phase is not Phase.OVER:
        seen = hand.view(READER)
        if Say.MARK in seen.legal:
            # Nobody would leave a king turned unmarked.
            hand.act(READER, Say.MARK)
        elif hand.robot_acts():
            continue
        elif left:
            refused = refusal(hand.state, left[0], READER)
            if refused is not None:
                break
            if judged:
                _judge(hand, seen, left[0])
            hand.act(READER, left.pop(0))
        else:
            break
    return Played(
        hand.state,
        hand.view(READER),
        hand.memories[READER],
        tuple(hand.done),
        tuple(hand.decisions),
        refused,
        tuple(wanted[: len(wanted) - len(left)]),
    )


def _judge(hand: _Hand, seen: View, action: Action) -> None:
    asked = advised(seen, hand.memories[READER], hand.tables)
    chosen = asked and asked.of(action)
    if asked is not None and chosen is not None:
        hand.decisions.append(Decision(chosen, asked))


def advised(seen: View, memory: Memory, tables: Tables) -> Advice | None:
    """None where there is nothing to choose; a king may be announced later at no cost."""
    if forced(seen) is not None:
        return None
    found = advice(seen, memory, tables)
    if found is None:
        return None
    options = tuple(one for one in found.options if one.action is not Say.KING)
    return found._replace(options=options) if len(options) > 1 else None


def dealt(start: Start) -> State:
    state = begin(CODES[DEFAULT_CODE], score=start.score, dealer=start.dealer)
    return apply(state, Deal(pack_of(start.seed)))[0]


def pack_of(seed: str) -> tuple[Card, ...]:
    link = sha256(seed.encode()).digest()
    return fair_deal.pack(link, fair_deal.NO_LINK, fair_deal.NO_LINK, match="practice", number=1)


def chance_of(seed: str, number: int) -> float:
    """From 0 up to 1, another one for each action of the hand."""
    return int.from_bytes(sha256(f"{seed}:{number}".encode()).digest()[:6]) / 2**48


def tricks_on_table(seen: View) -> Mapping[Seat, int]:
    """The cards of the trick that lies on the table, the last one while none is begun."""
    begun = seen.played[len(seen.played) // 2 * 2 :] or seen.played[-2:]
    return {cast(Seat, seat): card for seat, card in begun}


def seeds(prefix: str) -> Iterator[str]:
    number = 0
    while True:
        yield f"{prefix}:{number}"
        number += 1
