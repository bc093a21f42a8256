from typing import Any

from games.engine.match import MatchState
from games.engine.seats import Seat


def summary(state: MatchState) -> dict[str, Any]:
    """What the entries come to, as a match keeps it for lists."""
    return {
        "games_a": state.games_won(Seat.A),
        "games_b": state.games_won(Seat.B),
        "score_a": state.score.a,
        "score_b": state.score.b,
        "over": state.over,
        "winner": state.winner or "",
    }
