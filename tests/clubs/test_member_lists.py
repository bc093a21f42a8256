"""Members from a list of names, as people paste them: Alice's club has it in an e-mail."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.member_import import Kind, plan
from ecarte_club.clubs.services.member_tables import table_of
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House

pytestmark = pytest.mark.any_database


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Alice Martin\nBob Petit\n", ["Alice Martin", "Bob Petit"]),
        ("\ufeffAlice Martin\r\n\r\n  Bob   Petit  \r\n", ["Alice Martin", "Bob Petit"]),
        ("Name\nAlice Martin\n", ["Alice Martin"]),
        ("Nom;Prénom\nMartin;Alice\nPetit;Bob\n", ["Alice Martin", "Bob Petit"]),
        ("First name\tSurname\nAlice\tMartin\n", ["Alice Martin"]),
        ("Nom;Prénom;E-mail\nMartin;Alice;a@x.example\n", ["Alice Martin"]),
        ('name,phone\n"Martin, Alice",123\n', ["Martin, Alice"]),
        ("id,name\n,Alice Martin\n", ["Alice Martin"]),
    ],
)
def test_names_are_read_as_they_come(text: str, names: list[str], house: House) -> None:
    found = plan(house.person("director"), text)
    assert [line.name for line in found.lines] == names
    assert {line.kind for line in found.lines} == {Kind.NEW}


def test_a_line_has_the_number_it_has_where_it_comes_from(house: House) -> None:
    by = house.person("director")
    assert [line.line for line in plan(by, "Alice\n\nBob\n").lines] == [1, 3]
    assert [line.line for line in plan(by, "Nom;Prénom\nMartin;Alice\n").lines] == [2]
    assert [line.line for line in plan(by, "\n\nAlice\nBob\n").lines] == [3, 4]
    found = plan(by, "\n\nNom;Prénom\nMartin;Alice\n").lines
    assert [(line.line, line.name) for line in found] == [(4, "Alice Martin")]


def test_somebody_of_that_name_is_pointed_out(house: House) -> None:
    [line] = plan(house.person("director"), "ann\n").lines
    assert str(house.players["ann"].pk) in line.note


@given(st.lists(st.text("abcé -’", min_size=1).filter(str.strip), min_size=1, max_size=20))
def test_no_name_of_a_list_is_lost(names: list[str]) -> None:
    table = table_of("\n".join(names)).text
    rows = [line.partition(",")[2].strip('"') for line in table.splitlines()[1:]]
    headings = {"name", "nom", "player", "joueur"}
    wanted = [" ".join(name.split()) for name in names]
    assert rows == wanted[1 if wanted[0].casefold() in headings else 0 :]


def test_twenty_names_are_pasted_looked_at_and_imported(house: House) -> None:
    browser = Browser(house, "director")
    pasted = "\n".join(f"Joueur {number}" for number in range(20))
    preview = page(browser.post("players/import/", {"names": pasted}))
    assert "New · 20" in preview
    hidden = {
        name: preview.partition(f'name="{name}" value="')[2].partition('"')[0]
        for name in ("key", "packed", "seen")
    }
    goes(browser.post("players/import/", hidden))
    assert Player.objects.filter(club=house.club, name__startswith="Joueur").count() == 20


def test_without_a_list_the_page_asks_for_one(house: House) -> None:
    browser = Browser(house, "director")
    assert "Write or paste the names" in page(browser.post("players/import/", {"names": " "}), 422)
    file = SimpleUploadedFile("members.csv", b"Alice\nBob\n")
    assert "New · 2" in page(browser.client.post(browser.address("players/import/"), {"csv": file}))
