"""A large file is checked in steps, each as good as one look at the whole."""

import asyncio
from datetime import date

import pytest
from django.db import transaction

from ecarte_club.clubs.changes import player_anonymised
from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid, Stale
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.sheets import selectors as sheet_queries
from games.sheets.models import SheetImport
from games.sheets.services.import_entry import import_enter
from games.sheets.services.imports import import_check, import_open
from games.sheets.views.files import _in_parts
from tests.site.pages import Browser, page
from tests.support.clubhouse import House, problem, read
from tests.support.scene import scene
from tests.support.sheets import ANN_WINS, HEAD, enter, faults, file_of, upload

pytestmark = pytest.mark.any_database

NEW = "{0},Neu {0},Alt {0},one_game,1,a,,stood,,{1}"


def _many(number: int, *, wrong: int = 0) -> bytes:
    """Matches of one hand each, with two new players; every `wrong`th has six tricks."""
    lines = [
        NEW.format(place, 6 if wrong and place % wrong == 0 else 5)
        for place in range(1, number + 1)
    ]
    return file_of(*lines)


def _in_steps(house: House, data: bytes) -> tuple[SheetImport, int]:
    by = house.person("director")
    found = import_open(by=by, name="x", data=data, add_players=True)
    steps = 0
    while found.checked_at is None:
        found, steps = import_check(by=by, upload=found, seconds=0), steps + 1
    return found, steps


@pytest.mark.slow
@pytest.mark.postgresql
def test_many_steps_find_what_one_finds(house: House) -> None:
    data = _many(30, wrong=7)
    whole = upload(house, data, add_players=True)
    found, steps = _in_steps(house, data)
    assert steps > 10
    assert faults(found) == faults(whole)
    assert found.wrong == 4
    assert found.new_players == whole.new_players
    assert (found.matches, found.entries) == (whole.matches, whole.entries) == (30, 30)


def test_a_name_that_comes_again_is_known_in_a_later_step(house: House) -> None:
    found, _steps = _in_steps(house, _many(6) + _many(1).split(b"\r\n", 1)[1])
    assert [(line, column) for line, column, _text in faults(found)] == [(8, "match")]


def test_a_wrong_quote_far_down_has_the_line_of_the_file(house: House) -> None:
    data = _many(9) + b'10,"Ann,Bob\r\n'
    whole = upload(house, data, add_players=True)
    found, _steps = _in_steps(house, data)
    assert faults(found)[-1][2] == faults(whole)[-1][2]
    assert "line 10" in faults(found)[-1][2]


def test_two_steps_at_once_are_one(house: House) -> None:
    by = house.person("director")
    found = import_open(by=by, name="x", data=_many(5), add_players=True)
    other = SheetImport.objects.get(pk=found.pk)
    import_check(by=by, upload=found, seconds=0)
    with pytest.raises(Stale), transaction.atomic():
        import_check(by=by, upload=other, seconds=0)
    assert SheetImport.objects.get(pk=found.pk).matches == 1


def test_not_entered_before_it_is_checked(house: House) -> None:
    by = house.person("director")
    found = import_open(by=by, name="x", data=_many(5), add_players=True)
    with pytest.raises(Invalid) as fault:
        import_enter(by=by, upload=found)
    assert fault.value.code == "not_checked"
    with pytest.raises(Invalid) as fault:
        import_enter(by=by, upload=upload(house, HEAD.encode()))
    assert fault.value.code == "nothing_to_import"
    assert not Match.objects.exists()


@pytest.mark.slow
def test_new_players_are_made_once_for_many_matches(house: House) -> None:
    lines = [f"{number},Neu,Ann,one_game,1,a,,stood,,5" for number in range(450)]
    enter(house, file_of(*lines), add_players=True)
    assert Player.objects.filter(name="Neu").count() == 1
    assert Match.objects.count() == 450


