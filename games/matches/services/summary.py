from typing import Any

from games.engine.seats import Seat
from games.engine.states import MatchState, tally


def summary(state: MatchState) -> dict[str, Any]:
    """What the entries come to, as a match keeps it for lists."""
    a, b = tally(state, Seat.A), tally(state, Seat.B)
    return {
        "games_a": state.games_won(Seat.A),
        "games_b": state.games_won(Seat.B),
        "rubbers_a": state.rubbers_won(Seat.A),
        "rubbers_b": state.rubbers_won(Seat.B),
        "score_a": state.score.a,
        "score_b": state.score.b,
        "over": state.over,
        "winner": state.winner or "",
        "hands": a.hands,
        "kings_a": a.kings,
        "kings_b": b.kings,
        "voles_a": a.voles,
        "voles_b": b.voles,
    }
