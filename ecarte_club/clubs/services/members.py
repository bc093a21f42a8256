"""Adding a player, and changing what the club says of him: his name, and whether he left."""

import unicodedata
from collections.abc import Mapping
from datetime import date

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import player_changed
from ecarte_club.clubs.models import Invitation, Player
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.collation import named
from ecarte_club.core.exceptions import Absent, Invalid, Stale

NAME_MOST = 80


def name_of(text: str) -> str:
    """The name without needless blanks. Raises: Invalid when it is none, or cannot be shown."""
    name = " ".join(text.split())
    if not name:
        raise _no_name(_("Give a name."))
    if len(name) > NAME_MOST:
        raise _no_name(_("Must be %(most)s characters at most.") % {"most": NAME_MOST})
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in name):
        raise _no_name(_("Must not contain characters that cannot be shown."))
    return name


def _no_name(text: str) -> Invalid:
    return Invalid("no_name", _("A player needs a name."), errors={"name": text})


@transaction.atomic(savepoint=False)
def player_add(*, by: Person, name: str) -> Player:
    """Raises: Denied; Invalid for a name that is none."""
    require(by, Act.ADD_PLAYER)
    player = Player.objects.create(club_id=by.club_id, name=name_of(name), added_by_id=by.user_id)
    log_act(by, "player_add", kind="player", about=player.pk)
    return player


@transaction.atomic(savepoint=False)
def player_rename(*, by: Person, player: Player, name: str, version: int) -> Player:
    """The same name again changes nothing. Raises: Denied, Absent, Stale, Invalid."""
    require(by, Act.CHANGE_PLAYER)
    name = name_of(name)
    if name == player.name and version == player.version:
        return player
    player = _changed(by, player, version, named(name))
    log_act(by, "player_rename", kind="player", about=player.pk)
    player_changed.send(player=player)
    return player


@transaction.atomic(savepoint=False)
def player_leave(
    *, by: Person, player: Player, version: int, left_on: date | None = None
) -> Player:
    """He is no member any more, and nobody takes his place by a link; his results stay.

    `left_on`: today, unless it was before. Raises: Denied, Absent, Stale; Invalid for a day to
    come.
    """
    require(by, Act.CHANGE_PLAYER)
    today = timezone.localdate()
    left_on = left_on or today
    if left_on > today:
        text = _("Must not be in the future.")
        raise Invalid("not_yet", text, errors={"left_on": text})
    player = _changed(by, player, version, {"left_on": left_on})
    Invitation.objects.filter(player=player, used_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    log_act(by, "player_leave", kind="player", about=player.pk, on=left_on.isoformat())
    return player


@transaction.atomic(savepoint=False)
def player_return(*, by: Person, player: Player, version: int) -> Player:
    """He plays again, with the sign-in that he had. Raises: Denied, Absent, Stale."""
    require(by, Act.CHANGE_PLAYER)
    player = _changed(by, player, version, {"left_on": None})
    log_act(by, "player_return", kind="player", about=player.pk)
    return player


@transaction.atomic(savepoint=False)
def player_change(
    *, by: Person, player: Player, version: int, name: str, left_on: date | None
) -> Player:
    """Name and leaving as they should be; what is so already stays. Raises: as each by itself."""
    require(by, Act.CHANGE_PLAYER)
    if name_of(name) != player.name:
        player = player_rename(by=by, player=player, name=name, version=version)
        version = player.version
    if left_on == player.left_on:
        _check_version(by, player, version)
    elif left_on is None:
        player = player_return(by=by, player=player, version=version)
    else:
        player = player_leave(by=by, player=player, left_on=left_on, version=version)
    return player


def _changed(by: Person, player: Player, version: int, fields: Mapping[str, object]) -> Player:
    """The player at his next version. Raises: Absent of who is another's or gone; Stale."""
    there = Player.objects.filter(
        pk=player.pk, club_id=by.club_id, merged_into=None, anonymised_at=None
    )
    if not there.filter(version=version).update(version=F("version") + 1, **fields):
        _check_version(by, player, version)
        raise Absent
    return there.select_related("club").get()


def _check_version(by: Person, player: Player, version: int) -> None:
    found = Player.objects.filter(pk=player.pk, club_id=by.club_id)
    current = found.values_list("version", flat=True).first()
    if current is not None and current != version:
        raise Stale(sent=version, current=current)
