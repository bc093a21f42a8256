"""Members from a spreadsheet: every line told before, all done or none, and no line lost."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from ecarte_club.clubs.models import AuditLogEntry, Player
from ecarte_club.clubs.services.member_import import (
    Kind,
    Plan,
    PreviewOutdated,
    plan,
    players_import,
    players_import_preview,
)
from ecarte_club.clubs.services.member_tables import OPTIONAL
from ecarte_club.clubs.services.members import (
    player_add,
    player_leave,
    player_rename,
    players_merge,
)
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Denied, Invalid
from ecarte_club.core.names import cleaned_name, unseen_refusal
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House, open_house, problem, read
from tests.support.depth import examples, times
from tests.support.everything import everything

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

TODAY = timezone.localdate


def do(house: House, data: bytes | str, who: str = "director") -> Plan:
    by = house.person(who)
    return players_import(by=by, data=data, seen=plan(by, data).seen)


def kinds(found: Plan) -> list[str]:
    return [line.kind.value for line in found.lines]


def exported(house: House) -> bytes:
    return Browser(house, "director").get("players/export.csv?status=all").content


def players(house: House) -> list[tuple[Any, ...]]:
    rows = Player.objects.filter(club=house.club).order_by("pk")
    return list(rows.values_list("pk", "name", "left_on"))


def test_new_renamed_left_back_and_unchanged(house: House) -> None:
    ann, bob, cyd = (house.players[name].pk for name in ("ann", "bob", "cyd"))
    player_leave(by=house.person("director"), player=house.players["bob"], version=0)
    data = f"id,name,left\n{ann},Anna,\n{bob},Bob,\n{cyd},Cyd,2026-11-01\n,Dora,\n,Eve,2026-01-02\n"
    foreseen = players_import_preview(by=house.person("director"), data=data)
    assert kinds(foreseen) == ["changed", "changed", "changed", "new", "new"]
    assert [line.was for line in foreseen.lines] == ["Ann", "", "", "", ""]
    assert [(line.leaves, line.returns) for line in foreseen.lines[:3]] == [
        (False, False),
        (False, True),
        (True, False),
    ]
    do(house, data)
    assert [(name, str(left or "")) for _pk, name, left in players(house)] == [
        ("Anna", ""),
        ("Bob", ""),
        ("Cyd", "2026-11-01"),
        ("Dora", ""),
        ("Eve", "2026-01-02"),
    ]
    acts = list(AuditLogEntry.objects.order_by("pk").values_list("act", flat=True))
    assert sorted(acts[1:]) == sorted(
        ["player_add", "player_add", "player_leave", "player_rename", "player_return"]
    )
    assert kinds(plan(house.person("director"), exported(house))) == ["same"] * 5


names = (
    st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=9)
    .map(cleaned_name)
    .filter(lambda name: name and not unseen_refusal(name))
)
odd = st.builds("{}{}".format, st.sampled_from(["", "'", "=", "-", "@", '"', ";", "''+"]), names)


@pytest.mark.any_database
class RoundTrip(TestCase):
    @settings(max_examples=examples(25), deadline=None)
    @given(st.lists(st.tuples(odd, st.none() | st.dates(max_value=TODAY())), max_size=6))
    def test_what_is_exported_imports_as_it_was(self, made: Sequence[tuple[str, Any]]) -> None:
        """Into the same club nothing changes; into another, without ids, the same people come."""
        house, other = open_house(), open_house("rivage")
        for name, left in made:
            Player.objects.create(club=house.club, name=name[:80], left_on=left)
        data, before = exported(house), everything()
        assert set(kinds(do(house, data))) == {"same"}
        assert everything() == before
        rows = list(csv_files.read_rows(data, ("id", "name"), optional=OPTIONAL))
        cells = [("", row.cells["name"], row.cells["left"]) for row in rows]
        known = len(players(other))
        do(other, csv_files.write_rows(("id", "name", "left"), cells))
        assert [row[1:] for row in players(other)[known:]] == [
            (name, left) for _pk, name, left in sorted(players(house), key=_as_listed(rows))
        ]


def _as_listed(rows: Sequence[csv_files.Row]) -> Any:
    order = [int(row.cells["id"]) for row in rows]
    return lambda player: order.index(player[0])


def test_a_file_without_the_day_of_leaving_leaves_it(house: House) -> None:
    cyd = house.players["cyd"]
    player_leave(by=house.person("director"), player=cyd, version=0)
    do(house, f"name;id\nCydney;{cyd.pk}\n")
    cyd.refresh_from_db()
    assert (cyd.name, cyd.left_on) == ("Cydney", TODAY())


WRONG = {
    "x,Ann,": "no player with number x",
    "999999,Ann,": "no player with number 999999",
    "{foreign},Ann,": "no player with number",
    "{gone},Ann,": "no player with number",
    "{bob},Bobby,\n{bob},Bert,": "already on line 3",
    ",,2026-01-01": "Give a name",
    ", ,2026-01-01": "Give a name",
    f",{'x' * 81},": "80 characters at most",
    ",Dora,21/13/2026": "such as 2026-03-14",
    ",Dora,2099-01-01": "not be in the future",
    ",Dora": "2 cells",
    ",Dora,,,x": "5 cells",
}


@pytest.mark.any_database
@pytest.mark.parametrize("lines", WRONG)
def test_a_wrong_line_is_told_and_nothing_is_done(
    lines: str, house: House, neighbour: House
) -> None:
    gone = player_add(by=house.person("director"), name="A. Lee")
    players_merge(
        by=house.person("committee"),
        kept=house.players["ann"].pk,
        gone=gone.pk,
        version=0,
        gone_version=0,
    )
    ids = {
        "bob": house.players["bob"].pk,
        "gone": gone.pk,
        "foreign": neighbour.players["ann"].pk,
    }
    data = f"id,name,left\n,Good,\n{lines.format(**ids)}\n"
    found = plan(house.person("director"), data)
    assert found.counts[Kind.WRONG] == 1
    assert WRONG[lines] in found.of(Kind.WRONG)[0].note
    before = everything()
    with pytest.raises(Invalid) as refused, transaction.atomic():
        do(house, data)
    assert refused.value.code == "wrong_lines"
    assert everything() == before


def test_names_that_are_there_already_are_warned_of(house: House) -> None:
    bob, cyd = house.players["bob"].pk, house.players["cyd"].pk
    data = f"id,name\n,ANN\n,Dora\n,dora\n{cyd},Bob\n{bob},Bob\n,Eve\n"
    found = plan(house.person("director"), data)
    ann = house.players["ann"].pk
    assert [line.note for line in found.lines] == [
        f"Another player already has this name: number {ann}.",
        "Another line has the same name.",
        "Another line has the same name.",
        f"Another player already has this name: number {bob}.",
        "",
        "",
    ]
    assert found.is_good


def test_only_what_was_seen_is_done(house: House) -> None:
    by, ann = house.person("director"), house.players["ann"]
    data = f"id,name\n{ann.pk},Anna\n"
    seen = plan(by, data).seen
    player_rename(by=by, player=ann, name="Anne", version=0)
    before = everything()
    with pytest.raises(PreviewOutdated), transaction.atomic():
        players_import(by=by, data=data, seen=seen)
    assert everything() == before


@pytest.mark.parametrize("who", ["scorer", "ann"])
def test_only_directors_import(who: str, house: House) -> None:
    with pytest.raises(Denied), transaction.atomic():
        players_import_preview(by=house.person(who), data="id,name\n,Eve\n")
    with pytest.raises(Denied), transaction.atomic():
        players_import(by=house.person(who), data="id,name\n,Eve\n", seen="")


@pytest.mark.parametrize(
    "data", ["", "id,name\n", "téléphone,ville\n1,Lyon\n", b"\x89PNG\r\n\x1a\n\x00", b"PK\x03\x04"]
)
def test_files_that_are_none(data: bytes | str, house: House) -> None:
    with pytest.raises(Invalid) as found:
        plan(house.person("director"), data)
    assert list(found.value.errors) == ["csv"]


@pytest.mark.any_database
@pytest.mark.slow
def test_thousands_of_members(house: House) -> None:
    """A club moves in at once, and its own export then changes nothing."""
    many = times(2_000, thorough=10_000)
    data = "id,name\n" + "".join(f",Player {number}\n" for number in range(many))
    assert len(do(house, data).lines) == many
    found = plan(house.person("director"), exported(house))
    assert found.does_nothing
    assert len(found.lines) == many + 3
    assert AuditLogEntry.objects.filter(act="player_add").count() == many


def _file(text: bytes | str) -> dict[str, Any]:
    data = text.encode() if isinstance(text, str) else text
    return {"csv": SimpleUploadedFile("members.csv", data, "text/csv")}


def _hidden(text: str) -> dict[str, str]:
    return dict(re.findall(r'name="(key|packed|seen)" value="([^"]*)"', text))


def test_the_page_shows_every_line_and_does_it_once(house: House) -> None:
    browser, ann = Browser(house, "director"), house.players["ann"]
    data = f"id;name;left\n{ann.pk};Anna;2026-11-01\n;bob;\n;=1+1;\n"
    before = everything()
    shown = page(browser.post("players/import/", _file(data.encode("cp1252"))))
    assert everything() == before
    assert "Was Ann · Left 1 Nov 2026" in shown
    assert f"Another player already has this name: number {house.players['bob'].pk}." in shown
    assert shown.count("New player") == 2
    sent = {**_hidden(shown), "alike": "on"}
    for _again in range(2):
        assert goes(browser.post("players/import/", sent)) == "/clubs/cercle/players/"
    assert [name for _pk, name, _left in players(house)] == ["Anna", "Bob", "Cyd", "bob", "=1+1"]


def test_the_page_says_what_is_wrong_with_a_file(house: House) -> None:
    browser = Browser(house, "director")
    for data, told in (
        ("", "This file is empty"),
        ("téléphone,ville\n1,Lyon\n", "The first line must name the columns"),
        (b"PK\x03\x04", "spreadsheet cannot be read"),
        (b"\x89PNG\r\n\x00", "not a text file"),
        ('id,name\n,"Eve\n', "The quotes after line"),
        ("id,name\n", "has no players"),
    ):
        text = page(browser.post("players/import/", _file(data)), 422)
        assert told in text
        assert "The file was not read." in text
    assert "Write or paste the names" in page(browser.post("players/import/", {}), 422)
    damaged = {"key": "k", "packed": "eJx", "seen": ""}
    assert "is damaged" in page(browser.post("players/import/", damaged), 422)


def test_wrong_lines_offer_no_import(house: House) -> None:
    browser = Browser(house, "director")
    shown = page(browser.post("players/import/", _file("id,name\nx,Eve\n,Dora\n")))
    assert "The list cannot be imported yet." in shown
    assert "packed" not in _hidden(shown)
    same = page(browser.post("players/import/", _file(exported(house))))
    assert "No changes: the club has all of these players already." in same
    assert "packed" not in _hidden(same)


@pytest.mark.any_database
def test_wrong_lines_are_corrected_where_they_were_written(house: House) -> None:
    """A pasted list stands in the form again, under its own heading; a file is chosen again."""
    browser, text = Browser(house, "committee"), "Name;E-mail\nDora;dora@@x\n"
    pasted = page(browser.post("players/import/", {"names": text}))
    assert "in the list below, then preview it again" in pasted
    below = pasted[pasted.index('<h2 id="file">') :]
    assert re.match(r'<h2 id="file">\s*The list\s*</h2>', below)
    assert "dora@@x" in below
    assert "in your file, then choose it again" in page(
        browser.post("players/import/", _file(text))
    )


@pytest.mark.any_database
def test_a_page_that_grew_old_shows_what_would_follow_now(house: House) -> None:
    browser, ann = Browser(house, "director"), house.players["ann"]
    sent = _hidden(page(browser.post("players/import/", _file(f"id,name\n{ann.pk},Anna\n"))))
    player_rename(by=house.person("director"), player=ann, name="Anne", version=0)
    again = page(browser.post("players/import/", sent), 409)
    assert "The club has changed since" in again
    assert "Was Anne" in again
    assert goes(browser.post("players/import/", _hidden(again)))
    ann.refresh_from_db()
    assert ann.name == "Anna"


@pytest.mark.any_database
def test_the_api_foresees_and_imports(house: House) -> None:
    api, ann = house.api("director"), house.players["ann"]
    body = {"csv": f"id,name\n{ann.pk},Anna\n,Eve\n"}
    path = "clubs/cercle/players/import"
    seen = read(api.post(f"{path}/preview", body))
    assert seen["counts"] == {"new": 1, "changed": 1, "same": 0, "wrong": 0}
    assert [(line["kind"], line["was"]) for line in seen["lines"]] == [
        ("changed", "Ann"),
        ("new", ""),
    ]
    assert read(api.get("clubs/cercle/players"))["results"][-1]["name"] == "Ann"
    problem(api.post(path, {**body, "seen": "x"}), 409, "other_than_seen", "seen")
    problem(api.post(path, {"csv": "id,name\nx,Eve\n", "seen": "x"}), 422, "wrong_lines", "csv")
    done = read(api.post(path, {**body, "seen": seen["seen"]}), 201)
    assert done == seen
    assert {player["name"] for player in read(api.get("clubs/cercle/players"))["results"]} == {
        *("Anna", "Bob", "Cyd", "Eve")
    }


@given(st.text(), st.text())
def test_what_was_packed_is_unpacked(text: str, damage: str) -> None:
    assert csv_files.unpacked(csv_files.packed(text)) == text
    with pytest.raises(Invalid):
        csv_files.unpacked(csv_files.packed(text)[:-6] + damage[:2])


def test_nothing_is_unpacked_beyond_what_is_allowed() -> None:
    bomb = csv_files.packed("x" * 10**6)
    assert len(bomb) < 3000
    with pytest.raises(Invalid):
        csv_files.unpacked(bomb, bytes_most=10**5)
