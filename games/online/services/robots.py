"""Robots at tables online: whom one plays, and how they act once their moment has come.

Moments are columns, like deadlines: whoever looks at the table when one has passed lets the robot
act, and a worker looks as well. What it does is worked out before the match is locked.
"""

from datetime import datetime
from typing import Any, cast

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from games.engine.cards import Card
from games.engine.hand.state import Discard, Say
from games.engine.seats import Seat
from games.matches.services.stopping import match_abandon
from games.online.models import OnlineTable
from games.online.selectors.robots import robot_action
from games.online.selectors.tables import Play, tables

from .acting import act_in_hand, dealer_chosen
from .drawing import go_on
from .ending import site_of
from .writing import change, locked

PLAYING = OnlineTable.Status.PLAYING


def robot_of(club_id: int, level: str) -> Player:
    """Raises: Invalid where robots may not play."""
    robot = Player.objects.filter(club=club_id, robot=level).first()
    require_robots(club_id, robot)
    return cast(Player, robot)


def require_robots(club_id: int, robot: Player | None) -> None:
    """Raises: Invalid where robots may not play."""
    if robot is None or not Club.objects.filter(pk=club_id, robots=True).exists():
        text = _("Robots do not play in this club. The committee can let them, in the settings.")
        raise Invalid("no_robots", text, field="robot")


def robot_act(table: OnlineTable, now: datetime) -> bool:
    """Whether its moment had come, and it was looked at. Of two who look at once, one acts."""
    if table.robot_due is None or table.robot_due > now:
        return False
    seen = Play(table)
    seat = seen.robot
    if seat is None or not seen.is_playing:
        return False
    action = robot_action(seen)
    with transaction.atomic():
        play = locked(table)
        is_same = (play.table.version, play.table.robot_due) == (table.version, table.robot_due)
        if not is_same or not play.is_playing:
            return False
        if action is None:
            change(play, robot_due=None)
        else:
            _do(play, seat, cast("Card | Discard | Say", action))
    return True


def _do(play: Play, seat: Seat, action: Card | Discard | Say) -> None:
    waited = play.to_act
    if play.chooser is not None:
        dealer_chosen(play, seat, cast(Say, action))
    else:
        act_in_hand(play, seat, action, site_of(play), king=False)
    go_on(play, site_of(play), keep=None if waited is seat else waited)


def robots_leave(*, club: Club, by: Person, **_change: Any) -> None:
    """What they play is abandoned."""
    reason = _("Robots do not play in this club any longer.")
    here = tables().filter(club=club, status=PLAYING)
    theirs = here.exclude(match__player_a__robot="", match__player_b__robot="")
    for table in theirs.order_by("match"):
        match = table.match
        if match is not None:
            match_abandon(by=by, match=match, reason=reason, version=match.version)
