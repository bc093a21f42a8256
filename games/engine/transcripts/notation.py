"""A transcript as a match in the notation, with every card.

Where a match went on from elsewhere, another contest begins. Hands that were annulled are left out.
A hand that the clock ended before the play of the cards, which the notation has no word for, ends
with its marks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from games.engine.hand import apply, out_of_time
from games.engine.hand.state import BY_CUT, Action, Cut, Deal, Phase, Say, State
from games.engine.notation.contests import game_of
from games.engine.notation.files import dump
from games.engine.notation.headers import Context, headers
from games.engine.notation.values import (
    Contest,
    CutCards,
    Game,
    Hand,
    Header,
    MarksMade,
    ScoreAfter,
)
from games.engine.records import MarkKind, NotedMark

from .acts import Act, Annulled, Dealt, Done, Ending, Standing, TimeOver, read
from .model import Transcript
from .replaying import Play, after, begun, live


def notation(transcript: Transcript) -> str:
    """Of one whose acts are right. Raises: ActError, RefusedError."""
    return "".join(dump(contests(transcript)))


def contests(transcript: Transcript) -> Iterator[Contest]:
    play, draws = begun(transcript.agreed), live(transcript.draws)
    part = _Part(_head(transcript, play.standing))
    for line in transcript.lines:
        act = read(line.act)
        following = after(play, act, draws)
        part.add(act, play, following)
        if isinstance(act, Standing | Ending):
            yield from part.contest(play)
            part = _Part(_head(transcript, following.standing))
        play = following
    yield from part.contest(play)


def _head(of: Transcript, at: Standing) -> tuple[Header, ...]:
    agreed, (a, b) = of.agreed, of.players
    context = Context(
        agreed.terms.code, at.score, at.dealer, at.orders, agreed.second_proposal, agreed.terms
    )
    return (*headers(context), Header("A", a.name), Header("B", b.name), Header("Match", of.match))


@dataclass(slots=True)
class _Dealt:
    """A hand from its deal on. `clock`: after how many acts it ended it, before the play."""

    before: State
    log: list[Action]
    clock: int | None = None

    def hand(self) -> Hand:
        played = game_of(self.before, self.log[: self.clock]).hands[0]
        if self.clock is None:
            return played
        state = self.before
        for action in self.log[: self.clock]:
            state, _events = apply(state, action)
        state, _events = out_of_time(state)
        for action in self.log[self.clock :]:
            state, _events = apply(state, action)
        # Cut at five a vole counts one, which no vole is written as.
        marks = [
            NotedMark(mark.seat, 2 if mark.kind is MarkKind.VOLE else mark.points, mark.kind)
            for mark in state.marks
        ]
        *steps, stock = played.steps
        steps += [MarksMade(tuple(marks)), ScoreAfter(state.score), stock]
        return Hand(played.dealer, played.order, tuple(steps))


@dataclass(slots=True)
class _Part:
    """Of a match, from where it stood on. `dealt`: the hand in play, or the last one."""

    head: tuple[Header, ...]
    games: list[Game] = field(default_factory=list)
    cuts: list[CutCards] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
    dealt: _Dealt | None = None

    def add(self, act: Act, before: Play, following: Play) -> None:
        if isinstance(act, Cut):
            self.cuts.append(CutCards(act.a, act.b))
        elif isinstance(act, Dealt):
            self.end_hand()
            deal = Deal(following.state.pack, act.order)
            self.dealt = _Dealt(before.state, [deal])
        elif isinstance(act, Annulled):
            self.dealt = None
        elif self.dealt is not None:
            self.act(act, before.state, self.dealt)
        if len(following.games) > len(before.games):
            self.end_game(before)

    def act(self, act: Act, state: State, dealt: _Dealt) -> None:
        if isinstance(act, Done) and act.action not in BY_CUT:
            dealt.log.append(act.action)
        elif isinstance(act, TimeOver) and state.phase is Phase.PLAY:
            dealt.log.append(Say.ABANDON)
        elif isinstance(act, TimeOver):
            dealt.clock = len(dealt.log)

    def end_hand(self) -> None:
        if self.dealt is not None:
            self.hands.append(self.dealt.hand())
        self.dealt = None

    def end_game(self, play: Play) -> None:
        self.end_hand()
        if self.cuts or self.hands:
            self.games.append(Game(play.standing.game, tuple(self.cuts), tuple(self.hands)))
        self.cuts, self.hands = [], []

    def contest(self, play: Play) -> Iterator[Contest]:
        self.end_game(play)
        if self.games:
            yield Contest(self.head, tuple(self.games))
