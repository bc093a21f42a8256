"""A message to somebody else's server: whatever it does, we are done in time and say what was."""

import socket
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core import http_client
from ecarte_club.core.http_client import Times, Why, is_public, parts_of, post
from tests.support.receiver import DRIP, DROP, HANG, Receiver, answer, receiver

pytestmark = pytest.mark.any_database
SHORT = Times(connect=0.5, total=0.4)


def sent(there: Receiver, *, private: bool = True, times: Times = SHORT) -> http_client.Outcome:
    return post(there.url, b"{}", {"X-One": "1"}, private=private, times=times)


def test_what_arrives_is_what_was_sent() -> None:
    with receiver() as there:
        outcome = sent(there)
    assert (outcome.why, outcome.status, outcome.excerpt) == (None, 200, "yes ")
    heard = there.heard[0]
    assert (heard.body, heard.headers["x-one"]) == (b"{}", "1")
    assert heard.headers["host"] == f"127.0.0.1:{there.port}"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (answer(204), None),
        (answer(500, b"no"), Why.STATUS),
        (answer(410), Why.STATUS),
        (answer(302, Location="http://127.0.0.1/"), Why.REDIRECT),
        (b"\x00\xff garbage\r\n\r\n", Why.GARBAGE),
        (b"SSH-2.0-OpenSSH_9.2\r\n", Why.GARBAGE),
        (b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 500 + b"\r\n", Why.GARBAGE),
        (b"HTTP/1.1 200 " + b"y" * 70_000, Why.GARBAGE),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", Why.GARBAGE),
        (DROP, Why.GARBAGE),
        (answer(200, b"x" * 70_000), Why.TOO_LARGE),
        (HANG, Why.TIMEOUT),
        (DRIP, Why.TIMEOUT),
    ],
    ids=range(13),
)
def test_whatever_is_answered_has_a_name(said: bytes, why: Why | None) -> None:
    with receiver() as there:
        there.answers = [said]
        began = time.monotonic()
        outcome = sent(there)
        took = time.monotonic() - began
    assert outcome.why == why, outcome
    assert took < SHORT.total + 0.6
    assert len(outcome.excerpt) <= 200
    assert len(there.heard) == 1


def test_an_excerpt_is_harmless() -> None:
    with receiver() as there:
        there.answers = [answer(500, b"a\x1b[31m\n<b>\xff" + b"x" * 500)]
        outcome = sent(there)
    assert outcome.excerpt.startswith("a [31m <b>�")
    assert len(outcome.excerpt) == 200


def test_nobody_there() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        assert post(f"http://127.0.0.1:{port}/", b"", {}, private=True).why is Why.CONNECT
    assert post("http://no-such-host.invalid/", b"", {}, private=True).why is Why.UNKNOWN_HOST


def test_tls_is_asked_of_who_must_have_it() -> None:
    with receiver() as there:
        url = there.url.replace("http:", "https:")
        outcome = post(url, b"", {}, private=True, times=SHORT)
    assert outcome.why in {Why.TLS, Why.TIMEOUT, Why.GARBAGE}
    assert not [one for one in there.heard if one.body]


# RFC 6890 and its successors, by hand: what a club's server must not be sent to.
PRIVATE = """
127.0.0.1 127.8.8.8 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 0.0.0.0
100.64.0.1 192.0.0.8 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.1.1.1
240.0.0.1 255.255.255.255 ::1 :: fe80::1 fe80::1%eth0 fc00::1 fd12:3456::1 ff02::1
ff0e::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 2002:7f00:1::1 2002:c0a8:101::1
64:ff9b::127.0.0.1 64:ff9b:1::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:db8::1 100::1
"""
PUBLIC = "93.184.216.34 1.1.1.1 8.8.8.8 172.32.0.1 2606:4700::1111 2a00:1450:4001::5e"
NO_ADDRESSES = """
ftp://a.example/ //a.example/ a.example http:// http://:80/ http://u:p@a.example/
http://u@a.example/ http://a.example/#x http://a.example:0/ http://a.example:99999/
http://é.example/ http://a.example\\b/ http://[::1 javascript:alert(1)
"""


@pytest.mark.parametrize("address", PRIVATE.split())
def test_private_addresses(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", PUBLIC.split())
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@given(st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=4, network="127.0.0.0/8"))
def test_no_disguise_helps(address: Any) -> None:
    for told in (f"{address}", f"::ffff:{address}", f"64:ff9b::{address}"):
        assert not is_public(told)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001"])
def test_a_loopback_is_refused_however_it_is_written(host: str) -> None:
    with receiver() as there:
        outcome = post(f"http://{host}:{there.port}/", b"", {}, times=SHORT)
    assert outcome.why in {Why.PRIVATE, Why.UNKNOWN_HOST}
    assert not there.heard


def test_a_redirect_to_a_private_address_is_not_followed() -> None:
    """Nor any other: the one receiver is allowed here, as if it were public."""
    with receiver() as outside, receiver() as inside:
        outside.answers = [answer(307, Location=inside.url)]
        assert sent(outside).why is Why.REDIRECT
    assert (len(outside.heard), inside.heard) == (1, [])


class Names:
    """A name server that answers otherwise each time it is asked."""

    def __init__(self, *answers: list[str]) -> None:
        self.answers, self.asked = list(answers), 0

    def __call__(self, host: str, port: int, *_more: Any, **_named: Any) -> list[Any]:
        self.asked += 1
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, port)) for one in found]


def test_a_name_with_one_private_address_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with receiver() as there:
        monkeypatch.setattr(socket, "getaddrinfo", Names(["93.184.216.34", "127.0.0.1"]))
        outcome = post(f"http://club.example:{there.port}/", b"", {}, times=SHORT)
    assert (outcome.why, there.heard) == (Why.PRIVATE, [])


def test_a_name_is_asked_once_and_the_line_goes_where_it_was_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A server whose name turns private between the look and the call gets nothing."""
    with receiver() as there:
        names, gone_to = Names(["93.184.216.34"], ["127.0.0.1"]), []

        def connect(address: tuple[str, int], timeout: float) -> socket.socket:
            gone_to.append(address[0])
            raise TimeoutError

        monkeypatch.setattr(socket, "getaddrinfo", names)
        monkeypatch.setattr(socket, "create_connection", connect)
        outcome = post(f"http://club.example:{there.port}/", b"", {}, times=SHORT)
    assert (outcome.why, gone_to, names.asked) == (Why.TIMEOUT, ["93.184.216.34"], 1)
    assert not there.heard


def test_without_the_guard_it_would_arrive(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the tests above would see a call that went inside."""
    monkeypatch.setattr(http_client, "is_public", lambda _address: True)
    with receiver() as there:
        monkeypatch.setattr(socket, "getaddrinfo", Names(["127.0.0.1"]))
        assert post(f"http://club.example:{there.port}/", b"", {}, times=SHORT).why is None
        assert len(there.heard) == 1


WITH_BLANKS = [
    "http://a.example/ b",
    "http://a.example/\r\nX: y",
    "",
    "http://a.example/" + "x" * 500,
]


@pytest.mark.parametrize("url", [*NO_ADDRESSES.split(), *WITH_BLANKS], ids=range(18))
def test_addresses_that_are_none(url: str) -> None:
    assert parts_of(url) is None


def test_addresses_that_are() -> None:
    for url in ("https://a.example", "http://a.example:8080/x?y=z", "https://[2606:4700::1]/"):
        assert parts_of(url) is not None
