"""Who holds which role in a club, what a role lets them do, and whether it rests."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.db.models import Case, Q, QuerySet, Value, When

from ecarte_club.clubs.models import Club, Office, Player, User
from ecarte_club.clubs.permissions import TABLE, Act, Person, Role, require
from ecarte_club.core.collation import called

from .clubs import ASLEEP, AWAKE, GUARDED, is_awake


@dataclass(frozen=True, slots=True)
class Holder:
    """`roles` he holds, in the order of the offices; those in `asleep` wait for a second factor."""

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
        """What he may do now and not without `role`, in the order of the table of rights."""
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


def committee_left(club_id: int, *, without: int | None = None) -> bool:
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
