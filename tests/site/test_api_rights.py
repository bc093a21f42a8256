"""Every operation by every kind of person, as the table of rights says and not otherwise."""

import re
from collections.abc import Collection, Iterable, Sequence
from copy import deepcopy
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml
from django.conf import settings
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import TABLE, Act, Role, Scope
from ecarte_club.clubs.services.accounts import token_make
from ecarte_club.core import throttling
from tests.support.clubhouse import PASSWORD, Api, House, has_secret, problem, read
from tests.support.clubrooms import noted, undone
from tests.support.depth import THOROUGH
from tests.support.everything import everything, written
from tests.support.scene import phone_api

from .operations import READS, STAKED, STREAMS, WRITES, Scene, Write, scene, staged

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

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
# What is hidden is for the people of a club, whatever their roles.
FOR_HIDDEN = ("committee", "cyd", *PHONES, *OUTSIDERS)
LISTS = ("clubs", "matches", "leagues")
# Who has all the roles of somebody else, and others: whoever may what that one may.
MORE_THAN = {
    "committee": "director",
    "director": "scorer",
    "scorer": "cyd",
    "ann": "cyd",
    **dict.fromkeys(("cyd", *PHONES, "stranger", "neighbour"), "nobody"),
}
RISING = (Role.PUBLIC, Role.MEMBER, Role.SCORER, Role.DIRECTOR, Role.COMMITTEE)


@pytest.fixture(scope="module")
def _prepared(
    _standing: tuple[Scene, House], django_db_blocker: DjangoDbBlocker
) -> tuple[Scene, str]:
    """The other club in the middle of its season too, and a stranger's token."""
    here, beside = _standing
    with django_db_blocker.unblock():
        for who in CLUB_PEOPLE:
            here.house.secret(who)
        beside.secret("committee")
        return scene(deepcopy(beside)), _strangers_token()


@pytest.fixture
def hidden(_prepared: tuple[Scene, str], here: Scene) -> Scene:
    return deepcopy(_prepared[0])


@pytest.fixture
def stranger(_prepared: tuple[Scene, str], here: Scene) -> str:
    return _prepared[1]


def _strangers_token() -> str:
    user = User.objects.create_user("x@nowhere.example", PASSWORD, name="X")
    return token_make(user=user, name="test", scopes=frozenset(Scope), days=30)[1]


def _api(who: str, neighbour: House, here: Scene, stranger: str) -> Api:
    house = here.house
    if who in PHONES:
        return phone_api(here.phones[PHONES.index(who)])
    if who == "nobody":
        return Api()
    if who == "neighbour":
        return neighbour.api("committee")
    if who == "stranger":
        return Api(stranger)
    return house.api(who)


def _may(who: str, act: Act | None, own: Act | None) -> bool:
    if act is None:
        return True
    roles = CLUB_PEOPLE.get(who, set()) | {Role.PUBLIC} | ({Role.TABLE} if who in PHONES else set())
    acts = [act, own] if own and who in AT_THE_TABLE else [act]
    return any(roles & TABLE[one].roles for one in acts if one)


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
    """So that it is enough to ask as those with the fewest who may, and as all who may not."""
    for right in TABLE.values():
        for lower, upper in [*pairwise(RISING), (Role.PUBLIC, Role.TABLE)]:
            assert lower not in right.roles or upper in right.roles


def _telling(people: Iterable[str], allowed: Collection[str]) -> list[str]:
    """Not those of the allowed who may because somebody with fewer roles may."""
    return [
        who for who in people if THOROUGH or who not in allowed or MORE_THAN.get(who) not in allowed
    ]


