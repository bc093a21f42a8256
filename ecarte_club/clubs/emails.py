"""E-mails about clubs and sign-ins, each in the language of who gets it or who sends it."""

from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from .models import ClubInvitation, Invitation, InvitationState, User
from .permissions import Role
from .selectors.new_clubs import start_link
from .selectors.roles import link_of

EMAIL_SALT, EMAIL_GOOD_FOR = "e-mail of a sign-in", timedelta(days=1)


def invitation_send(invitation: Invitation) -> None:
    """Nothing, when it was withdrawn or used before its letter could go."""
    if invitation.state is not InvitationState.OPEN or not invitation.email:
        return
    by = invitation.made_by
    with translation.override(by.language if by else settings.LANGUAGE_CODE):
        shown = {
            "invitation": invitation,
            "club": invitation.club,
            "player": invitation.player,
            "role": str(Role(invitation.role).label) if invitation.role else "",
            "link": link_of(invitation),
            "by": by,
        }
        _send("invitation", shown, invitation.email)


def club_invitation_send(invitation: ClubInvitation) -> None:
    """In the language of an account with this address, else in that of the site."""
    user = User.objects.filter(email=invitation.email).first()
    with translation.override(user.language if user else settings.LANGUAGE_CODE):
        shown = {"invitation": invitation, "link": start_link(invitation)}
        _send("club_invitation", shown, invitation.email)


def new_address_send(user: User, new: str) -> None:
    """To the new address: the link that proves that it is theirs."""
    with translation.override(user.language):
        _send("email_link", {"user": user, "new": new, "link": email_link(user, new)}, new)


def address_changed_send(user: User, old: str) -> None:
    """To the old address, in case somebody else changed it."""
    with translation.override(user.language):
        _send("email_moved", {"user": user, "site": settings.SITE_URL}, old)


def email_link(user: User, new: str) -> str:
    token = signing.dumps([user.pk, user.email, new], salt=EMAIL_SALT)
    return settings.SITE_URL.rstrip("/") + reverse("account_email_confirm", args=[token])


def email_of_link(token: str, user: User) -> tuple[str, str] | None:
    """The old address and the new one; None for a link of somebody else, or one that expired."""
    try:
        user_id, old, new = signing.loads(token, salt=EMAIL_SALT, max_age=EMAIL_GOOD_FOR)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (old, new) if user_id == user.pk and old == user.email else None


def _send(name: str, shown: Mapping[str, object], to: str) -> None:
    subject = render_to_string(f"clubs/emails/{name}_subject.txt", shown)
    text = render_to_string(f"clubs/emails/{name}.txt", shown)
    send_mail(" ".join(subject.split()), text, settings.DEFAULT_FROM_EMAIL, [to])
