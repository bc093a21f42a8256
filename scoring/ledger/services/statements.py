"""Statements by e-mail: with a settlement to those who want letters, and to who asks for one."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.changes import MergeEffects, StoredData
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, Person, require_own_or_any
from ecarte_club.clubs.services.locks import player_held
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.tasks import enqueue_after_commit
from games.evenings.services import mailing
from scoring.ledger.emails import message
from scoring.ledger.models import Balance, Settlement, StatementLetter
from scoring.ledger.selectors.periods import Period

# Asked for once more within this time, a statement of the same days is not sent once more.
SAME_FOR = timedelta(minutes=10)


def statements_write(*, settlement: Settlement, books: Iterable[int], **_signal: object) -> None:
    """For whoever has a balance in these books, an e-mail address, and wants letters."""
    holders = Balance.objects.filter(
        book__in=list(books),
        player__wants_results=True,
        player__anonymised_at=None,
        player__user__is_active=True,
    ).exclude(player__user__email="")
    wanted, now = sorted(set(holders.values_list("player", flat=True))), timezone.now()
    StatementLetter.objects.bulk_create(
        StatementLetter(
            settlement=settlement,
            player_id=pk,
            starts_on=settlement.starts_on,
            ends_on=settlement.ends_on,
            written_at=now,
        )
        for pk in wanted
    )
    if wanted:
        _send_after_commit()


@transaction.atomic(savepoint=False)
def statement_ask(*, by: Person, player: Player, period: Period) -> StatementLetter:
    """To the member himself, whoever asks: he, or a director.

    Raises: Denied; Invalid for who has no e-mail address.
    """
    is_own = by.user_id is not None and by.player_id == player.pk
    require_own_or_any(by, Act.CHOOSE_OWN, Act.SETTLE, is_own=is_own)
    held = player_held(by.club_id, player.pk)
    if held.user is None or not held.user.email:
        text = _("This member has no e-mail address here.")
        raise Invalid("no_address", text, errors={"player": text})
    days = {"starts_on": period.starts_on, "ends_on": period.ends_on}
    now = timezone.now()
    same = StatementLetter.objects.filter(
        player=held, settlement=None, written_at__gt=now - SAME_FOR, **days
    ).first()
    if same is not None:
        return same
    letter = StatementLetter.objects.create(player=held, written_at=now, **days)
    log_act(by, "statement_ask", kind="player", about=held.pk)
    _send_after_commit()
    return letter


def _send_after_commit() -> None:
    enqueue_after_commit("scoring.ledger.tasks.send_statements")


def statements_send() -> int:
    """Whatever is to be sent now; the answer says how many were."""
    return mailing.letters_send_free(STATEMENTS, Q())


def _written_since(since: datetime) -> Q:
    return Q(written_at__gt=since)


def _made(pk: int) -> EmailMultiAlternatives | None:
    """None for who is no longer known, or has changed his mind about what he did not ask for."""
    letters = StatementLetter.objects.select_related("player__club", "player__user", "settlement")
    letter = letters.get(pk=pk)
    user = letter.player.user
    wanted = letter.settlement is None or letter.player.wants_results
    return message(letter, user) if user and wanted else None


STATEMENTS = mailing.Mailing(StatementLetter, _written_since, _made)


def statements_move(*, kept: Player, gone: Player, **_signal: Any) -> MergeEffects:
    """Two players are one: one letter of each settlement, and sent if either's was."""
    theirs = StatementLetter.objects.filter(player=gone)
    for letter in theirs.filter(settlement__letters__player=kept):
        if letter.sent_at:
            his = StatementLetter.objects.filter(player=kept, settlement=letter.settlement_id)
            his.filter(sent_at=None).update(sent_at=letter.sent_at)
        letter.delete()
    theirs.update(player=kept)
    return MergeEffects()


def statements_kept(*, player: Player, **_signal: Any) -> Iterator[StoredData]:
    unsent = StatementLetter.objects.filter(player=player, sent_at=None).count()
    yield StoredData(_("Unsent statements, which will not be sent"), unsent, stays=False)


def statements_forget(*, player: Player, **_signal: Any) -> None:
    StatementLetter.objects.filter(player=player, sent_at=None).delete()
