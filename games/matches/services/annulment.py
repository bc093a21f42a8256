"""A match that counts for nothing from now on, and counts again. What was entered stays."""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Entry, Match
from games.matches.selectors.effects import changes, figures
from games.matches.selectors.reading import read, state_of

from .entries import Foreseen, Written, annulment_write, log_as_it_is, log_at, reason_of


@transaction.atomic(savepoint=False)
def match_annul(*, by: Person, match: Match, reason: str, version: int) -> Written:
    """What it was played for, if anything, is to be played again.

    Raises: Denied; Stale; Invalid for a missing reason, when it is annulled already, or something
    else rests on it.
    """
    require(by, Act.CORRECT)
    reason = reason_of(reason)
    log = log_at(match, version)
    entry = Entry(kind=Entry.Kind.ANNULLED, place=log.next_place(), reason=reason)
    return annulment_write(by, match, log, entry, state_of(match, ()))


@transaction.atomic(savepoint=False)
def match_annul_back(*, by: Person, match: Match, reason: str, version: int) -> Written:
    """Everything stands again as it stood, where what it was played for is still to be played.

    Raises: Denied; Stale; Invalid for a missing reason, when it is not annulled, or what it was
    played for was decided since.
    """
    require(by, Act.CORRECT)
    reason = reason_of(reason)
    log = log_as_it_is(match, version)
    old = log.annulment
    if old is None:
        text = _("This match is not annulled.")
        raise Invalid("not_annulled", text, errors={"version": text})
    entry = Entry(kind=Entry.Kind.VOID, place=old.place, supersedes=old, undoes=old, reason=reason)
    return annulment_write(by, match, log, entry, state_of(match, log.played().standing()))


def match_annul_preview(*, by: Person, match: Match, reason: str, version: int) -> Foreseen:
    """What match_annul would come to: done, looked at and taken back, heard by nobody.

    `match` is changed as if it had been done: give one that is not used further.
    """
    require(by, Act.CORRECT)
    with transaction.atomic():
        before = figures(read(match))
        written = match_annul(by=by, match=match, reason=reason, version=version)
        after = figures(written.reading)
        transaction.set_rollback(True)
    return Foreseen(written, changes(before, after))
