"""What screens and API read of clubs."""

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet, Value

from ecarte_club.wire.faults import Absent

from .models import Club, Office, Player, Token, User
from .rights import Act, Person, Role, Scope, require

Who = User | AnonymousUser


def person(who: Who, club_id: int, token: Token | None = None) -> Person:
    """`who` as this club sees him: one query, none for a stranger."""
    if not isinstance(who, User):
        return Person(club_id)
    player = Player.objects.filter(club_id=club_id, user=who).order_by()
    offices = Office.objects.filter(club_id=club_id, user=who)
    found = player.values_list(Value(Role.MEMBER.value), "pk").union(
        offices.values_list("role", Value(0))
    )
    roles, player_id = {Role.PUBLIC}, None
    for role, pk in found:
        roles.add(Role(role))
        player_id = pk if role == Role.MEMBER else player_id
    scopes = frozenset(Scope(scope) for scope in token.scopes) if token else None
    return Person(club_id, who.pk, player_id, frozenset(roles), scopes)


def clubs_seen(who: Who) -> QuerySet[Club]:
    """The public clubs, and those that he belongs to."""
    clubs = Club.objects.all()
    if not isinstance(who, User):
        return clubs.filter(public=True)
    own = Q(offices__user=who) | Q(players__user=who)
    return clubs.filter(Q(public=True) | own).distinct()


def clubs_of(who: Who) -> QuerySet[Club]:
    if not isinstance(who, User):
        return Club.objects.none()
    return Club.objects.filter(Q(offices__user=who) | Q(players__user=who)).distinct()


def club(who: Who, slug: str, token: Token | None = None) -> tuple[Club, Person]:
    """Raises: Absent when there is none, or it is private and not his."""
    found = Club.objects.filter(slug=slug).first()
    if found is None:
        raise Absent
    somebody = person(who, found.pk, token)
    if not found.public:
        require(somebody, Act.SEE_CLUB)
    return found, somebody


def tokens_of(user: User) -> QuerySet[Token]:
    """Those not revoked, the newest first."""
    return Token.objects.filter(user=user, revoked_at=None)


def players(somebody: Person) -> QuerySet[Player]:
    require(somebody, Act.SEE_CLUB)
    return Player.objects.filter(club_id=somebody.club_id)
