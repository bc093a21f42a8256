"""Who may do what. This table is the only statement of it: pages, API and tests read it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from ecarte_club.wire.faults import Absent, Denied


class Role(StrEnum):
    """The five kinds of people. Everybody is `PUBLIC`; a person may have several roles."""

    COMMITTEE = "committee"
    DIRECTOR = "director"
    SCORER = "scorer"
    MEMBER = "member"
    PUBLIC = "public"


class Scope(StrEnum):
    """What a token may be let do for its owner, who may never do less than it."""

    READ = "read"
    ENTER = "enter"
    CORRECT = "correct"
    MANAGE = "manage"


class Act(StrEnum):
    SEE_PUBLIC = "see_public"
    SEE_CLUB = "see_club"
    START_OWN = "start_own"
    START_ANY = "start_any"
    ENTER_OWN = "enter_own"
    ENTER_ANY = "enter_any"
    CORRECT = "correct"
    ADD_PLAYER = "add_player"
    OPEN_SEASON = "open_season"


@dataclass(frozen=True, slots=True)
class Right:
    roles: frozenset[Role]
    scope: Scope


def _right(scope: Scope, *roles: Role) -> Right:
    return Right(frozenset(roles), scope)


_ALL = tuple(Role)
_CLUB = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER, Role.MEMBER)
_STAFF = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER)

TABLE: Mapping[Act, Right] = {
    Act.SEE_PUBLIC: _right(Scope.READ, *_ALL),
    Act.SEE_CLUB: _right(Scope.READ, *_CLUB),
    Act.START_OWN: _right(Scope.ENTER, *_CLUB),
    Act.START_ANY: _right(Scope.ENTER, *_STAFF),
    Act.ENTER_OWN: _right(Scope.ENTER, *_CLUB),
    Act.ENTER_ANY: _right(Scope.ENTER, *_STAFF),
    Act.CORRECT: _right(Scope.CORRECT, Role.COMMITTEE, Role.DIRECTOR),
    Act.ADD_PLAYER: _right(Scope.MANAGE, Role.COMMITTEE, Role.DIRECTOR),
    Act.OPEN_SEASON: _right(Scope.MANAGE, Role.COMMITTEE),
}


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody as one club sees him. `scopes` is None when he signed in himself."""

    club_id: int
    user_id: int | None = None
    player_id: int | None = None
    roles: frozenset[Role] = frozenset({Role.PUBLIC})
    scopes: frozenset[Scope] | None = None

    def may(self, act: Act) -> bool:
        return self.is_let(act) and (self.scopes is None or TABLE[act].scope in self.scopes)

    def is_let(self, act: Act) -> bool:
        """By his roles, whatever his token is good for."""
        return not self.roles.isdisjoint(TABLE[act].roles)


def require(person: Person, act: Act) -> None:
    """Raises: Absent to who may not even see the club's own things, Denied to who may."""
    if person.may(act):
        return
    if person.is_let(act):
        text = _("This token may not do this: it needs the scope %(scope)s.")
        raise Denied(text % {"scope": TABLE[act].scope.value})
    if not person.may(Act.SEE_CLUB):
        raise Absent
    raise Denied(refusal_words(act))


def require_own_or_any(person: Person, own: Act, any_: Act, players: frozenset[int]) -> None:
    """`own` suffices for who sits at the table himself; `any_` for every table."""
    if person.player_id in players and person.may(own):
        return
    require(person, any_)


def refusal_words(act: Act) -> str:
    names = ", ".join(sorted(str(role_name(role)) for role in TABLE[act].roles))
    return _("You may not do this here. Who may: %(roles)s.") % {"roles": names}


def role_name(role: Role) -> str:
    return {
        Role.COMMITTEE: _("committee"),
        Role.DIRECTOR: _("director"),
        Role.SCORER: _("scorer"),
        Role.MEMBER: _("member"),
        Role.PUBLIC: _("everybody"),
    }[role]


def scope_name(scope: Scope) -> str:
    return {
        Scope.READ: _("read"),
        Scope.ENTER: _("enter"),
        Scope.CORRECT: _("correct"),
        Scope.MANAGE: _("manage"),
    }[scope]