def test_how_much_is_left(house: House) -> None:
    by = house.person("director")
    found = import_open(by=by, name="x", data=_many(9), add_players=True)
    assert sheet_queries.checking(found).left is None
    found = import_check(by=by, upload=found, seconds=0)
    there = sheet_queries.checking(found)
    assert (there.done, there.of) == (2, 10)
    assert there.left is not None
    assert sheet_queries.entered_lines(found) == 0
    shown = page(Browser(house, "director").get(f"imports/{found.pk}/"))
    assert "Line 2 of 10." in shown


def test_a_file_that_may_name_somebody_anonymous_is_forgotten(house: House) -> None:
    upload(house, file_of(*ANN_WINS))
    entered = enter(house, file_of(ANN_WINS[0]))
    player_anonymised.send(player=house.players["ann"], names={"Ann"})
    assert list(SheetImport.objects.all()) == [entered]


def test_the_export_flows_where_the_server_is_asynchronous() -> None:
    async def gathered() -> list[bytes]:
        return [part async for part in _in_parts(iter([b"one", b"two"]))]

    assert asyncio.run(gathered()) == [b"one", b"two"]


@pytest.mark.slow
def test_by_program_in_steps_and_again(house: House) -> None:
    api = house.api("director")
    made = read(api.post("clubs/cercle/imports", {"csv": file_of(*ANN_WINS).decode()}), 201)
    assert (made["checked"], made["lines"], made["lines_checked"]) == (True, 3, 3)
    again = read(api.post(f"imports/{made['id']}/check", {"again": True}), 201)
    assert (again["checked"], again["matches"]) == (True, 1)
    first = api.post(f"imports/{made['id']}/entries", {"matches": 1}, key="once")
    second = api.post(f"imports/{made['id']}/entries", {"matches": 1}, key="once")
    assert read(first, 201) == read(second, 201)
    assert Match.objects.count() == 1
    assert [one["id"] for one in read(api.get("clubs/cercle/imports"))] == [made["id"]]
    late = api.post(f"imports/{made['id']}/check", {"again": True})
    problem(late, 422, "not_kept", "csv")


def test_what_is_sent_beside_text_is_read_strictly(house: House) -> None:
    api = house.api("director")
    path = "clubs/cercle/imports?add_players=perhaps"
    problem(api.send(path, b"match\r\n1", media_type="text/csv"), 422, "invalid", "add_players")
    # Of a request without a body the kind is said by its header alone.
    nothing = api.send("clubs/cercle/imports", b"", **{"Content-Type": "text/csv"})
    assert "empty" in problem(nothing, 422, "invalid_csv", "csv")["detail"]
    for body, says in ((b" ", "empty"), (b"a,b\r\n", "Missing"), (b"PK\x03\x04", "spreadsheet")):
        answer = api.send("clubs/cercle/imports", body, media_type="text/csv")
        assert says in problem(answer, 422, "invalid_csv", "csv")["detail"]


@pytest.mark.slow
def test_sheets_are_printed_for_every_table(house: House) -> None:
    """With its code while the evening is open; who waits to play stands on the sheet."""
    here = scene(house)
    browser = Browser(house, "director")
    text = page(browser.get(f"evenings/{here.evening.pk}/print/sheets/"))
    assert text.count('class="paper"') == 2
    assert f"{here.table.code[:3]} {here.table.code[3:]}" in text
    assert "<dd>Ann</dd>" in text
    assert "<nav" not in text
    results = page(browser.get(f"evenings/{here.evening.pk}/print/results/"))
    assert here.table.code[:3] in results
    stranger = page(Browser(house).get(f"evenings/{here.evening.pk}/print/results/"))
    assert here.table.code[:3] not in stranger


def test_an_evening_without_tables_says_what_to_do(house: House) -> None:
    evening = evening_open(by=house.person("director"), held_on=date(2026, 11, 21))
    text = page(Browser(house, "director").get(f"evenings/{evening.pk}/print/sheets/"))
    assert "No tables yet" in text
