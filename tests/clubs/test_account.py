"""One's own account: name and language, another address, and what stands on the page."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.core import mail, signing
from django.db import transaction
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks

from ecarte_club.clubs import emails as letters
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Role
from ecarte_club.clubs.services.accounts import account_change
from ecarte_club.clubs.services.clubs import office_give
from ecarte_club.core.exceptions import Invalid
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import PASSWORD, House
from tests.support.everything import everything

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

ACCOUNT, EMAIL = "/account/", "/account/email/"
NEW = "ann@elsewhere.example"
OWN_PAGES = [ACCOUNT, EMAIL, "/account/password/change/", "/account/2fa/"]


def _link(text: object) -> str:
    found = re.search(r"https?://\S+/account/new-address/\S+", str(text))
    assert found, text
    return found[0].removeprefix(site.SITE_URL.rstrip("/"))


def _asked(browser: Browser, new: str = NEW) -> None:
    assert goes(browser.post(EMAIL, {"email": new, "password": PASSWORD})) == "/account/?done=link"


@pytest.mark.parametrize("address", OWN_PAGES)
def test_strangers_are_asked_to_sign_in(address: str, house: House) -> None:
    assert goes(Client().get(address)).startswith("/account/login/?next=/account/")
    assert goes(Client().post(address, {})).startswith("/account/login/?next=/account/")


def test_the_page_shows_who_one_is_where(house: House, neighbour: House) -> None:
    office_give(club=neighbour.club, user=house.users["ann"], role=Role.SCORER)
    text = page(Browser(house, "ann").get(ACCOUNT))
    assert "ann@cercle.example" in text
    assert "Plays as Ann" in text
    assert "Rivage" in text
    assert "Scorer" in text
    assert "It is off." in text
    assert "0 tokens" in text
    house.secret("ann")
    assert "1 token" in page(Browser(house, "ann").get(ACCOUNT))


def test_name_and_language_are_changed(house: House) -> None:
    browser = Browser(house, "ann")
    sent = {**browser.hidden(ACCOUNT), "name": "  Ann   Archer ", "language": "fr"}
    assert goes(browser.post(ACCOUNT, sent)) == "/account/?done=account"
    user = User.objects.get(pk=house.users["ann"].pk)
    assert (user.name, user.language) == ("Ann Archer", "fr")
    # The player's name is the club's affair.
    assert house.players["ann"].name == "Ann"


@pytest.mark.parametrize(
    ("name", "language", "field"),
    [(" ", "en", "name"), ("x" * 81, "en", "name"), ("Ann", "de", "language")],
)
def test_what_cannot_be_is_said_beside_its_field(
    name: str, language: str, field: str, house: House
) -> None:
    ann = house.users["ann"]
    with pytest.raises(Invalid) as found, transaction.atomic():
        account_change(user=ann, name=name, language=language)
    assert list(found.value.errors) == [field]
    browser = Browser(house, "ann")
    answer = browser.post(ACCOUNT, {"key": "k", "name": name, "language": language})
    assert f'id="id_{field}_error"' in page(answer, 422)
    ann.refresh_from_db()
    assert (ann.name, ann.language) == ("Ann", "en")


def test_another_address_is_proved_by_its_link(
    house: House, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    browser = Browser(house, "ann")
    _asked(browser, NEW.upper())
    (letter,) = mail.outbox
    assert letter.to == [NEW]
    link, before = _link(letter.body), everything()
    text = page(browser.get(link))
    assert NEW in text
    assert everything() == before
    session = browser.client.session.session_key
    with django_capture_on_commit_callbacks(execute=True):
        assert goes(browser.post(link, {"key": "k"})) == "/account/?done=email"
    assert User.objects.get(pk=house.users["ann"].pk).email == NEW
    assert browser.client.session.session_key != session
    # The old address is told; the link is spent.
    assert mail.outbox[1].to == ["ann@cercle.example"]
    page(browser.get(link), 410)
    page(browser.post(link, {"key": "l"}), 410)
    sent = {"login": NEW, "password": PASSWORD}
    goes(Client().post("/account/login/", sent))


def test_a_link_is_good_for_its_own_sign_in_alone(house: House) -> None:
    browser = Browser(house, "ann")
    _asked(browser)
    link = _link(mail.outbox[0].body)
    assert goes(Client().get(link)).startswith("/account/login/")
    before = everything()
    page(Browser(house, "bob").get(link), 410)
    for spoilt in (link[:-3] + "/", link.replace(":", "x", 1), "/account/new-address/x/"):
        page(browser.get(spoilt), 410)
    before["User"] = everything()["User"]
    assert everything() == before


def test_a_link_grows_old(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = house.users["ann"]
    token = letters.email_link(ann, NEW).rstrip("/").rpartition("/")[2]
    assert letters.email_of_link(token, ann) == ("ann@cercle.example", NEW)
    monkeypatch.setattr(letters, "EMAIL_GOOD_FOR", timedelta(seconds=-1))
    assert letters.email_of_link(token, ann) is None


@pytest.mark.parametrize("content", ["text", 5, [], [1], [1, "a"], {"a": 1}, None])
def test_a_signed_thing_of_another_shape_is_no_link(content: object, house: House) -> None:
    token = signing.dumps(content, salt=letters.EMAIL_SALT)
    assert letters.email_of_link(token, house.users["ann"]) is None


def test_a_taken_address_is_answered_alike_and_gets_no_link(house: House) -> None:
    browser = Browser(house, "ann")
    _asked(browser, "bob@cercle.example")
    assert mail.outbox == []
    # Taken meanwhile, by somebody whom an invitation brought.
    _asked(browser)
    User.objects.create_user(NEW, PASSWORD, name="Other")
    answer = browser.post(_link(mail.outbox[0].body), {"key": "k"})
    assert "This link has expired" in page(answer, 422)
    assert User.objects.get(pk=house.users["ann"].pk).email == "ann@cercle.example"


def test_without_the_password_no_link_is_sent(house: House) -> None:
    browser = Browser(house, "ann")
    answer = browser.post(EMAIL, {"email": NEW, "password": "wrong"})
    assert "This is not your password." in page(answer, 422)
    assert mail.outbox == []


def test_passwords_cannot_be_tried_here_either(house: House) -> None:
    browser = Browser(house, "ann")
    for _ in range(3):
        page(browser.post(EMAIL, {"email": NEW, "password": "wrong"}), 422)
    page(browser.post(EMAIL, {"email": NEW, "password": PASSWORD}), 429)
    assert mail.outbox == []


def test_the_password_is_changed_and_the_address_told(house: House) -> None:
    browser, other = Browser(house, "ann"), Browser(house, "ann")
    change = "/account/password/change/"
    new = {"password1": "seven-eight-nine", "password2": "seven-eight-nine"}
    wrong = page(browser.post(change, {**new, "oldpassword": "wrong"}))
    assert 'class="error"' in wrong
    assert goes(browser.post(change, {**new, "oldpassword": PASSWORD})) == "/account/?done=password"
    assert "Password changed." in page(browser.get("/account/?done=password"))
    assert mail.outbox[0].to == ["ann@cercle.example"]
    # Whoever sat elsewhere in his name no longer does.
    assert goes(other.get(ACCOUNT)).startswith("/account/login/")


@pytest.mark.parametrize("done", ["<script>", "x", "account", ""])
def test_the_page_repeats_nothing_that_an_address_says(done: str, house: House) -> None:
    text = Browser(house, "ann").get(f"{ACCOUNT}?done={done}").content.decode()
    assert "<script>" not in text


@pytest.mark.parametrize("away", ["https://else.example/", "//else.example", "/\\else.example"])
@pytest.mark.parametrize("through", ["/account/reauthenticate/", "/account/2fa/reauthenticate/"])
def test_saying_the_password_again_leads_nowhere_else(
    through: str, away: str, house: House
) -> None:
    browser = Browser(house, "ann")
    answer = browser.post(through, {"password": PASSWORD, "code": "", "next": away})
    assert "else.example" not in answer.get("Location", "")


COMMITTEE = ["", "roles/", "roles/?name=ann", "invitations/", "second-factor/"]


@pytest.mark.parametrize(
    "address", [*OWN_PAGES, *(f"/clubs/cercle/committee/{path}" for path in COMMITTEE)]
)
def test_no_page_has_what_its_policy_would_not_run(address: str, house: House) -> None:
    answer = Browser(house, "committee").get(address)
    text = page(answer)
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:", text)
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert text.count("<h1") == 1
    labelled = set(re.findall(r'<label for="([^"]+)"', text))
    visible = r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\bid="([^"]+)"'
    assert set(re.findall(visible, text)) <= labelled


@pytest.mark.parametrize(
    "address",
    [
        *("/clubs/cercle/committee/roles/1/", "/clubs/cercle/committee/invitations/"),
        *("/clubs/cercle/committee/second-factor/", ACCOUNT, EMAIL, "/account/password/change/"),
    ],
)
def test_forms_of_other_sites_are_refused(address: str, house: House) -> None:
    browser = Browser(house, "committee", csrf=True)
    before = everything()
    page(browser.post(address, {"key": "k"}, Origin="https://else.example"), 403)
    assert everything() == before


def test_who_is_no_longer_active_is_out(house: House) -> None:
    browser = Browser(house, "ann")
    User.objects.filter(pk=house.users["ann"].pk).update(is_active=False)
    assert goes(browser.get(ACCOUNT)).startswith("/account/login/")
