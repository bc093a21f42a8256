"""What operators do, each act logged in the transaction that does it."""

from collections.abc import Iterable

from django.contrib.admin.models import CHANGE, LogEntry
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from ecarte_club.clubs.models import Token, User


@transaction.atomic
def tokens_revoke(*, by: User, tokens: Iterable[int]) -> int:
    """How many were good until now."""
    good = Token.objects.filter(pk__in=list(tokens), revoked_at=None).select_for_update()
    rows = list(good)
    good.update(revoked_at=timezone.now())
    _log(by, rows, "Revoked.")
    return len(rows)


@transaction.atomic
def accounts_close(*, by: User, accounts: Iterable[int]) -> int:
    """They are signed out, and their programs stop. Never the operator's own."""
    return _set_active(by, accounts, False, "Closed.")


@transaction.atomic
def accounts_open(*, by: User, accounts: Iterable[int]) -> int:
    return _set_active(by, accounts, True, "Opened again.")


def _set_active(by: User, accounts: Iterable[int], is_active: bool, text: str) -> int:
    found = User.objects.filter(pk__in=list(accounts), is_active=not is_active).exclude(pk=by.pk)
    rows = list(found.select_for_update())
    User.objects.filter(pk__in=[one.pk for one in rows]).update(is_active=is_active)
    _log(by, rows, text)
    return len(rows)


def _log(by: User, rows: list[Model] | list[Token] | list[User], text: str) -> None:
    for row in rows:
        LogEntry.objects.log_actions(by.pk, [row], CHANGE, text, single_object=True)
