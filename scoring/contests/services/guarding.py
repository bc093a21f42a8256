"""What waits until a contest is over: the sign-off of its evening, and making two players one."""

from typing import Any

from django.utils.translation import gettext as _

from ecarte_club.clubs.merge_preview import Told
from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from scoring.contests.models import Contest
from scoring.contests.selectors.reading import read


def sign_off_guard(*, evening: Evening, **_signal: Any) -> None:
    """Within the sign-off, which is rolled back. Raises: Invalid."""
    running = Contest.objects.filter(evening=evening, over=False).select_related("table")
    tables = ", ".join(contest.table.name for contest in running)
    if tables:
        text = _("A pool or chouette is still running at table %(tables)s. Close it first.") % {
            "tables": tables
        }
        raise Invalid("contest_running", text, errors={"evening": text})


def merge_guard(*, gone: Player, **_signal: Any) -> Told:
    """A running contest knows a player by the id under which he joined. Raises: Invalid."""
    for contest in Contest.objects.filter(club_id=gone.club_id, over=False):
        if any(getattr(one.event, "player", None) == gone.pk for one in read(contest).happened):
            text = _(
                "%(name)s is in a pool or chouette that is still running. Wait until it is over."
            ) % {"name": gone.name}
            raise Invalid("contest_running", text, errors={"gone": text})
    return Told()


def settle_guard(*, evenings: list[int], **_signal: Any) -> None:
    """Raises: Invalid while something is still played for at one of them."""
    if Contest.objects.filter(evening__in=evenings, over=False).exists():
        text = _("A pool or chouette is still running. Close it first.")
        raise Invalid("contest_running", text, errors={"books": text})
