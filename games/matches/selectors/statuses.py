"""Whether a match is being played, and what became of it otherwise."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.matches.models import IN_PLAY, Match

# A match in which nothing was entered for longer is not being played.
IDLE_AFTER = timedelta(hours=6)


class Status(StrEnum):
    """None is ever renamed."""

    IN_PLAY = "in_play"
    UNFINISHED = "unfinished"
    ADJOURNED = "adjourned"
    ABANDONED = "abandoned"
    FINISHED = "finished"
    ANNULLED = "annulled"


LABELS: Mapping[Status, str | Promise] = {
    Status.IN_PLAY: _("In play"),
    Status.UNFINISHED: _("Unfinished"),
    Status.ADJOURNED: _("To be continued"),
    Status.ABANDONED: _("Abandoned"),
    Status.FINISHED: _("Finished"),
    Status.ANNULLED: _("Annulled"),
}


def status_of(match: Match, now: datetime | None = None) -> Status:
    """Its table and evening must have been read, or cost a query."""
    if match.annulled_at is not None:
        return Status.ANNULLED
    if match.over:
        return Status.FINISHED
    if match.stopped:
        return Status(match.stopped)
    table = match.evening_table
    if table is not None and table.evening.signed_off_at is not None:
        return Status.UNFINISHED
    since = (now or timezone.now()) - IDLE_AFTER
    return Status.IN_PLAY if match.changed_at > since else Status.UNFINISHED


def of_status(status: Status, now: datetime | None = None) -> Q:
    """The condition of matches: the same as `status_of`."""
    since = (now or timezone.now()) - IDLE_AFTER
    signed_off = "evening_table__evening__signed_off_at"
    return {
        Status.IN_PLAY: IN_PLAY & Q(changed_at__gt=since, **{signed_off: None}),
        Status.UNFINISHED: IN_PLAY
        & (Q(changed_at__lte=since) | Q(**{f"{signed_off}__isnull": False})),
        Status.ADJOURNED: Q(stopped=Match.Stopped.ADJOURNED),
        Status.ABANDONED: Q(stopped=Match.Stopped.ABANDONED),
        Status.FINISHED: Q(over=True),
        Status.ANNULLED: Q(annulled_at__isnull=False),
    }[status]


def waiting(now: datetime | None = None) -> Q:
    """Of matches that are to be finished or closed, and that nobody plays now."""
    return of_status(Status.UNFINISHED, now) | of_status(Status.ADJOURNED, now)


def nobody_plays(now: datetime | None = None) -> Q:
    """Of those and the abandoned."""
    return waiting(now) | of_status(Status.ABANDONED, now)
