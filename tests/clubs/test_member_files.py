"""Members from XLSX, ODS and CSV with e-mail, phone, licence and membership: Chloé's old list."""

import time
from base64 import b64encode
from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services import member_import
from ecarte_club.clubs.services.member_import import players_import, players_import_preview
from ecarte_club.clubs.services.member_tables import table_of
from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Invalid
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, problem, read
from tests.support.spreadsheet_files import ods, xlsx

pytestmark = pytest.mark.slow

HEADER = ["Nom", "Prénom", "Ville", "Courriel", "Téléphone", "N° de licence", "Membre jusqu’au"]
ROWS = [
    HEADER,
    ["Martin", "Alice", "Lyon", "alice@example.org", "01 23 45 67 89", "=42", "2026-12-31"],
    ["Durand", "Bob", "Nîmes", "", "", "", ""],
    ["", "", "", "", "", "", ""],
    ["Petit", "Chloé", "", "chloe@example.org", "", "", ""],
]
CSV = "\n".join(";".join(row) for row in ROWS)
FILES = {"xlsx": xlsx(ROWS), "ods": ods(ROWS), "csv": CSV.encode(), "excel": CSV.encode("cp1252")}


def upload(house: House, data: bytes, who: str = "committee") -> Any:
    file = SimpleUploadedFile("members.xlsx", data)
    return Browser(house, who).client.post("/clubs/cercle/players/import/", {"csv": file})


@pytest.mark.any_database
@pytest.mark.parametrize("kind", FILES)
def test_every_kind_of_file_says_the_same(kind: str, house: House) -> None:
    by, table = house.person("committee"), table_of(FILES[kind])
    found = players_import_preview(by=by, data=table)
    assert [(line.line, line.name) for line in found.lines] == [
        (2, "Alice Martin"),
        (3, "Bob Durand"),
        (5, "Chloé Petit"),
    ]
    assert found.ignored == ("Ville",)
    players_import(by=by, data=table, seen=found.seen)
    alice = Player.objects.get(name="Alice Martin")
    assert (alice.email, alice.phone, alice.licence) == (
        *("alice@example.org", "01 23 45 67 89"),
        "=42",
    )
    assert alice.member_until == date(2026, 12, 31)
    assert Player.objects.get(name="Chloé Petit").email == "chloe@example.org"


def test_a_director_imports_names_alone_and_is_told_so(house: House) -> None:
    text = page(upload(house, FILES["ods"], "director"))
    assert "These columns are not imported: email, phone, licence, member_until, Ville." in text
    assert "alice@example.org" not in text


@pytest.mark.any_database
def test_the_page_shows_the_details_and_leaves_likely_duplicates_out(house: House) -> None:
    player_add(by=house.person("committee"), name="Martin Alice")
    text = page(upload(house, FILES["xlsx"]))
    assert "E-mail: alice@example.org · Phone: 01 23 45 67 89" in text
    assert "Member until: 31 Dec 2026" in text
    assert "Looks like Martin Alice" in text
    assert "Import the likely duplicate too" in text
    sent = {
        name: text.partition(f'name="{name}" value="')[2].partition('"')[0]
        for name in ("key", "packed", "seen")
    }
    browser = Browser(house, "committee")
    assert goes(browser.post("players/import/", sent)) == "/clubs/cercle/players/"
    names = set(Player.objects.filter(club=house.club).values_list("name", flat=True))
    assert names == {"Ann", "Bob", "Cyd", "Martin Alice", "Bob Durand", "Chloé Petit"}


def test_an_address_that_is_there_already_is_pointed_out(house: House) -> None:
    by = house.person("committee")
    data = "name,email\nMiss Lee,ANN@cercle.example\nA,same@example.org\nB,same@example.org\n"
    found = players_import_preview(by=by, data=data)
    assert [line.is_alike for line in found.lines] == [True, True, True]
    assert found.lines[0].note == f"Looks like Ann, number {house.players['ann'].pk}."


