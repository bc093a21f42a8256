"""The second factor: turned on, asked for at signing in, and asked for by a club."""

import re

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.roles import role_give, second_factor_set
from ecarte_club.core.exceptions import Invalid
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import PASSWORD, House, problem, read
from tests.support.everything import everything

from .second_factor import code_now, give_second_factor

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

LOGIN, AUTHENTICATE = "/account/login/", "/account/2fa/authenticate/"
ACTIVATE, CODES = "/account/2fa/totp/activate/", "/account/2fa/recovery-codes/"


def _signed_in(email: str) -> Client:
    client = Client()
    goes(client.post(LOGIN, {"login": email, "password": PASSWORD}))
    return client


def _sure(client: Client) -> Client:
    """Having said the password again, as changing who can sign in takes."""
    goes(client.post("/account/reauthenticate/", {"password": PASSWORD}))
    return client


def _is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def _wait(client: Client) -> Client:
    """A code is good once in its half minute; the tests have no half minute to wait."""
    cache.clear()
    return client


def _secret(text: str) -> str:
    found = re.search(r'<output class="secret">([A-Z2-7]+)</output>', text)
    assert found
    return found[1]


def test_it_is_turned_on_with_a_code_and_then_asked_for(
    house: House, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    client = _sure(_signed_in("ann@cercle.example"))
    text = page(client.get(ACTIVATE))
    assert "<svg" in text
    assert 'src="data:' not in text
    secret = _secret(text)
    wrong = page(client.post(ACTIVATE, {"code": "000000"}))
    assert "Two-step sign-in is not on yet." in wrong
    assert _secret(wrong) == secret
    with django_capture_on_commit_callbacks(execute=True):
        assert goes(client.post(ACTIVATE, {"code": code_now(secret)})) == CODES
    codes = re.findall(r"<code>([^<]+)</code>", page(client.get(CODES)))
    assert len(codes) == 10
    assert "Two-step sign-in is on" in mail.outbox[-1].subject

    late = _wait(Client())
    sent = {"login": "ann@cercle.example", "password": PASSWORD}
    assert goes(late.post(LOGIN, sent)) == AUTHENTICATE
    assert not _is_in(late)
    assert "Sign-in failed." in page(late.post(AUTHENTICATE, {"code": "000000"}))
    assert not _is_in(late)
    before = late.session.session_key
    assert goes(late.post(AUTHENTICATE, {"code": code_now(secret)})) == "/"
    assert _is_in(late)
    assert late.session.session_key != before


def test_a_recovery_code_lets_in_once(house: House) -> None:
    give_second_factor(house.users["ann"], recovery=True)
    codes = Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()
    sent = {"login": "ann@cercle.example", "password": PASSWORD}
    for lets_in in (True, False):
        client = Client()
        goes(client.post(LOGIN, sent))
        client.post(AUTHENTICATE, {"code": codes[0]})
        assert _is_in(client) is lets_in


def test_a_code_is_good_once(house: House) -> None:
    secret = give_second_factor(house.users["ann"])
    code = code_now(secret)
    sent = {"login": "ann@cercle.example", "password": PASSWORD}
    for lets_in in (True, False):
        client = Client()
        goes(client.post(LOGIN, sent))
        client.post(AUTHENTICATE, {"code": code})
        assert _is_in(client) is lets_in


def test_codes_cannot_be_tried_for_long(house: House) -> None:
    secret = give_second_factor(house.users["ann"])
    client = Client()
    goes(client.post(LOGIN, {"login": "ann@cercle.example", "password": PASSWORD}))
    for number in range(12):
        client.post(AUTHENTICATE, {"code": f"{number:06}"})
    client.post(AUTHENTICATE, {"code": code_now(secret)})
    assert not _is_in(client)


@pytest.mark.parametrize("address", [CODES, "/account/2fa/totp/deactivate/"])
def test_who_is_signed_in_long_since_says_again_who_he_is(address: str, house: House) -> None:
    """A browser left open on a table does not give the codes away."""
    give_second_factor(house.users["ann"], recovery=True)
    client = Client()
    client.force_login(house.users["ann"])
    away = goes(client.get(address))
    assert away.startswith(("/account/reauthenticate/", "/account/2fa/reauthenticate/"))
    assert "changes who can sign in as you" in page(client.get(away))
    by_password = f"/account/reauthenticate/?next={address}"
    assert "did not work" in page(client.post(by_password, {"password": "wrong"}))
    assert goes(client.get(address)) == away
    assert goes(client.post(by_password, {"password": PASSWORD})) == address
    page(client.get(address))


def test_turned_off_the_password_suffices_and_the_address_is_told(house: House) -> None:
    secret = give_second_factor(house.users["ann"])
    client = Client()
    goes(client.post(LOGIN, {"login": "ann@cercle.example", "password": PASSWORD}))
    goes(client.post(AUTHENTICATE, {"code": code_now(secret)}))
    off = "/account/2fa/totp/deactivate/"
    _sure(client)
    assert "your role will be suspended" in page(client.get(off))
    goes(client.post(off, {}))
    assert "Two-step sign-in is off" in mail.outbox[-1].subject
    assert _is_in(_signed_in("ann@cercle.example"))


def _ask(house: House, *, wanted: bool = True) -> None:
    with transaction.atomic():
        second_factor_set(by=house.person("committee"), wanted=wanted)


def test_a_club_cannot_ask_for_what_nobody_of_its_committee_has(house: House) -> None:
    give_second_factor(house.users["director"])
    before = everything()
    with pytest.raises(Invalid) as found:
        _ask(house)
    assert found.value.code == "nobody_awake"
    assert everything() == before
    give_second_factor(house.users["committee"])
    for _ in range(2):
        _ask(house)
    house.club.refresh_from_db()
    assert house.club.second_factor
    assert AuditLogEntry.objects.filter(act="second_factor_set").count() == 1


def test_an_inactive_committee_member_does_not_count(house: House) -> None:
    with transaction.atomic():
        role_give(by=house.person("committee"), user_id=house.users["ann"].pk, role=Role.COMMITTEE)
    give_second_factor(house.users["ann"])
    house.users["ann"].is_active = False
    house.users["ann"].save()
    with pytest.raises(Invalid):
        _ask(house)


def test_the_page_says_first_whose_roles_would_rest(house: House) -> None:
    browser = Browser(house, "committee")
    here = "committee/second-factor/"
    assert "nobody could act for the club" in page(browser.get(here))
    refused = browser.post(here, {"key": "k", "second_factor": "yes"})
    assert "nobody could act for the club" in page(refused, 422)
    give_second_factor(house.users["committee"])
    text = page(browser.get(here))
    assert "these roles would be suspended" in text
    assert "Director" in text
    assert "Scorer" not in text
    assert goes(browser.post(here, {**browser.hidden(here), "second_factor": "yes"}))
    assert "their roles are suspended until they do" in page(browser.get(here))
    assert house.person("director").roles == {Role.PUBLIC}
    goes(browser.post(here, {**browser.hidden(here), "second_factor": "no"}))
    assert Role.DIRECTOR in house.person("director").roles


def test_programs_are_told_the_same(house: House) -> None:
    api, path = house.api("committee"), "clubs/cercle/second-factor"
    found = read(api.get(path))
    assert found["second_factor"] is False
    assert [one["name"] for one in found["without"]] == ["Committee", "Director"]
    said = problem(api.post(path, {"second_factor": True}), 422, "nobody_awake", "second_factor")
    assert said["detail"] == found["refusal"]
    give_second_factor(house.users["committee"])
    found = read(api.post(path, {"second_factor": True}), 201)
    assert found["second_factor"] is True
    assert [one["asleep"] for one in found["without"]] == [["director"]]


def test_the_account_page_names_the_roles_that_rest(house: House) -> None:
    give_second_factor(house.users["committee"])
    _ask(house)
    text = page(Browser(house, "director").get("/account/"))
    assert "Suspended until you turn on two-step sign-in: Director" in text
    assert "/account/2fa/" in text
    assert "resting" not in page(Browser(house, "committee").get("/account/"))


@pytest.mark.parametrize(
    "address",
    ["/account/2fa/", CODES, f"{CODES}generate/", ACTIVATE, "/account/password/change/"],
)
def test_pages_of_the_second_factor_have_what_their_policy_runs(address: str, house: House) -> None:
    if address in (CODES, f"{CODES}generate/"):
        secret = give_second_factor(house.users["ann"], recovery=True)
        client = Client()
        goes(client.post(LOGIN, {"login": "ann@cercle.example", "password": PASSWORD}))
        goes(client.post(AUTHENTICATE, {"code": code_now(secret)}))
    else:
        client = _signed_in("ann@cercle.example")
    text = page(_sure(client).get(address))
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:", text)
    assert "data:" not in text
    assert text.count("<h1") == 1
