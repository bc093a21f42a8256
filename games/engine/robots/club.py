"""The club robot: exact counts against a threshold for its role and the score.

It stands or refuses if it wins the point often enough, whatever it would keep in an exchange;
throws all but trumps and kings; and plays its cards as `advice` has it.
"""

from games.engine.hand.state import Action, Phase, Say
from games.engine.hand.views import View
from games.engine.records import TRICKS_FOR_THE_POINT, Opening

from . import beginner
from .advice import advice, forced
from .exchanges import exchange_worth
from .seeing import Memory, Sight
from .tables import Tables
from .worth import by_tricks


def action(view: View, memory: Memory, tables: Tables, _chance: float) -> Action | None:
    only = forced(view)
    if only is not None:
        return only
    advised = advice(view, memory, tables)
    if advised is None or advised.best.action in (Say.MARK, Say.KING):
        return advised and advised.best.action
    if view.phase in (Phase.DISCARD_ELDER, Phase.DISCARD_DEALER):
        thrown = beginner.choice(view, memory)
        return thrown and thrown.action
    played = advised.of(Say.STAND) or advised.of(Say.REFUSE)
    if played is None:
        return advised.best.action
    if played.point >= threshold(Sight(view, memory), tables):
        return played.action
    return Say.PROPOSE if view.phase is Phase.PROPOSAL else Say.ACCEPT


def threshold(sight: Sight, tables: Tables) -> float:
    """The chance of the point from which on a hand is played: then it wins the game as often as an
    exchange does on the average."""
    opening = sight.view.opening or (Opening.STOOD if sight.is_elder else Opening.REFUSED)
    worths = by_tricks(tables.chances, sight.standing, opening)
    won, lost = worths[TRICKS_FOR_THE_POINT], worths[TRICKS_FOR_THE_POINT - 1]
    exchange = exchange_worth(sight, tables, tables.usual_exchange[sight.is_elder])
    return (exchange - lost) / (won - lost) if won > lost else 0.0
