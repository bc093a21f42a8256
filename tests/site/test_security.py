"""What protects people whatever they ask for: headers, cookies, sign-in, ways out of the site."""

import re
import time
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from django.conf import settings as site
from django.http import HttpRequest
from django.test import Client, RequestFactory
from pytest_django import Settings

from ecarte_club.core import throttling
from tests.support.clubhouse import PASSWORD, House

from .pages import Browser, goes, page

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

LOGIN = "/account/login/"
ADDRESSES = ["/", LOGIN, "/clubs/cercle/", "/nothing/", "/api/", "/api/v1/clubs", "/api/v1/x"]


def _policy(answer: "Answer") -> dict[str, set[str]]:
    """The Content-Security-Policy by directive."""
    parts = [part.split() for part in answer["Content-Security-Policy"].split(";") if part.strip()]
    return {name: set(values) for name, *values in parts}


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_keeps_the_browser_on_guard(address: str, house: House) -> None:
    answer = Client().get(address)
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    policy = _policy(answer)
    assert policy["default-src"] == {"'none'"}
    assert policy["frame-ancestors"] == policy["base-uri"] == {"'none'"}
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == {"'self'"}
    assert not any("unsafe" in value or "*" in value for part in policy.values() for value in part)


@pytest.mark.parametrize(
    "address",
    ["/clubs/", LOGIN, "/clubs/cercle/", "/clubs/cercle/players/", "/account/tokens/", "/api/"],
)
def test_no_page_has_what_its_policy_would_not_run(address: str, house: House) -> None:
    text = page(Browser(house, "committee" if address != LOGIN else "").get(address))
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>", text)
    assert not re.search(r"<style|\sstyle=|\son\w+=|javascript:", text)
    sources = re.findall(r'\s(?:src|action)="([^"]+)"', text)
    assert all(source.startswith("/") and not source.startswith("//") for source in sources)


def test_the_session_cookie_is_out_of_reach_for_scripts_and_other_sites(house: House) -> None:
    client = Client()
    goes(client.post(LOGIN, {"login": "ann@cercle.example", "password": PASSWORD}))
    cookie = client.cookies[site.SESSION_COOKIE_NAME]
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 30 * 24 * 60 * 60


def test_a_session_planted_before_signing_in_is_worth_nothing(house: House) -> None:
    thief, client = Client(), Client()
    session = thief.session
    session["planted"] = True
    session.save()
    planted = str(session.session_key)
    client.cookies[site.SESSION_COOKIE_NAME] = planted
    goes(client.post(LOGIN, {"login": "ann@cercle.example", "password": PASSWORD}))
    assert client.cookies[site.SESSION_COOKIE_NAME].value != planted
    page(client.get("/account/tokens/"))
    thief.cookies[site.SESSION_COOKIE_NAME] = planted
    assert goes(thief.get("/account/tokens/")).startswith(LOGIN)


def test_a_session_copied_before_signing_out_is_worth_nothing(house: House) -> None:
    browser, thief = Browser(house, "ann"), Client()
    copied = browser.client.cookies[site.SESSION_COOKIE_NAME].value
    thief.cookies[site.SESSION_COOKIE_NAME] = copied
    page(thief.get("/account/tokens/"))
    goes(browser.post("/account/logout/", {}))
    thief.cookies[site.SESSION_COOKIE_NAME] = copied
    assert goes(thief.get("/account/tokens/")).startswith(LOGIN)


def test_looking_at_sign_out_signs_nobody_out(house: House) -> None:
    """A picture of another site must not do it."""
    browser = Browser(house, "ann")
    page(browser.get("/account/logout/"))
    page(browser.get("/account/tokens/"))


AWAY = ["https://else.example/", "//else.example", "\\\\else.example", "javascript:alert(1)"]
AWAY += ["http:///else.example", "/\\else.example", "https:else.example", "\thttps://else.example"]


