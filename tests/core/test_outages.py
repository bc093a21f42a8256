"""What the site stands on is away: it says so as a page, a part and a problem, and logs it once."""

import errno
import io
import json
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import unescape
from typing import Any

import psycopg
import pytest
import redis
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError
from django.db.backends.utils import CursorWrapper
from django.test import Client
from kombu.exceptions import OperationalError as BrokerError
from pytest_django import Settings

from ecarte_club.core import logs, migrating, outages
from ecarte_club.core.outages import Kind, Outages, kind_of
from games.matches.models import Entry
from tests.site.pages import Browser
from tests.support.clubhouse import House, problem, read


def _of(error: Exception, cause: Exception) -> Exception:
    error.__cause__ = cause
    return error


def _internal(sqlstate: str | None) -> Exception:
    cause = psycopg.InternalError("received 2 results from command 'COMMIT'")
    cause.sqlstate = sqlstate
    return _of(InternalError("of the driver, or of the server"), cause)


def _coded(sqlstate: str) -> Exception:
    cause = psycopg.OperationalError("said by the server")
    cause.sqlstate = sqlstate
    return _of(OperationalError("said by the server"), cause)


# SQLSTATEs as PostgreSQL's manual lists them (appendix A), errors as SQLite's names them.
KINDS: list[tuple[Exception, Kind | None]] = [
    (_of(OperationalError("refused"), psycopg.OperationalError("refused")), Kind.DATABASE),
    (_of(InterfaceError("closed"), psycopg.InterfaceError("closed")), Kind.DATABASE),
    (_internal(None), Kind.DATABASE),
    (_internal("XX000"), None),  # internal_error, of the server
    (_coded("57P01"), Kind.DATABASE),  # admin_shutdown
    (_coded("53300"), Kind.DATABASE),  # too_many_connections
    (_coded("08006"), Kind.DATABASE),  # connection_failure
    (_coded("53100"), Kind.DISK),  # disk_full
    (_coded("40P01"), Kind.BUSY),  # deadlock_detected
    (_coded("42601"), None),  # syntax_error
    (OperationalError("database or disk is full"), Kind.DISK),
    (OperationalError("attempt to write a readonly database"), Kind.DISK),
    (OperationalError("unable to open database file"), Kind.DATABASE),
    (OperationalError("database is locked"), Kind.BUSY),
    (OperationalError("no such column: nmae"), None),
    (OSError(errno.ENOSPC, "No space left on device"), Kind.DISK),
    (OSError(errno.ENOENT, "No such file"), None),
    (redis.ConnectionError("refused"), Kind.REDIS),
    (BrokerError("refused"), Kind.REDIS),
    (_of(ValueError("wrapped"), OSError(errno.ENOSPC, "full")), Kind.DISK),
    (ValueError("a bug"), None),
]


def test_outages_are_told_from_bugs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "lacking", list)
    assert [kind_of(error) for error, _kind in KINDS] == [kind for _error, kind in KINDS]
    assert kind_of(None) is None


def test_a_table_that_migrations_would_bring_is_no_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrating, "migrations", migrating.Migrations())
    monkeypatch.setattr(migrating, "lacking", lambda: ["clubs.0009_later"])
    cause = psycopg.errors.UndefinedColumn("no such thing")
    errors = (OperationalError("no such table: clubs_club"), _of(ProgrammingError("x"), cause))
    assert [kind_of(error) for error in errors] == [Kind.TABLES, Kind.TABLES]
    assert kind_of(ProgrammingError("syntax error")) is None


def test_an_outage_begins_once_and_is_over_when_it_answers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now, answers = [100.0], [False]
    monkeypatch.setitem(outages.ANSWERS, Kind.DATABASE, lambda: answers[0])
    known = Outages(clock=lambda: now[0])
    assert [known.begin(Kind.DATABASE) for _time in range(4)] == [True, False, False, False]
    assert known.begin(Kind.DISK), "Another outage is another line."
    now[0] += 40
    assert not known.begin(Kind.DATABASE)
    known.end_those_over()
    assert not known.begin(Kind.DATABASE), "It failed just now."
    now[0] += 2
    known.end_those_over()
    assert not known.begin(Kind.DATABASE), "It is quiet, and does not answer."
    answers[0] = True
    now[0] += 2
    known.end_those_over()
    over = [line for line in caplog.messages if line.startswith("The database")]
    assert over == ["The database does not answer: this is over after 42 s. Failures: 7."]
    assert known.begin(Kind.DATABASE), "The next one is a new one."


