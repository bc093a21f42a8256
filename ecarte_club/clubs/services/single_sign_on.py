"""Accounts are linked with an OpenID provider; addresses that turned out to be their holders'."""

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Token, User
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.names import cleaned_name, unseen_refusal
from ecarte_club.core.tasks import enqueue_after_commit

from .accounts import NAME_MOST, email_fault, email_verified


@transaction.atomic
def account_link(*, user: User, provider: str, subject: str) -> User:
    """They sign in with the provider from now on, which has confirmed their address.

    If the address was never confirmed here, somebody else may have made the account with it: its
    password, sessions and tokens end.
    """
    locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if locked.email_verified_at is None:
        locked.set_unusable_password()
        locked.session_number += 1
        locked.email_verified_at = timezone.now()
        locked.save(update_fields=["password", "session_number", "email_verified_at"])
        Token.objects.filter(user=locked, revoked_at=None).update(revoked_at=timezone.now())
    SocialAccount.objects.get_or_create(provider=provider, uid=subject, defaults={"user": locked})
    enqueue_after_commit("ecarte_club.clubs.tasks.account_linked_email", locked.pk)
    return locked


@transaction.atomic
def account_make_linked(
    *, email: str, name: str, language: str, provider: str, subject: str
) -> User:
    """An account without a password. Raises: Invalid, naming the field."""
    name = cleaned_name(name)[:NAME_MOST] or email
    if fault := email_fault(email) or unseen_refusal(name):
        raise Invalid("invalid_account", fault, field="email")
    languages = dict(settings.LANGUAGES)
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                email, None, name=name, language=language if language in languages else "en"
            )
            SocialAccount.objects.create(provider=provider, uid=subject, user=user)
    except IntegrityError as error:
        text = _("This sign-in has expired, or was used before. Start again.")
        raise Invalid("invalid_account", text, field="email") from error
    return email_verified(user=user)
