"""Players added, renamed, marked as left or returned; and two players merged who are one person."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import TypeVar

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import (
    Merging,
    combined,
    player_changed,
    players_merged,
    players_merging,
)
from ecarte_club.clubs.models import Invitation, Player, PlayersMerge
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.player_names import STRICTNESS, alike, numbered
from ecarte_club.core.collation import name_fields
from ecarte_club.core.exceptions import Absent, Fault, Invalid, Stale
from ecarte_club.core.names import cleaned_name, unseen_refusal
from ecarte_club.core.sentences import or_list

from .clubs import lock_club
from .member_details import Details, differing, merged_details, without_details
from .merge_undo import difference, rows_of

NAME_MOST = 80
# How many players a sentence names.
LISTED = 5


def name_of(text: str) -> str:
    """The name without needless blanks. Raises: Invalid when it is none, or cannot be shown."""
    name = cleaned_name(text)
    if not name:
        raise _no_name(_("Give a name."))
    if len(name) > NAME_MOST:
        raise _no_name(_("Must be %(most)s characters at most.") % {"most": NAME_MOST})
    if refusal := unseen_refusal(name):
        raise _no_name(refusal)
    return name


def _no_name(text: str) -> Invalid:
    return Invalid("no_name", _("A player needs a name."), errors={"name": text})


class NamesAlike(Fault):
    """Players of the club have such a name already. `confirm_name` says that this is another."""

    status = 409

    def __init__(self, players: Sequence[Player]) -> None:
        self.alike = [{"id": player.pk, "name": player.name} for player in players]
        names = or_list(f"{player.name} ({numbered(player.pk)})" for player in players[:LISTED])
        # Translators: %(names)s is a player, or several joined by “or”.
        text = _("There is already a player with such a name: %(names)s.") % {"names": names}
        super().__init__(
            "names_alike",
            text,
            errors={"confirm_name": text},
            extra={"alike": self.alike},
        )


def _check_alike(club_id: int, name: str, *, but: int | None = None) -> None:
    """Of two who look at once, the later one sees what the other has added. Raises: NamesAlike."""
    lock_club(club_id)
    if players := alike(club_id, name, but=but):
        raise NamesAlike(players)


@transaction.atomic(savepoint=False)
def player_add(
    *, by: Person, name: str, confirm_name: bool = False, details: Details | None = None
) -> Player:
    """`confirm_name`: it may look like another player's. Raises: Denied; NamesAlike; Invalid,
    naming the field."""
    require(by, Act.ADD_PLAYER)
    if details is not None:
        require(by, Act.SEE_DETAILS)
    name, columns = name_of(name), details.checked() if details else {}
    if not confirm_name:
        _check_alike(by.club_id, name)
    player = Player.objects.create(club_id=by.club_id, name=name, added_by_id=by.user_id, **columns)
    log_act(by, "player_add", kind="player", about=player.pk)
    return player


@transaction.atomic(savepoint=False)
def player_rename(
    *, by: Person, player: Player, name: str, version: int, confirm_name: bool = False
) -> Player:
    """The same name again changes nothing. Raises: Denied, Absent, Stale, NamesAlike, Invalid."""
    require(by, Act.CHANGE_PLAYER)
    name = name_of(name)
    if name == player.name and version == player.version:
        return player
    if not confirm_name:
        _check_alike(by.club_id, name, but=player.pk)
    player = _changed(by, player, version, name_fields(name))
    log_act(by, "player_rename", kind="player", about=player.pk)
    player_changed.send(player=player)
    return player


@transaction.atomic(savepoint=False)
def player_leave(
    *, by: Person, player: Player, version: int, left_on: date | None = None
) -> Player:
    """Their open invitations are withdrawn; their results stay.

    `left_on`: today, unless it was before. Raises: Denied, Absent, Stale; Invalid for a day to
    come.
    """
    require(by, Act.CHANGE_PLAYER)
    today = timezone.localdate()
    left_on = left_on or today
    if left_on > today:
        raise Invalid("not_yet", _("Must not be in the future."), field="left_on")
    player = _changed(by, player, version, {"left_on": left_on})
    Invitation.objects.filter(player=player, used_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    log_act(by, "player_leave", kind="player", about=player.pk, on=left_on.isoformat())
    return player


@transaction.atomic(savepoint=False)
def player_return(*, by: Person, player: Player, version: int) -> Player:
    """They play again, with the account that they had. Raises: Denied, Absent, Stale."""
    require(by, Act.CHANGE_PLAYER)
    player = _changed(by, player, version, {"left_on": None})
    log_act(by, "player_return", kind="player", about=player.pk)
    return player


@transaction.atomic(savepoint=False)
def player_change(
    *,
    by: Person,
    player: Player,
    version: int,
    name: str,
    left_on: date | None,
    confirm_name: bool = False,
    details: Details | None = None,
) -> Player:
    """All as it should be; what is so already stays. Raises: as each by itself."""
    require(by, Act.CHANGE_PLAYER)
    if name_of(name) != player.name:
        player = player_rename(
            by=by, player=player, name=name, version=version, confirm_name=confirm_name
        )
        version = player.version
    if details is not None:
        player = player_details_set(by=by, player=player, version=version, details=details)
        version = player.version
    if left_on == player.left_on:
        _check_version(by, player, version)
    elif left_on is None:
        player = player_return(by=by, player=player, version=version)
    else:
        player = player_leave(by=by, player=player, left_on=left_on, version=version)
    return player


@transaction.atomic(savepoint=False)
def player_details_set(*, by: Person, player: Player, version: int, details: Details) -> Player:
    """What is recorded already changes nothing. Raises: Denied, Absent, Stale; Invalid, naming
    every field at fault."""
    require(by, Act.SEE_DETAILS)
    columns = differing(player, details.checked())
    if not columns:
        _check_version(by, player, version)
        return player
    player = _changed(by, player, version, columns)
    log_act(by, "player_details_set", kind="player", about=player.pk, fields=sorted(columns))
    return player


def _changed(by: Person, player: Player, version: int, fields: Mapping[str, object]) -> Player:
    """The player at the next version. Raises: Absent for one of another club, or merged; Stale."""
    there = Player.objects.current().filter(pk=player.pk, club_id=by.club_id)
    if not there.filter(version=version).update(version=F("version") + 1, **fields):
        _check_version(by, player, version)
        raise Absent
    return there.select_related("club").get()


def _check_version(by: Person, player: Player, version: int) -> None:
    found = Player.objects.filter(pk=player.pk, club_id=by.club_id)
    current = found.values_list("version", flat=True).first()
    if current is not None and current != version:
        raise Stale(sent=version, current=current)


Day = TypeVar("Day", bound=date)


@transaction.atomic(savepoint=False)
def players_merge(*, by: Person, kept: int, gone: int, version: int, gone_version: int) -> Merging:
    """From now on the player `gone` is `kept`, whose name and id stay; both versions as seen.

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
            _("Both players have an account, so they cannot be merged."),
        )
    before = rows_of(one, other)
    played = combined(players_merging.send(kept=one, gone=other))
    _links_move(one, other)
    signs_in = one if one.user_id else other if other.user_id else None
    merged = combined(players_merged.send(kept=one, gone=other, evenings=played.evenings))
    _people_move(one, other)
    PlayersMerge.objects.create(
        club_id=by.club_id,
        kept=one,
        gone=other,
        moved=difference(before, rows_of(one, other)),
        made_at=timezone.now(),
        made_by_id=by.user_id,
    )
    log_act(by, "players_merge", kind="player", about=kept, gone=gone)
    after = Player.objects.select_related("club").get(pk=kept)
    return Merging(
        kept=after,
        gone=other,
        version=after.version,
        sign_in=signs_in,
        effects=replace(merged, matches=played.matches),
    )


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
    return replace(merging, version=seen.get(kept, 0))


