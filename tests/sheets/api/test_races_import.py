"""Members imported by several people at once, on both databases: one file is done once."""

from threading import Barrier

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Club, Player
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.services import member_import
from ecarte_club.clubs.services.clubs import club_create
from ecarte_club.clubs.services.member_import import PreviewOutdated, plan, players_import
from ecarte_club.clubs.services.members import player_rename
from ecarte_club.core.exceptions import Stale
from tests.support.clubhouse import open_house
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

CLIENTS = 4
NEW = "id,name\n,Eve\n,Dora\n"


def _empty_club() -> Person:
    """A club that nobody plays in yet has no player to lock."""
    club = club_create(name="New", slug="new")
    return Person(club.pk, roles=frozenset({Role.DIRECTOR}))


def test_one_of_four_imports_the_file(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        by = _empty_club()
        seen = plan(by, NEW).seen
        found = at_once(CLIENTS, lambda _number: players_import(by=by, data=NEW, seen=seen))
        faults = [type(one) for one in found if isinstance(one, Exception)]
        assert faults == [PreviewOutdated] * (CLIENTS - 1)
        assert sorted(Player.objects.values_list("name", flat=True)) == ["Dora", "Eve"]


def test_without_the_lock_everybody_is_there_four_times(
    postgres_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race. SQLite has no two writers at once, so none can race."""
    with django_on(postgres_url, django_db_blocker):
        by = _empty_club()
        seen = plan(by, NEW).seen
        all_have_read = Barrier(CLIENTS, timeout=10)

        def paused(*args: object) -> object:
            found = plan(*args)  # type: ignore[arg-type]
            all_have_read.wait()
            return found

        monkeypatch.setattr(member_import, "plan", paused)
        monkeypatch.setattr(
            Club.objects, "select_for_update", lambda **_options: Club.objects.all()
        )
        found = at_once(CLIENTS, lambda _number: players_import(by=by, data=NEW, seen=seen))
        assert [one for one in found if isinstance(one, Exception)] == []
        assert Player.objects.filter(name="Eve").count() == CLIENTS


def test_a_rename_and_an_import_of_the_same_player(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    """Either is first; the other is told, and what stands is whole."""
    with django_on(database_url, django_db_blocker):
        house = open_house()
        by, ann = house.person("director"), house.players["ann"]
        data = f"id,name\n{ann.pk},Anna\n,Eve\n"
        seen = plan(by, data).seen

        def act(number: int) -> object:
            if number:
                return players_import(by=by, data=data, seen=seen)
            return player_rename(by=by, player=ann, name="Annie", version=0)

        renamed, imported = at_once(2, act)
        ann.refresh_from_db()
        if isinstance(renamed, Exception):
            assert isinstance(renamed, Stale)
            assert ann.name == "Anna"
        else:
            assert isinstance(imported, PreviewOutdated)
            assert ann.name == "Annie"
        there = Player.objects.filter(name="Eve").count()
        assert (there, ann.version) == (int(isinstance(renamed, Exception)), 1)
