"""A sign-in of one's own: made with an invitation, changed by its holder."""

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid, Stale
from ecarte_club.core.tasks import enqueue_after_commit

NAME_MOST, EMAIL_MOST = 80, 254


@transaction.atomic(savepoint=False)
def account_make(*, email: str, name: str, password: str, language: str = "en") -> User:
    """Raises: Invalid, naming every field at fault."""
    email, name = email.strip().lower(), " ".join(name.split())
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
    """His own name and the language of his letters. Raises: Invalid, naming the field."""
    name = " ".join(name.split())
    if text := name_fault(name):
        raise Invalid("invalid_account", text, errors={"name": text})
    if language not in dict(User._meta.get_field("language").flatchoices):
        text = _("Must be one of: %(allowed)s.") % {"allowed": "en, fr"}
        raise Invalid("invalid_account", text, errors={"language": text})
    user.name, user.language = name, language
    user.save(update_fields=["name", "sort_name", "language"])
    return user


@transaction.atomic(savepoint=False)
def email_move(*, user: User, old: str, new: str) -> User:
    """He signs in with `new` from now on; the old address is told.

    Raises: Invalid when his address is no longer `old`, or somebody signs in with the new one.
    """
    taken = User.objects.filter(email=new).exclude(pk=user.pk).exists()
    if taken or not User.objects.filter(pk=user.pk, email=old).update(email=new):
        text = _("This link has expired. Ask for a new one on your account page.")
        raise Invalid("link_spent", text, errors={"email": text})
    enqueue_after_commit("ecarte_club.clubs.tasks.email_moved_letter", user.pk, old)
    user.refresh_from_db()
    return user


def name_fault(name: str) -> str:
    if name and len(name) <= NAME_MOST:
        return ""
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
    """All that he gave are good for nothing from now on, in each of his clubs.

    The number of the new ones. Raises: Denied; Stale when they were renewed meanwhile.
    """
    require(by, Act.CHOOSE_OWN)
    his = User.objects.filter(pk=by.user_id or 0)
    moved = his.filter(calendar_number=version).update(calendar_number=F("calendar_number") + 1)
    number = his.values_list("calendar_number", flat=True).first()
    if number is None:
        raise Absent
    if not moved:
        raise Stale(sent=version, current=number)
    log_act(by, "calendar_renew", kind="user", about=by.user_id)
    return number
