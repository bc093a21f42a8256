"""A club moves from one real site to another while a phone at a table enters hands."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from threading import Event
from typing import Any
from uuid import uuid4

import httpx
import pytest
import requests
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Unavailable
from games.evenings.services.evenings import evening_open
from games.evenings.services.phones import phone_open
from games.matches.models import Entry, Match
from games.matches.services.matches import MatchTerms, match_start
from scoring.cells import client, services
from scoring.cells.models import ClubMove
from scoring.cells.moving import club_move
from scoring.cells.services import NotMoved, club_freeze, club_thaw
from tests.databases import sqlite_database
from tests.support.clubhouse import House, open_house
from tests.support.elsewhere import at_once, django_on
from tests.support.retrying import some_hand
from tests.support.served import Served, served

SECRET = "a secret that two cells share"
PATIENCE = 90.0


@dataclass(slots=True)
class Cell:
    site: Served
    database: str


@dataclass(slots=True)
class Cells:
    """`old` has the club, and an evening with a table where `phone` scores `match`."""

    old: Cell
    new: Cell
    house: House
    match: int
    phone: str


@pytest.fixture
def cells(django_db_blocker: DjangoDbBlocker, settings: Settings) -> Iterator[Cells]:
    settings.CELL_SECRET = SECRET
    with ExitStack() as stack:
        databases = [stack.enter_context(sqlite_database()) for _ in range(2)]
        old, new = (
            Cell(
                stack.enter_context(
                    served(database_url=url, server="wsgi", env={"CELL_SECRET": SECRET})
                ),
                url,
            )
            for url in databases
        )
        settings.SITE_URL = f"{old.site.url}/"
        with django_on(old.database, django_db_blocker):
            house = open_house()
            by = house.person("director")
            evening = evening_open(by=by, held_on=timezone.localdate(), tables=["1"])
            table = evening.tables.get()
            phone = phone_open(code=table.code)[1]
            match = match_start(
                by=by,
                player_a=house.players["ann"].pk,
                player_b=house.players["bob"].pk,
                terms=MatchTerms(format="games", games=25),
                evening_table=table.pk,
            )
        yield Cells(old, new, house, match.pk, phone)


@dataclass(slots=True)
class Phone:
    """Enters hands and undoes them; what is not answered is sent again with the same key."""

    url: str
    secret: str
    match: int
    written: int = 0
    waited: int = 0
    redirected: int = 0
    longest: float = 0.0
    last: tuple[str, str, dict[str, Any]] = ("", "", {})
    random: Random = field(default_factory=lambda: Random(7))

    def play(self, over: Event) -> None:
        while not over.is_set():
            kind = "undo" if self.written % 2 else "hands"
            body: dict[str, Any] = {"version": self.written}
            if kind == "hands":
                body |= some_hand(self.random)
            began = time.monotonic()
            self.last = (f"/api/v1/matches/{self.match}/{kind}", uuid4().hex, body)
            assert self.send(*self.last).status_code == 201
            self.longest = max(self.longest, time.monotonic() - began)
            self.written += 1

    def send(self, path: str, key: str, body: dict[str, Any]) -> httpx.Response:
        until = time.monotonic() + PATIENCE
        headers = {"Authorization": f"Table {self.secret}", "Idempotency-Key": key}
        while True:
            assert time.monotonic() < until
            answer = httpx.post(f"{self.url}{path}", json=body, headers=headers, timeout=60)
            if answer.status_code == 503:
                assert answer.json()["code"] == "club_moving", answer.text
                assert answer.headers["Retry-After"] == "1"
                self.waited += 1
                time.sleep(0.05)
            elif answer.status_code == 308:
                self.redirected += 1
                self.url = answer.headers["Location"].removesuffix(path)
            else:
                return answer


def _until(condition: Any, playing: Any) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        assert not playing.done(), playing.result()
        time.sleep(0.01)


@pytest.mark.slow
def test_hands_go_on_through_a_move(cells: Cells, django_db_blocker: DjangoDbBlocker) -> None:
    phone, over = Phone(cells.old.site.url, cells.phone, cells.match), Event()
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(phone.play, over)
        try:
            _until(lambda: phone.written >= 3, playing)
            with django_on(cells.old.database, django_db_blocker):
                report = club_move(cells.house.club, cells.new.site.url)
            at_the_end = phone.written
            _until(lambda: phone.written >= at_the_end + 3, playing)
        finally:
            over.set()
        playing.result()
    assert report.raised == 0
    assert phone.url == cells.new.site.url
    assert phone.redirected == 1
    with django_on(cells.new.database, django_db_blocker):
        numbers = list(Entry.objects.filter(match=cells.match).values_list("number", flat=True))
        assert sorted(numbers) == list(range(1, phone.written + 1)), "Lost, or doubled."
        assert Match.objects.get(pk=cells.match).version == phone.written
        assert Club.objects.get(slug="cercle").public
    with django_on(cells.old.database, django_db_blocker):
        assert Entry.objects.filter(match=cells.match).count() < phone.written
    # The last one again, as if its answer had been lost: to either cell.
    for url in (cells.old.site.url, cells.new.site.url):
        phone.url = url
        again = phone.send(*phone.last)
        assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    page = httpx.get(f"{cells.old.site.url}/clubs/cercle/?a=b")
    assert page.status_code == 308
    assert page.headers["Location"] == f"{cells.new.site.url}/clubs/cercle/?a=b"
    assert httpx.get(page.headers["Location"]).status_code == 200


def _status(cell: Cell, cells: Cells, version: int) -> int:
    """What a hand is answered."""
    return httpx.post(
        f"{cell.site.url}/api/v1/matches/{cells.match}/hands",
        json={"version": version, **some_hand(Random(1))},
        headers={"Authorization": f"Table {cells.phone}", "Idempotency-Key": uuid4().hex},
    ).status_code


@pytest.mark.slow
def test_a_move_that_fails_half_way(
    cells: Cells, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is here and can be written to, or there; run again, it moves."""
    send, open_club = client.send, client.open_club
    url, club = cells.new.site.url, cells.house.club

    def lose_answer(*args: Any, **kwargs: Any) -> int:
        send(*args, **kwargs)
        raise requests.ConnectionError("lost")

    def refuse(*_args: Any, **_kwargs: Any) -> None:
        raise requests.ConnectionError("away")

    phone = Phone(cells.old.site.url, cells.phone, cells.match)
    with django_on(cells.old.database, django_db_blocker):
        for failing, address in ((send, "http://127.0.0.1:9"), (lose_answer, url)):
            monkeypatch.setattr(client, "send", failing)
            with pytest.raises(NotMoved):
                club_move(club, address)
            assert not ClubMove.objects.exists()
            body = {"version": phone.written, **some_hand(Random(phone.written))}
            path = f"/api/v1/matches/{cells.match}/hands"
            assert phone.send(path, uuid4().hex, body).status_code == 201
            phone.written += 1
        assert _status(cells.new, cells, 1) == 503, "The copy there is nobody's to write to."
        monkeypatch.setattr(client, "send", send)
        monkeypatch.setattr(client, "open_club", refuse)
        monkeypatch.setattr("scoring.cells.moving.PAUSE", 0)
        with pytest.raises(NotMoved, match="Run this again"):
            club_move(club, url)
        assert _status(cells.old, cells, phone.written) == 308
        assert _status(cells.new, cells, phone.written) == 503
        monkeypatch.setattr(client, "open_club", open_club)
        club_move(club, url)
        assert _status(cells.old, cells, phone.written) == 308
        assert _status(cells.new, cells, phone.written) == 201
    with django_on(cells.new.database, django_db_blocker):
        assert Entry.objects.filter(match=cells.match).count() == phone.written + 1


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize("path", ["check", "clubs", "directory", "open"])
def test_without_the_secret_there_is_no_door(path: str, settings: Settings, client: Client) -> None:
    for own, sent in (("", ""), (SECRET, ""), (SECRET, SECRET[:-1])):
        settings.CELL_SECRET = own
        headers = {"Authorization": f"Bearer {sent}"}
        assert client.post(f"/cells/{path}", headers=headers).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("guarded", [True, False])
