"""What a ruling comes to, law by law: who chooses, and what is then marked or dealt."""

import pytest

from tests.site.pages import chosen, goes, page

from .ruling_table import BOB_DEALS, Table, hidden, link, marks, play_on, walk

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


@pytest.fixture
def table() -> Table:
    return Table()


def test_law_11_a_fresh_deal_keeps_the_dealer(table: Table) -> None:
    """Ann deals and turns up two cards; Bob has looked: there must be a fresh deal."""
    text, address = walk(table, "The dealer turned up more than one card.", "Yes")
    assert "Ann deals; Bob is the non-dealer." in text
    assert "There is no choice." in text
    assert "Law 11, More than one card turned." in text
    assert table.choose(text, address).endswith(f"/matches/{table.match.pk}/pad/")
    state = table.found().state
    assert table.score() == (1, 0)
    assert state.dealer == "a"
    assert state.lines[-1].void
    pad = page(table.ann.get(f"matches/{table.match.pk}/pad/"))
    assert "This deal is void: nobody marks." in pad


def test_law_11_before_looking_the_non_dealer_chooses(table: Table) -> None:
    text, _address = walk(table, "The dealer turned up more than one card.", "No")
    assert "Bob chooses." in text
    pad = table.pad(link(text, "Note it and play on: Choose the trump"))
    assert "The dealer turned up more than one card." in pad
    assert table.found().log.number() == 1


def test_law_14_who_dealt_out_of_turn_deals_not_again(table: Table) -> None:
    """Ann should deal. Bob does; before the trump is turned the deal is void."""
    text, address = walk(table, "A player dealt out of turn.", "No")
    assert "Who was it?" not in text
    table.choose(text, address)
    assert table.found().state.dealer == "a"


def test_law_14_after_the_trump_the_deal_out_of_turn_stands(table: Table) -> None:
    text, _address = walk(table, "A player dealt out of turn.", "Yes")
    pad = table.pad(link(text, "Note it and play on"))
    sent = {**table.ann.pad(table.match), **BOB_DEALS, "tricks": "2-3", "opening": "refused"}
    sent |= hidden(pad)
    assert sent["dealer"] == "b"
    goes(table.ann.mark(table.match, sent))
    assert table.record().dealer == "b"


def test_law_43_the_point_of_who_revoked_is_one_less(table: Table) -> None:
    """Bob makes the point after Ann refused: two, less one."""
    happened = "A player did not follow suit, or did not win the trick, although they could."
    text, _address = walk(table, happened, "Bob", "Yes")
    assert "Ann chooses." in text
    play_on(table, text, "Let the play stand", opening="refused", tricks="2-3")
    assert marks(table) == [("b", 1, "law 49, law 43")]


def test_law_43_a_plain_point_is_not_marked(table: Table) -> None:
    happened = "A player did not follow suit, or did not win the trick, although they could."
    text, _address = walk(table, happened, "Ann", "Yes")
    play_on(table, text, "Play the hands again", opening="exchanged", tricks="3-2")
    assert marks(table) == []


def test_law_19_no_king_turned_where_the_wrong_number_was_dealt(table: Table) -> None:
    """Ann deals, turns the king, and Bob has four cards, which he completes."""
    answers = ("Yes", "The non-dealer’s", "Neither spoken", "Fewer")
    text, _address = walk(table, "The wrong number of cards was dealt.", *answers)
    assert "The king turned is not marked." in text
    assert "law 16, law 19" in text
    play_on(table, text, "Complete", king="a-turned", opening="exchanged", tricks="2-3")
    assert marks(table) == [("b", 1, "law 48")]


def test_law_42_with_law_49_who_stood_and_abandons_loses_two(table: Table) -> None:
    """Bob stood, made one trick, and abandons; Ann had announced the king."""
    text, address = walk(table, "A player abandoned the hand.", "Bob", "No", "One or two")
    assert "Ann chooses." in text
    table.choose(text, address, king="a-held", opening="stood")
    assert marks(table) == [("a", 1, "law 47"), ("a", 2, "law 42, law 49")]
    assert table.score() == (4, 0)


def test_law_42_without_a_trick_it_is_the_vole(table: Table) -> None:
    text, address = walk(table, "A player abandoned the hand.", "Ann", "No", "None")
    table.choose(text, address, king="nobody", opening="exchanged")
    assert marks(table) == [("b", 2, "law 42")]


def test_an_abandoned_hand_says_how_it_was_opened(table: Table) -> None:
    _text, address = walk(table, "A player abandoned the hand.", "Bob", "No", "One or two")
    sent = {"version": "1", "key": "once", "choice": "mark_point", "king": "nobody"}
    told = page(table.ann.post(table.here + address, sent), 422)
    assert "Say whether they stood, refused or exchanged" in told
    assert table.found().log.number() == 1


def test_law_24_the_king_that_may_be_marked_is_chosen_on_the_pad(table: Table) -> None:
    text, _address = walk(table, "A player announces the king late.", "Bob", "No")
    assert "Bob chooses." in text
    pad = table.pad(link(text, "Note it and play on"))
    assert chosen(pad)["king"] == "b-held"
