"""A ruling that is noted on a hand or entered: what it leaves behind, and what undoes it."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.laws.ruling_table import BOB_DEALS, Table, hidden, link, marks, play_on, walk
from tests.site.pages import Browser, goes, page

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_ruling_is_taken_off_again(table: Table) -> None:
    text, _address = walk(table, "A player looked at discarded cards.", "Bob")
    pad = table.pad(link(text, "Note it and play on"))
    assert "Noted on this hand:" in pad
    off = table.pad(link(pad, "Remove"))
    assert "Noted on this hand:" not in off
    assert "rulings" not in hidden(off)


def test_two_things_may_go_wrong_in_one_hand(table: Table) -> None:
    """Law 25 and law 43: each says what the offender marks, and one is taken off once."""
    first, _address = walk(table, "A player announced the king", "Bob", "No", "No")
    pad = table.pad(link(first, "Note it and play on: Let the play stand"))
    again = page(table.ann.get(link(pad, "Something went wrong")))
    again = table.follow(again, "A player did not follow suit")
    again = table.follow(table.follow(again, "Bob"), "Yes")
    play_on(table, again, "Let the play stand", opening="exchanged", tricks="0-5")
    assert marks(table) == [("b", 1, "law 48, law 25, law 43")]
    assert [one.law for one in table.record().rulings] == ["law 25", "law 43"]


def test_what_was_ruled_of_a_hand_that_is_entered_is_not_carried_to_the_next(table: Table) -> None:
    text, _address = walk(table, "A player looked at discarded cards.", "Bob")
    address = link(text, "Note it and play on")
    play_on(table, text, "", opening="exchanged", tricks="3-2")
    assert "Noted on this hand:" not in table.pad(address)


def test_the_choices_outlive_signing_in(table: Table) -> None:
    """The session ended while the hand was played: the ruling comes back with the choices."""
    text, _address = walk(table, "A player looked at discarded cards.", "Bob")
    sent = {**hidden(table.pad(link(text, "Note it and play on"))), "king": "a-held"}
    table.ann.client.logout()
    to = parse_qs(urlsplit(goes(table.ann.mark(table.match, sent))).query)["next"][0]
    table.ann.client.force_login(table.house.users["ann"])
    assert "Noted on this hand:" in table.pad(to)


def test_a_choice_that_is_not_open_enters_nothing(table: Table) -> None:
    sent = {"version": "1", "key": "once", "choice": "mark_vole"}
    for address in ("?what=pack_incorrect", "?what=revoke&offender=a", "", "?what=overscored"):
        told = page(table.ann.post(table.here + address, sent), 422)
        assert "Choose one of the possible outcomes." in told
    assert table.found().log.number() == 1


def test_who_was_overtaken_by_another_phone_is_told(table: Table) -> None:
    _text, address = walk(table, "The pack is incorrect")
    bob = Browser(table.house, "bob")
    bob.mark(table.match, {**BOB_DEALS, "dealer": "a", "tricks": "2-3", **bob.pad(table.match)})
    sent = {"version": "1", "key": "late", "choice": "fresh_deal"}
    page(table.ann.post(table.here + address, sent), 409)
    assert table.found().log.number() == 2


def test_sent_twice_it_is_entered_once(table: Table) -> None:
    _text, address = walk(table, "The pack is incorrect")
    sent = {"version": "1", "key": "twice", "choice": "fresh_deal"}
    for _time in range(2):
        goes(table.ann.post(table.here + address, sent))
    assert table.found().log.number() == 2


def test_the_journal_keeps_what_was_ruled_struck_through_when_undone(table: Table) -> None:
    text, address = walk(table, "The pack is incorrect")
    table.choose(text, address)
    table.ann.post(f"matches/{table.match.pk}/pad/undo/", table.ann.pad(table.match))
    shown = page(table.ann.get(f"matches/{table.match.pk}/"))
    struck = " ".join(re.findall(r"<s>(.*?)</s>", shown))
    assert "The pack is incorrect" in struck
    assert "(law 45)" in struck
    assert table.found().state.dealer == "a"


def test_the_log_tells_that_there_was_a_ruling(table: Table) -> None:
    text, address = walk(table, "The pack is incorrect")
    table.choose(text, address)
    log = page(Browser(table.house, "committee").get("log/"))
    assert "Entry 2 made with a ruling: Ann against Bob" in log
    assert "Entry 1 made: Ann against Bob" in log
