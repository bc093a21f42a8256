"""A match played online, act by act: what it came to, or the first act that cannot be."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from games.engine.cards import Card
from games.engine.codes import CutForDeal
from games.engine.facts import Mark
from games.engine.fair_deal import cut_of
from games.engine.hand import apply, begin, out_of_time
from games.engine.hand.dealing import next_dealer
from games.engine.hand.legality import refusal
from games.engine.hand.state import Action, Cut, Deal, Phase, State
from games.engine.notation.tokens import mark_text
from games.engine.records import NotedMark
from games.engine.refusals import Refusal, RefusalError
from games.engine.seats import Seat
from games.engine.terms import NOTHING, Format, FormatKind, Score, game_value

from .acts import Act, ActError, Annulled, Dealt, Done, Ending, Standing, TimeOver, read
from .model import Agreed, Draw, DrawKind, GameResult, HandResult, Results

PLAYED: Final = "played"
_IN_HAND: Final = (
    Phase.PROPOSAL,
    Phase.ANSWER,
    Phase.DISCARD_ELDER,
    Phase.DISCARD_DEALER,
    Phase.PLAY,
)


Pack = tuple[Card, ...]
Live = Iterator[tuple[int, Draw]]
"""Draws that did not die, each with its place among all."""


class ReplayError(Exception):
    """`place`: in the file, such as "acts.14". `why`: an English sentence for programs."""

    def __init__(self, place: str, why: str) -> None:
        super().__init__(place, why)
        self.place = place
        self.why = why


@dataclass(frozen=True, slots=True)
class Play:
    """`standing`: when the game in play began. `state`: of that game.

    `before`: its state before the last deal. `draw`: of that deal. `counted`: that hand is in
    `hands`.
    """

    agreed: Agreed
    standing: Standing
    state: State
    before: State
    draw: int = 0
    counted: bool = False
    hands: tuple[HandResult, ...] = ()
    games: tuple[GameResult, ...] = ()
    winner: Seat | None = None
    end: str | None = None

    @property
    def is_hand_in_play(self) -> bool:
        return self.state.phase in _IN_HAND

    @property
    def results(self) -> Results:
        """Of a match that is over."""
        won, end = self.standing, self.end or ""
        return Results(self.hands, self.games, won.games, won.rubbers, self.winner, end)


def begun(agreed: Agreed) -> Play:
    standing = Standing()
    state = _state(agreed, standing)
    return Play(agreed, standing, state, state)


def _state(agreed: Agreed, standing: Standing) -> State:
    return begin(
        agreed.terms.code,
        score=standing.score,
        dealer=standing.dealer,
        orders=standing.orders,
        second_proposal=agreed.second_proposal,
    )


def replay(agreed: Agreed, draws: Sequence[Draw], lines: Sequence[str]) -> Play:
    """Of a match that is over. Raises: ReplayError at the first thing that cannot be.

    Live draws and the acts that draw come one to one, in their order.
    """
    play = begun(agreed)
    waiting = live(draws)
    for place, line in enumerate(lines):
        try:
            play = after(play, read(line), waiting)
        except ActError:
            raise ReplayError(f"acts.{place}", f"{line!r} is no act.") from None
        except RefusedError as refused:
            raise ReplayError(f"acts.{place}", f"{line!r}: {refused.why}") from None
    if play.end is None:
        raise ReplayError("acts", "The match is not over.")
    for place, _draw in waiting:
        raise ReplayError(f"draws.{place}", "No act belongs to this draw.")
    return play


def live(draws: Sequence[Draw]) -> Live:
    return iter([(place, draw) for place, draw in enumerate(draws) if draw.pack is not None])


class RefusedError(Exception):
    """`why`: an English sentence for programs."""

    def __init__(self, why: str, refused: Refusal | None = None) -> None:
        super().__init__(why)
        self.why = why if refused is None else f"{refused.code} ({refused.law})."


def after(play: Play, act: Act, draws: Live) -> Play:
    """`draws`: of which an act that draws takes the next. Raises: RefusedError."""
    if play.end is not None:
        raise RefusedError("The match is over.")
    if isinstance(act, Ending):
        return _ended(play, act)
    if isinstance(act, Standing):
        return _standing_at(play, act)
    if isinstance(act, Annulled):
        return _annulled(play)
    if isinstance(act, Cut):
        return _cut(play, act, draws)
    if isinstance(act, Dealt):
        return _dealt(play, act, draws)
    return _done(play, act)


def _ended(play: Play, ending: Ending) -> Play:
    claimed = {Ending.CLAIMED_BY_A: Seat.A, Ending.CLAIMED_BY_B: Seat.B}
    return replace(play, winner=claimed.get(ending), end=ending.value)


def _standing_at(play: Play, at: Standing) -> Play:
    if play.is_hand_in_play:
        raise RefusedError("A hand is in play.")
    if not _is_possible(play.agreed.terms.format, at):
        raise RefusedError("The match cannot go on from there.")
    state = _state(play.agreed, at)
    return replace(play, standing=at, state=state, before=state)


def _is_possible(form: Format, at: Standing) -> bool:
    games, rubbers = (at.games.a, at.games.b), (at.rubbers.a, at.rubbers.b)
    if at.game <= sum(games):
        return False
    if form.kind is FormatKind.RUBBER:
        return max(games) < form.to_win and max(rubbers) < form.rubbers_to_win
    return sum(games) < form.games and rubbers == (0, 0)


def _annulled(play: Play) -> Play:
    if not play.is_hand_in_play:
        raise RefusedError("No hand is in play.")
    before = play.before
    at = replace(
        play.standing, score=before.score, dealer=next_dealer(before), orders=before.orders
    )
    state = _state(play.agreed, at)
    return replace(play, state=state, before=state)


def _next(draws: Live, kind: DrawKind) -> Draw:
    _place, draw = next(draws, (0, None))
    if draw is None or draw.kind is not kind:
        raise RefusedError("No draw belongs to this act.")
    return draw


def _cut(play: Play, cards: Cut, draws: Live) -> Play:
    draw = _next(draws, DrawKind.CUT)
    if cut_of(cast(Pack, draw.pack)) != cards:
        raise RefusedError("The draw has other cards on top.")
    return replace(play, state=_applied(play.state, cards))


def _dealt(play: Play, act: Dealt, draws: Live) -> Play:
    draw = _next(draws, DrawKind.HAND)
    before = play.state
    state = _applied(before, Deal(cast(Pack, draw.pack), act.order))
    if state.dealer is not act.dealer:
        raise RefusedError("The other player deals.")
    return replace(play, state=state, before=before, draw=draw.number, counted=False)


def _done(play: Play, act: Done | TimeOver) -> Play:
    if isinstance(act, TimeOver):
        state = _out_of_time(play.state, act.seat)
    elif (refused := refusal(play.state, act.action, act.seat)) is not None:
        raise RefusedError("", refused)
    else:
        state = _applied(play.state, act.action)
    following = replace(play, state=state)
    return _marked(following) if state.phase is Phase.OVER else following


def _out_of_time(state: State, seat: Seat) -> State:
    if state.to_act is not seat:
        raise RefusedError("The player is not waited for.")
    try:
        return out_of_time(state)[0]
    except RefusalError as error:
        raise RefusedError("", error.refusal) from None


def _applied(state: State, action: Action) -> State:
    try:
        return apply(state, action)[0]
    except RefusalError as error:
        raise RefusedError("", error.refusal) from None


def _marked(play: Play) -> Play:
    """The hand is over; or the king that was turned is marked after it."""
    state = play.state
    marks = ",".join(mark_text(_noted(mark)) for mark in state.marks)
    dealer = cast(Seat, state.dealer)
    hand = HandResult(play.standing.game, play.draw, dealer, marks, state.score)
    earlier = play.hands[:-1] if play.counted else play.hands
    play = replace(play, hands=(*earlier, hand), counted=True)
    return play if state.winner is None else _game_over(play, state.winner)


def _noted(mark: Mark) -> NotedMark:
    return NotedMark(mark.seat, mark.points, mark.kind)


def _game_over(play: Play, winner: Seat) -> Play:
    """The deal passes to the next game, but where the code cuts at each rubber."""
    terms, at, state = play.agreed.terms, play.standing, play.state
    value = game_value(terms, state.score.of(winner.other))
    game = GameResult(at.game, winner, state.score, value)
    play = replace(play, games=(*play.games, game))
    won = at.games.plus(winner, 1)
    following = Standing(at.game + 1, at.rubbers, won, dealer=state.elder)
    form = terms.format
    if form.kind is not FormatKind.RUBBER:
        if won.a + won.b == form.games:
            return replace(play, standing=following, winner=_leader(won), end=PLAYED)
    elif won.of(winner) == form.to_win:
        rubbers = at.rubbers.plus(winner, 1)
        if rubbers.of(winner) == form.rubbers_to_win:
            last = replace(following, rubbers=rubbers)
            return replace(play, standing=last, winner=winner, end=PLAYED)
        cut = terms.code.cut_for_deal.value is CutForDeal.AT_EACH_RUBBER
        dealer = None if cut else following.dealer
        following = Standing(at.game + 1, rubbers, NOTHING, dealer=dealer)
    state = _state(play.agreed, following)
    return replace(play, standing=following, state=state, before=state)


def _leader(won: Score) -> Seat | None:
    if won.a == won.b:
        return None
    return Seat.A if won.a > won.b else Seat.B
