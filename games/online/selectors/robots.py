"""When a robot acts at a table online, and what it does: its input is what its seat sees."""

from datetime import timedelta
from typing import cast

from games.engine.hand.state import Action, Phase, Say
from games.engine.robots.duel import ROBOTS
from games.engine.seats import Seat
from games.matches.selectors.robots import robot_tables
from games.online.hidden import robot_chance

from .tables import Play, players_of

LEAST, SPREAD = 900, 1600
"""Milliseconds that a robot waits before it acts, and how many more at most."""
STRIDE = 709


def robot_may_act(play: Play) -> bool:
    """Whether it is its turn, or it might announce the king on the other's. By what everybody sees:
    it is the same whatever the robot holds."""
    seat = play.robot
    if seat is None or not play.is_playing:
        return False
    if play.chooser is not None or not play.has_hand_in_play or play.hand is None:
        return play.chooser is seat
    seen = play.hand.view(None)
    has_played = any(player is seat for player, _card in seen.played)
    return seen.to_act is seat or (seen.phase is Phase.PLAY and not has_played)


def robot_wait(play: Play) -> timedelta:
    """As a person would, a little longer or shorter from action to action."""
    return timedelta(milliseconds=LEAST + _number(play) * STRIDE % SPREAD)


def robot_action(play: Play) -> Action | None:
    """None where it leaves the table as it is."""
    if play.chooser is not None:
        return Say.DEAL_FIRST
    seat = cast(Seat, play.robot)
    player = players_of(play.table)[seat]
    if player is None or play.hand is None:
        return None
    view, memory = play.hand.sight(seat)
    chance = robot_chance(play.table.nonce, _number(play))
    return ROBOTS[player.robot](view, memory, robot_tables(), chance)


def _number(play: Play) -> int:
    return play.last_action.number if play.last_action else 0
