"""One score sheet entered and checked by several at once, on both databases: it is entered once."""

from datetime import date
from inspect import unwrap
from threading import Barrier, Event
from time import sleep
from typing import Any

import pytest
from django.db import connection

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.services.clubs import club_create, office_give
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Fault, Stale
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Entry, Match
from games.sheets.models import SheetImport
from games.sheets.services import import_entry, imports
from games.sheets.services.club_index import ClubIndex
from games.sheets.services.import_entry import import_enter
from games.sheets.services.imports import import_check, import_open
from games.sheets.services.missing import missing_open
from games.sheets.services.recorded import RecordedMatches
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from tests.support.arena import house_of_race
from tests.support.clubhouse import House
from tests.support.depth import on_both
from tests.support.elsewhere import at_once
from tests.support.nights import evening, game, played
from tests.support.sheets import exported, file_of, upload

pytestmark = pytest.mark.slow

CLIENTS = 4
PAUSE = 0.3
HEAD = "match,season,player_a,player_b,opening,tricks_a,first_dealer"
# Exchanged and three tricks: the point. Bob has five of them at the end.
LINES = (
    *("1,Season,Ann,Dora,exchanged,5,a", "1,,,,exchanged,5,", "1,,,,exchanged,3,"),
    *("2,Season,Bob,Ann,exchanged,3,a", "2,,,,exchanged,1,"),
)


house = house_of_race


def _checked(house: House) -> SheetImport:
    return upload(house, file_of(*LINES, head=HEAD), add_players=True)


@on_both("arena")
def test_of_four_who_enter_a_sheet_one_does(house: House) -> None:
    """All are answered that it is done; Dora is one player, and the table counts her once."""
    season, director = house.season(), house.person("director")
    found = _checked(house)

    def enter(_number: int) -> SheetImport:
        mine = SheetImport.objects.get(pk=found.pk)
        return import_enter(by=director, upload=mine)

    done = at_once(CLIENTS, enter)
    assert [one for one in done if isinstance(one, Exception)] == []
    assert len({one.done_at for one in done if isinstance(one, SheetImport)}) == 1
    matches = Match.objects.filter(club=house.club)
    assert (matches.count(), Entry.objects.filter(match__in=matches).count()) == (2, 5)
    assert Player.objects.filter(club=house.club, name="Dora").count() == 1
    assert AuditLogEntry.objects.filter(club=house.club, act="sheets_import").count() == 1
    played = dict(season.standings.values_list("player__name", "played"))
    assert (played["Ann"], played["Dora"]) == (1, 1)
    assert recount(season) == []


class _Unguarded:
    """The imports as they are, but whether a portion is entered already is not looked at."""

    def __init__(self) -> None:
        self.objects = self

    def filter(self, *, pk: int, **_done: object) -> Any:
        return SheetImport.objects.filter(pk=pk)


