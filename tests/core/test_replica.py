"""Long reads on a streaming replica: the same as on the primary, which is read when it is away."""

import subprocess
import time
from collections.abc import Iterator
from io import BytesIO

import psycopg
import pytest
from django.db import InternalError, OperationalError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from ecarte_club.clubs.models import Player
from ecarte_club.core import health, replica
from scoring.archive.writing import archive_write
from tests.databases import TEMPLATE, postgres_database
from tests.support.clubhouse import House, open_house
from tests.support.poolers import Replicated, django_on_both, replicated

pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture(scope="module")
def servers(postgres_server_url: str) -> Iterator[Replicated]:
    with replicated() as both, postgres_database():
        tables = postgres_server_url.replace("/ecarte?", f"/{TEMPLATE}?")
        tool = both.primary.binaries / "pg_dump"
        dump = subprocess.run([str(tool), tables], stdout=subprocess.PIPE, check=True).stdout
        psql = [str(both.primary.binaries / "psql"), "--quiet", both.primary.url()]
        subprocess.run(psql, input=dump, stdout=subprocess.DEVNULL, check=True)
        yield both


@pytest.fixture
def site(
    servers: Replicated, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Replicated]:
    monkeypatch.setattr(replica, "_paused_until", 0.0)
    with django_on_both(servers, django_db_blocker):
        yield servers


@pytest.fixture(scope="module")
def club(servers: Replicated, django_db_blocker: DjangoDbBlocker) -> House:
    with django_on_both(servers, django_db_blocker):
        house = open_house()
        house.match()
        return house


def is_replica() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_is_in_recovery()")
        return bool(cursor.fetchone()[0])


def on_replica(site: Replicated, sql: str) -> object:
    with psycopg.connect(site.replica.url(), autocommit=True) as session:
        return session.execute(sql).fetchone()


def test_an_archive_of_the_replica_equals_that_of_the_primary(
    site: Replicated, club: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, where = timezone.now(), []

    def archive() -> bytes:
        file = BytesIO()
        archive_write(
            club.club.pk, file, made_at=at, told=lambda *_done: where.append(is_replica())
        )
        return file.getvalue()

    read = archive()
    assert set(where) == {True}
    where.clear()
    monkeypatch.setattr(replica, "is_configured", lambda: False)
    assert archive() == read
    assert set(where) == {False}


def test_what_was_written_before_is_read(site: Replicated, club: House) -> None:
    """While the replica is behind, on the primary; the control shows that it is."""

    def names() -> tuple[bool, set[str]]:
        return is_replica(), set(Player.objects.values_list("name", flat=True))

    Player.objects.create(club=club.club, name="Nine")
    assert not is_replica()
    where, found = replica.read(names, patience=20)
    assert (where, "Nine" in found) == (True, True)
    assert replica.seconds_behind() == 0
    on_replica(site, "SELECT pg_wal_replay_pause()")
    try:
        Player.objects.create(club=club.club, name="Ten")
        stale = "SELECT count(*) FROM clubs_player WHERE name = 'Ten'"
        assert on_replica(site, stale) == (0,)
        where, found = replica.read(names)
        assert (where, "Ten" in found) == (False, True)
        assert replica.seconds_behind()
        assert health.readiness()["replica"].age is not None
    finally:
        on_replica(site, "SELECT pg_wal_replay_resume()")
    assert replica.read(names, patience=20)[0]
    assert health.readiness()["replica"].state is health.State.OK


def test_nothing_is_written_there(site: Replicated, club: House) -> None:
    """Nor is a transaction taken apart, of which a part may have been written."""
    with pytest.raises(InternalError, match="read-only"):
        replica.read(lambda: Player.objects.create(club=club.club, name="Eleven"), patience=20)
    assert not is_replica()
    with transaction.atomic():
        assert not replica.read(is_replica, patience=20)


def test_what_a_removed_row_cancels_is_read_again_on_the_primary(
    site: Replicated, club: House
) -> None:
    """As PostgreSQL does: "canceling statement due to conflict with recovery"."""
    Player.objects.bulk_create(
        Player(club=club.club, name=f"Gone {number}") for number in range(200)
    )
    where: list[bool] = []

    def act() -> int:
        where.append(is_replica())
        if where[-1]:
            assert Player.objects.filter(name__startswith="Gone").count() == 200
            with psycopg.connect(site.primary.url(), autocommit=True) as primary:
                primary.execute("DELETE FROM clubs_player WHERE name LIKE 'Gone%'")
                primary.execute("VACUUM clubs_player")
            until = time.monotonic() + 60
            while time.monotonic() < until:
                Player.objects.count()
            raise AssertionError("It was not cancelled.")
        return Player.objects.filter(name__startswith="Gone").count()

    assert replica.read(act, patience=20) == 0
    assert where == [True, False]
    assert replica.read(is_replica, patience=20), "It was not away."


def test_a_replica_that_is_killed_is_left_alone_for_a_while(
    site: Replicated, club: House, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: list[bool] = []

    def act() -> int:
        where.append(is_replica())
        if where[-1]:
            site.kill("replica")
        return Player.objects.count()

    assert replica.read(act, patience=20) == Player.objects.count()
    assert where == [True, False]
    assert replica._paused_until > 0
    assert health.readiness()["replica"].state is health.State.FAILED
    assert health.summary(health.readiness()) == "degraded"

    def never(*_arguments: object) -> None:
        raise OperationalError("It was tried.")

    with monkeypatch.context() as patched:
        patched.setattr(replica, "position", never)
        assert not replica.read(is_replica)
    site.start("replica")
    monkeypatch.setattr(replica, "_paused_until", 0.0)
    assert replica.read(is_replica, patience=20)
