"""Nobody who writes waits for a large file: no transaction reads it, and many enter it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Invalid
from games.matches.models import Match
from games.sheets.csv_format import sheets
from games.sheets.models import SheetImport
from games.sheets.services import entering, import_entry, imports, preparing
from tests.site.pages import Browser
from tests.support.clubhouse import House, open_house, problem, read
from tests.support.sheets import ANN_WINS, file_of, upload

pytestmark = [pytest.mark.any_database, pytest.mark.slow]

HEADER = ",".join(f"name{number}" for number in range(50_000))


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of what reads a file, each time that it is called; never in a transaction."""
    called: list[str] = []

    def watch(place: Any, name: str) -> None:
        real: Callable[..., Any] = getattr(place, name)

        def watched(*args: Any, **more: Any) -> Any:
            assert not connection.in_atomic_block, name
            called.append(name)
            return real(*args, **more)

        monkeypatch.setattr(place, name, watched)

    readers: tuple[tuple[Any, str], ...] = (
        (imports, "packed"),
        (imports, "rows_from"),
        (import_entry, "rows_from"),
        (imports, "prepare"),
        (preparing, "apply"),
        (sheets, "read_rows"),
    )
    for place, name in readers:
        watch(place, name)
    return called


EVERY = {"packed", "rows_from", "prepare", "apply", "read_rows"}


@pytest.mark.django_db(transaction=True)
def test_a_file_is_read_by_no_transaction_of_the_api(reading: list[str]) -> None:
    api = open_house().api("director")
    path = "clubs/cercle/imports"
    found = read(api.post(path, {"csv": file_of(*ANN_WINS).decode()}, key="once"), 201)
    assert (found["checked"], found["matches"]) == (True, 1)
    read(api.post(f"imports/{found['id']}/check", {"again": True}), 201)
    assert set(reading) == EVERY
    reading.clear()
    done = read(api.post(f"imports/{found['id']}/entries", {"matches": 1}, key="enter"), 201)
    assert done["done_at"]
    assert set(reading) == EVERY - {"packed"}
    assert Match.objects.count() == 1
    reading.clear()
    for way, body in ((path, {"csv": file_of(*ANN_WINS).decode()}), ("", {"matches": 1})):
        key = "enter" if not way else "once"
        again = api.post(way or f"imports/{found['id']}/entries", body, key=key)
        assert again["Idempotency-Replayed"] == "true"
    assert reading == []
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_file_is_read_by_no_transaction_of_a_page(reading: list[str]) -> None:
    browser = Browser(open_house(), "director")
    key = browser.hidden("imports/")["key"]
    file = SimpleUploadedFile("sheets.csv", file_of(*ANN_WINS))
    browser.client.post(browser.address("imports/"), {"csv": file, "key": key})
    here = f"imports/{SheetImport.objects.get().pk}/"
    browser.post(here, {"act": "check"})
    browser.post(here, {"act": "do"})
    assert set(reading) == EVERY
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_if_match_is_compared_before_anything_is_entered() -> None:
    house = open_house()
    found = upload(house, file_of(*ANN_WINS))
    api, path = house.api("director"), f"imports/{found.pk}"
    tag = api.get(path)["ETag"]
    problem(api.post(f"{path}/entries", {"matches": 1}, **{"If-Match": '"x"'}), 412)
    assert not Match.objects.exists()
    read(api.post(f"{path}/entries", {"matches": 1}, **{"If-Match": tag}), 201)
    assert Match.objects.count() == 1


def _many(count: int) -> bytes:
    lines = (f"{n},Ann,Bob,one_game,1,a,a,stood,,3,2026-11-19 20:{n:02}" for n in range(count))
    head = "match,player_a,player_b,format,games,first_dealer,dealer,opening,king,tricks_a"
    return file_of(*lines, head=f"{head},started_at")


def test_a_file_is_entered_in_portions(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """None has more lines than may be entered in a transaction; what stopped half-way goes on."""
    monkeypatch.setattr(import_entry, "LINES", 10)
    portions: list[int] = []
    real = entering.matches_write

    def written(by: Any, prepared: Any) -> list[int]:
        ready = list(prepared)
        portions.append(sum(len(one.plays) for one in ready))
        if len(portions) == 3:
            raise Invalid("stopped", "The power failed.")
        return real(by, ready)

    monkeypatch.setattr(import_entry, "matches_write", written)
    found, by = upload(house, _many(47)), house.person("director")
    with pytest.raises(Invalid, match="stopped"):
        import_entry.import_enter(by=by, upload=found)
    found.refresh_from_db()
    assert (Match.objects.count(), found.done_at, found.entered_line > 0) == (20, None, True)
    done = import_entry.import_enter(by=by, upload=found)
    assert done.done_at
    assert (Match.objects.count(), portions) == (47, [10, 10, 10, 10, 10, 7])
    assert len(set(Match.objects.values_list("started_at"))) == 47


def test_the_same_match_twice_in_a_file_is_two_matches(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Typed without times, two games of 5–3 look the same; entered in portions, too."""
    monkeypatch.setattr(import_entry, "LINES", 1)
    head = "match,player_a,player_b,format,line,score_a,score_b"
    lines = [f"{number},Ann,Bob,one_game,game,5,3" for number in range(5)]
    found = upload(house, file_of(*lines, head=head))
    import_entry.import_enter(by=house.person("director"), upload=found)
    assert Match.objects.count() == 5


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_too_many_columns_are_refused_at_once(delimiter: str, house: House) -> None:
    """Without a look at the club, or at the lines below."""
    text = f"match,{HEADER}".replace(",", delimiter)
    with CaptureQueriesContext(connection) as queries, pytest.raises(Invalid) as refused:
        sheets.packed(text.encode())
    assert "more than 60 columns" in str(refused.value.detail)
    assert len(queries) == 0
    path = "clubs/cercle/imports"
    answer = house.api("director").send(path, text.encode(), media_type="text/csv")
    problem(answer, 422, "invalid_csv", "csv")


def test_a_name_that_is_there_twice_is_looked_for_once_in_each_name() -> None:
    """The work grows with the names, not with their square."""

    class Counted(str):
        compared = 0

        def __eq__(self, other: object) -> bool:
            Counted.compared += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    names = [Counted(f"name{number}") for number in range(50)]
    with pytest.raises(Invalid) as refused:
        csv_files.check_names(names, columns=["match"], optional=[*names[:40]])
    assert "Missing: match" in str(refused.value.detail)
    assert Counted.compared <= 4 * len(names)


def test_a_cell_has_an_end(house: House) -> None:
    line = f"1,{'A' * 10_001},Bob,one_game,1,a,,stood,,5"
    found = upload(house, file_of(line))
    assert (
        found.faults.get().text == "A cell must have at most 10000 characters: player_a has more."
    )
