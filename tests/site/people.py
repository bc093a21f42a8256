"""Who asks for what, and whom it is enough to ask."""

from collections.abc import Collection, Iterable

from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import TABLE, Act, Role, Scope
from ecarte_club.clubs.services.accounts import token_make
from tests.support.clubhouse import PASSWORD, Api, House
from tests.support.depth import THOROUGH
from tests.support.scene import Scene, phone_api

CLUB_PEOPLE: dict[str, set[Role]] = {
    "committee": {Role.COMMITTEE},
    "director": {Role.DIRECTOR},
    "scorer": {Role.SCORER},
    "ann": {Role.MEMBER},
    "cyd": {Role.MEMBER},
}
AT_THE_TABLE = ("ann", "phone")
# Let in by the code of the table where the scene's match is played, and by another table's.
PHONES = ("phone", "other phone")
OUTSIDERS = ("stranger", "neighbour", "nobody")
EVERYBODY = (*CLUB_PEOPLE, *PHONES, *OUTSIDERS)
# Who has all the roles of somebody else, and others: whoever may what that one may.
MORE_THAN = {
    "committee": "director",
    "director": "scorer",
    "scorer": "cyd",
    "ann": "cyd",
    "phone": "other phone",
    "neighbour": "stranger",
    **dict.fromkeys(("cyd", "other phone", "stranger"), "nobody"),
}


def strangers_token() -> str:
    user = User.objects.create_user("x@nowhere.example", PASSWORD, name="X")
    return token_make(user=user, name="test", scopes=frozenset(Scope), days=30)[1]


def api_of(who: str, here: Scene, neighbour: House, stranger: str) -> Api:
    """`stranger`: their token."""
    if who in PHONES:
        return phone_api(here.phones[PHONES.index(who)])
    if who == "nobody":
        return Api()
    if who == "neighbour":
        return neighbour.api("committee")
    return Api(stranger) if who == "stranger" else here.house.api(who)


def may(who: str, act: Act | None, own: Act | None = None) -> bool:
    """`own`: what suffices at the table of the scene's match."""
    if act is None:
        return True
    roles = CLUB_PEOPLE.get(who, set()) | {Role.PUBLIC} | ({Role.TABLE} if who in PHONES else set())
    acts = [act, own] if own and who in AT_THE_TABLE else [act]
    return any(roles & TABLE[one].roles for one in acts if one)


def telling(people: Iterable[str], allowed: Collection[str]) -> list[str]:
    """Of those who may, who has fewest roles, and of those who may not, who has most; and nobody,
    who is told otherwise than anybody else."""
    denied = {who for who in people if who not in allowed}
    with_most = denied - {MORE_THAN.get(who) for who in denied} | {"nobody"}
    with_fewest = {who for who in allowed if MORE_THAN.get(who) not in allowed}
    return [who for who in people if THOROUGH or who in with_most | with_fewest]
