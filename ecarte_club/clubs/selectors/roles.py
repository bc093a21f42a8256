"""Who holds which role in a club, what a role lets them do, and whether it rests."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.db.models import Case, Q, QuerySet, Value, When
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.models import Club, Invitation, InvitationState, Office, Player, User
from ecarte_club.clubs.permissions import TABLE, Act, Person, Role, require
from ecarte_club.core import csv_files
from ecarte_club.core.collation import called
from ecarte_club.core.exceptions import Invalid, TooOften
from ecarte_club.core.throttling import give_back, wait, within_rate

from .clubs import ASLEEP, AWAKE, GUARDED, is_awake

# Links a minute that lead nowhere: of one address, and of the whole site.
GUESSES, GUESSES_OF_ALL = 20, 600
NO_SUCH = "no_such_invitation"
# Also tries at which addresses have an account.
WRONG = {NO_SUCH, "invalid_account"}
HOLDER_COLUMNS = ("user", "name", "email", "player", "roles", "asleep")
INVITATION_COLUMNS = (
    *("id", "player", "player_name", "role", "email", "state"),
    *("made_at", "made_by", "expires_at", "used_at", "used_by"),
)


@dataclass(frozen=True, slots=True)
class Holder:
    """`roles` in the order of the offices; those in `asleep` wait for a second factor."""

    user: User
    player: Player | None
    roles: tuple[Role, ...]
    asleep: frozenset[Role]

    @property
    def suspended_roles(self) -> list[Role]:
        return sorted(self.asleep)

    @property
    def acts(self) -> frozenset[Act]:
        return acts_of(set(self.roles) - self.asleep, is_member=self.player is not None)

    def acts_without(self, role: Role) -> frozenset[Act]:
        awake = set(self.roles) - self.asleep - {role}
        return acts_of(awake, is_member=self.player is not None)

    def loses(self, role: Role) -> list[Act]:
        """What they may do now and not without `role`, in the order of the table of rights."""
        lost = self.acts - self.acts_without(role)
        return [act for act in Act if act in lost]


def acts_of(roles: set[Role], *, is_member: bool) -> frozenset[Act]:
    held = roles | {Role.PUBLIC} | ({Role.MEMBER} if is_member else set())
    return frozenset(act for act, right in TABLE.items() if held & right.roles)


def users_of(person: Person) -> QuerySet[User]:
    """Whoever plays in the club with a sign-in, or holds an office there. Raises: Denied."""
    require(person, Act.GIVE_ROLE)
    return users_of_club(person.club_id)


def users_of_club(club_id: int) -> QuerySet[User]:
    players = Player.objects.filter(club_id=club_id, left_on=None, user__isnull=False)
    offices = Office.objects.filter(club_id=club_id)
    belongs = Q(pk__in=players.order_by().values("user")) | Q(pk__in=offices.values("user"))
    return User.objects.filter(belongs, is_active=True).order_by("sort_name", "pk")


def office_holders(person: Person, role: Role | None = None) -> QuerySet[User]:
    """Those of `users_of` with any office, or with this one."""
    offices = Office.objects.filter(club_id=person.club_id)
    if role is not None:
        offices = offices.filter(role=role)
    return users_of(person).filter(pk__in=offices.values("user"))


def users_by_name(person: Person, *, name: str = "", role: Role | None = None) -> QuerySet[User]:
    """Who holds an office; with a name and no role, everybody of that name who signs in here."""
    name = name.replace("\x00", "").strip()
    users = users_of(person) if name and role is None else office_holders(person, role)
    return users.filter(called(name)) if name else users


def holders(club_id: int, users: Iterable[User]) -> list[Holder]:
    """Two queries, however many users."""
    users = list(users)
    offices = Office.objects.filter(club_id=club_id, user__in=users).annotate(
        state=Case(When(is_awake(), then=Value(AWAKE)), default=Value(ASLEEP))
    )
    roles: dict[int, set[Role]] = defaultdict(set)
    asleep: dict[int, set[Role]] = defaultdict(set)
    for user_id, role, state in offices.values_list("user_id", "role", "state"):
        roles[user_id].add(Role(role))
        if state == ASLEEP:
            asleep[user_id].add(Role(role))
    found = Player.objects.filter(club_id=club_id, user__in=users, left_on=None)
    players = {player.user_id: player for player in found}
    return [
        Holder(
            user=user,
            player=players.get(user.pk),
            roles=tuple(role for role in Office.OFFICES if role in roles[user.pk]),
            asleep=frozenset(asleep[user.pk]),
        )
        for user in users
    ]


def committee_remains(club_id: int, *, without: int | None = None) -> bool:
    """Whether a committee member would still be there, awake, besides the user `without`."""
    offices = Office.objects.filter(
        is_awake(), club_id=club_id, role=Role.COMMITTEE, user__is_active=True
    )
    if without is not None:
        offices = offices.exclude(user_id=without)
    return offices.exists()


def committee_has_second_factor(club_id: int) -> bool:
    """Of one member at least."""
    return Office.objects.filter(
        club_id=club_id,
        role=Role.COMMITTEE,
        user__is_active=True,
        user__authenticator__type=Authenticator.Type.TOTP,
    ).exists()


def would_sleep(club: Club) -> Sequence[Holder]:
    """Whose offices would rest if the club asked for a second factor now."""
    guarded = Office.objects.filter(club=club, role__in=GUARDED).order_by()
    users = User.objects.filter(pk__in=guarded.values("user"), is_active=True).exclude(
        authenticator__type=Authenticator.Type.TOTP
    )
    return holders(club.pk, users.order_by("sort_name", "pk"))


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
        raise Invalid(NO_SUCH, text, field="secret")
    if refusal := refusal_of(invitation):
        raise refusal
    return invitation


def used_by(secret: str, user: User | None) -> Invitation | None:
    """The invitation of this link, when this user accepted it."""
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
    return Invalid(f"invitation_{state}", text, field="secret")


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


def holders_csv(holders: Iterable[Holder]) -> bytes:
    """Roles by their stable names, a blank between two."""
    rows = (
        (
            one.user.pk,
            one.user.name,
            one.user.email,
            one.player.pk if one.player else "",
            " ".join(role.value for role in one.roles),
            " ".join(sorted(role.value for role in one.asleep)),
        )
        for one in holders
    )
    return csv_files.write_rows(HOLDER_COLUMNS, rows)


def invitations_csv(invitations: Iterable[Invitation]) -> bytes:
    """Without their links."""
    rows = (
        (
            one.pk,
            one.player_id or "",
            one.player.name if one.player else "",
            one.role,
            one.email,
            one.state.value,
            one.made_at.isoformat(),
            str(one.made_by or ""),
            one.expires_at.isoformat(),
            one.used_at.isoformat() if one.used_at else "",
            str(one.used_by or ""),
        )
        for one in invitations
    )
    return csv_files.write_rows(INVITATION_COLUMNS, rows)