@pytest.mark.parametrize("away", AWAY)
def test_nobody_is_led_away_from_the_site(away: str, house: House) -> None:
    sent = {"login": "ann@cercle.example", "password": PASSWORD, "next": away}
    assert goes(Client().post(LOGIN, sent)) == "/"
    assert goes(Client().post(f"{LOGIN}?next={quote(away)}", {**sent, "next": ""})) == "/"
    assert goes(Client().post("/i18n/setlang/", {"language": "fr", "next": away})) == "/"
    assert goes(Browser(house, "ann").post("/account/logout/", {"next": away})) == "/signed-out/"


def test_sign_in_leads_to_where_one_was_going(house: House) -> None:
    sent = {"login": "ann@cercle.example", "password": PASSWORD, "next": "/account/tokens/"}
    assert goes(Client().post(LOGIN, sent)) == "/account/tokens/"


@pytest.mark.parametrize("host", ["else.example", "localhost.else.example", "a b", "", "[::2]"])
def test_a_forged_host_is_not_answered(host: str, house: House, settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
    for address in ("/", LOGIN, "/api/v1/clubs", "/clubs/cercle/"):
        answer = Client().get(address, headers={"host": host})
        assert answer.status_code == 400
        assert b"cercle" not in answer.content


@pytest.mark.parametrize(("wrong", "heard"), [(2, True), (10, False)])
def test_passwords_cannot_be_tried_for_long(wrong: int, heard: bool, house: House) -> None:
    """After many wrong ones even the right one is not heard for a while; after two it is."""
    sent = {"login": "ann@cercle.example", "password": "wrong"}
    for _ in range(wrong):
        Client().post(LOGIN, sent)
    right = Client().post(LOGIN, {**sent, "password": PASSWORD})
    assert (site.SESSION_COOKIE_NAME in right.cookies) is heard
    assert right.status_code in ((302,) if heard else (200, 429))
    # Who is signed in already is not disturbed by it.
    page(Browser(house, "ann").get("/account/tokens/"))


def test_a_wrong_password_and_an_unknown_address_are_told_alike(house: House) -> None:
    said = [
        re.findall(r"<li>[^<]*</li>|Sign-in failed[^<]*", page(Client().post(LOGIN, sent)))
        for sent in (
            {"login": "ann@cercle.example", "password": "wrong"},
            {"login": "who@cercle.example", "password": "wrong"},
        )
    ]
    assert said[0] == said[1] != []


def test_nobody_makes_an_account_of_his_own(db: None) -> None:
    sent = {"email": "eve@else.example", "password1": PASSWORD, "password2": PASSWORD}
    answer = Client().post("/account/signup/", sent)
    page(answer)
    assert site.SESSION_COOKIE_NAME not in answer.cookies


def test_a_form_of_another_site_is_refused(house: House) -> None:
    browser = Browser(house, "committee", csrf=True)
    answer = browser.post("players/", {"key": "k", "name": "Eve"}, Origin="https://else.example")
    page(answer, 403)
    assert not house.club.players.filter(name="Eve").exists()


def _from(forwarded: str) -> HttpRequest:
    return RequestFactory(REMOTE_ADDR="10.0.0.1").get("/", headers={"x-forwarded-for": forwarded})


@pytest.mark.parametrize(
    ("proxies", "forwarded", "who"),
    [
        (0, "1.1.1.1", "10.0.0.1"),
        (1, "1.1.1.1", "1.1.1.1"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 10.0.0.2", "1.1.1.1"),
    ],
)
def test_who_asks_is_what_our_own_proxies_say(
    proxies: int, forwarded: str, who: str, settings: Settings
) -> None:
    """Each proxy appends the address it was asked from; what stands before is a stranger's word."""
    settings.REST_FRAMEWORK = {**site.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    assert throttling.address(_from(forwarded)) == f"address:{who}"


def test_a_new_minute_begins_a_new_count(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.API_RATE = 2
    for minute in range(3):
        now = 1_800_000_000.0 + 60 * minute
        monkeypatch.setattr(time, "time", lambda now=now: now)
        assert [throttling.within_rate("x") for _ in range(4)] == [True, True, False, False]