def test_without_the_guard_a_sheet_is_entered_by_each(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: no transaction, no claim; what the club has is looked at by all beforehand."""
    all_have_looked = Barrier(CLIENTS, timeout=10)
    real = RecordedMatches.sifted

    def sifted(self: RecordedMatches, batch: Any) -> Any:
        found = real(self, batch)
        all_have_looked.wait()
        return found

    director = house.person("director")
    found = upload(house, file_of("1,Ann,Bob,stood,3,a", head=HEAD.replace("season,", "")))
    monkeypatch.setattr(import_entry, "SheetImport", _Unguarded())
    monkeypatch.setattr(RecordedMatches, "sifted", sifted)
    monkeypatch.setattr(import_entry, "_lock_players", lambda _by, _ready: None)
    monkeypatch.setattr(import_entry, "_enter", unwrap(import_entry._enter))

    read_before = [SheetImport.objects.get(pk=found.pk) for _client in range(CLIENTS)]
    done = at_once(CLIENTS, lambda number: import_enter(by=director, upload=read_before[number]))
    assert [one for one in done if isinstance(one, Exception)] == []
    assert Match.objects.filter(club=house.club).count() == CLIENTS


def _entered_twice_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> Season:
    """Two people, two uploads of the same evening, both checked before either is entered, and
    time between looking for a player and adding them."""
    season, director = house.season(), house.person("director")
    started = [f"{line},2026-11-19 20:30" for line in LINES]
    data = file_of(*started, head=f"{HEAD},started_at")
    both = [upload(house, data, add_players=True).pk for _number in range(2)]
    real = player_add

    def slowly(**player: Any) -> Player:
        sleep(PAUSE)
        return real(**player)

    monkeypatch.setattr(import_entry, "player_add", slowly)

    def enter(number: int) -> SheetImport:
        mine = SheetImport.objects.get(pk=both[number])
        return import_enter(by=director, upload=mine)

    done = at_once(2, enter)
    assert [one for one in done if isinstance(one, Exception)] == []
    assert not house.club.sheet_imports.filter(done_at=None).exists()
    return season


def test_the_same_file_uploaded_twice_is_entered_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = _entered_twice_at_once(house, monkeypatch)
    assert Match.objects.filter(club=house.club).count() == 2
    assert Player.objects.filter(club=house.club, name="Dora").count() == 1
    assert recount(season) == []


def test_without_the_lock_of_the_club_a_player_is_added_by_each(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control. SQLite lets one write at a time anyway."""
    monkeypatch.setattr(import_entry, "lock_club", lambda _by: None)
    _entered_twice_at_once(house, monkeypatch)
    on_sqlite = connection.vendor == "sqlite"
    assert Player.objects.filter(club=house.club, name="Dora").count() == (1 if on_sqlite else 2)


def test_two_who_enter_what_another_club_exported_open_its_evenings_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have found evening and season missing before either opens them."""
    both_have_looked = Barrier(2, timeout=10)
    real = missing_open

    def opened(*, by: Person, book: ClubIndex) -> None:
        assert (len(book.new_evenings), len(book.new_seasons)) == (1, 1)
        both_have_looked.wait()
        real(by=by, book=book)

    season, night = house.season(), evening(house)
    played(house, night, "ann", "bob", [game(5, 3)], season=season)
    data = exported(house)
    club = club_create(name="Neuf", slug=f"neuf-{house.club.slug}")
    office_give(club=club, user=house.users["committee"], role=Role.COMMITTEE)
    empty = House(club, {"committee": house.users["committee"]}, {})
    both = [upload(empty, data, who="committee", add_players=True).pk for _number in range(2)]
    monkeypatch.setattr(import_entry, "missing_open", opened)

    def enter(number: int) -> SheetImport:
        mine = SheetImport.objects.get(pk=both[number])
        return import_enter(by=empty.person("committee"), upload=mine)

    done = at_once(2, enter)
    assert [one for one in done if isinstance(one, Exception)] == []
    assert Evening.objects.filter(club=club).count() == 1
    (found,) = Season.objects.filter(league__club=club)
    assert Match.objects.filter(club=club).count() == 1
    assert recount(found) == []


def test_steps_of_checking_at_once_find_each_fault_once(house: House) -> None:
    """Two pages open on one import: a step that another was at is told so and keeps nothing."""
    director = house.person("director")
    bad = [f"{number},Ann,Nobody {number},stood,3,a" for number in range(1, 30)]
    head = HEAD.replace("season,", "")
    found = import_open(by=director, name="x", data=file_of(*bad, head=head))

    def check(_number: int) -> SheetImport:
        mine = SheetImport.objects.get(pk=found.pk)
        while mine.checked_at is None:
            try:
                import_check(by=director, upload=mine, seconds=0)
            except Stale:
                mine.refresh_from_db()
        return mine

    done = at_once(CLIENTS, check)
    assert [one for one in done if isinstance(one, Exception)] == []
    found.refresh_from_db()
    assert (found.matches, found.entries, found.wrong) == (29, 29, 29)
    lines = list(found.faults.order_by("line").values_list("line", flat=True))
    assert lines == list(range(2, 31))


def test_a_sheet_of_an_evening_that_is_signed_off_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sheet is in what was signed, or nothing of it is anywhere."""
    looked = Event()
    real = imports.prepared_sheet

    def slowly(*args: Any) -> Any:
        found = real(*args)
        looked.set()
        sleep(PAUSE)
        return found

    director = house.person("director")
    day = date(2026, 11, 19)
    evening = evening_open(by=director, held_on=day, tables=("1",))
    head = "match,evening,table,player_a,player_b,opening,tricks_a,first_dealer"
    found = upload(house, file_of("1,2026-11-19,1,Ann,Bob,stood,3,a", head=head))
    monkeypatch.setattr(import_entry, "prepared_sheet", slowly)

    def act(number: int) -> object:
        if number:
            return import_enter(by=director, upload=SheetImport.objects.get(pk=found.pk))
        assert looked.wait(10)
        mine = Evening.objects.get(pk=evening.pk)
        return evening_sign_off(by=director, evening=mine, version=evening.version)

    signed, entered = at_once(2, act)
    evening.refresh_from_db()
    found.refresh_from_db()
    assert isinstance(signed, Exception) is evening.is_open
    assert isinstance(signed, Exception) is not isinstance(entered, Exception)
    for one in (signed, entered):
        assert isinstance(one, Fault) or not isinstance(one, Exception), one
    assert Match.objects.filter(club=house.club).exists() is evening.is_open
    assert bool(found.done_at) is evening.is_open
    assert (found.content is None) is evening.is_open
