"""Hands entered through PgBouncer in transaction mode, by more clients than it has connections."""

from concurrent.futures import Future, ThreadPoolExecutor
from random import Random
from threading import Event
from time import monotonic, sleep
from urllib.parse import urlsplit

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club import env
from games.matches.models import Entry, Match
from tests.support.clubhouse import open_house
from tests.support.elsewhere import django_on
from tests.support.poolers import Pooler, pooled
from tests.support.retrying import Retrying, some_hand
from tests.support.served import served

pytestmark = pytest.mark.slow

CLIENTS, CUTS = 8, 3
POOLED = {"DATABASE_POOLED": "yes"}


class Client:
    """Enters hands of one match and undoes them; what is answered 503 is sent again."""

    def __init__(self, url: str, secret: str, match: int) -> None:
        self.line = Retrying(url, secret, waits_for_outages=True)
        self.match, self.random, self.written = match, Random(match), 0

    def play(self, over: Event) -> None:
        while not over.is_set():
            body = {"version": self.written}
            undo = bool(self.written % 2)
            path = f"matches/{self.match}/{'undo' if undo else 'hands'}"
            answer = self.line.write(path, body if undo else {**body, **some_hand(self.random)})
            assert answer.status_code == 201, answer.text
            self.written += 1


def _all_go_on(clients: list[Client], playing: list[Future[None]]) -> None:
    """Returns when each has been answered twice more: once to what it sends from now on."""
    goals = [client.written + 2 for client in clients]
    deadline = monotonic() + 120
    while any(client.written < goal for client, goal in zip(clients, goals, strict=True)):
        for future in playing:
            assert not future.done(), future.result()
        assert monotonic() < deadline
        sleep(0.02)


def _cut(pooler: Pooler, direct: str, number: int) -> None:
    """By turns: the connections of PgBouncer to the server, and PgBouncer itself."""
    if number % 2:
        pooler.kill()
        pooler.start()
        return
    with psycopg.connect(direct, autocommit=True) as session:
        session.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def test_nothing_is_lost_or_doubled_while_connections_are_cut(
    postgres_url: str, postgres_server_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(postgres_url, django_db_blocker):
        house = open_house()
        matches = [house.match().pk for _ in range(CLIENTS)]
        secret = house.secret("director")
    over = Event()
    with pooled(postgres_server_url) as pooler:
        url = pooler.url(urlsplit(postgres_url).path.strip("/"))
        with (
            served(database_url=url, server="wsgi", env=POOLED) as site,
            ThreadPoolExecutor(CLIENTS) as pool,
        ):
            clients = [Client(site.url, secret, match) for match in matches]
            playing = [pool.submit(client.play, over) for client in clients]
            try:
                _all_go_on(clients, playing)
                for number in range(CUTS):
                    _cut(pooler, postgres_url, number)
                    _all_go_on(clients, playing)
            finally:
                over.set()
            for future in playing:
                future.result()
            assert "prepared statement" not in site.log
    assert sum(client.line.retries for client in clients) > 0, "Nothing was cut."
    with django_on(postgres_url, django_db_blocker):
        for client in clients:
            numbers = Entry.objects.filter(match=client.match).values_list("number", flat=True)
            assert sorted(numbers) == list(range(1, client.written + 1))
            assert Match.objects.get(pk=client.match).version == client.written


def test_what_is_kept_in_a_session_is_lost_between_transactions(
    postgres_url: str, postgres_server_url: str
) -> None:
    """The control: with the settings of a direct connection, prepared statements are missed."""
    database = urlsplit(postgres_url).path.strip("/")

    def twice(more: dict[str, str]) -> None:
        """Two connections by turns, each transaction in another session."""
        given = {"DATABASE_URL": postgres_url, **more}
        threshold = env.database(given, None)["OPTIONS"]["prepare_threshold"]  # type: ignore[arg-type, index]
        with pooled(postgres_server_url) as pooler:
            url = pooler.url(database)
            one, other = (psycopg.connect(url, prepare_threshold=threshold) for _n in range(2))
            with one, other:
                for _time in range(6):
                    one.execute("SELECT %s::int", [1])
                    one.commit()
                # It holds the session that the statement was prepared in.
                other.execute("SELECT 1")
                one.execute("SELECT %s::int", [1])

    with pytest.raises(psycopg.errors.InvalidSqlStatementName):
        twice({})
    twice(POOLED)
