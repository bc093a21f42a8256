"""Rows that an act holds until its end: who comes second sees what the first one did."""

from django.db.models import F
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Club, Player
from ecarte_club.core.exceptions import Invalid, Stale


def club_moved(club_id: int, version: int | None = None) -> None:
    """The club at its next version. `version`: as it was seen, where one was. Raises: Stale."""
    club = Club.objects.filter(pk=club_id)
    seen = club if version is None else club.filter(version=version)
    if not seen.update(version=F("version") + 1) and version is not None:
        raise Stale(sent=version, current=club.values_list("version", flat=True).get())


def player_held(club_id: int, player_id: int) -> Player:
    """Lest he turn out to be another player meanwhile. Raises: Invalid, naming `player`."""
    players = Player.objects.filter(
        pk=player_id, club_id=club_id, merged_into=None, anonymised_at=None
    )
    player = players.select_for_update(no_key=True).first()
    if player is None:
        text = _("Must be a player of this club.")
        raise Invalid("unknown_player", text, errors={"player": text})
    return player
