"""The table of rights against a second one, read from the club's own description of its roles.

Committee: everything in the club. Director: runs its evenings and puts results right. Scorer:
enters any result. Member: enters at his own table. The public: looks at what is public. Whoever
has a table's code does at that table what its players do, and no more.
"""

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings
from django.utils import translation

from ecarte_club.clubs.permissions import (
    Act,
    Person,
    Role,
    Scope,
    refusal_words,
    require,
    require_own_or_any,
)
from ecarte_club.core.exceptions import Absent, Denied

# From the most to the least; each may all that those after him may.

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

RANKS = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER, Role.MEMBER, Role.PUBLIC)
LEAST = {
    Act.SEE_PUBLIC: Role.PUBLIC,
    Act.SEE_CLUB: Role.MEMBER,
    Act.SEE_EVENING: Role.MEMBER,
    Act.CHOOSE_OWN: Role.MEMBER,
    Act.PLAY_ONLINE: Role.MEMBER,
    Act.MEND_OWN: Role.MEMBER,
    Act.CONFIRM_OWN: Role.MEMBER,
    Act.FLAG_OWN: Role.MEMBER,
    Act.START_OWN: Role.MEMBER,
    Act.PLAY_ONLINE: Role.MEMBER,
    Act.ENTER_OWN: Role.MEMBER,
    Act.PLAY_OWN: Role.MEMBER,
    Act.SEE_OWN_ACCOUNT: Role.MEMBER,
    Act.PAY_OWN: Role.MEMBER,
    Act.START_ANY: Role.SCORER,
    Act.ENTER_ANY: Role.SCORER,
    Act.MEND_ANY: Role.SCORER,
    Act.FLAG_ANY: Role.SCORER,
    Act.MARK_PRESENT: Role.SCORER,
    Act.RUN_CONTEST: Role.SCORER,
    Act.SEE_ACCOUNTS: Role.SCORER,
    Act.CONFIRM_ANY: Role.DIRECTOR,
    Act.SEE_LOG: Role.DIRECTOR,
    Act.SETTLE_FLAG: Role.DIRECTOR,
    Act.RUN_EVENING: Role.DIRECTOR,
    Act.SIGN_OFF: Role.DIRECTOR,
    Act.RUN_SEASON: Role.DIRECTOR,
    Act.PAY_ANY: Role.DIRECTOR,
    Act.SETTLE: Role.DIRECTOR,
    Act.IMPORT_SHEETS: Role.DIRECTOR,
    Act.CHANGE_PLAYER: Role.DIRECTOR,
    Act.CORRECT: Role.DIRECTOR,
    Act.ADD_PLAYER: Role.DIRECTOR,
    Act.OPEN_SEASON: Role.COMMITTEE,
    Act.RUN_HOOKS: Role.COMMITTEE,
    Act.TAKE_ARCHIVE: Role.COMMITTEE,
    Act.MERGE_PLAYERS: Role.COMMITTEE,
    Act.SEE_DETAILS: Role.COMMITTEE,
    Act.ANONYMISE: Role.COMMITTEE,
    Act.INVITE: Role.COMMITTEE,
    Act.GIVE_ROLE: Role.COMMITTEE,
    Act.SET_CLUB: Role.COMMITTEE,
}
BY_CODE = {Act.SEE_PUBLIC, Act.SEE_EVENING, *(act for act in Act if act.value.endswith("_own"))} - {
    Act.START_OWN,
    Act.CHOOSE_OWN,
    Act.PAY_OWN,
}
# What a token for `scope` is for. Reading needs its scope too.
SCOPES = {
    Scope.READ: {
        *(Act.SEE_PUBLIC, Act.SEE_CLUB, Act.SEE_EVENING, Act.SEE_LOG),
        *(Act.SEE_OWN_ACCOUNT, Act.SEE_ACCOUNTS),
    },
    Scope.PLAY: {Act.PLAY_ONLINE},
    Scope.ENTER: {
        *(Act.START_OWN, Act.START_ANY, Act.ENTER_OWN, Act.ENTER_ANY),
        *(Act.MEND_OWN, Act.MEND_ANY, Act.CONFIRM_OWN, Act.CONFIRM_ANY),
        *(Act.FLAG_OWN, Act.FLAG_ANY, Act.MARK_PRESENT),
        *(Act.PLAY_OWN, Act.RUN_CONTEST, Act.PAY_OWN, Act.PAY_ANY),
    },
    Scope.PLAY: {Act.PLAY_ONLINE},
    Scope.CORRECT: {Act.CORRECT, Act.SETTLE_FLAG},
    Scope.MANAGE: {
        *(Act.ADD_PLAYER, Act.CHANGE_PLAYER, Act.MERGE_PLAYERS, Act.ANONYMISE, Act.CHOOSE_OWN),
        *(Act.INVITE, Act.GIVE_ROLE, Act.SET_CLUB, Act.OPEN_SEASON, Act.SEE_DETAILS),
        *(Act.RUN_HOOKS, Act.TAKE_ARCHIVE),
        *(Act.RUN_EVENING, Act.SIGN_OFF, Act.IMPORT_SHEETS, Act.SETTLE, Act.RUN_SEASON),
    },
}


