"""Laws 5 to 14 and 45: the cut, the deal and the turn-up."""

import pytest

from games.engine import club_rules
from games.engine.cards import PACK, Card, card, cards
from games.engine.codes import EB, Code
from games.engine.hand import apply, begin, legal_actions, replay
from games.engine.hand.legality import refusal
from games.engine.hand.state import THREE_TWO, TWO_THREE, Cut, Deal, Phase, Say
from games.engine.hand.views import view
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.states import DealPassed
from games.engine.terms import Score
from tests.engine.people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, MODERN

from .table import after, dealt, hand, pack, refused, why

HANDS = "7C 8C 9C TC AC", "7D 8D 9D TD AD", "7S"
PLAYED = ("stand", "AC", "7D", "TC", "8D", "9C", "9D", "8C", "TD", "7C", "AD")


def cut(a: str, b: str) -> Cut:
    return Cut(card(a), card(b))


@pytest.mark.parametrize(
    ("alice", "bob", "dealer"),
    [
        ("KC", "QS", ALICE),
        ("QH", "JH", ALICE),
        ("AD", "JC", BOB),
        ("TD", "AC", BOB),
        ("9S", "TH", BOB),
        ("8S", "7H", ALICE),
    ],
)
def test_law_5_the_highest_card_deals(alice: str, bob: str, dealer: Seat) -> None:
    state, events = apply(begin(LONDON), cut(alice, bob))
    assert (state.dealer, state.phase, events) == (dealer, Phase.DEAL, (DealPassed(dealer),))


def test_law_5_with_equal_cards_they_cut_again() -> None:
    state, events = apply(begin(LONDON), cut("AC", "AS"))
    assert (state.dealer, state.phase, events) == (None, Phase.CUT, ())
    assert apply(state, cut("7C", "8C"))[0].dealer is BOB


@pytest.mark.parametrize(
    ("said", "dealer"), [("deal_first", BOB), ("leave_deal", ALICE)], ids=lambda value: str(value)
)
def test_law_5_in_britannica_the_highest_card_chooses_who_deals(said: str, dealer: Seat) -> None:
    """ "The players cut for deal, the highest having the choice": Bob has it."""
    state, events = apply(begin(BRITANNICA), cut("AD", "QC"))
    assert (state.phase, events, state.to_act) == (Phase.FIRST_DEALER, (), BOB)
    assert legal_actions(state) == view(state, BOB).legal == (Say.DEAL_FIRST, Say.LEAVE_DEAL)
    assert view(state, ALICE).legal == ()
    assert [view(state, each).dealer for each in (ALICE, BOB, None)] == [None] * 3
    for early in (Deal(PACK), cut("KC", "QC"), "stand", "7H", "-7H", "king", "mark", "abandon"):
        assert why(state, early) == ("dealer_due", "EB 1911")
    by_alice = refusal(state, Say(said), ALICE)
    assert by_alice is not None
    assert by_alice.code == "out_of_turn"
    chosen, events = apply(state, Say(said))
    assert (chosen.dealer, chosen.phase, events) == (dealer, Phase.DEAL, (DealPassed(dealer),))
    assert (chosen.to_act, legal_actions(chosen)) == (None, ())
    begun = apply(chosen, Deal(PACK))[0]
    assert (begun.dealer, begun.to_act, view(begun, None).words) == (dealer, dealer.other, ())
    assert replay(begin(BRITANNICA), begun.log) == begun
    for late in Say.DEAL_FIRST, Say.LEAVE_DEAL:
        assert why(chosen, late) == ("deal_due", "EB 1911")
        assert why(begun, late) == ("proposal_due", "EB 1911")


@pytest.mark.parametrize("code", [LONDON, MODERN, HOUSEHOLD], ids=lambda code: code.id)
def test_law_5_elsewhere_nobody_chooses(code: Code) -> None:
    state = apply(begin(code), cut("AD", "QC"))[0]
    assert (state.phase, state.dealer) == (Phase.DEAL, BOB)
    assert refusal(state, Say.LEAVE_DEAL) is not None


def test_law_5_a_club_may_leave_the_choice_to_the_highest() -> None:
    ours = club_rules.code_with(LONDON, {"highest_cut": "chooses"})
    state = apply(begin(ours), cut("KS", "7H"))[0]
    assert apply(state, Say.LEAVE_DEAL)[0].dealer is BOB
    assert why(state, Deal(PACK)) == ("dealer_due", EB)


def test_law_4_each_cuts_one_card_of_the_pack() -> None:
    start = begin(LONDON)
    for wrong in (cut("KC", "KC"), Cut(card("KC"), 32), Cut("KC", "QC"), Cut(True, card("QC"))):  # type: ignore[arg-type]
        assert why(start, wrong) == ("cut_impossible", "law 5")
    assert why(begin(BRITANNICA), cut("KC", "KC")) == ("cut_impossible", "EB 1911")


