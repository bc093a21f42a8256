"""Invitations as they are read: which are open, and what a link leads to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ecarte_club.clubs.digests import digest
from ecarte_club.clubs.models import Invitation, InvitationState, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid, TooOften
from ecarte_club.core.throttling import give_back, wait, within_rate

# Links a minute that lead nowhere: of one address, and of the whole site.
GUESSES, GUESSES_OF_ALL = 20, 600
NO_SUCH = "no_such_invitation"
# Also tries at which addresses have an account.
WRONG = {NO_SUCH, "invalid_account"}


def state_name(state: InvitationState) -> str:
    return {
        InvitationState.OPEN: _("Open"),
        InvitationState.USED: _("Used"),
        InvitationState.REVOKED: _("Withdrawn"),
        InvitationState.EXPIRED: _("Expired"),
    }[state]


def invitations(person: Person, state: InvitationState | None = None) -> QuerySet[Invitation]:
    """The newest first. Raises: Denied."""
    require(person, Act.INVITE)
    found = Invitation.objects.filter(club_id=person.club_id).select_related(
        "club", "player", "made_by", "used_by"
    )
    return found.filter(_in(state)) if state else found


def _in(state: InvitationState) -> Q:
    unspent = Q(used_at=None, revoked_at=None)
    return {
        InvitationState.OPEN: unspent & Q(expires_at__gt=timezone.now()),
        InvitationState.EXPIRED: unspent & Q(expires_at__lte=timezone.now()),
        InvitationState.REVOKED: Q(used_at=None, revoked_at__isnull=False),
        InvitationState.USED: Q(used_at__isnull=False),
    }[state]


def secret_of(invitation: Invitation) -> str:
    """Made from the site's own key: kept nowhere, and told again to who asked and heard nothing."""
    made_at = invitation.made_at.timestamp()
    made = salted_hmac("invitation", f"{invitation.pk}:{made_at}", algorithm="sha256")
    return made.hexdigest()


def link_of(invitation: Invitation) -> str:
    """The whole address, of the site as its settings name it and never as a request does."""
    return settings.SITE_URL.rstrip("/") + reverse("invitation", args=[secret_of(invitation)])


@contextmanager
def guesses(address: str) -> Iterator[None]:
    """Counts what is tried within it and was wrong. Raises: TooOften, whether right or not."""
    counters = {f"invitations:{address}": GUESSES, "invitations": GUESSES_OF_ALL}
    if not all(within_rate(name, most) for name, most in counters.items()):
        text = _("Too many wrong links were tried. Wait a minute, then open yours again.")
        raise TooOften(text, wait=wait())
    is_wrong = False
    try:
        yield
    except Invalid as fault:
        is_wrong = fault.code in WRONG
        raise
    finally:
        for name in () if is_wrong else counters:
            give_back(name)


def of_secret(secret: str) -> Invitation:
    """Raises: Invalid for a link that is none, or no longer good."""
    invitation = (
        Invitation.objects.select_related("club", "player").filter(digest=digest(secret)).first()
    )
    if invitation is None:
        text = _(
            "This is not a valid invitation link. Check that you copied all of it, "
            "or ask the committee for a new one."
        )
        raise Invalid(NO_SUCH, text, errors={"secret": text})
    if refusal := refusal_of(invitation):
        raise refusal
    return invitation


def used_by(secret: str, user: User | None) -> Invitation | None:
    """The invitation of this link, when it is he who used it."""
    if user is None:
        return None
    found = Invitation.objects.select_related("club").filter(digest=digest(secret), used_by=user)
    return found.first()


def refusal_of(invitation: Invitation) -> Invalid | None:
    """Why the invitation is no longer good, if so."""
    state = invitation.state
    if state is not InvitationState.OPEN:
        text = _REFUSALS[state]()
    elif invitation.player and not is_free(invitation):
        state, text = InvitationState.USED, _taken()
    else:
        return None
    return Invalid(f"invitation_{state}", text, errors={"secret": text})


def is_free(invitation: Invitation) -> bool:
    player = invitation.player
    if player is None:
        return True
    gone = player.left_on or player.anonymised_at or player.merged_into_id
    return player.user_id is None and not gone


_REFUSALS: dict[InvitationState, Callable[[], str]] = {
    InvitationState.USED: lambda: _(
        "This invitation has already been used: a link works once. If you used "
        "it, sign in; if not, tell the committee."
    ),
    InvitationState.REVOKED: lambda: _(
        "The committee withdrew this invitation. Ask it for a new one."
    ),
    InvitationState.EXPIRED: lambda: _(
        "This invitation has expired. Ask the committee for a new one."
    ),
}


def _taken() -> str:
    return _(
        "This player already has an account here, or has left the club. If the "
        "account is yours, sign in; if not, tell the committee."
    )
