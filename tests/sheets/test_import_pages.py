"""The pages by which a director brings in score sheets, as a browser without scripts sees them."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ecarte_club.clubs.audit_log import ACTS, NAMES_OF
from games.matches.models import Match
from games.sheets.models import SheetImport
from games.sheets.tasks import imports_sweep
from tests.site.pages import HTMX, Browser, goes, page
from tests.support.clubhouse import House
from tests.support.sheets import ANN_WINS, exported, file_of, upload

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]

NEMO = "2,Ann,Nemo,one_game,1,a,,stood,,5"


def _sent(browser: Browser, data: bytes, **more: str) -> str:
    """Where the upload leads."""
    file = SimpleUploadedFile("sheets.csv", data)
    key = browser.hidden("imports/")["key"]
    return goes(browser.client.post(browser.address("imports/"), {"csv": file, "key": key, **more}))


def test_upload_check_enter(house: House) -> None:
    browser = Browser(house, "director")
    there = _sent(browser, file_of(*ANN_WINS))
    assert "Continue checking" in page(browser.get(there))
    browser.post(there, {"act": "check"})
    assert "Enter 1 match" in page(browser.get(there))
    assert not Match.objects.exists()
    browser.post(there, {"act": "do"})
    assert "1 match was entered." in page(browser.get(there))
    browser.post(there, {"act": "do"})
    assert Match.objects.count() == 1
    assert "entered" in page(browser.get("imports/"))


def test_what_is_wrong_is_listed_and_can_be_taken_home(house: House) -> None:
    browser = Browser(house, "director")
    there = _sent(browser, file_of(*ANN_WINS, NEMO))
    browser.post(there, {"act": "check"})
    text = page(browser.get(there))
    assert "No player is called “Nemo”" in text
    assert "Enter 1 match" not in text
    assert "cannot be entered" in page(browser.post(there, {"act": "do"}), 422)
    body = browser.get(f"{there}?faults").content.decode("utf-8-sig")
    assert body.splitlines()[0] == "line,column,reason"
    assert body.splitlines()[1].startswith("4,player_b,")
    browser.post("players/", {"name": "Nemo", "key": "nemo"})
    browser.post(there, {"act": "again"})
    browser.post(there, {"act": "check"})
    assert "Enter 2 matches" in page(browser.get(there))


def test_new_players_are_shown_before_they_are_made(house: House) -> None:
    browser = Browser(house, "director")
    there = _sent(browser, file_of(NEMO), add_players="on")
    browser.post(there, {"act": "check"})
    assert "Nemo" in page(browser.get(there))
    browser.post(there, {"act": "do"})
    assert house.club.players.filter(name="Nemo").exists()


def test_a_part_of_the_page_answers_a_part(house: House) -> None:
    found = upload(house, file_of(*ANN_WINS))
    browser = Browser(house, "director")
    part = page(browser.post(f"imports/{found.pk}/", {"act": "check"}, **HTMX))
    assert "<html" not in part
    assert "Enter 1 match" in part
    assert "Line 0 of 3." in page(browser.get(f"imports/{found.pk}/?progress"))


def test_a_file_that_is_none_is_told_beside_its_field(house: House) -> None:
    browser = Browser(house, "director")
    for data, says in ((b"", "empty"), (b"\x00\x01\x02", "not a text file"), (b"a,b", "Missing")):
        file = SimpleUploadedFile("sheets.csv", data)
        answer = browser.client.post(
            browser.address("imports/"), {"csv": file, "key": f"none-{len(data)}"}
        )
        assert says in page(answer, 422)
    assert "Choose a file." in page(browser.post("imports/", {"key": "no file"}), 422)
    assert not SheetImport.objects.exists()


def test_the_same_form_twice_is_one_upload(house: House) -> None:
    browser = Browser(house, "director")
    key = browser.hidden("imports/")["key"]
    first, second = (
        goes(
            browser.client.post(
                browser.address("imports/"),
                {"csv": SimpleUploadedFile("sheets.csv", file_of(*ANN_WINS)), "key": key},
            )
        )
        for _time in range(2)
    )
    assert first == second
    assert SheetImport.objects.count() == 1


def test_the_export_is_what_the_record_says(house: House) -> None:
    browser = Browser(house, "cyd")
    match = house.match()
    answer = browser.get("score-sheet.csv")
    body = b"".join(answer)
    assert body == exported(house)
    assert "attachment" in answer["Content-Disposition"]
    other = browser.get(f"score-sheet.csv?player={house.players['cyd'].pk}")
    assert b"".join(other).count(b"\r\n") == 1
    assert str(match.pk).encode() in body
    assert "whole number" in page(browser.get("score-sheet.csv?season=x"), 422)


def test_the_log_tells_of_it(house: House) -> None:
    found = upload(house, file_of(*ANN_WINS))
    assert NAMES_OF["import"]({found.pk}) == {found.pk: "sheets.csv"}
    sentence: Any = ACTS["sheets_import"].sentence
    assert (
        sentence % {"about": "sheets.csv", "matches": 3}
        == "Score sheets imported from sheets.csv: 3 matches"
    )


def test_the_task_sweeps(house: House) -> None:
    found = upload(house, file_of(*ANN_WINS))
    imports_sweep()
    assert SheetImport.objects.filter(pk=found.pk).exists()


def test_by_the_api(house: House) -> None:
    api = house.api("director")
    answer = api.send(
        "clubs/cercle/imports?name=nov&add_players=true",
        file_of(*ANN_WINS, NEMO),
        media_type="text/csv",
    )
    found = answer.json()
    assert (answer.status_code, found["checked"], found["wrong"]) == (201, True, 0)
    assert found["new_players"] == ["Nemo"]
    assert api.post(f"imports/{found['id']}/entries", {"matches": 3}).status_code == 422
    done = api.post(f"imports/{found['id']}/entries", {"matches": 2})
    assert done.json()["done_at"]
    assert Match.objects.count() == 2
    bad = api.send(
        "clubs/cercle/imports", file_of(NEMO.replace("Nemo", "X")), media_type="text/csv"
    )
    faults = api.get(f"imports/{bad.json()['id']}/faults").json()["results"]
    assert [(one["line"], one["column"]) for one in faults] == [(2, "player_b")]
