"""Places drawn by the site, so that anybody can draw them again: the seed is in the log."""

from ecarte_club.clubs.models import AuditLogEntry
from scoring.contests.models import Contest

ACT = "contest_draw"


def seed_of(contest: Contest) -> str:
    """Of the last drawing, as the log has it; empty where the players cut for their places."""
    found = AuditLogEntry.objects.filter(
        club=contest.club_id, kind="contest", about=contest.pk, act=ACT
    ).first()
    return str(found.detail["seed"]) if found else ""
