"""Requests that are no good as a whole: bytes, types, methods, addresses, queries."""

import json
from base64 import b64encode
from itertools import cycle
from typing import Any
from urllib.parse import quote

import pytest
from django.urls import resolve
from rest_framework.settings import api_settings

from tests.support.clubhouse import Api, House, problem, read
from tests.support.clubrooms import noted, undone
from tests.support.depth import each, times
from tests.support.everything import everything

from .operations import HAND, READS, WRITES, Scene
from .test_api_statuses import refused

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

MEGABYTE = 2**20
DEEP = 10**5
UNREADABLE = {
    "cut short": b'{"version": 0, ',
    "not UTF-8": b'{"version": 0, "dealer": "\xff"}',
    "UTF-16": '{"version": 0}'.encode("utf-16"),
    "BOM": b'\xef\xbb\xbf{"version": 0}',
    "NaN": b'{"version": NaN}',
    "Infinity": b'{"version": -Infinity}',
    "a huge number": b'{"version": ' + b"9" * 5000 + b"}",
    "deep lists": b"[" * 1000 + b"]" * 1000,
    "very deep lists": b"[" * DEEP,
    "deep objects": b'{"a":' * 20_000 + b"1" + b"}" * 20_000,
    "deep in a field": b'{"version": 0, "dealer": ' + b"[" * 300 + b"]" * 300 + b"}",
    "half a character": b'{"version": 0, "dealer": "\\ud800"}',
    "half a character in a name": b'{"version": 0, "\\udfff": 1}',
    "two values": b"{} {}",
    "blank": b"   ",
}
NO_OBJECTS = {
    "a list": b"[]",
    "null": b"null",
    "a number": b"5",
    "a text": b'"version"',
    "true": b"true",
}
MEGABYTES = {
    "a megabyte of text": b'{"reason": "' + b"x" * MEGABYTE + b'"}',
    "a megabyte of blanks": b" " * MEGABYTE,
    "a megabyte of fields": json.dumps({f"f{n}": n for n in range(70_000)}).encode(),
    "a megabyte of brackets": b"[" * MEGABYTE,
}


# What may be sent empty, as everything in it has a default.
DEFAULTS = {
    "clubs/{slug}/online-tables",
    "matches/{id}/online-table",
    *(f"online-tables/{{id}}/{way}" for way in ("accept", "withdraw", "claim", "close", "rematch")),
    *(f"clubs/{{slug}}/me/notifications/devices/{{id}}/{way}" for way in ("remove", "test")),
}


# Of the usual operations, the one that every body is sent to.
ENTERING = "matches/{id}/hands"


def _share(name: str, path: str, bodies: dict[str, bytes]) -> dict[str, bytes]:
    """All operations read their content with the same parser, so each has one of the bodies, or a
    fifth of them, in turn. One of them has all, and so have those that read another type too."""
    if name == ENTERING or _reads_another_type(path):
        return bodies
    apart = times(len(UNREADABLE), thorough=5)
    first = [*WRITES].index(name) % apart
    return dict([*bodies.items()][first::apart])


def _reads_another_type(path: str) -> bool:
    view: Any = resolve(f"/api/v1/{path.partition('?')[0]}").func
    return bool(view.view_class.parser_classes != api_settings.DEFAULT_PARSER_CLASSES)


@pytest.mark.any_database
def test_bodies_that_are_none(here: Scene) -> None:
    """Of every operation, usually of those that read another type and of a quarter."""
    asked = {ENTERING, *each(4, [*WRITES])}
    paths = {name: here.path(write.template) for name, write in WRITES.items()}
    apis = {who: here.house.api(who) for who in {write.who for write in WRITES.values()}}
    before = everything()
    wrong: list[str] = []
    for name, path in paths.items():
        if name in asked or _reads_another_type(path):
            with noted(wrong, name):
                _refuses_what_is_none(name, apis[WRITES[name].who], path)
    assert wrong == []
    assert everything() == before


def _refuses_what_is_none(name: str, api: Api, path: str) -> None:
    wrong: list[str] = []
    for told, body in _share(name, path, UNREADABLE).items():
        with noted(wrong, told):
            refused(api.send(path, body), "The content cannot be read", "body")
    for told, body in _share(name, path, NO_OBJECTS).items():
        with noted(wrong, told):
            refused(api.send(path, body), "The content is not as described, or cannot be")
    assert wrong == []
    answer = api.send(path, b'{"version": 1e999}')
    refused(answer, "The content is not as described, or cannot be")
    if name not in DEFAULTS:
        # Where nothing must be sent, what is empty is refused for what is not at the address.
        answer = api.send(path, b"")
        found = problem(answer, answer.status_code)
        assert answer.status_code in (404, 422)
        assert found["errors"] or answer.status_code == 404


