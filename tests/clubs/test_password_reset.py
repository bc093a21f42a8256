"""A forgotten password: the link by e-mail, and that it tells nobody who has an account."""

import re

import pytest
from django.conf import settings as site
from django.core import mail
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from pytest_django import Settings

from tests.site.pages import goes, page
from tests.support.clubhouse import PASSWORD, House

from .second_factor import give_second_factor

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

RESET, LOGIN = "/account/password/reset/", "/account/login/"
NEW = "nine-ten-jack-queen"


def _link(text: object) -> str:
    found = re.search(r"https?://\S+/account/password/reset/key/\S+", str(text))
    assert found, text
    return found[0].removeprefix(site.SITE_URL.rstrip("/"))


def _choose(client: Client, link: str, password: str) -> str:
    """Where the choosing of a new password leads to."""
    form = goes(client.get(link))
    return goes(client.post(form, {"password1": password, "password2": password}))


def _enters(email: str, password: str) -> bool:
    answer = Client().post(LOGIN, {"login": email, "password": password})
    return answer.status_code == 302


@pytest.mark.postgresql
def test_a_forgotten_password_is_chosen_anew_by_the_link_once(house: House) -> None:
    email = "ann@cercle.example"
    goes(Client().post(RESET, {"email": email.upper()}))
    (letter,) = mail.outbox
    assert letter.to == [email]
    client, link = Client(), _link(letter.body)
    assert _choose(client, link, NEW) == "/account/password/reset/key/done/"
    page(client.get("/account/password/reset/key/done/"))
    assert _enters(email, NEW)
    assert not _enters(email, PASSWORD)
    # The address is told, and the link is spent.
    assert "changed" in mail.outbox[1].subject
    assert "This link has expired" in page(Client().get(link))


@pytest.mark.parametrize("password", ["short", "ann@cercle.example", "password1234", "1234567890"])
def test_a_weak_password_is_refused_beside_its_field(password: str, house: House) -> None:
    goes(Client().post(RESET, {"email": "ann@cercle.example"}))
    client = Client()
    form = goes(client.get(_link(mail.outbox[0].body)))
    text = page(client.post(form, {"password1": password, "password2": password}))
    assert "The password was not changed." in text
    assert 'class="error"' in text
    assert _enters("ann@cercle.example", PASSWORD)


@pytest.mark.parametrize("spoilt", ["x", "-", "1-x", "zzz-abc-def", "1-abc123-" + "0" * 32])
def test_a_forged_link_is_refused_with_what_to_do(spoilt: str, house: House) -> None:
    answer = Client().get(f"/account/password/reset/key/{spoilt}/")
    assert answer.status_code in (200, 404)
    assert RESET in page(answer) if answer.status_code == 200 else True


def test_an_unknown_address_is_answered_alike(house: House) -> None:
    known, unknown = (
        Client().post(RESET, {"email": email})
        for email in ("ann@cercle.example", "who@cercle.example")
    )
    assert known.status_code == unknown.status_code == 302
    assert known["Location"] == unknown["Location"]
    # Both have a letter, so that not even the time it takes tells them apart.
    assert [letter.to for letter in mail.outbox] == [["ann@cercle.example"], ["who@cercle.example"]]
    assert "no account here uses it" in str(mail.outbox[1].body)
    assert "/reset/key/" not in str(mail.outbox[1].body)


@pytest.mark.parametrize("host", ["else.example", "127.0.0.1:8000.else.example"])
def test_the_link_is_of_the_site_whatever_host_was_asked(
    host: str, house: House, settings: Settings
) -> None:
    """Even where a careless setting lets any host in."""
    settings.ALLOWED_HOSTS = ["*"]
    sent = {"email": "ann@cercle.example"}
    Client().post(RESET, sent, headers={"host": "else.example", "x-forwarded-host": host})
    text = str(mail.outbox[0].body)
    assert "else.example" not in text
    assert site.SITE_URL in text


def test_letters_are_in_the_language_of_who_gets_them(house: House) -> None:
    house.users["ann"].language = "fr"
    house.users["ann"].save()
    for email in ("ann@cercle.example", "bob@cercle.example"):
        Client().post(RESET, {"email": email})
    french, english = (letter.subject for letter in mail.outbox)
    assert english == "A new password"
    assert french != ""


def test_a_new_password_is_not_a_second_factor(house: House) -> None:
    give_second_factor(house.users["ann"])
    goes(Client().post(RESET, {"email": "ann@cercle.example"}))
    client = Client()
    _choose(client, _link(mail.outbox[0].body), NEW)
    assert goes(client.get("/account/")).startswith(LOGIN)
    sent = {"login": "ann@cercle.example", "password": NEW}
    assert goes(client.post(LOGIN, sent)).startswith("/account/2fa/authenticate/")


def test_other_sessions_end_with_the_password(house: House) -> None:
    client = Client()
    client.force_login(house.users["ann"])
    goes(Client().post(RESET, {"email": "ann@cercle.example"}))
    _choose(Client(), _link(mail.outbox[0].body), NEW)
    assert goes(client.get("/account/")).startswith(LOGIN)


def test_letters_cannot_be_asked_for_without_end(house: House) -> None:
    for _ in range(30):
        Client().post(RESET, {"email": "ann@cercle.example"})
    assert 1 <= len(mail.outbox) <= 20


class Down(BaseEmailBackend):
    def send_messages(self, email_messages: object) -> int:
        raise ConnectionRefusedError


@pytest.mark.parametrize("email", ["ann@cercle.example", "who@cercle.example"])
def test_a_mail_server_that_is_down_breaks_no_page_and_tells_nothing(
    email: str, house: House, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Down"
    assert goes(Client().post(RESET, {"email": email})) == "/account/password/reset/done/"
    assert "could not be sent" in caplog.text
