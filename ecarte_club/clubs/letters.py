"""E-mails about clubs and sign-ins, each in the language of who gets it or who sends it."""

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import translation

from .invitations import State, link_of, state_of
from .models import Invitation
from .rights import Role, role_name


def invitation_send(invitation: Invitation) -> None:
    """Nothing, when it was withdrawn or used before its letter could go."""
    if state_of(invitation) is not State.OPEN or not invitation.email:
        return
    by = invitation.made_by
    with translation.override(by.language if by else settings.LANGUAGE_CODE):
        shown = {
            "invitation": invitation,
            "club": invitation.club,
            "player": invitation.player,
            "role": role_name(Role(invitation.role)) if invitation.role else "",
            "link": link_of(invitation),
            "by": by,
        }
        subject = render_to_string("clubs/letters/invitation_subject.txt", shown)
        text = render_to_string("clubs/letters/invitation.txt", shown)
    send_mail(" ".join(subject.split()), text, settings.DEFAULT_FROM_EMAIL, [invitation.email])