@pytest.mark.parametrize("name", WRITES)
def test_writes(name: str, here: Scene, beside: House, stranger: str) -> None:
    staged(here, name)
    write = WRITES[name]
    path, body = here.path(write.template), write.body(here)
    before = everything()
    allowed = {who for who in EVERYBODY if _may_write(write, who)}
    for who in _telling(EVERYBODY, allowed) if write.act else EVERYBODY:
        with undone(who):
            if who in allowed and who in here.house.users and _may(who, write.act, None):
                # That without these scopes it does not suffice is in test_api_tokens.
                api = here.house.api(who, {Scope.READ, write.needed})
            else:
                api = _api(who, beside, here, stranger)
            count = written()
            answer = api.post(path, body)
            changed = written() != count and everything() != before
            _only_as_may_be(write, who, answer, changed=changed)
            assert not api.headers or not has_secret(answer, api)


def _may_write(write: Write, who: str) -> bool:
    own = None if write.himself and who in PHONES else write.own
    by_role = _may(who, write.act, own) and (not write.only or who in write.only)
    return by_role or who == write.player


def _only_as_may_be(write: Write, who: str, answer: Any, *, changed: bool) -> None:
    if _may_write(write, who):
        read(answer, write.status)
        assert changed is write.keeps
        return
    status = 403 if who in (*CLUB_PEOPLE, *PHONES) else 401 if who == "nobody" else 404
    problem(answer, status, {403: "not_allowed", 404: "not_found", 401: ""}[status])
    assert not changed


@pytest.mark.parametrize("name", [name for name, write in WRITES.items() if write.act])
def test_writes_to_a_club_that_keeps_to_itself(name: str, hidden: Scene, stranger: str) -> None:
    """Where whoever has the code or the link may write, there is no act."""
    write = WRITES[name]
    staged(hidden, name)
    path, body = hidden.path(write.template), write.body(hidden)
    before = everything()
    for who in ("stranger", "nobody"):
        with undone(who):
            count = written()
            answer = Api(stranger if who == "stranger" else "").post(path, body)
            problem(answer, 401 if answer.status_code == 401 and who == "nobody" else 404)
            assert written() == count or everything() == before


def _lists(name: str, answer: Any, here: Scene) -> bool:
    """Whether a list has the scene's own thing in it."""
    results = read(answer)["results"]
    if name == "clubs":
        return here.house.club.slug in {club["slug"] for club in results}
    if name == "matches":
        return here.match.pk in {match["id"] for match in results}
    return here.season.pk in {season["id"] for one in results for season in one["seasons"]}


@pytest.mark.parametrize("hidden", ["nothing", "season", "club"])
def test_reads(hidden: str, house: House, neighbour: House) -> None:
    """Each by all of them in turn, so that nobody is given what was made for somebody else."""
    here = scene(house, public=hidden != "season")
    house.club.public = hidden != "club"
    house.club.save()
    stranger = _strangers_token()
    people = EVERYBODY if hidden == "nothing" else FOR_HIDDEN
    programs = {who: _api(who, neighbour, here, stranger) for who in people}
    wrong: list[str] = []
    for name, reading in READS.items():
        path = here.path(reading.template)
        for who in _readers(name, hidden, people):
            with noted(wrong, f"{name} by {who}"):
                _try_to_read(name, who, hidden, programs[who].get(path), here)
    assert wrong == [], "\n".join(wrong)


def _readers(name: str, hidden: str, people: Sequence[str]) -> Sequence[str]:
    """Whoever may not read it where nothing is hidden is no other where something is; and a token
    of the committee reads all that is hidden in test_api_tokens."""
    if READS[name].act is Act.SEE_PUBLIC or hidden == "nothing" or name in LISTS:
        return _telling(people, {who for who in people if _sees(name, who, hidden)})
    return ("committee",) if THOROUGH else ()


def _sees(name: str, who: str, hidden: str) -> bool:
    reading = READS[name]
    if reading.act is not Act.SEE_PUBLIC:
        return _may(who, reading.act, reading.own)
    of_the_club = name.startswith("clubs")
    is_hidden = hidden == "club" or (hidden == "season" and not of_the_club)
    at_table = who in PHONES if reading.any_table else who == "phone" and bool(reading.own)
    return who in CLUB_PEOPLE or at_table or not is_hidden


