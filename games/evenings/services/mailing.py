"""How letters are sent, each once, whatever they say.

A letter is a row, written in the transaction of what it tells of. Whoever sends it claims it first,
by a statement that only one can win; a claim ends by itself, so that what a worker that died had
claimed is sent by the next. Sending is marked after the mail server has taken the letter.
"""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from time import monotonic

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db.models import Q
from django.utils import timezone

from games.evenings.models import OutgoingEmail

log = logging.getLogger(__name__)

# A claim outlasts any sending: the mail server is given 10 s for each of a few answers.
LEASE = timedelta(minutes=2)
# After a failure, before the same letter is tried again.
PAUSE = timedelta(minutes=10)
GIVEN_UP_AFTER = timedelta(days=3)
# Where no worker sends in its stead, an act waits so many seconds at most for letters to be
# begun, and so many for each answer of the mail server.
IN_PLACE_MOST, IN_PLACE_ANSWER = 5.0, 3


@dataclass(frozen=True, slots=True)
class Mailing:
    """A kind of letters. `fresh`: which were written since then, all others being given up.

    `made`: what a letter says, by its id; None where it is not wanted any more.
    """

    model: type[OutgoingEmail]
    fresh: Callable[[datetime], Q]
    made: Callable[[int], EmailMultiAlternatives | None]


def emails_send_due(mailing: Mailing, which: Q) -> int:
    """Of `which`, whatever is to be sent now; the answer says how many were."""
    ends = monotonic() + IN_PLACE_MOST if settings.CELERY_TASK_ALWAYS_EAGER else None
    now = timezone.now()
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    due = which & mailing.fresh(now - GIVEN_UP_AFTER)
    found = mailing.model._default_manager.filter(unclaimed, due, sent_at=None).order_by("pk")
    sent = 0
    for pk in list(found.values_list("pk", flat=True)):
        if ends is not None and monotonic() > ends:
            break
        try:
            sent += email_send(mailing, pk)
        except OSError:
            # The mail server is away or slow: the others would wait for nothing.
            break
    return sent


def email_send(mailing: Mailing, pk: int) -> bool:
    """Whether it was this call that sent it. Raises: OSError when the mail server is away."""
    until = claim(mailing, pk)
    if until is None:
        return False
    try:
        made = mailing.made(pk)
        if made is None:
            mailing.model._default_manager.filter(pk=pk).delete()
            return False
        if settings.CELERY_TASK_ALWAYS_EAGER:
            made.connection = get_connection(timeout=IN_PLACE_ANSWER)
        made.send()
    except (OSError, ValueError) as error:
        log.warning("Letter %s was not sent: %s", pk, error)
        _release(mailing, pk, until)
        if _is_permanent(error):
            return False
        raise
    mailing.model._default_manager.filter(pk=pk).update(sent_at=timezone.now())
    return True


def claim(mailing: Mailing, pk: int) -> datetime | None:
    """Until when it is ours, or nothing if it is another's: the database lets one through."""
    now = timezone.now()
    until = now + LEASE
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=now)
    free = mailing.model._default_manager.filter(unclaimed, sent_at=None)
    return until if free.filter(pk=pk).update(claimed_until=until) else None


def _release(mailing: Mailing, pk: int, until: datetime) -> None:
    """For a later try; where no worker sweeps, as soon as somebody asks for it."""
    later = None if settings.CELERY_TASK_ALWAYS_EAGER else timezone.now() + PAUSE
    mailing.model._default_manager.filter(pk=pk, claimed_until=until).update(claimed_until=later)


def _is_permanent(error: Exception) -> bool:
    """An address that the server refuses, or a header that cannot be: the next may well go."""
    return isinstance(error, (SMTPRecipientsRefused, SMTPDataError, ValueError))
