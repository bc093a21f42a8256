"""The outbox: what other programs are told of, written in the transaction of the change.

A message is numbered and delivered later, by `scoring.webhooks`.
"""

import logging
from enum import StrEnum
from functools import partial

from django.utils import timezone

from .changes import club_writing
from .composed_writes import ComposedInsert
from .followers import Change
from .live import wake
from .models import Outgoing
from .tasks import once_after_commit

log = logging.getLogger(__name__)
# `club`: a message was committed.
outbox_written = Change("outbox_written")


class Kind(StrEnum):
    MATCH_STARTED = "match.started"
    MATCH_ENTERED = "match.entered"
    MATCH_ENDED = "match.ended"
    MATCH_CORRECTED = "match.corrected"
    MATCH_REOPENED = "match.reopened"
    MATCH_ANNULLED = "match.annulled"
    MATCH_REINSTATED = "match.reinstated"
    MATCH_ABANDONED = "match.abandoned"
    MATCH_ADJOURNED = "match.adjourned"
    MATCH_RESUMED = "match.resumed"
    STANDINGS_CHANGED = "standings.changed"
    SEASON_OPENED = "season.opened"
    EVENING_OPENED = "evening.opened"
    EVENING_SIGNED_OFF = "evening.signed_off"
    FIXTURES_PLANNED = "fixtures.planned"
    FIXTURE_MOVED = "fixture.moved"
    FIXTURE_AWARDED = "fixture.awarded"
    FIXTURE_AWARD_BACK = "fixture.award_back"
    ENTRANT_LEFT = "entrant.left"
    ENTRANT_BACK = "entrant.back"
    ROUND_PUBLISHED = "round.published"
    ROUND_CHANGED = "round.changed"
    ROUND_TAKEN_BACK = "round.taken_back"
    TOURNAMENT_OVER = "tournament.over"
    TOURNAMENT_REOPENED = "tournament.reopened"
    CONTEST_OPENED = "contest.opened"
    CONTEST_CLOSED = "contest.closed"
    CONTEST_REOPENED = "contest.reopened"
    SETTLEMENT_MADE = "settlement.made"
    PAYMENT_MADE = "payment.made"
    PAYMENT_NOT_MADE = "payment.not_made"
    PLAYER_CHANGED = "player.changed"
    PLAYER_ANONYMISED = "player.anonymised"
    PLAYER_MERGED = "player.merged"


_new_message = ComposedInsert(Outgoing)


def write_message(
    kind: Kind,
    *,
    club: int,
    event: int | None = None,
    ids: dict[str, object],
    figures: dict[str, object] | None = None,
) -> None:
    """Must be called within the transaction of the change."""
    club_writing.send(club=club)
    message = _new_message.create(
        club_id=club,
        kind=kind.value,
        event_id=event,
        ids=ids,
        figures=figures or {},
        at=timezone.now(),
    )
    announce_after_commit(club, message.pk)


def announce_after_commit(club: int, newest: int) -> None:
    """Once committed, whoever waits for messages of this club hears of them, once a commit."""
    once_after_commit(topic(club), partial(_announce, club, newest))


def _announce(club: int, newest: int) -> None:
    try:
        wake(topic(club), version=newest)
        outbox_written.send(club=club)
    except Exception:
        # What is written is written: listeners look again, and the sweep sends a minute later.
        log.exception("The new messages of a club were not announced.")


def topic(club: int) -> str:
    return f"outbox:{club}"
