"""Accounts: created with an invitation, changed by their holder; tokens and calendar addresses."""

import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.changes import player_anonymised, player_changed
from ecarte_club.clubs.models import Invitation, NameVisibility, Player, Token, User
from ecarte_club.clubs.permissions import Act, Person, Scope, require
from ecarte_club.clubs.selectors import personal
from ecarte_club.clubs.selectors.player_names import numbered
from ecarte_club.core.collation import name_fields
from ecarte_club.core.exceptions import Absent, Denied, Invalid, Stale, get_or_absent
from ecarte_club.core.idempotency import forget
from ecarte_club.core.names import cleaned_name, unseen_refusal
from ecarte_club.core.tasks import enqueue_after_commit

from .merge_undo import players_merge_forget

NAME_MOST, EMAIL_MOST = 80, 254
TOKEN_DAYS_MOST = 366


@transaction.atomic(savepoint=False)
def account_make(*, email: str, name: str, password: str, language: str = "en") -> User:
    """Raises: Denied where nobody signs in with a password; Invalid, naming every field at
    fault."""
    if not settings.PASSWORD_SIGN_IN:
        raise Denied(
            _("Accounts of this site have no password. Sign in, then open the link again.")
        )
    email, name = email.strip().lower(), cleaned_name(name)
    errors = {
        "name": name_fault(name),
        "email": email_fault(email) or _taken(email),
        "password": password_fault(password, User(email=email, name=name)),
    }
    found = {field: text for field, text in errors.items() if text}
    if found:
        raise Invalid("invalid_account", _("The account was not created."), errors=found)
    try:
        with transaction.atomic():
            return User.objects.create_user(email, password, name=name, language=language)
    except IntegrityError as error:
        raise Invalid("invalid_account", _used(), errors={"email": _used()}) from error


@transaction.atomic(savepoint=False)
def account_change(*, user: User, name: str, language: str) -> User:
    """The user's name and the language of their e-mails. Raises: Invalid, naming the field."""
    name = cleaned_name(name)
    if text := name_fault(name):
        raise Invalid("invalid_account", text, field="name")
    if language not in dict(User._meta.get_field("language").flatchoices):
        # Translators: %(allowed)s is a list of words for programs, such as “en, fr”.
        text = _("Must be one of: %(allowed)s.") % {"allowed": "en, fr"}
        raise Invalid("invalid_account", text, field="language")
    user.name, user.language = name, language
    user.save(update_fields=["name", "sort_name", "language"])
    return user


@transaction.atomic(savepoint=False)
def sessions_end(*, user: User) -> User:
    """Every browser is signed out. The one in use stays if its session is told of the user."""
    User.objects.filter(pk=user.pk).update(session_number=F("session_number") + 1)
    user.refresh_from_db(fields=["session_number"])
    return user


@transaction.atomic(savepoint=False)
def own_sessions_end(*, by: Person, version: int) -> User:
    """As a program asks, which the club's log has.

    Raises: Denied; Stale when they were ended meanwhile.
    """
    require(by, Act.CHOOSE_OWN)
    user = get_or_absent(User.objects.select_for_update(no_key=True), by.user_id or 0)
    if user.session_number != version:
        raise Stale(sent=version, current=user.session_number)
    log_act(by, "sessions_end", kind="user", about=user.pk)
    return sessions_end(user=user)


@transaction.atomic(savepoint=False)
def email_move(*, user: User, old: str, new: str) -> User:
    """They sign in with `new` from now on; an e-mail to the old address says so.

    Raises: Invalid when their address is no longer `old`, or somebody else has the new one.
    """
    taken = User.objects.filter(email=new).exclude(pk=user.pk).exists()
    changed = {"email": new, "email_verified_at": timezone.now()}
    if taken or not User.objects.filter(pk=user.pk, email=old).update(**changed):
        text = _("This link has expired. Ask for a new one on your account page.")
        raise Invalid("link_spent", text, field="email")
    enqueue_after_commit("ecarte_club.clubs.tasks.address_changed_email", user.pk, old)
    user.refresh_from_db()
    return user


def email_verified(*, user: User) -> User:
    """What was sent to their address has reached them."""
    User.objects.filter(pk=user.pk, email=user.email, email_verified_at=None).update(
        email_verified_at=timezone.now()
    )
    user.refresh_from_db(fields=["email_verified_at"])
    return user


def name_fault(name: str) -> str:
    if name and len(name) <= NAME_MOST:
        return unseen_refusal(name)
    return _("Must be 1 to %(most)s characters.") % {"most": NAME_MOST}


def email_fault(email: str) -> str:
    """What is wrong with its form; empty when nothing is."""
    try:
        validate_email(email)
    except ValidationError:
        return _("Must be an e-mail address, such as ann@example.org.")
    return (
        "" if len(email) <= EMAIL_MOST else _("Must be an e-mail address, such as ann@example.org.")
    )


def password_fault(password: str, user: User) -> str:
    try:
        validate_password(password, user)
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def _taken(email: str) -> str:
    return _used() if User.objects.filter(email=email).exists() else ""


def _used() -> str:
    return _(
        "This address cannot be used for a new account. If you already have "
        "one here, sign in and open the link again."
    )