def refused(code: str, text: str) -> Invalid:
    return Invalid(code, text, field="other")


def _locked(by: Person, kept: int, gone: int) -> tuple[Player, Player]:
    """Both, locked in the order of their ids: a match that is begun with either waits."""
    if kept == gone:
        raise refused(
            "same_player",
            _("Choose a different player: a player cannot be merged with themselves."),
        )
    players = Player.objects.current().filter(pk__in=(kept, gone), club_id=by.club_id)
    locked = players.select_for_update(no_key=True).order_by("pk")
    found = {player.pk: player for player in locked}
    if kept not in found:
        raise Absent
    if gone not in found:
        raise refused("unknown_player", _("Must be a player of this club."))
    return found[kept], found[gone]


def _links_move(kept: Player, gone: Player) -> None:
    """A link to take the place of a player whose place is taken is good no more."""
    Invitation.objects.filter(player=gone).update(player=kept)
    if kept.user_id or gone.user_id:
        open_ = Invitation.objects.filter(player=kept, used_at=None, revoked_at=None)
        open_.update(revoked_at=timezone.now())


def _people_move(kept: Player, gone: Player) -> None:
    """The account goes along. They play if either did, and show no more than either would.

    The version passes both old ones, so that nothing that was read of either passes for new.
    """
    holder = gone if gone.user_id else kept
    Player.objects.filter(merged_into=gone).update(merged_into=kept)
    Player.objects.filter(pk=gone.pk).update(
        user=None,
        wants_results=False,
        wants_turns=False,
        merged_into=kept,
        version=gone.version + 1,
        **without_details(),
    )
    Player.objects.filter(pk=kept.pk).update(
        user=holder.user_id,
        wants_results=holder.wants_results,
        wants_turns=holder.wants_turns,
        name_shown=max(kept.name_shown, gone.name_shown, key=STRICTNESS.__getitem__),
        left_on=last(kept.left_on, gone.left_on),
        added_at=min(kept.added_at, gone.added_at),
        version=max(kept.version, gone.version) + 1,
        **merged_details(kept, gone),
    )


def last(one: Day | None, other: Day | None) -> Day | None:
    """The later; none as long as one of them is still to come."""
    return max(one, other) if one and other else None
