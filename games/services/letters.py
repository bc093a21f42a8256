"""The results of an evening by e-mail, to those who came and want them: each letter once.

A letter is a row, written in the transaction of the sign-off. Whoever sends it claims it first,
by a statement that only one can win; a claim ends by itself, so that what a worker that died had
claimed is sent by the next. Sending is marked after the mail server has taken the letter.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused
from time import monotonic

from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from ecarte_club.clubs.deeds import note
from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Stale
from games.letters import message
from games.models import Letter

log = logging.getLogger(__name__)

# A claim outlasts any sending: the mail server is given 10 s for each of a few answers.
LEASE = timedelta(minutes=2)
# After a failure, before the same letter is tried again.
PAUSE = timedelta(minutes=10)
GIVEN_UP_AFTER = timedelta(days=3)
# Where no worker sends in its stead, a sign-off waits so many seconds at most for letters to be
# begun, and so many for each answer of the mail server.
IN_PLACE_MOST, IN_PLACE_ANSWER = 5.0, 3


def letters_write(*, evening: Evening, **_signal: object) -> None:
    """For whoever came, has an e-mail address and wants the results; sent after the commit."""
    came = evening.attendances.filter(
        player__wants_results=True,
        player__anonymised_at=None,
        player__user__is_active=True,
    ).exclude(player__user__email="")
    rows = [Letter(evening=evening, player_id=pk) for pk in came.values_list("player", flat=True)]
    Letter.objects.bulk_create(rows, ignore_conflicts=True)
    if rows:
        _send_after_commit(evening.pk)


@transaction.atomic(savepoint=False)
def letters_send_rest(*, by: Person, evening: Evening, version: int) -> int:
    """How many are still to be sent, which is tried at once.

    Raises: Denied; Stale when the results are others than those that were looked at.
    """
    require(by, Act.SIGN_OFF)
    current = Evening.objects.values_list("version", flat=True).get(pk=evening.pk)
    if current != version:
        raise Stale(sent=version, current=current)
    waiting = Letter.objects.filter(evening=evening, sent_at=None)
    # Beyond the longest claim: not being sent, but waiting for its next try.
    waiting.filter(claimed_until__gt=timezone.now() + LEASE).update(claimed_until=None)
    number = waiting.count()
    note(by, "letters_send", kind="evening", about=evening.pk, letters=number)
    if number:
        _send_after_commit(evening.pk)
    return number


def _send_after_commit(evening_id: int) -> None:
    """Robust: a broker that is away is logged, and the sweep sends a minute later."""
    from games.tasks import send_letters

    def send() -> None:
        send_letters.apply_async((evening_id,), retry=False)

    transaction.on_commit(send, robust=True)


def letters_send(evening_id: int | None = None) -> int:
    """Whatever is to be sent now, of one evening or of all; the answer says how many were."""
    ends = monotonic() + IN_PLACE_MOST if settings.CELERY_TASK_ALWAYS_EAGER else None
    return _send_each(_free(evening_id).order_by("pk").values_list("pk", flat=True), ends)


def _free(evening_id: int | None) -> QuerySet[Letter]:
    now = timezone.now()
    found = Letter.objects.filter(
        Q(claimed_until=None) | Q(claimed_until__lt=now),
        sent_at=None,
        evening__signed_off_at__gt=now - GIVEN_UP_AFTER,
    )
    return found if evening_id is None else found.filter(evening=evening_id)


def _send_each(letters: Iterable[int], ends: float | None) -> int:
    sent = 0
    for pk in list(letters):
        if ends is not None and monotonic() > ends:
            break
        try:
            sent += letter_send(pk)
        except OSError:
            # The mail server is away or slow: the others would wait for nothing.
            break
    return sent


def letter_send(letter_id: int) -> bool:
    """Whether it was this call that sent it. Raises: OSError when the mail server is away."""
    until = _claim(letter_id)
    if until is None:
        return False
    letter = Letter.objects.select_related("evening__club", "player__user").get(pk=letter_id)
    user = letter.player.user
    if user is None or not letter.player.wants_results:
        # He has changed his mind since, or is no longer known.
        letter.delete()
        return False
    try:
        made = message(letter, user)
        if settings.CELERY_TASK_ALWAYS_EAGER:
            made.connection = get_connection(timeout=IN_PLACE_ANSWER)
        made.send()
    except (OSError, ValueError) as error:
        log.warning("Letter %s was not sent: %s", letter_id, error)
        _release(letter_id, until)
        if _is_of_this_letter(error):
            return False
        raise
    Letter.objects.filter(pk=letter_id).update(sent_at=timezone.now())
    return True


def _claim(letter_id: int) -> datetime | None:
    """Until when it is ours, or nothing if it is another's: the database lets one through."""
    now = timezone.now()
    until = now + LEASE
    free = Letter.objects.filter(Q(claimed_until=None) | Q(claimed_until__lt=now), sent_at=None)
    return until if free.filter(pk=letter_id).update(claimed_until=until) else None


def _release(letter_id: int, until: datetime) -> None:
    """For a later try; where no worker sweeps, as soon as a director asks for it."""
    later = None if settings.CELERY_TASK_ALWAYS_EAGER else timezone.now() + PAUSE
    Letter.objects.filter(pk=letter_id, claimed_until=until).update(claimed_until=later)


def _is_of_this_letter(error: Exception) -> bool:
    """An address that the server refuses, or a header that cannot be: the next may well go."""
    return isinstance(error, (SMTPRecipientsRefused, SMTPDataError, ValueError))
