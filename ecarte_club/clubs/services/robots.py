"""The robots of a club: players who play online alone, and whom nobody is behind."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import override

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import robots_leaving
from ecarte_club.clubs.models import Club, Player, Robot
from ecarte_club.clubs.permissions import Act, Person, require


def names() -> dict[Robot, str]:
    """Each says that it is a robot, wherever names are shown."""
    return {
        Robot.BEGINNER: _("Beginner robot"),
        Robot.CLUB: _("Club robot"),
        Robot.STRONG: _("Strong robot"),
    }


@transaction.atomic(savepoint=False)
def robots_follow(*, by: Person, club: Club) -> None:
    """The club has one of each level, named in its language; or what they play is abandoned.

    Raises: Denied.
    """
    require(by, Act.SET_CLUB)
    if not club.robots:
        robots_leaving.send(club=club, by=by)
        return
    known = set(Player.objects.filter(club=club).exclude(robot="").values_list("robot", flat=True))
    with override(club.language):
        wanted = [(level, name) for level, name in names().items() if level not in known]
    for level, name in wanted:
        robot = Player.objects.create(
            club=club, name=name, robot=level, added_by_id=by.user_id, wants_results=False
        )
        log_act(by, "player_add", kind="player", about=robot.pk)
