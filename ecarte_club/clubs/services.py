"""The only code that writes clubs, players, offices and tokens."""

import hashlib
import secrets
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.wire.faults import Absent, Invalid

from .models import Club, Office, Player, Token, User
from .rights import Act, Person, Role, Scope, require

TOKEN_DAYS_MOST = 366


def digest(secret: str) -> str:
    """SHA-256 suffices: the secret is 256 random bits, nothing to guess by dictionary."""
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic(savepoint=False)
def club_create(
    *, name: str, slug: str, place: str = "", public: bool = True, code: str = "london"
) -> Club:
    return Club.objects.create(name=name, slug=slug, place=place, public=public, code=code)


@transaction.atomic(savepoint=False)
def player_add(*, by: Person, name: str) -> Player:
    require(by, Act.ADD_PLAYER)
    name = " ".join(name.split())
    if not name:
        raise Invalid("no_name", _("A player needs a name."), errors={"name": _("Give a name.")})
    return Player.objects.create(club_id=by.club_id, name=name, added_by_id=by.user_id)


@transaction.atomic(savepoint=False)
def player_sign_in_give(*, player: Player, user: User) -> Player:
    """From now on `user` is `player`, and so a member of his club."""
    player.user = user
    player.save(update_fields=["user"])
    return player


@transaction.atomic(savepoint=False)
def office_give(*, club: Club, user: User, role: Role) -> Office:
    return Office.objects.get_or_create(club=club, user=user, role=role)[0]


@transaction.atomic(savepoint=False)
def token_make(*, user: User, name: str, scopes: Iterable[Scope], days: int) -> tuple[Token, str]:
    """The token and its secret, which is nowhere kept.

    Raises: Invalid when it has no name or scope, or would live longer than a year.
    """
    errors = {}
    kept = sorted(set(scopes))
    if not name.strip():
        errors["name"] = _("Give a name, so that you know it again.")
    if not kept:
        errors["scopes"] = _("Choose at least one.")
    if not 1 <= days <= TOKEN_DAYS_MOST:
        errors["days"] = _("Must be from 1 to %(most)s.") % {"most": TOKEN_DAYS_MOST}
    if errors:
        raise Invalid("invalid_token", _("This token cannot be made so."), errors=errors)
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
