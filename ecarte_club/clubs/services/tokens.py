import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.digests import digest
from ecarte_club.clubs.models import Token, User
from ecarte_club.clubs.permissions import Scope
from ecarte_club.core.exceptions import Absent, Invalid

TOKEN_DAYS_MOST = 366


@transaction.atomic(savepoint=False)
def token_make(*, user: User, name: str, scopes: Iterable[Scope], days: int) -> tuple[Token, str]:
    """The token and its secret, which is nowhere kept.

    Raises: Invalid when it has no name or scope, or would live longer than a year.
    """
    errors = {}
    kept = sorted(set(scopes))
    if not name.strip():
        errors["name"] = _("Give a name that you will recognise later.")
    if not kept:
        errors["scopes"] = _("Choose at least one.")
    if not 1 <= days <= TOKEN_DAYS_MOST:
        errors["days"] = _("Must be from 1 to %(most)s.") % {"most": TOKEN_DAYS_MOST}
    if errors:
        raise Invalid("invalid_token", _("The token was not created."), errors=errors)
    secret = f"ecarte_{secrets.token_urlsafe(32)}"
    token = Token.objects.create(
        user=user,
        name=name.strip(),
        digest=digest(secret),
        hint=secret[7:11],
        scopes=kept,
        expires_at=timezone.now() + timedelta(days=days),
    )
    return token, secret


@transaction.atomic(savepoint=False)
def token_revoke(*, user: User, token_id: int, at: datetime | None = None) -> Token:
    """Revoking twice keeps the first time. Raises: Absent when it is not his."""
    token = Token.objects.filter(user=user, pk=token_id).first()
    if token is None:
        raise Absent
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at or timezone.now())
    token.refresh_from_db()
    return token
