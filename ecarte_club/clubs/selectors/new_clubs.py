"""The codes by which clubs are created on the site."""

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.models import Club, ClubInvitation, User
from ecarte_club.core.exceptions import Invalid

from .roles import NO_SUCH

# No signs that look alike: a code is read from a terminal and typed on a phone.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS, GROUP = 3, 4


def code_of(invitation: ClubInvitation) -> str:
    """Made from the site's own key, so that it is stored nowhere."""
    made = salted_hmac(
        "club invitation",
        f"{invitation.pk}:{invitation.created_at.timestamp()}",
        algorithm="sha256",
    )
    number = int.from_bytes(made.digest(), "big")
    signs = []
    for _place in range(GROUPS * GROUP):
        number, sign = divmod(number, len(ALPHABET))
        signs.append(ALPHABET[sign])
    text = "".join(signs)
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def club_invitation_of(code: str) -> ClubInvitation:
    """Raises: Invalid for a code that is none, or can no longer be used."""
    check_sign_up()
    invitation = ClubInvitation.objects.filter(digest=_digest(code)).first()
    if invitation is None:
        text = _("This code is not valid. Check each sign: a code has no O, 0, I, 1, L or U.")
        raise Invalid(NO_SUCH, text, field="start_code")
    if invitation.used_at:
        raise code_used()
    if invitation.expires_at <= timezone.now():
        text = _("This code has expired. Ask for a new one.")
        raise Invalid("code_expired", text, field="start_code")
    return invitation


def code_used() -> Invalid:
    text = _("A club has already been created with this code. Sign in to open it.")
    return Invalid("code_used", text, field="start_code")


def has_clubs() -> bool:
    return Club.objects.exists()


def takes_clubs() -> bool:
    """Whether a club may be created on this site: the first always may."""
    return settings.SIGN_UP != "closed" or not has_clubs()


def check_sign_up() -> None:
    """Raises: Invalid unless a club may be created on this site."""
    if not takes_clubs():
        text = _("This site takes no new clubs. Ask its operator to create yours.")
        raise Invalid("sign_up_closed", text, field="start_code")


def _digest(code: str) -> str:
    """However the code is typed: in small letters, with spaces, without hyphens."""
    typed = "".join(sign for sign in code.upper() if sign.isalnum())
    return digest("-".join(typed[at : at + GROUP] for at in range(0, len(typed), GROUP)))


def club_created_with(code: str, user: User | None) -> Club | None:
    """For somebody who sends the form again, or opens the link again: their own new club."""
    own = Club.objects.filter(created_by_invitation__digest=_digest(code), offices__user=user)
    return own.first() if user else None


def start_link(invitation: ClubInvitation) -> str:
    """The whole address, of the site as its settings name it."""
    return f"{settings.SITE_URL.rstrip('/')}{reverse('club_start')}?code={code_of(invitation)}"
