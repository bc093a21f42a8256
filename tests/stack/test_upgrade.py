"""Versions take over from one another while hands are entered; files and rules of an upgrade."""

import socket
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, sleep

import httpx
import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.stack import takeover
from games.matches.models import Entry, Match
from tests.databases import manage
from tests.support.clubhouse import open_house
from tests.support.deployed import Server, deployed
from tests.support.elsewhere import django_on
from tests.support.retrying import Retrying, some_hand

CLIENTS = 3


class Player:
    """Enters hands of one match and undoes them, on a new connection each time, as nginx does."""

    def __init__(self, server: Server, secret: str, match: int) -> None:
        self.line = Retrying("http://127.0.0.1", secret)
        transport = httpx.HTTPTransport(
            uds=str(server.socket("web")), limits=httpx.Limits(max_keepalive_connections=0)
        )
        self.line.client = httpx.Client(
            base_url="http://127.0.0.1/api/v1/",
            headers={"Authorization": f"Bearer {secret}", "Connection": "close"},
            transport=transport,
            timeout=60,
        )
        self.match, self.random, self.written = match, Random(match), 0

    def play(self, over: Event) -> None:
        while not over.is_set():
            body = {"version": self.written}
            if self.written % 2:
                answer = self.line.write(f"matches/{self.match}/undo", body)
            else:
                hand = {**body, **some_hand(self.random)}
                answer = self.line.write(f"matches/{self.match}/hands", hand)
            assert answer.status_code == 201, answer.text
            self.written += 1


def _all_go_on(players: list[Player], playing: list[Future[None]]) -> None:
    """Returns when each has been answered twice more: once to what it sends from now on."""
    goals = [player.written + 2 for player in players]
    deadline = monotonic() + 120
    while any(player.written < goal for player, goal in zip(players, goals, strict=True)):
        for future in playing:
            assert not future.done(), future.result()
        assert monotonic() < deadline
        sleep(0.02)


def _record_migration(postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('matches', %s, now())",
            ["9999_entry_shade"],
        )


@pytest.mark.slow
def test_a_version_takes_over_while_hands_are_entered_and_the_one_before_again(
    postgres_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Tables grow a column meanwhile, as by the migrations of the new version."""
    with django_on(postgres_url, django_db_blocker):
        house = open_house()
        matches = [house.match().pk for _ in range(CLIENTS)]
        secret = house.secret("director")
    over = Event()
    with deployed(database_url=postgres_url) as server, ThreadPoolExecutor(CLIENTS) as pool:
        server.start("web", "1.0")
        players = [Player(server, secret, match) for match in matches]
        playing = [pool.submit(player.play, over) for player in players]
        try:
            _all_go_on(players, playing)
            with psycopg.connect(postgres_url, autocommit=True) as connection:
                connection.execute("ALTER TABLE matches_entry ADD COLUMN shade text NULL")
            before = sum(player.written for player in players)
            server.start("web", "1.1")
            assert sum(player.written for player in players) > before, "It stood still."
            # What had reached the old version is answered: `systemctl stop` waits for that.
            _all_go_on(players, playing)
            server.stop("web", "1.0")
            _all_go_on(players, playing)
            # Back again, as by `upgrade 1.0`: the version before does not know that migration.
            _record_migration(postgres_url)
            manage("migrate", "--verbosity=0", database_url=postgres_url)
            server.start("web", "1.0")
            _all_go_on(players, playing)
            server.stop("web", "1.1")
            _all_go_on(players, playing)
        finally:
            over.set()
        for future in playing:
            future.result()
    assert [player.line.retries for player in players] == [0] * CLIENTS
    with django_on(postgres_url, django_db_blocker):
        for player in players:
            numbers = Entry.objects.filter(match=player.match).values_list("number", flat=True)
            assert sorted(numbers) == list(range(1, player.written + 1))
            assert Match.objects.get(pk=player.match).version == player.written


def _answering(path: Path, status: str) -> Thread:
    """One answer at this socket."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()

    def answer() -> None:
        with listener, listener.accept()[0] as line:
            line.recv(1000)
            line.sendall(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())

    thread = Thread(target=answer)
    thread.start()
    return thread


def test_a_version_that_is_not_ready_takes_nothing_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The path of a socket is 107 bytes at most.
    monkeypatch.chdir(tmp_path)
    link, old, new = Path("web.sock"), Path("old.sock"), Path("new.sock")
    first = _answering(old, "200 OK")
    assert takeover.main([str(old), str(link)]) == 0
    first.join()
    assert link.readlink() == old
    assert not takeover.take_over(new, link, patience=0)
    unready = _answering(new, "503 Service Unavailable")
    assert not takeover.take_over(new, link, patience=0)
    unready.join()
    assert link.readlink() == old, "The old version goes on."
    assert takeover.main([str(new)]) == 1
    assert capsys.readouterr().err == "new.sock is not ready.\n"
    new.unlink()
    second = _answering(new, "200 OK")
    assert takeover.take_over(new, link)
    second.join()
    assert link.readlink() == new
