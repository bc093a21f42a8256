"""What screens and API read of clubs."""

from collections.abc import Collection
from typing import Any

from allauth.mfa.models import Authenticator
from django.db.models import Case, Exists, OuterRef, Q, QuerySet, Value, When
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import Actor
from ecarte_club.clubs.models import Club, Office, Player, PlayerQuerySet, Token, User
from ecarte_club.clubs.permissions import Act, Person, Role, Scope, require
from ecarte_club.core.changes import club_reading
from ecarte_club.core.collation import called
from ecarte_club.core.composed import Composed
from ecarte_club.core.exceptions import Absent, Invalid

GUARDED = (Role.COMMITTEE, Role.DIRECTOR)
AWAKE, ASLEEP = 0, -1


def person(actor: Actor, club_id: int) -> Person:
    """`actor` as this club sees them: one query, none for the public. Raises: Moved."""
    club_reading.ask(club=club_id)
    phone = actor.phone
    if phone is not None and phone.table.evening.club_id != club_id:
        phone = None
    roles = {Role.PUBLIC, Role.TABLE} if phone else {Role.PUBLIC}
    player_id, scopes = phone.player_id if phone else None, None
    asleep: set[Role] = set()
    if actor.user is not None:
        held, asleep, player_id = _roles(actor.user, club_id)
        roles |= held
    if actor.token is not None:
        scopes = frozenset(Scope(scope) for scope in actor.token.scopes)
    return Person(
        club_id=club_id,
        user_id=actor.user.pk if actor.user else None,
        player_id=player_id,
        roles=frozenset(roles),
        scopes=scopes,
        table_id=phone.table_id if phone else None,
        phone_id=phone.pk if phone else None,
        asleep=frozenset(asleep),
    )


def _roles(user: User, club_id: int) -> tuple[set[Role], set[Role], int | None]:
    """Their roles, those that sleep, and which player they are. Where the club asks for a second
    factor, the offices that need one sleep until they have it."""
    roles: set[Role] = set()
    asleep: set[Role] = set()
    player_id = None
    for role, pk in _role_rows.tuples(user=user.pk, club=club_id):
        (asleep if pk == ASLEEP else roles).add(Role(role))
        player_id = pk if role == Role.MEMBER else player_id
    return roles, asleep, player_id


def _roles_of(user: int, club: int) -> QuerySet[Any, Any]:
    players = Player.objects.filter(club_id=club, user_id=user, left_on=None).order_by()
    offices = Office.objects.filter(club_id=club, user_id=user).annotate(
        state=Case(When(is_awake(), then=Value(AWAKE)), default=Value(ASLEEP))
    )
    return players.values_list(Value(Role.MEMBER.value), "pk").union(
        offices.values_list("role", "state")
    )


# Every request asks this, some of them often.
_role_rows = Composed(_roles_of, user=int, club=int)


def is_awake() -> Q:
    """Of an office: that its club asks for no second factor for it, or that the holder has one."""
    second = Authenticator.objects.filter(user_id=OuterRef("user_id"), type=Authenticator.Type.TOTP)
    return ~Q(role__in=GUARDED) | Q(club__second_factor=False) | Q(Exists(second))


def visible_clubs(actor: Actor, *, name: str = "") -> QuerySet[Club]:
    """The public clubs, and their own; with a name, those of that name."""
    found = Club.objects.filter(called(name)) if name else Club.objects.all()
    if not actor.reads_own:
        return found.filter(public=True)
    return found.filter(Q(public=True) | Q(pk__in=_belongs_to(actor, Office.objects.all())))


def clubs_of(actor: Actor) -> QuerySet[Club]:
    """Also those where all their offices sleep: there they find out how to wake them."""
    if not actor.reads_own:
        return Club.objects.none()
    return Club.objects.filter(pk__in=_belongs_to(actor, Office.objects.all()))


def own_club_ids(actor: Actor) -> QuerySet[Office, int]:
    """Of the clubs whose own things they may see: where they play, or have an office awake."""
    return _belongs_to(actor, Office.objects.filter(is_awake()))


def _belongs_to(actor: Actor, offices: QuerySet[Office]) -> QuerySet[Office, int]:
    """Of the clubs where they hold one of `offices`, or play."""
    held = offices.filter(user=actor.user).order_by()
    players = Player.objects.filter(user=actor.user, left_on=None).order_by()
    return held.values_list("club_id", flat=True).union(players.values_list("club_id", flat=True))


_club = Composed(
    lambda slug: Club.objects.filter(slug=slug).select_related("rules").order_by(), slug=str
)


def club(actor: Actor, slug: str) -> tuple[Club, Person]:
    """Raises: Absent when there is none, or it is private and not theirs."""
    found = _club.first(slug=slug)
    if found is None:
        raise Absent
    somebody = person(actor, found.pk)
    if not found.public:
        require(somebody, Act.SEE_EVENING if somebody.table_id else Act.SEE_CLUB)
    return found, somebody


def tokens_of(user: User) -> QuerySet[Token]:
    """Those not revoked, the newest first."""
    return Token.objects.filter(user=user, revoked_at=None)


_merged_into = Composed(
    lambda pk: Player.objects.filter(pk=pk).values_list("merged_into").order_by(), pk=int
)


def current_player_id(player_id: int) -> int:
    """The id of the player they were merged into; else their own."""
    rows = _merged_into.tuples(pk=player_id)
    return (rows[0][0] if rows else None) or player_id


def players(somebody: Person) -> PlayerQuerySet:
    """People who play now: not who left, nor who turned out to be another, nor robots."""
    require(somebody, Act.SEE_CLUB)
    return Player.objects.current().filter(club_id=somebody.club_id, left_on=None)


def refuse_robots(club_id: int, ids: Collection[int], *, field: str) -> None:
    """Where players were named who are no people of the club. Raises: Invalid if one is a robot."""
    if Player.objects.filter(club=club_id, pk__in=ids).exclude(robot="").exists():
        text = _(
            "Robots play at tables online only. Choose somebody else, or play a robot from the "
            "page “Online tables”."
        )
        raise Invalid("robot", text, field=field)
