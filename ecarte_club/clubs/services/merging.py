"""Two players who are one: what either has becomes the kept one's, and every sum stays whole."""

from datetime import date
from typing import Any, TypeVar

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.deeds import note
from ecarte_club.clubs.merging import Merging, Told, together
from ecarte_club.clubs.models import Attendance, Invitation, Phone, Player
from ecarte_club.clubs.naming import STRICTNESS
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.clubs.signals import players_merged, players_merging
from ecarte_club.wire.faults import Absent, Invalid, Stale

from .evenings import evening_moved

Day = TypeVar("Day", bound=date)


@transaction.atomic(savepoint=False)
def players_merge(*, by: Person, kept: int, gone: int, version: int, gone_version: int) -> Merging:
    """From now on the player `gone` is `kept`, whose name and id stay; each as he was seen.

    Locks are taken in the order of everywhere: players, matches, evenings, seasons.
    Raises: Denied; Absent; Stale; Invalid, naming `other`, when they cannot be one.
    """
    require(by, Act.MERGE_PLAYERS)
    one, other = _locked(by, kept, gone)
    for player, seen in ((one, version), (other, gone_version)):
        if player.version != seen:
            raise Stale(sent=seen, current=player.version)
    if one.user_id and other.user_id:
        raise refused(
            "both_sign_in",
            _("Both have a sign-in, and a sign-in is one person: these two stay two."),
        )
    told = _asked(players_merging, one, other)
    evenings = told.evenings | _evenings(other)
    for evening_id in sorted(evenings):
        evening_moved(evening_id, correcting=True)
    _attendances_move(one, other)
    _phones_and_links_move(one, other)
    signs_in = one if one.user_id else other if other.user_id else None
    tables = _asked(players_merged, one, other).tables
    _people_move(one, other)
    note(by, "players_merge", kind="player", about=kept, gone=gone)
    after = Player.objects.select_related("club").get(pk=kept)
    return Merging(after, other, signs_in, Told(told.matches, evenings, tables))


def players_merge_preview(*, by: Person, kept: int, gone: int) -> Merging:
    """What players_merge would come to now: done, looked at and taken back, heard by nobody."""
    require(by, Act.MERGE_PLAYERS)
    seen = dict(Player.objects.filter(pk__in=(kept, gone)).values_list("pk", "version"))
    with transaction.atomic():
        merging = players_merge(
            by=by,
            kept=kept,
            gone=gone,
            version=seen.get(kept, 0),
            gone_version=seen.get(gone, 0),
        )
        transaction.set_rollback(True)
    return merging


def refused(code: str, text: str) -> Invalid:
    return Invalid(code, text, errors={"other": text})


def _locked(by: Person, kept: int, gone: int) -> tuple[Player, Player]:
    """Both, locked in the order of their ids: a match that is begun with either waits."""
    if kept == gone:
        raise refused("same_player", _("Choose another player: nobody is merged with himself."))
    players = Player.objects.select_for_update(no_key=True).filter(
        pk__in=(kept, gone), club_id=by.club_id, merged_into=None, anonymised_at=None
    )
    found = {player.pk: player for player in players.order_by("pk")}
    if kept not in found:
        raise Absent
    if gone not in found:
        raise refused("unknown_player", _("Must be a player of this club."))
    return found[kept], found[gone]


def _asked(signal: Signal, kept: Player, gone: Player) -> Told:
    told: Any = signal.send(Player, kept=kept, gone=gone)
    return together(one for _room, one in told)


def _evenings(gone: Player) -> frozenset[int]:
    came = Attendance.objects.filter(player=gone).order_by()
    return frozenset(came.values_list("evening_id", flat=True))


def _attendances_move(kept: Player, gone: Player) -> None:
    """Where both were marked, he came with the first and went with the last of the two."""
    theirs = Attendance.objects.filter(player=gone)
    twice = {row.evening_id: row for row in theirs.filter(evening__attendances__player=kept)}
    for row in Attendance.objects.filter(player=kept, evening__in=list(twice)):
        other = twice[row.evening_id]
        row.came_at = min(row.came_at, other.came_at)
        row.left_at = _last(row.left_at, other.left_at)
        row.save(update_fields=["came_at", "left_at"])
    theirs.filter(pk__in=[row.pk for row in twice.values()]).delete()
    theirs.update(player=kept)


def _phones_and_links_move(kept: Player, gone: Player) -> None:
    """A link to take the place of a player whose place is taken is good no more."""
    Phone.objects.filter(player=gone).update(player=kept)
    Invitation.objects.filter(player=gone).update(player=kept)
    if kept.user_id or gone.user_id:
        open_ = Invitation.objects.filter(player=kept, used_at=None, revoked_at=None)
        open_.update(revoked_at=timezone.now())


def _people_move(kept: Player, gone: Player) -> None:
    """The sign-in goes along. He plays if either did, and shows no more than either would.

    The version passes both old ones, so that nothing that was read of either passes for new.
    """
    holder = gone if gone.user_id else kept
    Player.objects.filter(merged_into=gone).update(merged_into=kept)
    Player.objects.filter(pk=gone.pk).update(
        user=None, wants_results=False, merged_into=kept, version=gone.version + 1
    )
    Player.objects.filter(pk=kept.pk).update(
        user=holder.user_id,
        wants_results=holder.wants_results,
        name_shown=max(kept.name_shown, gone.name_shown, key=STRICTNESS.__getitem__),
        left_on=_last(kept.left_on, gone.left_on),
        added_at=min(kept.added_at, gone.added_at),
        version=max(kept.version, gone.version) + 1,
    )


def _last(one: Day | None, other: Day | None) -> Day | None:
    """The later; none as long as one of them is still to come."""
    return max(one, other) if one and other else None