def test_what_the_committee_exports_comes_back(house: House) -> None:
    """With details; an empty cell removes one."""
    by = house.person("committee")
    data = table_of(FILES["csv"])
    players_import(by=by, data=data, seen=players_import_preview(by=by, data=data).seen)
    browser = Browser(house, "committee")
    exported = browser.get("players/export.csv?status=all").content.decode()
    assert players_import_preview(by=by, data=exported).does_nothing
    changed = exported.replace("chloe@example.org", "")
    found = players_import_preview(by=by, data=changed)
    (line,) = [line for line in found.lines if line.details]
    assert (line.name, line.details) == ("Chloé Petit", {"email": ""})
    assert "E-mail removed" in page(upload(house, changed.encode()))
    players_import(by=by, data=changed, seen=found.seen)
    assert Player.objects.get(name="Chloé Petit").email == ""


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Alice;no address;;", "such as ann@example.org"),
        ("Alice;;phone me;", "phone number"),
        ("Alice;;;31.13.2026", "such as 2026-03-14"),
        ("Ali\u200bce;;;", "invisible character"),
    ],
)
def test_a_wrong_cell_is_told_on_its_line(line: str, told: str, house: House) -> None:
    data = f"Nom;Courriel;Tél.;Member until\n{line}\nBob;;;\n"
    found = players_import_preview(by=house.person("committee"), data=data)
    assert [one.kind.value for one in found.lines] == ["wrong", "new"]
    assert told in found.lines[0].note


FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
NEAR = '<row r="1"><c r="A1"><v>1</v></c></row>'


@pytest.mark.any_database
@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"PK\x03\x04 and no more", "This spreadsheet cannot be read"),
        (xlsx(ROWS)[:-200], "This spreadsheet cannot be read"),
        # A sheet of seventeen thousand million cells, in a kilobyte.
        (xlsx([], cells=NEAR + FAR), "This spreadsheet cannot be read"),
        (xlsx([]), "This file is empty"),
        (xlsx([["Name"], *[["Alice"]] * 20_001]), "has more than 20000 lines"),
        (("Name" + ";x" * 60 + "\nAlice").encode(), "more than 60 columns"),
        (("Name" + ";x" * 50_000).encode(), "more than 60 columns"),
        (b"x" * (4 * 1024 * 1024 + 1), "too large"),
    ],
    ids=["no zip", "cut", "far cell", "empty", "lines", "columns", "many columns", "large"],
)
def test_a_file_that_cannot_be_read_says_what_to_do(data: bytes, told: str, house: House) -> None:
    started = time.monotonic()
    text = page(upload(house, data), 422)
    assert told in text
    assert time.monotonic() - started < 20
    assert Player.objects.filter(club=house.club).count() == 3


def test_a_list_that_was_typed_is_there_again_after_an_error(house: House) -> None:
    typed = "Ville;Code\n" + "Alice;1\n" * 3
    text = page(Browser(house, "committee").post("players/import/", {"names": typed}), 422)
    assert "Alice;1" in text


def test_the_api_takes_the_file_too(house: House) -> None:
    api, path = house.api("committee"), "clubs/cercle/players/import"
    body = {"file": b64encode(FILES["xlsx"]).decode()}
    seen = read(api.post(f"{path}/preview", body))
    assert seen["ignored"] == ["Ville"]
    assert seen["lines"][0]["details"]["member_until"] == "2026-12-31"
    player_add(by=house.person("committee"), name="BOB DURAND")
    seen = read(api.post(f"{path}/preview", body))
    assert [line["is_alike"] for line in seen["lines"]] == [False, True, False]
    sent = {**body, "seen": seen["seen"], "leave_out_alike": True}
    read(api.post(path, sent), 201)
    assert Player.objects.filter(club=house.club, name__iexact="bob durand").count() == 1
    for wrong in ({}, {"csv": "a", "file": "a"}, {"file": "*"}):
        problem(api.post(f"{path}/preview", wrong), 422, "invalid")


def test_files_are_read_before_any_transaction(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes meanwhile does not wait for it."""
    api, path = house.api("committee"), "clubs/cercle/players/import/preview"
    depths = []
    rows = table_of

    def noted(data: bytes | str) -> Any:
        depths.append(len(connection.savepoint_ids))
        return rows(data)

    monkeypatch.setattr("ecarte_club.clubs.api.member_import.table_of", noted)
    monkeypatch.setattr("ecarte_club.clubs.views.member_import.table_of", noted)
    monkeypatch.setattr(member_import, "table_of", None)
    outside = len(connection.savepoint_ids)
    read(api.post(path, {"csv": "Alice\n"}))
    page(Browser(house, "committee").post("players/import/", {"names": "Alice\n"}))
    assert depths == [outside, outside]


def test_fifty_thousand_columns_are_refused_at_once() -> None:
    with pytest.raises(Invalid):
        table_of(";".join(f"column {number}" for number in range(50_000)))
