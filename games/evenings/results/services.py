"""The results of an evening by e-mail, to those who came and want them: each letter once."""

from datetime import datetime

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Stale
from ecarte_club.core.tasks import enqueue_after_commit
from games.evenings.models import Evening, Letter
from games.evenings.services import mailing

from .emails import message


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
    waiting.filter(claimed_until__gt=timezone.now() + mailing.LEASE).update(claimed_until=None)
    number = waiting.count()
    log_act(by, "letters_send", kind="evening", about=evening.pk, letters=number)
    if number:
        _send_after_commit(evening.pk)
    return number


def _send_after_commit(evening_id: int) -> None:
    enqueue_after_commit("games.evenings.tasks.send_letters", evening_id)


def letters_send(evening_id: int | None = None) -> int:
    """Whatever is to be sent now, of one evening or of all; the answer says how many were."""
    return mailing.letters_send_free(RESULTS, Q() if evening_id is None else Q(evening=evening_id))


def _signed_off_since(since: datetime) -> Q:
    return Q(evening__signed_off_at__gt=since)


def _made(pk: int) -> EmailMultiAlternatives | None:
    """None if he has changed his mind since, or is no longer known."""
    letter = Letter.objects.select_related("evening__club", "player__user").get(pk=pk)
    user = letter.player.user
    return message(letter, user) if user and letter.player.wants_results else None


RESULTS = mailing.Mailing(Letter, _signed_off_since, _made)