def test_a_write_under_way_is_waited_for(
    guarded: bool,
    postgres_url: str,
    django_db_blocker: DjangoDbBlocker,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without the guard the club is archived before a hand that was begun is committed."""
    settings.CELL_SECRET = SECRET
    if not guarded:
        monkeypatch.setattr(services, "_wait_for_writers", lambda _club: None)
    written, frozen, committed = Event(), Event(), Event()
    order: list[str] = []
    with django_on(postgres_url, django_db_blocker):
        club = open_house().club

        def write() -> None:
            with transaction.atomic():
                log_act(Person(club_id=club.pk), "club_set", kind="club", about=club.pk)
                written.set()
                # The control waits for the freeze; guarded, the freeze waits for this.
                if guarded:
                    _wait_until_asked_for(postgres_url)
                else:
                    assert frozen.wait(60)
                order.append("committed")
            committed.set()

        def freeze() -> None:
            assert written.wait(60)
            club_freeze(club=club, address="http://127.0.0.1:9")
            order.append("frozen")
            frozen.set()

        assert at_once(2, lambda which: (write, freeze)[which]()) == [None, None]
        assert order == (["committed", "frozen"] if guarded else ["frozen", "committed"])
        with pytest.raises(Unavailable), transaction.atomic():
            log_act(Person(club_id=club.pk), "club_set", kind="club", about=club.pk)


def _wait_until_asked_for(url: str) -> None:
    """Until somebody waits for a lock of PostgreSQL that this transaction has."""
    import psycopg

    until = time.monotonic() + PATIENCE
    with psycopg.connect(url, autocommit=True) as other:
        sql = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        while not other.execute(sql).fetchone()[0]:  # type: ignore[index]
            assert time.monotonic() < until
            time.sleep(0.01)


@pytest.mark.django_db
def test_a_move_whose_program_was_killed(settings: Settings) -> None:
    """Its club can be written to again when its time is over; then it cannot leave."""
    settings.CELL_SECRET = SECRET
    house = open_house()
    act = Person(club_id=house.club.pk), "club_set"
    move = club_freeze(club=house.club, address="https://b.example")
    with pytest.raises(Unavailable):
        log_act(*act)
    ClubMove.objects.update(until=move.since)
    log_act(*act)
    with pytest.raises(NotMoved):
        services.club_leave(move=move, raised=0)
    again = club_freeze(club=house.club, address="https://b.example")
    assert not club_thaw(move=move)
    assert club_thaw(move=again)


@pytest.mark.django_db
def test_old_addresses_lead_to_the_ids_of_there(settings: Settings, client: Client) -> None:
    settings.CELL_SECRET = SECRET
    house = open_house()
    match = house.match()
    there = match.pk + 3_000_000
    move = club_freeze(club=house.club, address="https://b.example")
    services.club_leave(move=move, raised=3_000_000)
    page = client.get(reverse("match", args=["cercle", match.pk]))
    assert (page.status_code, page["Location"]) == (
        308,
        f"https://b.example/clubs/cercle/matches/{there}/",
    )
    answer = client.get(f"/api/v1/matches/{match.pk}?fields=id")
    assert (answer.status_code, answer["Location"]) == (
        308,
        f"https://b.example/api/v1/matches/{there}?fields=id",
    )
    assert answer.json()["moved_to"] == "https://b.example"
    client.force_login(house.users["committee"])
    form = client.post("/clubs/cercle/settings/", {"key": "k"})
    assert form.status_code == 410
    assert b"https://b.example" in form.content