@transaction.atomic(savepoint=False)
def calendar_renew(*, by: Person, version: int) -> int:
    """All old calendar addresses of the user become invalid, in every club.

    The number of the new ones. Raises: Denied; Stale when they were renewed meanwhile.
    """
    require(by, Act.CHOOSE_OWN)
    own = User.objects.filter(pk=by.user_id or 0)
    moved = own.filter(calendar_number=version).update(calendar_number=F("calendar_number") + 1)
    number = own.values_list("calendar_number", flat=True).first()
    if number is None:
        raise Absent
    if not moved:
        raise Stale(sent=version, current=number)
    log_act(by, "calendar_renew", kind="user", about=by.user_id)
    return number


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
    """Revoking twice keeps the first time. Raises: Absent for a token of somebody else."""
    token = Token.objects.filter(user=user, pk=token_id).first()
    if token is None:
        raise Absent
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=at or timezone.now())
    token.refresh_from_db()
    return token


LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


@transaction.atomic(savepoint=False)
def choices_make(
    *,
    by: Person,
    language: str | None = None,
    name_shown: str | None = None,
    wants_results: bool | None = None,
    wants_turns: bool | None = None,
) -> None:
    """What is None stays as it is. Raises: Denied; Invalid, naming the field."""
    require(by, Act.CHOOSE_OWN)
    asked = {"wants_results": wants_results, "wants_turns": wants_turns}
    emails = {name: value for name, value in asked.items() if value is not None}
    _check(by, language, name_shown, emails)
    if language is not None:
        User.objects.filter(pk=by.user_id or 0).update(language=language)
    player = Player.objects.filter(pk=by.player_id or 0, club_id=by.club_id)
    if emails:
        player.update(**emails)
    if name_shown is not None:
        moved = player.exclude(name_shown=name_shown)
        if moved.update(name_shown=name_shown, version=F("version") + 1):
            player_changed.send(player=player.get())
    if by.player_id is not None:
        log_act(by, "choices_make", kind="player", about=by.player_id)


def _check(
    by: Person, language: str | None, name_shown: str | None, emails: Mapping[str, bool]
) -> None:
    errors = {}
    one_of = _("Must be one of: %(allowed)s.")
    if language is not None and language not in LANGUAGES:
        errors["language"] = one_of % {"allowed": ", ".join(LANGUAGES)}
    if name_shown is not None and name_shown not in NameVisibility.values:
        errors["name_shown"] = one_of % {"allowed": ", ".join(NameVisibility.values)}
    if by.player_id is None:
        given = {"name_shown": name_shown, **emails}
        text = _("You do not play in this club: there is nothing to choose here.")
        errors |= {name: text for name, value in given.items() if value is not None}
    if errors:
        raise Invalid("invalid_choice", _("Your choices were not saved."), errors=errors)


@transaction.atomic(savepoint=False)
def player_anonymise(*, by: Person, player_id: int, version: int) -> Player:
    """A number replaces the player's name, for good. Their results stay and add up as before.

    Raises: Denied; Absent; Stale; Invalid while they have a role.
    """
    require(by, Act.ANONYMISE)
    found = Player.objects.current().filter(pk=player_id, club_id=by.club_id)
    # Other changes of this player wait from here on, and then find another version.
    moved = found.filter(version=version).update(version=F("version") + 1)
    player = found.select_related("club", "user").first()
    if player is None:
        raise Absent
    if not moved:
        raise Stale(sent=version, current=player.version)
    if refusal := personal.refusal(player):
        raise refusal
    names, user = personal.player_names(player), player.user
    words = {name: numbered(player.pk) for name in names}
    _forget_player(player)
    players_merge_forget(player)
    if user is not None and personal.is_free(user, player):
        words |= {user.name: numbered(player.pk)} if user.name else {}
        _close(user, numbered(player.pk))
    forget(words)
    player.refresh_from_db()
    player_anonymised.send(player=player, names=names)
    player_changed.send(player=player)
    log_act(by, "player_anonymise", kind="player", about=player.pk)
    return player


def _forget_player(player: Player) -> None:
    now = timezone.now()
    for one in (player, *player.merged.all()):
        Invitation.objects.filter(player=one, used_at=None, revoked_at=None).update(revoked_at=now)
        Invitation.objects.filter(player=one).update(email="")
        Player.objects.filter(pk=one.pk).update(
            **name_fields(numbered(one.pk)),
            user=None,
            wants_results=False,
            wants_turns=False,
            left_on=one.left_on or timezone.localdate(),
            anonymised_at=now,
            email="",
            phone="",
            licence="",
            note="",
            member_until=None,
        )


def _close(user: User, name: str) -> None:
    """The row stays, for what they entered; nobody can sign in with it."""
    Invitation.objects.filter(email__iexact=user.email).update(email="")
    for model in (Token, EmailAddress, Authenticator, SocialAccount):
        model.objects.filter(user=user).delete()
    user.set_unusable_password()
    user.name, user.email, user.is_active = name, f"{user.pk}@anonymous.invalid", False
    user.last_login = user.email_verified_at = None
    user.save()
