"""What EMAIL_URL and EMAIL_FROM say, read strictly."""

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club import env
from ecarte_club.env import WrongSetting

SMTP = "django.core.mail.backends.smtp.EmailBackend"
CONSOLE = "django.core.mail.backends.console.EmailBackend"


@pytest.mark.parametrize("value", ["", " ", "console:", "console:/"])
def test_without_a_server_letters_are_printed(value: str) -> None:
    assert env.mail({"EMAIL_URL": value}) == {"EMAIL_BACKEND": CONSOLE}


@pytest.mark.parametrize(
    ("value", "host", "port", "user", "password", "starttls", "ssl"),
    [
        ("smtp://mail.example", "mail.example", 25, "", "", False, False),
        ("smtp://u:p@h:587/?tls=starttls", "h", 587, "u", "p", True, False),
        ("smtps://u%40h:p%2F%3A@h/", "h", 465, "u@h", "p/:", False, True),
        ("smtps://h:1465", "h", 1465, "", "", False, True),
        ("smtp://[::1]:2525", "::1", 2525, "", "", False, False),
    ],
)
def test_a_server(
    value: str, host: str, port: int, user: str, password: str, starttls: bool, ssl: bool
) -> None:
    found: dict[str, Any] = env.mail({"EMAIL_URL": value})
    assert found["EMAIL_BACKEND"] == SMTP
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == (host, port)
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == (user, password)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (starttls, ssl)
    assert found["EMAIL_TIMEOUT"] > 0


@given(st.text(min_size=1, max_size=20), st.text(min_size=1, max_size=20))
def test_any_user_and_password_can_be_written(user: str, password: str) -> None:
    address = f"smtp://{quote(user, safe='')}:{quote(password, safe='')}@h"
    found = env.mail({"EMAIL_URL": address})
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == (user, password)


@pytest.mark.parametrize(
    "value",
    [
        *("mail.example", "http://mail.example", "smtp://", "smtp:///x", "smtp://h/path", "smtp"),
        *("smtp://h:port", "smtp://[::1", "smtps://h/?tls=starttls", "smtp://h/?tls=yes"),
        *("smtp://h/?ssl=1", "console://x", "console:x"),
    ],
)
def test_a_wrong_server_names_the_variable(value: str) -> None:
    with pytest.raises(WrongSetting) as found:
        env.mail({"EMAIL_URL": value})
    assert found.value.variable == "EMAIL_URL"
    assert str(found.value).startswith("EMAIL_URL: must")


def test_letters_come_from_the_site_unless_it_is_said() -> None:
    assert env.mail_from({}, "https://club.example/") == "club@club.example"
    for said in ("me@club.example", "Écarté <me@club.example>"):
        assert env.mail_from({"EMAIL_FROM": said}, "https://x/") == said


@pytest.mark.parametrize("value", ["me", "@club", "me@", "a@b, c@d", "a@b\nBcc: c@d", "Club <>"])
def test_a_wrong_sender_names_the_variable(value: str) -> None:
    with pytest.raises(WrongSetting) as found:
        env.mail_from({"EMAIL_FROM": value}, "https://x/")
    assert found.value.variable == "EMAIL_FROM"