T = TypeVar("T")


def _subsets(things: list[T]) -> list[frozenset[T]]:
    return [frozenset(some) for n in range(len(things) + 1) for some in combinations(things, n)]


ROLES = [roles | {Role.PUBLIC} for roles in _subsets(list(RANKS[:-1]))]
TOKENS: list[frozenset[Scope] | None] = [None, *_subsets(list(Scope))]


def _naive_may(roles: frozenset[Role], scopes: frozenset[Scope] | None, act: Act) -> bool:
    highest = min(RANKS.index(role) for role in roles)
    let = highest <= RANKS.index(LEAST[act])
    return let and (scopes is None or any(act in SCOPES[scope] for scope in scopes))


@pytest.mark.parametrize("act", Act)
def test_every_mixture_of_roles_and_scopes(act: Act) -> None:
    for roles in ROLES:
        for scopes in TOKENS:
            person = Person(1, 1, None, roles, scopes)
            assert person.may(act) is _naive_may(roles, scopes, act), (roles, scopes)


@pytest.mark.parametrize("act", Act)
def test_require_says_no_more_than_one_may_know(act: Act) -> None:
    """To who may not see the club, what he may not do is not there."""
    for roles in ROLES:
        for scopes in TOKENS:
            person = Person(1, 1, None, roles, scopes)
            if _naive_may(roles, scopes, act):
                require(person, act)
                continue
            let = _naive_may(roles, None, act)
            hidden = not let and not _naive_may(roles, scopes, Act.SEE_CLUB)
            with pytest.raises(Absent if hidden else Denied) as refused:
                require(person, act)
            assert let is ("scope" in str(refused.value.detail))


@pytest.mark.parametrize(
    ("own", "any_"),
    [(Act.ENTER_OWN, Act.ENTER_ANY), (Act.START_OWN, Act.START_ANY)],
)
def test_a_member_does_at_his_own_table_what_a_scorer_does_at_any(own: Act, any_: Act) -> None:
    member = Person(1, 1, 7, frozenset({Role.PUBLIC, Role.MEMBER}))
    scorer = Person(1, 2, None, frozenset({Role.PUBLIC, Role.SCORER}))
    require_own_or_any(member, own, any_, is_own=True)
    with pytest.raises(Denied):
        require_own_or_any(member, own, any_, is_own=False)
    for is_own in (True, False):
        require_own_or_any(scorer, own, any_, is_own=is_own)


def test_his_own_table_needs_the_tokens_scope_too() -> None:
    reader = Person(1, 1, 7, frozenset({Role.PUBLIC, Role.MEMBER}), frozenset({Scope.READ}))
    with pytest.raises(Denied):
        require_own_or_any(reader, Act.ENTER_OWN, Act.ENTER_ANY, is_own=True)


def test_nobody_without_a_player_sits_at_a_table() -> None:
    stranger = Person(1, roles=frozenset({Role.PUBLIC}))
    with pytest.raises(Absent):
        require_own_or_any(stranger, Act.ENTER_OWN, Act.ENTER_ANY, is_own=True)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("act", Act)
def test_a_refusal_names_all_who_may_and_nobody_else(act: Act, language: str) -> None:
    with translation.override(language):
        named = re.split(r", | and | et ", refusal_words(act).rpartition(": ")[2].rstrip("."))
        may = {str(role.label) for role in RANKS[: RANKS.index(LEAST[act]) + 1]}
        may |= {str(Role.TABLE.label)} if act in BY_CODE else set()
    assert sorted(named) == sorted(str(name) for name in may)


@pytest.mark.parametrize("act", Act)
def test_the_code_of_a_table_is_good_for_what_its_players_do(act: Act) -> None:
    phone = Person(1, roles=frozenset({Role.PUBLIC, Role.TABLE}), table_id=1, phone_id=1)
    assert phone.may(act) is (act in BY_CODE)
    if act not in BY_CODE:
        with pytest.raises(Denied):
            require(phone, act)


@cache
def _code(*but: str) -> str:
    """The site's own code and templates, without the table itself."""
    rooms = [Path(settings.BASE_DIR, room) for room in ("ecarte_club", "games", "scoring")]
    files = [file for room in rooms for file in room.rglob("*.py") if file.name not in but]
    return "\n".join(file.read_text() for file in files)


@pytest.mark.parametrize("act", Act)
def test_every_right_is_asked_for_somewhere(act: Act) -> None:
    assert re.search(rf"\bAct\.{act.name}\b", _code("permissions.py"))


def test_templates_ask_for_rights_that_there_are() -> None:
    """A misspelt one would be false for everybody, without a word."""
    templates = Path(settings.BASE_DIR, "templates").rglob("*.html")
    asked = {name for file in templates for name in re.findall(r"\bmay\.(\w+)", file.read_text())}
    assert asked
    assert asked <= {act.value for act in Act}