@contextmanager
def written(name: str) -> Iterator[io.StringIO]:
    """The lines of the site's own handler with this formatter, in its place."""
    stream = io.StringIO()
    handler = logs.Console(stream)
    handler.setFormatter({"json": logs.JsonFormatter, "text": logs.TextFormatter}[name]())
    root = logging.getLogger()
    usual = root.handlers
    root.handlers = [handler]
    try:
        yield stream
    finally:
        root.handlers = usual


@contextmanager
def away(monkeypatch: pytest.MonkeyPatch, make: Callable[[], Exception]) -> Iterator[None]:
    """Whatever is asked of the database fails so."""
    monkeypatch.setattr(outages, "current", Outages())

    execute = CursorWrapper.execute

    def fails(self: CursorWrapper, sql: str, params: Any = None) -> Any:
        """Apart from savepoints, which are the test's own."""
        if sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK")):
            return execute(self, sql, params)
        raise make()

    with monkeypatch.context() as patch:
        patch.setattr(CursorWrapper, "execute", fails)
        yield


def full() -> Exception:
    return OperationalError("database or disk is full")


def refused() -> Exception:
    return _of(OperationalError("connection refused"), psycopg.OperationalError("refused"))


@pytest.mark.slow
@pytest.mark.any_database
def test_many_requests_of_one_outage_are_one_line_each_answered_503(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, api = house.match(), house.api("scorer")
    api.client.raise_request_exception = False
    body = {"version": 0, "dealer": "a", "opening": "stood", "tricks": {"a": 4, "b": 1}}
    visitor = Client(raise_request_exception=False)
    with written("json") as stream, away(monkeypatch, refused):
        for _time in range(20):
            answer = api.post(f"matches/{match.pk}/hands", body, key="once")
            document = problem(answer, 503, "database_away")
            page = visitor.get("/clubs/cercle/")
            assert page.status_code == 503
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [line["level"] for line in lines] == ["error"], lines
    assert lines[0]["message"].startswith("The database does not answer (OperationalError")
    assert len(lines[0]["request_id"]) == 32
    assert "exception" not in lines[0]
    assert answer["Retry-After"] == page["Retry-After"] == "30"
    assert document["request_id"] == answer["X-Request-Id"]
    text = page.content.decode()
    assert page["X-Request-Id"] in text
    assert page["X-Request-Id"] != answer["X-Request-Id"]
    assert "<h1>" in text
    assert "Traceback" not in text
    # The same key, once the database is back, enters it once.
    for _time in range(2):
        read(api.post(f"matches/{match.pk}/hands", body, key="once"), 201)
    assert Entry.objects.filter(match=match).count() == 1


@pytest.mark.any_database
def test_what_was_typed_is_sent_again_by_one_button(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Browser(house, "committee").client
    client.raise_request_exception = False
    typed = {"name": "Chloé <of Lyon>", "key": "k1", "note": "She plays on\nTuesdays only."}
    with away(monkeypatch, full):
        page = client.post("/clubs/cercle/players/?from=list", typed)
        part = client.post("/clubs/cercle/players/", typed, headers={"HX-Request": "true"})
        secret = client.post("/account/password/change/", {"oldpassword": "turn-the-king"})
        plain = client.get("/clubs/cercle/players/")
    assert [one.status_code for one in (page, part, secret, plain)] == [503] * 4
    assert page["Retry-After"] == "120"
    text = page.content.decode()
    assert 'action="/clubs/cercle/players/?from=list"' in text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)"', text))
    assert {name: unescape(value) for name, value in fields.items()} == typed
    assert "Tuesdays only." in text.partition("</button>")[0].rpartition("<input")[2]
    assert "<html" not in part.content.decode()
    assert "What you typed is still here" in part.content.decode()
    assert "turn-the-king" not in secret.content.decode()
    assert "Send it again" not in secret.content.decode() + plain.content.decode()


@pytest.mark.any_database
@pytest.mark.django_db
def test_a_bug_names_its_request_in_the_log_and_on_the_page(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    client = Client(raise_request_exception=False)

    def broken(*_arguments: object) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("ecarte_club.clubs.views.home.render", broken)
    with written("text") as stream:
        page = client.get("/clubs/")
        forged = client.get("/clubs/", headers={"X-Request-Id": "f" * 32})
        settings.TRUSTED_PROXIES = 1
        given = client.get("/clubs/", headers={"X-Request-Id": "a" * 32})
        odd = client.get("/clubs/", headers={"X-Request-Id": "<b>" + "a" * 32})
    assert page.status_code == 500
    found = re.findall(r"\[request (\w+)\]", stream.getvalue())
    assert found == [one["X-Request-Id"] for one in (page, forged, given, odd)]
    assert found[0] in page.content.decode()
    assert found[2] == "a" * 32
    assert {"f" * 32, "a" * 32} & {found[0], found[1], found[3]} == set()
    assert stream.getvalue().count("ValueError: a bug") == 4
