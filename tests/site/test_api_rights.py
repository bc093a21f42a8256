"""Every write by every kind of person, as the table of rights says and not otherwise."""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import TABLE, Act, Role, Scope
from tests.support.clubhouse import Api, House, has_secret, problem, read
from tests.support.clubrooms import undone
from tests.support.depth import THOROUGH, each
from tests.support.everything import everything, written

from .operations import KEYLESS, READS, STAKED, WRITES, Scene, Write, staged
from .people import CLUB_PEOPLE, EVERYBODY, PHONES, api_of, may, telling

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

RISING = (Role.PUBLIC, Role.MEMBER, Role.SCORER, Role.DIRECTOR, Role.COMMITTEE)
# By whom a token is, and for what.
Tokens = Mapping[tuple[str, frozenset[Scope]], str]
HIDDEN_FROM_NOBODY = frozenset(each(3, [*WRITES]))


@pytest.fixture(scope="module")
def _tokens(_standing: tuple[Scene, House], django_db_blocker: DjangoDbBlocker) -> Tokens:
    here, beside = _standing
    needed = {write.needed for write in WRITES.values()}
    scopes = {_enough(one) for one in needed} | {_all_but(one) for one in needed}
    with django_db_blocker.unblock():
        beside.secret("committee")
        for who in CLUB_PEOPLE:
            here.house.secret(who)
        return {(who, some): here.house.secret(who, some) for who in CLUB_PEOPLE for some in scopes}


@pytest.fixture
def tokens(_tokens: Tokens, _stranger: str, here: Scene) -> Tokens:
    return _tokens


def _enough(needed: Scope) -> frozenset[Scope]:
    return frozenset({Scope.READ, needed})


def _all_but(needed: Scope) -> frozenset[Scope]:
    return frozenset(Scope) - {needed}


def test_the_list_of_operations_is_whole() -> None:
    text = Path(settings.BASE_DIR, "docs/openapi.yaml").read_text()
    # As safe as safe_load, and in C: a tenth of its time.
    schema = yaml.load(text, yaml.CSafeLoader)
    published = {
        (method, path.removeprefix("/api/v1/"))
        for path, methods in schema["paths"].items()
        for method in methods
    }
    listed = {("get", path) for path in READS} | {("post", path) for path in (*WRITES, *STAKED)}
    assert published == listed


def test_the_table_speaks_of_every_act_and_role() -> None:
    assert set(TABLE) == set(Act)
    assert {role for right in TABLE.values() for role in right.roles} == set(Role)
    assert all(Role.COMMITTEE in right.roles for right in TABLE.values())


def test_more_roles_are_more_rights() -> None:
    """So that it is enough to ask as those with the fewest who may, and with the most who may
    not."""
    for right in TABLE.values():
        for lower, upper in [*pairwise(RISING), (Role.PUBLIC, Role.TABLE)]:
            assert lower not in right.roles or upper in right.roles


@pytest.mark.parametrize("name", WRITES)
def test_writes(name: str, here: Scene, beside: House, stranger: str, tokens: Tokens) -> None:
    """By whoever may, once for each key (what else a key does is in test_api_receipts); not by
    others, nor without the scope, nor where the club keeps to itself."""
    staged(here, name)
    write = WRITES[name]
    path, body = here.path(write.template), write.body(here)
    before = everything()
    allowed = {who for who in EVERYBODY if _may_write(write, who)}
    for who in telling(EVERYBODY, allowed) if write.act else EVERYBODY:
        with undone(who):
            if who in allowed and who in here.house.users and may(who, write.act):
                api = Api(tokens[who, _enough(write.needed)])
            else:
                api = api_of(who, here, beside, stranger)
            count = written()
            answer = api.post(path, body, key="once")
            changed = written() != count and everything() != before
            _only_as_may_be(write, who, answer, changed=changed)
            assert not api.headers or not has_secret(answer, api)
            if who in allowed and name not in KEYLESS:
                again = api.post(path, body, key="once")
                assert (again.content, again["Idempotency-Replayed"]) == (answer.content, "true")
    if write.needed is not Scope.READ:
        # Who may do it did it with a token for reading and this alone.
        with undone("without its scope"):
            others = Api(tokens[write.who, _all_but(write.needed)])
            count, answer = written(), others.post(path, body)
            assert write.needed.value in problem(answer, 403, "not_allowed")["detail"]
            assert written() == count or everything() == before
    # Where whoever has the code or the link may write, there is no act.
    if write.act:
        Club.objects.filter(pk=here.house.club.pk).update(public=False)
        for who in ("stranger", "nobody"):
            if THOROUGH or who == "stranger" or name in HIDDEN_FROM_NOBODY:
                with undone(f"hidden from {who}"):
                    _does_not_find(api_of(who, here, beside, stranger), path, body)


def _may_write(write: Write, who: str) -> bool:
    own = None if write.himself and who in PHONES else write.own
    by_role = may(who, write.act, own) and (not write.only or who in write.only)
    return by_role or who == write.player


def _only_as_may_be(write: Write, who: str, answer: Any, *, changed: bool) -> None:
    if _may_write(write, who):
        read(answer, write.status)
        assert changed is write.keeps
        return
    status = 403 if who in (*CLUB_PEOPLE, *PHONES) else 401 if who == "nobody" else 404
    problem(answer, status, {403: "not_allowed", 404: "not_found", 401: ""}[status])
    assert not changed


def _does_not_find(api: Api, path: str, body: Mapping[str, Any]) -> None:
    count = written()
    answer = api.post(path, body)
    problem(answer, 401 if answer.status_code == 401 and not api.headers else 404)
    assert written() == count


def test_a_member_does_not_undo_a_correction(here: Scene) -> None:
    house, write = here.house, WRITES["matches/{id}/entries/{number}/corrections"]
    read(house.api("director").post(here.path(write.template), write.body(here)), 201)
    house.secret("ann")
    before = everything()
    undo = here.match.pk
    problem(house.api("ann").post(f"matches/{undo}/undo", {"version": 2}), 403, "not_allowed")
    problem(house.api("scorer").post(f"matches/{undo}/undo", {"version": 2}), 403, "not_allowed")
    assert everything() == before
    read(house.api("director").post(f"matches/{undo}/undo", {"version": 2}), 201)
