"""The tables of the site, and ways to ask the robots about a hand that is laid out."""

from games.engine.hand.state import State
from games.engine.hand.views import view
from games.engine.robots.advice import Advice, advice
from games.engine.robots.seeing import Memory, Sight
from games.engine.seats import Seat
from games.matches.selectors.robots import TABLES, robot_tables

__all__ = ["TABLES", "advised", "robot_tables", "sight"]


def sight(state: State, seat: Seat, memory: Memory = frozenset()) -> Sight:
    """With what the player holds now as all that they remember."""
    seen = view(state, seat)
    return Sight(seen, memory | frozenset(seen.hand or ()))


def advised(state: State, seat: Seat | None = None, memory: Memory = frozenset()) -> Advice:
    """Of who is to act."""
    seat = seat or state.to_act
    assert seat is not None
    seen = sight(state, seat, memory)
    found = advice(seen.view, seen.memory, robot_tables())
    assert found is not None
    return found