def _try_to_read(name: str, who: str, hidden: str, answer: Any, here: Scene) -> None:
    reading, sees = READS[name], _sees(name, who, hidden)
    if name in LISTS:
        assert _lists(name, answer, here) is sees
    elif sees:
        assert answer.status_code == 200
        assert name in STREAMS or answer["ETag"].startswith('"')
    elif who in PHONES:
        problem(answer, answer.status_code if answer.status_code == 404 else 403)
    elif who in CLUB_PEOPLE and reading.act is not Act.SEE_PUBLIC:
        problem(answer, 403, "not_allowed")
    else:
        problem(answer, 404, "not_found")


ABSENT = 10**9


@pytest.mark.parametrize("who", ["committee", "nobody"])
def test_absent_and_foreign_are_told_alike(
    who: str, house: House, neighbour: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Between two requests no minute begins, in which the limit counts anew.
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 30.0))
    hidden = scene(neighbour)
    ids: tuple[str, ...] = (
        "player",
        "other",
        "match",
        "empty",
        "hand",
        "league",
        "season",
        "evening",
        "table",
    )
    ids += ("user", "invitation", "rules", "sheet", "spare", "contest")
    ids += ("settlement", "payment", "hook", "archive", "answered")
    ids += ("planned", "fixture", "merged", "merge", "online", "invited", "closed", "job", "import")
    ids += ("tournament", "played", "meeting", "pooled", "pool", "teamed", "team", "board")
    named = {"slug": "no-such-club", "number": 1, "code": "AAAAAA"}
    api = house.api(who) if who in house.users else Api()
    for reading in READS.values():
        if not (reading.act and "{" in reading.template):
            continue
        with undone(reading.template):
            absent = reading.template.format(**named, **dict.fromkeys(ids, ABSENT))
            foreign, missing = api.get(hidden.path(reading.template)), api.get(absent)
            problem(foreign, 404, "not_found")
            assert foreign.content == missing.content
            told = [dict(answer.headers) for answer in (foreign, missing)]
            left = [headers.pop("RateLimit") for headers in told]
            named_by = [headers.pop("X-Request-Id") for headers in told]
            assert told[0] == told[1]
            assert left[0] != left[1], "How many are left differs,"
            assert named_by[0] != named_by[1], "and what each request is called; nothing else does."
            assert all(re.fullmatch("[0-9a-f]{32}", one) for one in named_by)


def test_other_clubs_people_and_seasons_cannot_be_named(house: House, neighbour: House) -> None:
    """Their ids are refused as ids that nobody has."""
    ours, theirs = scene(house), scene(neighbour)
    api = house.api("committee")
    good = WRITES["clubs/{slug}/matches"].body(ours)
    foreign = {"player_a": theirs.house.players["ann"].pk, "event": theirs.season.pk}
    for field, value in foreign.items():
        said = [
            api.post("clubs/cercle/matches", {**good, field: wrong}).content
            for wrong in (value, ABSENT)
        ]
        assert said[0] == said[1]
        assert field.encode() in said[0]


def test_names_of_who_entered_are_for_the_club(house: House) -> None:
    here = scene(house)
    for name in ("matches/{match}/entries", "matches/{match}/hands"):
        assert read(Api().get(here.path(name)))[0]["by"] is None
        assert read(house.api("cyd").get(here.path(name)))[0]["by"] == "Scorer"


def test_a_member_does_not_undo_a_correction(house: House) -> None:
    here = scene(house)
    write = WRITES["matches/{id}/entries/{number}/corrections"]
    read(house.api("director").post(here.path(write.template), write.body(here)), 201)
    house.secret("ann")
    before = everything()
    undo = here.match.pk
    problem(house.api("ann").post(f"matches/{undo}/undo", {"version": 2}), 403, "not_allowed")
    problem(house.api("scorer").post(f"matches/{undo}/undo", {"version": 2}), 403, "not_allowed")
    assert everything() == before
    read(house.api("director").post(f"matches/{undo}/undo", {"version": 2}), 201)
