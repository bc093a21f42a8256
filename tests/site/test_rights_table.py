"""The table of rights against a second one, read from the club's own description of its roles.

Committee: everything in the club. Director: runs its evenings and puts results right. Scorer:
enters any result. Member: enters at his own table. The public: looks at what is public.
"""

import re
from itertools import combinations
from pathlib import Path
from typing import TypeVar

import pytest
from django.conf import settings
from django.utils import translation

from ecarte_club.clubs.rights import (
    Act,
    Person,
    Role,
    Scope,
    refusal_words,
    require,
    require_own_or_any,
    role_name,
)
from ecarte_club.wire.faults import Absent, Denied

# From the most to the least; each may all that those after him may.
RANKS = (Role.COMMITTEE, Role.DIRECTOR, Role.SCORER, Role.MEMBER, Role.PUBLIC)
LEAST = {
    Act.SEE_PUBLIC: Role.PUBLIC,
    Act.SEE_CLUB: Role.MEMBER,
    Act.START_OWN: Role.MEMBER,
    Act.ENTER_OWN: Role.MEMBER,
    Act.START_ANY: Role.SCORER,
    Act.ENTER_ANY: Role.SCORER,
    Act.CORRECT: Role.DIRECTOR,
    Act.ADD_PLAYER: Role.DIRECTOR,
    Act.OPEN_SEASON: Role.COMMITTEE,
}
# What a token for `scope` is for. Reading needs its scope too.
SCOPES = {
    Scope.READ: {Act.SEE_PUBLIC, Act.SEE_CLUB},
    Scope.ENTER: {Act.START_OWN, Act.START_ANY, Act.ENTER_OWN, Act.ENTER_ANY},
    Scope.CORRECT: {Act.CORRECT},
    Scope.MANAGE: {Act.ADD_PLAYER, Act.OPEN_SEASON},
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
    here, elsewhere = frozenset({7, 8}), frozenset({8, 9})
    member = Person(1, 1, 7, frozenset({Role.PUBLIC, Role.MEMBER}))
    scorer = Person(1, 2, None, frozenset({Role.PUBLIC, Role.SCORER}))
    require_own_or_any(member, own, any_, here)
    with pytest.raises(Denied):
        require_own_or_any(member, own, any_, elsewhere)
    for table in (here, elsewhere):
        require_own_or_any(scorer, own, any_, table)


def test_his_own_table_needs_the_tokens_scope_too() -> None:
    reader = Person(1, 1, 7, frozenset({Role.PUBLIC, Role.MEMBER}), frozenset({Scope.READ}))
    with pytest.raises(Denied):
        require_own_or_any(reader, Act.ENTER_OWN, Act.ENTER_ANY, frozenset({7}))


def test_nobody_without_a_player_sits_at_a_table() -> None:
    stranger = Person(1, roles=frozenset({Role.PUBLIC}))
    with pytest.raises(Absent):
        require_own_or_any(stranger, Act.ENTER_OWN, Act.ENTER_ANY, frozenset({7}))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("act", Act)
def test_a_refusal_names_all_who_may_and_nobody_else(act: Act, language: str) -> None:
    with translation.override(language):
        named = refusal_words(act).rpartition(": ")[2].rstrip(".").split(", ")
        may = {role_name(role) for role in RANKS[: RANKS.index(LEAST[act]) + 1]}
    assert sorted(named) == sorted(str(name) for name in may)


def _code(*but: str) -> str:
    """The site's own code and templates, without the table itself."""
    rooms = [Path(settings.BASE_DIR, room) for room in ("ecarte_club", "games", "scoring")]
    files = [file for room in rooms for file in room.rglob("*.py") if file.name not in but]
    return "\n".join(file.read_text() for file in files)


@pytest.mark.parametrize("act", Act)
def test_every_right_is_asked_for_somewhere(act: Act) -> None:
    assert re.search(rf"\bAct\.{act.name}\b", _code("rights.py"))


def test_templates_ask_for_rights_that_there_are() -> None:
    """A misspelt one would be false for everybody, without a word."""
    templates = Path(settings.BASE_DIR, "templates").rglob("*.html")
    asked = {name for file in templates for name in re.findall(r"\bmay\.(\w+)", file.read_text())}
    assert asked
    assert asked <= {act.value for act in Act}
