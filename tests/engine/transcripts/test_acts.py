"""Acts as lines: each kind by hand, everything legal there and back, and what no act looks like."""

import pytest
from hypothesis import given

from games.engine.cards import card
from games.engine.hand import begin
from games.engine.hand.state import THREE_TWO, TWO_THREE, Cut, Deal, Say
from games.engine.seats import Seat
from games.engine.terms import Score
from games.engine.transcripts.acts import (
    Act,
    ActError,
    Annulled,
    Dealt,
    Done,
    Ending,
    Standing,
    TimeOver,
    read,
    seen_text,
    text,
    text_of,
)
from tests.engine.hand.table import after, dealt, pack
from tests.engine.hand.test_properties import Hand, hands
from tests.engine.people import ALICE, BOB, LONDON

LINES: dict[str, Act] = {
    "cut:KS,7H": Cut(card("KS"), card("7H")),
    "deal:A/3-2": Dealt(ALICE, THREE_TWO),
    "deal:B/2-3": Dealt(BOB, TWO_THREE),
    "A propose": Done(ALICE, Say.PROPOSE),
    "B accept_if_enough": Done(BOB, Say.ACCEPT_IF_ENOUGH),
    "B king": Done(BOB, Say.KING),
    "A TD": Done(ALICE, card("TD")),
    "B-7D,TD": Done(BOB, (card("7D"), card("TD"))),
    "A-0": Done(ALICE, ()),
    "A time": TimeOver(ALICE),
    "annul": Annulled(),
    "end claimed:A": Ending.CLAIMED_BY_A,
    "end stopped": Ending.STOPPED,
    "from game:3 rubbers:0-0 games:1-1 score:2-3 dealer:A orders:3-2,-": Standing(
        3, Score(0, 0), Score(1, 1), Score(2, 3), ALICE, (THREE_TWO, None)
    ),
    "from game:1 rubbers:0-0 games:0-0 score:0-0 dealer:? orders:-,-": Standing(),
}


@pytest.mark.parametrize("line", LINES)
def test_everybody_sees_all_but_the_cards_discarded(line: str) -> None:
    hidden = {"B-7D,TD": "B-2?"}
    assert seen_text(read(line)) == hidden.get(line, line)


@pytest.mark.parametrize("line", LINES)
def test_each_kind_of_act(line: str) -> None:
    assert read(line) == LINES[line]
    assert text(LINES[line]) == line


@pytest.mark.parametrize(
    "line",
    [
        "",
        "propose",
        "A  propose",
        "A propose\n",
        " A propose",
        "C propose",
        "a propose",
        "A Propose",
        "C time",
        "A 10D",
        "A ?",
        "A-",
        "A-TD,7D",
        "A-7D,7D",
        "A-7C,8C,9C,TC,AC,JC",
        "A -7D",
        "cut:KS",
        "cut:KS,7H,8H",
        "deal:A",
        "deal:?/3-2",
        "deal:A/4-1",
        "end",
        "end claimed:C",
        "annul ",
        "from game:3",
        "from game:03 rubbers:0-0 games:1-1 score:2-3 dealer:A orders:3-2,-",
        "from game:3 rubbers:0-0 games:1-1 score:2-5 dealer:A orders:3-2,-",
        "from game:٣ rubbers:0-0 games:1-1 score:2-3 dealer:A orders:3-2,-",
    ],
)
def test_what_no_act_looks_like(line: str) -> None:
    with pytest.raises(ActError):
        read(line)


def test_each_act_has_the_seat_of_the_player_who_does_it() -> None:
    """Alice is the elder hand and leads her king of hearts, the trump; Bob deals."""
    begun = begin(LONDON, dealer=BOB)
    assert text_of(begun, Deal(pack())) == "deal:B/3-2"
    state = dealt("KH QH KC QC 7S", "TH AH KD 8D 9S", "9H")
    assert text_of(state, Say.PROPOSE) == "A propose"
    assert text_of(state, Say.KING) == "A king"
    state = after(state, "propose")
    assert text_of(state, Say.ACCEPT) == "B accept"
    state = after(state, "accept")
    assert text_of(state, (card("QC"), card("7S"))) == "A-QC,7S"
    state = after(dealt("KH QH KC QC 7S"), "stand")
    assert text_of(state, card("KH")) == "A KH"
    assert text_of(after(state, "KH"), card("TH")) == "B TH"


def test_the_deal_passes_in_the_line_of_the_deal() -> None:
    state = after(dealt(), "stand", "abandon")
    assert text_of(state, Deal(pack())) == "deal:A/3-2"
    assert text_of(begin(LONDON), Cut(card("KS"), card("7H"))) == "cut:KS,7H"


@given(hands())
def test_whatever_is_done_is_read_as_it_was_written(hand: Hand) -> None:
    for before, action, _after, _marks in hand:
        act = read(text_of(before, action))
        assert isinstance(act, Done)
        assert act.action == action
        assert act.seat in Seat
