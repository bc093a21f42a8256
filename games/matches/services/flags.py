"""A player's word that a result is not right, and the director's answer to it."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.core.exceptions import Invalid
from games.evenings.services.evenings import evening_moved
from games.matches.models import Entry, Flag, Match
from games.matches.selectors import matches
from games.matches.selectors.log import log_of, refuse_annulled

TEXT_MOST = 280


@transaction.atomic(savepoint=False)
def flag_raise(*, by: Person, match: Match, text: str, number: int | None = None) -> Flag:
    """`number`: the entry it is about; nothing for the match. After a sign-off too.

    Raises: Denied; Invalid, naming the field, or when the match is annulled.
    """
    own = matches.is_own(match, by)
    require_own_or_any(by, Act.FLAG_OWN, Act.FLAG_ANY, is_own=own)
    if match.annulled_at is not None:
        refuse_annulled(log_of(match))
    text = _said(text, "text", _("Say what is wrong, in at most %(most)s characters."))
    if number is not None and not Entry.objects.filter(match=match, number=number).exists():
        wrong = _("Must be the number of an entry of this match, or nothing.")
        raise Invalid("no_such_entry", wrong, errors={"number": wrong})
    flag = Flag.objects.create(
        match=match,
        number=number,
        text=text,
        by_id=by.user_id,
        phone_id=by.phone_id,
        at=timezone.now(),
    )
    _told(by, "flag_raise", flag)
    return flag


@transaction.atomic(savepoint=False)
def flag_settle(*, by: Person, flag: Flag, answer: str) -> Flag:
    """Raises: Denied; Invalid for no answer, or when somebody settled it before."""
    require(by, Act.SETTLE_FLAG)
    answer = _said(answer, "answer", _("Give the outcome, in at most %(most)s characters."))
    settled = Flag.objects.filter(pk=flag.pk, settled_at=None).update(
        answer=answer, settled_at=timezone.now(), settled_by_id=by.user_id
    )
    if not settled:
        text = _("This flag is already closed.")
        raise Invalid("settled_already", text, errors={"answer": text})
    flag.refresh_from_db()
    _told(by, "flag_settle", flag)
    return flag


def _said(text: str, field: str, wanted: str) -> str:
    text = " ".join(text.split())
    if not text or len(text) > TEXT_MOST:
        wrong = wanted % {"most": TEXT_MOST}
        raise Invalid("invalid_flag", wrong, errors={field: wrong})
    return text


def _told(by: Person, act: str, flag: Flag) -> None:
    """The log, and who watches the evening."""
    match = flag.match
    if match.evening_table:
        evening_moved(match.evening_table.evening_id, correcting=True)
    log_act(by, act, kind="match", about=match.pk, flag=flag.pk)
