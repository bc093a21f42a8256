"""E-mails about clubs and sign-ins, each in the language of whoever gets it, as text and HTML."""

from collections.abc import Mapping
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation

from .models import Club, ClubInvitation, Invitation, InvitationState, Player, User
from .permissions import Role
from .selectors.new_clubs import start_link
from .selectors.roles import link_of

EMAIL_SALT, EMAIL_GOOD_FOR = "e-mail of a sign-in", timedelta(days=1)


def invitation_send(invitation: Invitation) -> None:
    """Nothing, when it was withdrawn or used before its e-mail could go, or was sent already."""
    if invitation.state is not InvitationState.OPEN or not invitation.email:
        return
    if invitation.emailed_at is not None:
        return
    by = invitation.made_by
    with translation.override(language_of(invitation.email, invitation.club)):
        shown = {
            "invitation": invitation,
            "club": invitation.club,
            "player": invitation.player,
            "role": str(Role(invitation.role).label) if invitation.role else "",
            "link": link_of(invitation),
            "by": by,
        }
        _send("invitation", shown, invitation.email)
    Invitation.objects.filter(pk=invitation.pk).update(emailed_at=timezone.now())


def club_invitation_send(invitation: ClubInvitation) -> None:
    with translation.override(language_of(invitation.email)):
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


def account_linked_send(user: User) -> None:
    """In case somebody else did."""
    provider = settings.SINGLE_SIGN_ON.name if settings.SINGLE_SIGN_ON else ""
    with translation.override(user.language):
        shown = {"user": user, "site": settings.SITE_URL, "provider": provider}
        _send("account_linked", shown, user.email)


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


def language_of(email: str, club: Club | None = None) -> str:
    """Of an account with this address; else of `club`, or of one that has recorded the address of
    a player; else of the page that asks for the e-mail, or of the site."""
    user = User.objects.filter(email=email.lower()).first()
    if user is not None:
        return user.language
    if club is None:
        player = Player.objects.current().filter(email=email.lower()).select_related("club").first()
        club = player.club if player else None
    return club.language if club else translation.get_language() or settings.LANGUAGE_CODE


def _send(name: str, shown: Mapping[str, object], to: str) -> None:
    subject = render_to_string(f"clubs/emails/{name}_subject.txt", shown)
    text = render_to_string(f"clubs/emails/{name}.txt", shown)
    made = EmailMultiAlternatives(" ".join(subject.split()), text, to=[to])
    html = render_to_string(f"clubs/emails/{name}.html", {**shown, "site_url": settings.SITE_URL})
    made.attach_alternative(html, "text/html")
    made.send()
