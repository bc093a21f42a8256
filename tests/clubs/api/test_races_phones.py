"""A table's code is renewed while phones come in and enter, on both databases."""

from datetime import date
from threading import Event
from time import sleep
from typing import Any

import pytest

from ecarte_club.core.exceptions import Invalid
from games.evenings import authentication as good_phones
from games.evenings.models import Evening, Phone, Table
from games.evenings.services import phones
from games.evenings.services.evenings import code_renew, evening_open
from games.evenings.services.phones import phone_open
from games.matches.models import Entry, Match
from games.matches.services.matches import match_start
from scoring.leagues.selectors.recount import recount
from tests.support.clubhouse import Api, House
from tests.support.elsewhere import at_once
from tests.support.scene import phone_api

pytestmark = pytest.mark.slow

PAUSE = 0.2
TRIES = 5
HAND = {"version": 0, "dealer": "a", "opening": "stood", "tricks": {"a": 3, "b": 2}}


def _table(house: House) -> tuple[Table, Match]:
    director = house.person("director")
    evening = evening_open(by=director, held_on=date(2026, 11, 19), tables=("1",))
    table = evening.tables.get()
    season = house.season()
    match = match_start(
        by=director,
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        event_id=season.pk,
        evening_table=table.pk,
    )
    return table, match


def _renew(house: House, table: Table) -> Table:
    return code_renew(by=house.person("director"), table=Table.objects.get(pk=table.pk))


def test_who_comes_in_while_the_code_is_renewed_is_out_with_the_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The code was good when it was looked at, and old when the phone was let in."""
    looked = Event()
    real = phones.table_of_code

    def slowly(code: str) -> Table:
        found = real(code)
        looked.set()
        sleep(PAUSE)
        return found

    table, match = _table(house)
    monkeypatch.setattr(phones, "table_of_code", slowly)

    def act(number: int) -> Any:
        if number:
            assert looked.wait(10)
            return _renew(house, table)
        return phone_open(code=table.code)

    came, renewed = at_once(2, act)
    assert not isinstance(renewed, Exception), renewed
    assert not isinstance(came, Exception), came
    phone, secret = came
    assert good_phones.good(phone.pk) is None
    assert phone_api(secret).post(f"matches/{match.pk}/hands", HAND).status_code == 401
    with pytest.raises(Invalid, match="no_such_code"):
        phones.table_of_code(table.code)
    again, _secret = phone_open(code=renewed.code)
    assert good_phones.good(again.pk) == again


def test_an_entry_and_a_renewal_at_once_leave_a_whole_record(house: House) -> None:
    """What was on its way is in the record or refused; whatever comes later is refused."""
    for _try in range(TRIES):
        table, match = _table(house)
        api = phone_api(phone_open(code=table.code)[1])
        path = f"matches/{match.pk}/hands"

        def act(number: int, api: Api = api, path: str = path, table: Table = table) -> Any:
            return _renew(house, table) if number else api.post(path, HAND).status_code

        entered, renewed = at_once(2, act)
        assert not isinstance(renewed, Exception), renewed
        assert entered in (201, 401)
        match.refresh_from_db()
        assert match.version == Entry.objects.filter(match=match).count() == (entered == 201)
        assert api.post(path, {**HAND, "version": match.version}).status_code == 401
        assert Evening.objects.get(tables=table).version >= 1 + match.version
        assert recount(match.event.season) == []  # type: ignore[union-attr]


def test_without_the_codes_number_old_phones_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a renewed code that is not asked for again shuts nobody out."""
    table, match = _table(house)
    phone, secret = phone_open(code=table.code)
    renewed = _renew(house, table)
    path = f"matches/{match.pk}/hands"
    assert phone_api(secret).post(path, HAND).status_code == 401
    Phone.objects.filter(pk=phone.pk).update(code_number=renewed.code_number)
    assert phone_api(secret).post(path, HAND).status_code == 201


def test_of_two_who_renew_the_code_that_they_saw_one_does(house: House) -> None:
    """So that the card that one of them prints is not old already."""
    table, _match = _table(house)
    director, seen = house.person("director"), table.code_number

    def renew(_number: int) -> Table:
        mine = Table.objects.get(pk=table.pk)
        return code_renew(by=director, table=mine, number=seen)

    found = at_once(4, renew)
    (won,) = (one for one in found if isinstance(one, Table))
    assert {getattr(one, "code", "") for one in found if isinstance(one, Exception)} == {
        "stale_version"
    }
    table.refresh_from_db()
    assert (table.code, table.code_number) == (won.code, seen + 1)
