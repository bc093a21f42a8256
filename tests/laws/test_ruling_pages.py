"""Something went wrong, from the pad and back: where it is said, and what is asked then."""

from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest

from games.matches.rules.ruling_text import rulings_text
from tests.engine.people import ALICE
from tests.engine.rulings.table import I, take
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import open_house

from .ruling_table import Table, asked, link, walk

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.mark.slow
def test_the_pad_and_the_match_lead_there(table: Table) -> None:
    pad = page(table.ann.get(f"matches/{table.match.pk}/pad/"))
    assert link(pad, "Something went wrong").endswith(table.here)
    shown = page(table.ann.get(f"matches/{table.match.pk}/"))
    assert link(shown, "Something went wrong").endswith(table.here)
    onlooker = page(Browser(table.house, "cyd").get(f"matches/{table.match.pk}/"))
    assert "Something went wrong" not in onlooker


def test_what_happened_is_found_by_a_word_or_by_the_number_of_a_law(table: Table) -> None:
    everything = table.step("")
    for heading in ("Before the deal", "Dealing", "Exchanging", "Playing", "Marking"):
        assert f">{heading}</h2>" in everything
    found = table.step("?q=TRICK suit")
    assert "did not follow suit" in found
    assert "dealt out of turn" not in found
    by_number = table.step("?q=43")
    assert "did not follow suit" in by_number
    assert "abandoned" not in by_number
    assert "did not follow suit" in table.step("?q=reneged")


@pytest.mark.slow
def test_a_search_that_finds_nothing_proposes_words_and_keeps_what_was_ruled(table: Table) -> None:
    empty = table.step("?q=elephant")
    assert "Nothing found for “elephant”." in empty
    address = link(empty, "misdeal")
    assert address == "?q=misdeal"
    assert "The wrong number of cards was dealt." in table.step(address)
    looked_at = take(I.DISCARD_LOOKED_AT, "so_it_is", ALICE)
    noted = {"rulings": rulings_text((looked_at,)), "place": "2", "dealer": "a"}
    again = table.step(f"?{urlencode({**noted, 'q': 'elephant'})}")
    assert dict(parse_qsl(link(again, "misdeal")[1:])) == {**noted, "q": "misdeal"}


def test_laws_50_and_51_lead_to_the_mending_of_a_hand(table: Table) -> None:
    for happened in ("A player left out a mark.", "A player marked too much."):
        text, _address = walk(table, happened)
        assert link(text, "Hand 1").endswith(f"/matches/{table.match.pk}/entries/1/mend/")


def test_each_answer_is_told_and_can_be_changed(table: Table) -> None:
    happened = "The wrong number of cards was dealt."
    text, _address = walk(table, happened, "Yes", "The dealer’s")
    assert asked(text) == "What had the dealer done by then?"
    first = table.follow(text, "Change: Was the trump turned")
    assert asked(first) == "Was the trump turned by then?"
    assert asked(table.follow(text, "One step back")) == "Whose hand has the wrong number of cards?"


def test_where_nobody_knows_who_deals_it_is_asked() -> None:
    house = open_house()
    match = house.match()
    browser = Browser(house, "ann")
    here = f"matches/{match.pk}/ruling/"
    text = page(browser.get(f"{here}?what=turned_several"))
    assert asked(text) == "Who deals?"
    text = page(browser.get(here + link(text, "Bob")))
    assert "Bob deals; Ann is the non-dealer." in text
    assert asked(page(browser.get(here + link(text, "Change: Who deals?")))) == "Who deals?"


@pytest.mark.parametrize(
    "address",
    [
        "?what=bad_temper",
        "?what=revoke&offender=z",
        "?what=revoke&offender=b&led_since=perhaps",
        "?what=revoke&offender=b&trump_turned=yes",
        "?what=revoke&offender=b&rulings=nonsense&place=2",
    ],
)
def test_an_address_that_means_nothing_leads_back_to_a_question(table: Table, address: str) -> None:
    answer = table.ann.get(table.here + address)
    if answer.status_code == 302:
        assert urlsplit(goes(answer)).path.endswith("/ruling/")
    else:
        page(answer)


@pytest.mark.slow
def test_when_the_match_is_over_only_marks_are_mended(table: Table) -> None:
    for _hand in range(2):
        sent = {**table.ann.pad(table.match), "king": "nobody", "opening": "exchanged"}
        table.ann.mark(table.match, {**sent, "tricks": "5-0"})
    assert table.found().state.over
    text = table.step("")
    assert "A player left out a mark." in text
    assert "A player abandoned the hand." not in text
    assert "Choose what happened" in table.step("?what=abandoned")
    sent = {"version": "3", "key": "after", "choice": "fresh_deal"}
    page(table.ann.post(f"{table.here}?what=pack_incorrect", sent), 422)
