"""The worked examples: each request is sent as it is printed, and answers as it says."""

import base64
import json
import re
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from ecarte_club.clubs.api.examples import EXAMPLES, HAND, VERIFY, Example, answered, curl, filled
from ecarte_club.clubs.management.commands.api_examples import page_with
from scoring.webhooks import messages
from tests.support.clubhouse import House, open_house, read

pytestmark = pytest.mark.any_database

ANY = "…"


def made_club() -> dict[str, object]:
    """The club that the examples speak of: Ann has beaten Bob once, and plays him again."""
    house = open_house()
    season = house.season()
    first = house.match(season)
    house.api("scorer").enter(first.pk, {"score": {"a": 5, "b": 2}}, kind="games")
    match = house.match(season)
    return {
        "site": "http://testserver",
        "token": house.secret("scorer"),
        "league": season.league_id,
        "season": season.pk,
        "match": match.pk,
        "ann": house.players["ann"].pk,
        "bob": house.players["bob"].pk,
    }


def typed(command: str) -> tuple[str, str, dict[str, str], str]:
    """What the shell would make of it: method, address, headers, content."""
    words = iter(shlex.split(command.replace("\\\n", " ")))
    assert next(words) == "curl"
    method, address, headers, content = "GET", "", dict[str, str](), ""
    for word in words:
        if word == "-H":
            name, _colon, value = next(words).partition(": ")
            headers[name] = value
        elif word == "--json":
            method, content = "POST", next(words)
        elif not word.startswith("-"):
            address = word
    return method, address, headers, content


def sent(example: Example, values: dict[str, object]) -> Any:
    method, address, headers, content = typed(curl(example, values))
    path = address.removeprefix("http://testserver")
    assert path.startswith("/api/v1/")
    if method == "GET":
        return Client().get(path, headers=headers)
    return Client().post(path, content, "application/json", headers=headers)


def differs(shown: Any, found: Any, where: str = "answer") -> Iterator[str]:
    if shown == ANY:
        return
    if isinstance(shown, dict) and isinstance(found, dict):
        named = shown.keys() - {ANY}
        if named != found.keys() and not (ANY in shown and named <= found.keys()):
            yield f"{where}: {sorted(named)} and not {sorted(found)}"
        for name in named & found.keys():
            yield from differs(shown[name], found[name], f"{where}.{name}")
    elif isinstance(shown, list) and isinstance(found, list) and len(shown) == len(found):
        for number, pair in enumerate(zip(shown, found, strict=True)):
            yield from differs(*pair, f"{where}.{number}")
    elif shown != found:
        yield f"{where}: {shown!r} and not {found!r}"


def text_agrees(shown: str, found: str) -> bool:
    parts = map(re.escape, shown.split(ANY))
    return re.fullmatch(".*".join(parts), found, re.DOTALL) is not None


def test_every_example_is_answered_as_it_says(db: None, settings: Settings) -> None:
    settings.REDIS_URL = ""
    values = made_club()
    for example in EXAMPLES:
        answer = sent(example, values)
        if example.keeps:
            values[example.keeps] = answer["ETag"]
        assert answer.status_code == example.status, (example.name, answer.content)
        for name, value in example.shows.items():
            assert answer[name] == filled(value, values), example.name
        shown, found = filled(example.answer, values), answer.content.decode()
        if not example.is_text:
            assert list(differs(json.loads(shown), json.loads(found))) == [], example.name
        else:
            assert text_agrees(shown, found), (example.name, found)


def test_what_is_compared_can_differ() -> None:
    """The comparison itself: a control."""
    whole = {"a": 1, "b": [{"c": 2}]}
    assert list(differs({"a": 1, "b": [{"c": 2}]}, whole)) == []
    assert list(differs({"a": 1, ANY: ANY}, whole)) == []
    assert list(differs({"a": 1}, whole)) != []
    assert list(differs({"a": ANY, "b": [{"c": 3}]}, whole)) == ["answer.b.0.c: 3 and not 2"]
    assert list(differs({"a": 1, "b": [], ANY: ANY}, whole)) != []
    assert text_agrees("id: 1\n…", "id: 1\nevent: x\n")
    assert not text_agrees("id: 1\n…", "id: 2\n")


def test_a_webhook_is_verified_as_the_example_does() -> None:
    known: dict[str, Any] = {}
    exec(VERIFY, known)  # noqa: S102  (our own lines, as they are printed)
    assert 8 <= len(VERIFY.strip().splitlines()) <= 12
    secret = messages.SECRET_PREFIX + base64.b64encode(b"k" * 32).decode()
    body, now = b'{"type":"match.ended"}', int(time.time())

    def headers(at: int, *more: str) -> dict[str, str]:
        signature = " ".join([*more, messages.signature(secret, "msg_1", at, body)])
        return {
            "Webhook-Id": "msg_1",
            "Webhook-Timestamp": str(at),
            "Webhook-Signature": signature,
        }

    assert known["is_ours"](secret, headers(now), body)
    assert known["is_ours"](secret, headers(now, "v1,AAAA"), body)
    assert not known["is_ours"](secret, headers(now), body + b" ")
    assert not known["is_ours"](secret, headers(now - 600), body)
    assert not known["is_ours"](secret, {**headers(now), "Webhook-Id": "msg_2"}, body)
    other = messages.SECRET_PREFIX + base64.b64encode(b"x" * 32).decode()
    assert not known["is_ours"](other, headers(now), body)


def test_the_signature_is_the_one_of_the_standard() -> None:
    """The worked example of Standard Webhooks 1.0.0's own libraries."""
    secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    body = b'{"test": 2432232314}'
    signed = messages.signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_the_page_shows_every_example(db: None) -> None:
    page = Client().get("/developers/").content.decode()
    for example in EXAMPLES:
        assert f'id="{example.name}"' in page
        assert f'href="#{example.name}"' in page
    assert page.count("curl ") >= len(EXAMPLES)
    assert "hmac.compare_digest" in page
    assert f"{site.SITE_URL}api/v1/clubs" in page
    french = Client().get("/developers/", headers={"Accept-Language": "fr"}).content.decode()
    assert 'lang="fr"' in french


def test_the_page_of_docs_has_every_example() -> None:
    """`manage.py api_examples` writes them."""
    text = Path(site.BASE_DIR, "docs/api.md").read_text(encoding="utf-8")
    assert page_with(text) == text
    assert all(curl(example) in text and answered(example) in text for example in EXAMPLES)


def test_the_hand_of_the_examples_is_worth_a_point(house: House) -> None:
    match = house.match()
    written = read(
        house.api("scorer").post(f"matches/{match.pk}/hands", {"version": 0, **HAND}), 201
    )
    assert [(mark["seat"], mark["points"]) for mark in written["marks"]] == [("a", 1)]
