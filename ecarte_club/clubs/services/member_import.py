"""Members from a spreadsheet, all lines of it or none."""

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ecarte_club.clubs.audit_log import log_act_for_each
from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.rules.member_import import Kind, Line, Plan, plan
from ecarte_club.core.exceptions import Fault, Invalid

from .members import player_change


class OtherThanSeen(Fault):
    """The file would do something else by now than what was shown."""

    status = 409

    def __init__(self) -> None:
        super().__init__(
            "other_than_seen",
            _("The club has changed since you opened this page. Check the preview again."),
            errors={"seen": _("Must be the value from the newest preview.")},
        )


def players_import_preview(*, by: Person, data: bytes | str) -> Plan:
    """Raises: Denied; Invalid for a file that is no such table."""
    require(by, Act.ADD_PLAYER)
    require(by, Act.CHANGE_PLAYER)
    return plan(by, data)


@transaction.atomic(savepoint=False)
def players_import(*, by: Person, data: bytes | str, seen: str) -> Plan:
    """What the preview showed, whose `seen` this is.

    Raises: Denied; OtherThanSeen; Invalid when the file is no such table, or a line is wrong.
    """
    require(by, Act.ADD_PLAYER)
    require(by, Act.CHANGE_PLAYER)
    # One import of a club after the other, and nobody is renamed between reading and writing.
    Club.objects.select_for_update(no_key=True).get(pk=by.club_id)
    players = Player.objects.select_for_update(no_key=True).filter(club_id=by.club_id)
    list(players.order_by("pk").values_list("pk"))
    found = plan(by, data)
    if not found.is_good:
        wrong = found.of(Kind.WRONG)
        text = ngettext(
            "Nothing was imported: %(number)s line has an error, line %(line)s.",
            "Nothing was imported: %(number)s lines have errors, the first is line %(line)s.",
            len(wrong),
        ) % {"number": len(wrong), "line": wrong[0].line}
        raise Invalid("wrong_lines", text, errors={"csv": text})
    if found.seen != seen:
        raise OtherThanSeen
    _add(by, found.of(Kind.NEW))
    changed = {line.player or 0: line for line in found.of(Kind.CHANGED)}
    for pk, player in Player.objects.in_bulk(list(changed)).items():
        line = changed[pk]
        player_change(
            by=by, player=player, version=player.version, name=line.name, left_on=line.left_on
        )
    return found


def _add(by: Person, lines: list[Line]) -> None:
    players = [
        Player(club_id=by.club_id, name=line.name, left_on=line.left_on, added_by_id=by.user_id)
        for line in lines
    ]
    Player.objects.bulk_create(players, batch_size=500)
    log_act_for_each(by, "player_add", kind="player", about=[player.pk for player in players])
