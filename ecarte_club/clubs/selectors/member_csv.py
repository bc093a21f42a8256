"""The members as a table for spreadsheets; what was written is read again by the import."""

from collections.abc import Iterable

from django.utils import timezone

from ecarte_club.core import csv_files

from .members import Member

# What the import understands, and what it lets stand in the file and passes over.
NEEDED = ("id", "name")
KNOWN = ("left",)
TOLD = ("added", "sign_in", "matches", "last_played")
COLUMNS = (*NEEDED, *KNOWN, *TOLD)


def members_csv(members: Iterable[Member]) -> bytes:
    """Days as 2026-11-21; `sign_in` is yes or nothing."""
    return csv_files.write_rows(COLUMNS, map(_row, members))


def _row(member: Member) -> tuple[object, ...]:
    player = member.player
    return (
        player.pk,
        player.name,
        player.left_on or "",
        timezone.localdate(player.added_at),
        "yes" if player.user_id else "",
        member.matches,
        timezone.localdate(member.last_played) if member.last_played else "",
    )
