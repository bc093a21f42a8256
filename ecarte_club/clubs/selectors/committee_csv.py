"""The committee's lists as tables for a spreadsheet."""

from collections.abc import Iterable

from ecarte_club.clubs.models import Invitation
from ecarte_club.core import csv_files

from .roles import Holder

HOLDER_COLUMNS = ("user", "name", "email", "player", "roles", "asleep")
INVITATION_COLUMNS = (
    *("id", "player", "player_name", "role", "email", "state"),
    *("made_at", "made_by", "expires_at", "used_at", "used_by"),
)


def holders_csv(holders: Iterable[Holder]) -> bytes:
    """Roles by their stable names, a blank between two."""
    rows = (
        (
            one.user.pk,
            one.user.name,
            one.user.email,
            one.player.pk if one.player else "",
            " ".join(role.value for role in one.roles),
            " ".join(sorted(role.value for role in one.asleep)),
        )
        for one in holders
    )
    return csv_files.write_rows(HOLDER_COLUMNS, rows)


def invitations_csv(invitations: Iterable[Invitation]) -> bytes:
    """Without their links."""
    rows = (
        (
            one.pk,
            one.player_id or "",
            one.player.name if one.player else "",
            one.role,
            one.email,
            one.state.value,
            one.made_at.isoformat(),
            str(one.made_by or ""),
            one.expires_at.isoformat(),
            one.used_at.isoformat() if one.used_at else "",
            str(one.used_by or ""),
        )
        for one in invitations
    )
    return csv_files.write_rows(INVITATION_COLUMNS, rows)