def test_law_6_the_cut_comes_first_and_once() -> None:
    start = begin(LONDON)
    assert (legal_actions(start), start.to_act) == ((), None)
    for early in (Deal(PACK), "propose", "7H", "-7H", "king", "mark"):
        assert why(start, early) == ("cut_due", "law 5")
    assert why(begin(LONDON, dealer=ALICE), cut("KC", "QC")) == ("deal_due", "law 8")
    assert why(dealt(), cut("KC", "QC")) == ("proposal_due", "law 26")


def test_law_7_before_the_deal_nothing_else_can_be_done() -> None:
    start = begin(LONDON, dealer=ALICE)
    assert (legal_actions(start), start.to_act) == ((), None)
    for early in ("stand", "7H", "-", "king", "mark", "abandon"):
        assert why(start, early) == ("deal_due", "law 8")


def test_law_8_five_cards_by_three_and_two_or_by_two_and_three() -> None:
    """Alice's cards are the clubs: first three, then two; or first two, then three."""
    names = "7C 8C 9C 7D 8D 9D TC AC TD AD KS"
    by_three = apply(begin(LONDON, dealer=BOB), Deal(_whole(names), THREE_TWO))[0]
    assert hand(by_three.elder_hand) == "7C 8C 9C TC AC"
    assert hand(by_three.dealer_hand) == "7D 8D 9D TD AD"
    names = "7C 8C 7D 8D 9C TC AC 9D TD AD KS"
    by_two = apply(begin(LONDON, dealer=BOB), Deal(_whole(names), TWO_THREE))[0]
    assert (by_two.elder_hand, by_two.dealer_hand) == (by_three.elder_hand, by_three.dealer_hand)
    assert by_two.elder is ALICE


def _whole(names: str) -> tuple[Card, ...]:
    given = cards(names)
    return given + tuple(other for other in PACK if other not in given)


def test_law_8_there_are_two_orders() -> None:
    start = begin(LONDON, dealer=BOB)
    for order in ((5, 0), (1, 4), (3.0, 2.0), [3, 2], (3, 2, 0), None, "32"):
        assert why(start, Deal(PACK, order)) == ("order_unknown", "law 8")  # type: ignore[arg-type]
    modern = begin(MODERN, dealer=BOB)
    assert why(modern, Deal(PACK, (4, 1))) == ("order_unknown", "modern rules")


def test_law_8_a_dealer_keeps_his_order_during_the_game() -> None:
    first = after(dealt(*HANDS, order=THREE_TWO), *PLAYED)
    second = apply(first, Deal(pack(*HANDS, order=TWO_THREE), TWO_THREE))[0]
    assert second.orders == (TWO_THREE, THREE_TWO), "Alice chose for herself"
    third = after(second, *PLAYED)
    assert refused(third, Deal(PACK, TWO_THREE)) == ("order_changed", "law 8")
    assert refusal(third, Deal(PACK, THREE_TWO)) is None


def test_law_8_an_order_chosen_before_binds() -> None:
    begun = begin(HOUSEHOLD, dealer=ALICE, orders=(TWO_THREE, None))
    assert why(begun, Deal(PACK, THREE_TWO)) == ("order_changed", "Enquire Within")
    assert why(begin(MODERN, dealer=ALICE, orders=(TWO_THREE, None)), Deal(PACK)) == (
        "order_changed",
        "law 8",
    )


def test_law_10_the_eleventh_card_is_turned_up() -> None:
    state = dealt(turned="QD")
    assert (state.turn_up, state.trump, state.left) == (card("QD"), 1, 21)


def test_law_14_the_deal_passes_to_the_other() -> None:
    over = after(dealt(*HANDS, by=ALICE), *PLAYED)
    assert (over.phase, over.dealer, over.legal) == (Phase.OVER, ALICE, ())
    assert why(over, "7H") == ("deal_due", "law 14")
    following = apply(over, Deal(PACK))[0]
    assert (following.dealer, following.phase) == (BOB, Phase.PROPOSAL)


def test_law_45_a_pack_has_thirty_two_cards() -> None:
    start = begin(LONDON, dealer=BOB)
    wrong: list[object] = [
        PACK[:31],
        (*PACK, 0),
        (*PACK[1:], 31),
        (*PACK[1:], 32),
        (False, *PACK[1:]),
        (0.0, *PACK[1:]),
        list(PACK),
        ("7C", *PACK[1:]),
        None,
        (),
    ]
    for one in wrong:
        assert why(start, Deal(one)) == ("pack_incorrect", "law 45")  # type: ignore[arg-type]


def test_a_deal_in_the_middle_of_a_hand_is_refused() -> None:
    assert why(dealt(), Deal(PACK)) == ("proposal_due", "law 26")
    assert why(after(dealt(), "propose"), Deal(PACK)) == ("answer_due", "law 27")
    assert why(after(dealt(), "stand"), Deal(PACK)) == ("card_due", "law 40")


@pytest.mark.parametrize("score", [Score(5, 0), Score(2, 7), Score(-1, 0), Score(0, -1)])
def test_a_game_does_not_go_on_from_such_a_score(score: Score) -> None:
    with pytest.raises(RefusalError) as error:
        begin(LONDON, score=score)
    assert error.value.refusal.code == "score_impossible"
    assert error.value.refusal.params.keys() == {"a", "b"}
    assert error.value.refusal.law == "law 46"