@pytest.mark.any_database
def test_bodies_of_a_megabyte(here: Scene) -> None:
    """Every operation is sent one of them, in turn, usually every third: it is refused before it is
    read."""
    api = here.house.api("committee")
    before = everything()
    assert all(len(body) >= 900_000 for body in MEGABYTES.values())
    bodies = cycle(MEGABYTES.values())
    for write, body in zip(each(3, [*WRITES.values()]), bodies, strict=False):
        answer = api.send(here.path(write.template), body)
        problem(answer, 413, "too_large", "body")
    assert everything() == before


@pytest.mark.any_database
@pytest.mark.parametrize(
    "media_type",
    [
        *("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
        *("application/xml", "application/jsonx", "", "json", "a/b/c; \x7f"),
    ],
)
@pytest.mark.parametrize("signed_in_by", ["token", "session"])
@pytest.mark.parametrize("size", [20, MEGABYTE])
def test_other_media_types(media_type: str, signed_in_by: str, size: int, here: Scene) -> None:
    api = here.house.api("scorer") if signed_in_by == "token" else Api()
    api.client.handler.enforce_csrf_checks = True
    if signed_in_by == "session":
        api.client.force_login(here.house.users["scorer"])
        api.headers = {}
    answer = api.send(here.path("matches/{match}/hands"), b"x" * size, media_type=media_type)
    if signed_in_by == "session":
        assert answer.status_code in (400, 403)
        problem(answer, answer.status_code)
    else:
        problem(answer, 415, "unsupported_media_type", "Content-Type")


@pytest.mark.any_database
@pytest.mark.parametrize(
    "methods",
    [
        "head options put delete patch trace",
        *(
            pytest.param(methods, marks=pytest.mark.thorough)
            for methods in ("head", "options", "put patch trace")
        ),
    ],
)
def test_other_methods(methods: str, here: Scene) -> None:
    """They take turns, usually at every other operation; what operations there are is compared with
    the schema in test_api_rights."""
    api = here.house.api("committee")
    before = everything()
    for name, method in zip(
        each(2, sorted(READS.keys() | WRITES.keys())), cycle(methods.split()), strict=False
    ):
        _try_method(method, name, here, api)
    assert everything() == before


def _try_method(method: str, name: str, here: Scene, api: Api) -> None:
    one = READS.get(name) or WRITES[name]
    path = f"/api/v1/{here.path(one.template)}"
    answer = api.client.generic(method.upper(), path, headers=api.headers)
    if method == "head" and name in READS:
        assert (answer.status_code, answer.content) == (200, b"")
    elif method == "options":
        assert answer.status_code == 200
    else:
        assert answer.status_code == 405
        assert method.upper() not in answer["Allow"]
        assert method == "head" or problem(answer, 405, "method_not_allowed")


@pytest.mark.any_database
@pytest.mark.parametrize("accept", ["text/html", "application/xml", "image/*;q=0.5", "x", "\x00"])
def test_other_answers_are_not_to_be_had(accept: str, house: House) -> None:
    problem(house.api("ann").get("clubs", Accept=accept), 406, "not_acceptable", "Accept")


@pytest.mark.any_database
@pytest.mark.parametrize("accept", ["text/csv", "text/csv, */*;q=0.1", "text/html", "*/*"])
def test_the_csv_is_given_to_who_asks_for_csv(accept: str, house: House) -> None:
    season = house.season()
    answer = Api().get(f"seasons/{season.pk}/standings.csv", Accept=accept)
    assert answer.status_code == 200


ODD_ADDRESSES = [
    *("", "nothing", "clubs/", "clubs/%00", "clubs/a%0Ab", "clubs/..", "clubs/é", "clubs/a b"),
    *("matches/0", "matches/-1", "matches/1.0", "matches/x", "matches/%00", "matches/1/hands/"),
    *(f"matches/{2**63}", f"matches/{2**64}", f"matches/{'9' * 5000}", f"hands/{2**63}"),
    *(f"players/{2**63}", f"leagues/{2**63}", f"seasons/{2**63}", f"seasons/{10**30}/standings"),
    *(f"seasons/{2**63}/standings.csv", f"seasons/{'9' * 5000}/standings", "clubs/" + "x" * 5000),
    *("seasons/1/standings.xml", "matches/１", "matches/٣"),
]


@pytest.mark.any_database
def test_odd_addresses(house: House) -> None:
    for api in (Api(), house.api("committee")):
        for address in ODD_ADDRESSES:
            with undone(address[:30]):
                problem(api.get(address if "%" in address else quote(address)), 404, "not_found")


@pytest.mark.parametrize("address", ["nothing", "matches/-1/undo", "matches/x/hands"])
def test_writes_to_odd_addresses(address: str, db: None) -> None:
    """A signed-out program without a CSRF token is told the same as of any other address."""
    api = Api()
    api.client.handler.enforce_csrf_checks = True
    problem(api.post(address, {}), 404, "not_found")


@pytest.mark.any_database
@pytest.mark.parametrize("number", ["0", "99", str(2**63), "9" * 30])
def test_corrections_of_entries_that_are_not_there(number: str, here: Scene) -> None:
    body = WRITES["matches/{id}/entries/{number}/corrections"].body(here)
    path = f"matches/{here.match.pk}/entries/{number}/corrections"
    problem(here.house.api("director").post(path, body), 404, "not_found")


def _cursor(text: str) -> str:
    return quote(b64encode(text.encode()))


NOT_WHOLE = ["x", "-1", "1.5", "1e3", "%00", "9" * 30, "٣", "%FF", "0x1", "1 2"]
CURSORS = ["x", "%00", "====", _cursor("p=a"), _cursor("p=%00"), _cursor("p=-1"), _cursor("o=-1")]
CURSORS += [_cursor("p=" + "9" * 30), _cursor("p=1.5"), _cursor("o=x"), quote(b64encode(b"\xff"))]
QUERIES = [
    *(("matches", field, value) for field in ("event", "player") for value in NOT_WHOLE),
    *(("matches", "over", value) for value in ("maybe", "%00", "2", "None")),
    *(
        (path, "page_size", value)
        for path in ("clubs", "matches", "leagues", "clubs/cercle/players")
        for value in (*NOT_WHOLE, "0", "201")
    ),
    *(
        (path, "cursor", value)
        for path in ("clubs", "matches", "leagues", "clubs/cercle/players")
        for value in CURSORS
    ),
    *(
        ("seasons/{season}/standings", field, value)
        for field, most in (("page", 10**6), ("page_size", 500))
        for value in (*NOT_WHOLE, "0", str(most + 1))
    ),
]


@pytest.mark.any_database
def test_odd_queries(house: House) -> None:
    season, api = house.season(), house.api("ann")
    for path, field, value in QUERIES:
        asked = f"{path.format(season=season.pk)}?{field}={value}"
        with undone(asked):
            problem(api.get(asked), 422, "invalid", field)


@pytest.mark.any_database
@pytest.mark.parametrize("path", ["matches?club=%00", "matches?club=none", "leagues?club=%00x"])
def test_a_filter_for_what_is_not_there_finds_nothing(path: str, here: Scene) -> None:
    assert read(here.house.api("ann").get(path))["results"] == []


def test_filters_find_what_they_say(here: Scene) -> None:
    house, api = here.house, here.house.api("ann")
    alone = house.match()
    asked = {
        f"event={here.season.pk}": {here.match.pk, here.empty.pk},
        f"player={house.players['ann'].pk}": {here.match.pk, here.empty.pk, alone.pk},
        f"player={house.players['cyd'].pk}": set(),
        "club=cercle": {here.match.pk, here.empty.pk, alone.pk},
        "over=true": set(),
        "over=false": {here.match.pk, here.empty.pk, alone.pk},
    }
    for query, wanted in asked.items():
        assert {match["id"] for match in read(api.get(f"matches?{query}"))["results"]} == wanted


def test_pages_show_everything_once(house: House) -> None:
    wanted = {house.match().pk for _ in range(7)}
    api, path, seen = house.api("ann"), "/api/v1/matches?page_size=3", []
    while path:
        page = read(api.client.get(path, headers=api.headers))
        seen += [match["id"] for match in page["results"]]
        path = page["next"]
    assert sorted(seen, reverse=True) == seen
    assert (len(seen), set(seen)) == (7, wanted)


def test_content_may_be_sent_in_pieces(house: House) -> None:
    """Without its length no content is read: it is as if there were none."""
    match, api = house.match(), house.api("scorer")
    answer = api.client.generic(
        "POST",
        f"/api/v1/matches/{match.pk}/hands",
        json.dumps({**HAND, "version": 0}).encode(),
        "application/json",
        headers={**api.headers, "Idempotency-Key": "1"},
        CONTENT_LENGTH="",
    )
    problem(answer, 422, "invalid", "version")
