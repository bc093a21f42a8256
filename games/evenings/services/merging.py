"""Evenings when two players become one: where they came, and the phones they hold."""

from typing import Any

from ecarte_club.clubs.changes import MergeEffects
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import last
from games.evenings.models import Attendance, Phone

from .evenings import evening_moved


def evenings_merge(
    *, kept: Player, gone: Player, evenings: frozenset[int], **_signal: Any
) -> MergeEffects:
    """`evenings`: those where something of `gone` was played. All are locked, in one order."""
    came = Attendance.objects.filter(player=gone).order_by()
    every = evenings | frozenset(came.values_list("evening_id", flat=True))
    for evening_id in sorted(every):
        evening_moved(evening_id, correcting=True)
    _attendances_move(kept, gone)
    Phone.objects.filter(player=gone).update(player=kept)
    return MergeEffects(evenings=every)


def _attendances_move(kept: Player, gone: Player) -> None:
    """Where both were marked, he came with the first and went with the last of the two."""
    theirs = Attendance.objects.filter(player=gone)
    twice = {row.evening_id: row for row in theirs.filter(evening__attendances__player=kept)}
    for row in Attendance.objects.filter(player=kept, evening__in=list(twice)):
        other = twice[row.evening_id]
        row.came_at = min(row.came_at, other.came_at)
        row.left_at = last(row.left_at, other.left_at)
        row.save(update_fields=["came_at", "left_at"])
    theirs.filter(pk__in=[row.pk for row in twice.values()]).delete()
    theirs.update(player=kept)
