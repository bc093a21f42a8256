"""When a rubber is over, and when the match."""

from dataclasses import replace

from .options import CutForDeal
from .seats import Seat
from .states import Event, MatchOver, MatchState, Rubber, RubberWon
from .terms import FormatKind


def decided(state: MatchState) -> tuple[MatchState, tuple[Event, ...]]:
    """With the rubber closed that `state.game` ended, and the match if that decided it."""
    form = state.terms.format
    if form.kind is FormatKind.RUBBER:
        return _rubber_decided(state)
    won_a, won_b = state.games_won(Seat.A), state.games_won(Seat.B)
    if won_a + won_b < form.games:
        return state, ()
    leader = None if won_a == won_b else Seat.A if won_a > won_b else Seat.B
    return replace(state, over=True, winner=leader), (MatchOver(leader),)


def _rubber_decided(state: MatchState) -> tuple[MatchState, tuple[Event, ...]]:
    form, made = state.terms.format, _rubber(state)
    if max(made.games_a, made.games_b) < form.to_win:
        return state, ()
    winner, rubbers = made.winner, (*state.rubbers, made)
    after = replace(state, rubbers=rubbers, rubber_from=state.game + 1)
    if after.rubbers_won(winner) == form.rubbers_to_win:
        return replace(after, over=True, winner=winner), (MatchOver(winner),)
    if state.terms.code.cut_for_deal.value is CutForDeal.AT_EACH_RUBBER:
        after = replace(after, dealer=None)
    return after, (RubberWon(len(rubbers), winner),)


def _rubber(state: MatchState) -> Rubber:
    """What is won in the rubber now being played."""
    before = state.rubbers

    def won(seat: Seat) -> tuple[int, int]:
        games = sum(one.games_a if seat is Seat.A else one.games_b for one in before)
        value = sum(one.value_a if seat is Seat.A else one.value_b for one in before)
        return state.games_won(seat) - games, state.value_won(seat) - value

    (games_a, value_a), (games_b, value_b) = won(Seat.A), won(Seat.B)
    return Rubber(state.rubber_from, games_a, games_b, value_a, value_b)
