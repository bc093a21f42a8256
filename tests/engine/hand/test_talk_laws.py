"""Laws 26 to 28 and 38: proposals, answers, discards and the stock."""

from dataclasses import replace

import pytest

from games.engine.cards import cards
from games.engine.codes import CODES, Code, Option
from games.engine.hand import legal_actions
from games.engine.hand.state import Phase, State
from games.engine.hand.views import view
from games.engine.records import Opening
from tests.engine.people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, MODERN

from .table import after, dealt, hand, may, refused, why

# What is dealt below the eleventh card unless a test says otherwise.
STOCK = "7C 8C 9C TC JC 7D 9D TD JD QD 8S TS AS JS QS KS QH JH KH AC AD"
BOOK = "-7H 8H KC QC 7S"


def nearly_out(*, left: int, code: Code = LONDON) -> State:
    """Alice has proposed, and so many cards are in the stock; between them they took the rest."""
    state = dealt(stock=STOCK, code=code)
    while state.left > left:
        state = after(state, "propose", "accept")
        state = after(state, "-" + hand(state.elder_hand[: state.left - left]))
        asked = 5 - len(state.elder_hand)
        state = after(state, "-" + hand(state.dealer_hand[: state.left - left - asked]))
    return after(state, "propose")


def test_law_26_the_non_dealer_proposes_or_stands() -> None:
    state = dealt()
    assert (state.to_act, may(state)) == (ALICE, {"propose", "stand"})
    asked = after(state, "propose")
    assert (asked.to_act, may(asked)) == (BOB, {"accept", "refuse"})
    played = after(state, "stand")
    assert (played.to_act, played.opening) == (ALICE, Opening.STOOD)
    assert may(played) == {"7H", "8H", "KC", "QC", "7S", "abandon"}


def test_law_26_a_proposal_cannot_be_retracted() -> None:
    asked = after(dealt(), "propose")
    for step in ("stand", "propose", "7H", "-7H"):
        assert refused(asked, step) == ("answer_due", "law 27")
    stood = after(dealt(), "stand")
    assert refused(stood, "propose") == ("talk_over", "law 26, law 27")
    assert refused(dealt(), "accept") == ("proposal_due", "law 26")
    assert refused(dealt(code=HOUSEHOLD), "7H") == ("proposal_due", "Enquire Within")


def test_law_26_the_number_asked_for_cannot_be_altered() -> None:
    asked = after(dealt(), "propose", "accept", "-7S")
    assert asked.to_act is BOB
    assert refused(asked, "-7H") == ("card_not_held", "law 28")


def test_law_27_an_answer_cannot_be_retracted() -> None:
    given = after(dealt(), "propose", "accept")
    assert refused(given, "refuse") == ("discard_due", "law 28")
    declined = after(dealt(), "propose", "refuse")
    assert refused(declined, "accept") == ("talk_over", "law 26, law 27")
    assert (declined.opening, declined.to_act) == (Opening.REFUSED, ALICE)


def test_law_27_the_dealer_tells_how_many_cards_he_has_taken() -> None:
    state = after(dealt(stock=STOCK), "propose", "accept", "-7S QC", "-8D")
    for viewer in (ALICE, BOB, None):
        said = view(state, viewer).words
        assert [what for _who, what in said] == ["propose", "accept", 2, 1]
        assert [who for who, _what in said] == [ALICE, BOB, ALICE, BOB]


def test_law_28_one_discards_before_one_takes() -> None:
    given = after(dealt(stock=STOCK), "propose", "accept")
    assert (given.to_act, given.phase) == (ALICE, Phase.DISCARD_ELDER)
    one = after(given, "-7S QC")
    assert (hand(one.elder_hand), one.left) == ("KC 7H 8H", 21), "nothing is given yet"
    assert (one.to_act, one.phase) == (BOB, Phase.DISCARD_DEALER)
    both = after(one, "-8D")
    assert hand(both.elder_hand) == "7C 8C KC 7H 8H", "the elder hand is served first"
    assert hand(both.dealer_hand) == "9C KD TH AH 9S"
    assert (both.left, both.to_act, both.phase) == (18, ALICE, Phase.PROPOSAL)


def test_law_28_a_discard_is_seen_by_nobody() -> None:
    state = after(dealt(stock=STOCK), "propose", "accept", "-7S QC", "-8D")
    for viewer in (ALICE, BOB, None):
        seen = view(state, viewer)
        assert {"7S", "QC", "8D"}.isdisjoint(hand(seen.hand or ()).split())
        assert seen.played == ()


def test_a_discard_is_of_cards_in_the_hand_in_order_and_once_each() -> None:
    given = after(dealt(), "propose", "accept")
    assert len(legal_actions(given)) == 31
    for strange in ("-TH", "-7H 9H", "-7C", "-KS"):
        assert why(given, strange) == ("card_not_held", "law 28")
    backwards = cards("8H 7H")
    for wrong in (
        backwards,
        cards("7H 7H"),
        (16.0,),
        ("7H",),
        (99,),
        (32,),
        (-1,),
        (True,),
        [16],
        "propose",
    ):
        expected = ("discard_due", "law 28") if wrong == "propose" else ("not_an_action", "law 45")
        assert why(given, wrong) == expected
    assert why(given, "7H") == ("discard_due", "law 28")


def test_who_proposed_takes_at_least_one_card() -> None:
    given = after(dealt(), "propose", "accept")
    assert refused(given, "-") == ("take_one", "Foster")
    assert refused(after(given, "-7H"), "-") is None, "the dealer need not"
    house = replace(LONDON, proposer_takes_one=Option(False, "agreement"))
    free = after(dealt(code=house), "propose", "accept")
    assert len(legal_actions(free)) == 32
    assert after(free, "-", "-8D").left == 20


def test_proposals_that_take_nothing_end() -> None:
    """Else two players who want no card would never come to play one."""
    house = replace(LONDON, proposer_takes_one=Option(False, "agreement"))
    state, times = dealt(code=house), 0
    while state.phase is Phase.PROPOSAL:
        state, times = after(state, "propose", "accept", "-", "-"), times + 1
    assert (times, state.left) == (21, 21)
    assert why(state, "propose") == ("no_more_proposals", "law 26")


ONE_EACH = ("propose", "accept", "-7S", "-8D")
AGAIN = ("propose", "accept", "-7C", "-8C")


@pytest.mark.parametrize("code", [LONDON, BRITANNICA, MODERN], ids=lambda code: code.id)
def test_law_26_one_proposes_as_often_as_the_code_has_it(code: Code) -> None:
    once = after(dealt(stock=STOCK, code=code), *ONE_EACH)
    assert "propose" in may(once)
    assert "propose" in may(after(once, *AGAIN))


def test_one_proposal_in_the_household_and_a_second_by_agreement() -> None:
    once = after(dealt(stock=STOCK, code=HOUSEHOLD), *ONE_EACH)
    assert once.phase is Phase.PLAY
    assert refused(once, "propose") == ("no_more_proposals", "Enquire Within")
    agreed = after(dealt(stock=STOCK, code=HOUSEHOLD, second_proposal=True), *ONE_EACH)
    assert may(agreed) == {"propose", "stand"}
    twice = after(agreed, *AGAIN)
    assert twice.phase is Phase.PLAY
    assert refused(twice, "propose") == ("no_more_proposals", "Enquire Within")
    assert after(dealt(stock=STOCK, code=MODERN, second_proposal=True), *ONE_EACH, *AGAIN).left > 0


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_whether_one_proposes_again_after_the_dealer_took_none(code: Code) -> None:
    state = dealt(stock=STOCK, code=code, second_proposal=True)
    none = after(state, "propose", "accept", "-7S", "-")
    if code is MODERN:
        assert none.phase is Phase.PLAY
        assert refused(none, "propose") == ("no_more_proposals", "modern rules")
    else:
        assert may(none) == {"propose", "stand"}


def test_law_38_nobody_exchanges_more_cards_than_are_left() -> None:
    state = after(nearly_out(left=3), "accept")
    two = state.elder_hand[:4]
    assert refused(state, two) == ("stock_short", "law 38")
    asked = after(state, "-" + hand(state.elder_hand[:2]))
    assert refused(asked, asked.dealer_hand[:2]) == ("stock_short", "law 38")
    assert {len(one) for one in asked.legal if type(one) is tuple} == {0, 1}
    end = after(asked, "-" + hand(asked.dealer_hand[:1]))
    assert (end.left, end.phase) == (0, Phase.PLAY)
    assert refused(end, "propose") == ("stock_empty", "law 38")
    assert (len(end.elder_hand), len(end.dealer_hand)) == (5, 5)


def test_law_38_the_dealer_plays_his_hand_when_nothing_is_left_for_him() -> None:
    state = after(nearly_out(left=3), "accept")
    before = state.dealer_hand
    end = after(state, "-" + hand(state.elder_hand[:3]))
    assert (end.phase, end.left, end.to_act) == (Phase.PLAY, 0, ALICE)
    assert (end.dealer_hand, len(end.elder_hand)) == (before, 5)


def test_law_38_the_dealer_may_accept_on_condition() -> None:
    asked = nearly_out(left=6)
    assert may(asked) == {"accept", "accept_if_enough", "refuse"}
    hands = asked.elder_hand, asked.dealer_hand
    state = after(asked, "accept_if_enough", "-" + hand(asked.elder_hand[1:4]))
    assert may(state) == {"not_enough"}
    assert max(len(one) for one in state.legal if type(one) is tuple) == 3
    void = after(state, "not_enough")
    assert (void.elder_hand, void.dealer_hand, void.left) == (*hands, 6)
    assert (void.phase, void.opening, void.to_act) == (Phase.PLAY, Opening.EXCHANGED, ALICE)
    assert refused(void, "propose") == ("talk_over", "law 26, law 27")
    taken = after(state, "-" + hand(state.dealer_hand[:3]))
    assert (taken.left, taken.phase) == (0, Phase.PLAY)


def test_law_38_with_none_left_the_condition_is_still_the_dealers() -> None:
    asked = nearly_out(left=3)
    state = after(asked, "accept_if_enough", "-" + hand(asked.elder_hand[:3]))
    assert (may(state), state.legal[0], len(state.legal)) == ({"not_enough"}, (), 2)
    assert after(state, "-").left == 0
    assert after(state, "not_enough").left == 3


def test_law_38_with_five_left_for_the_dealer_the_condition_is_met() -> None:
    asked = nearly_out(left=6)
    state = after(asked, "accept_if_enough", "-" + hand(asked.elder_hand[:1]))
    assert may(state) == set()
    assert refused(state, "not_enough") == ("discard_due", "law 28")
    plain = after(asked, "accept", "-" + hand(asked.elder_hand[:2]))
    assert may(plain) == set(), "without a condition there is none to fail"


def test_law_38_with_ten_left_there_is_no_condition() -> None:
    assert refused(after(dealt(), "propose"), "accept_if_enough") == ("stock_enough", "law 38")
    assert refused(after(dealt(code=BRITANNICA), "propose"), "accept_if_enough") == (
        "stock_enough",
        "EB 1911",
    )
    assert may(nearly_out(left=10)) == {"accept", "refuse"}
    assert "accept_if_enough" in may(nearly_out(left=9))
    assert refused(dealt(), "accept_if_enough") == ("proposal_due", "law 26")


def test_only_the_first_proposal_settles_the_opening() -> None:
    once = after(dealt(stock=STOCK), *ONE_EACH)
    assert once.opening is Opening.EXCHANGED
    assert after(once, "stand").opening is Opening.EXCHANGED
    assert after(once, "propose", "refuse").opening is Opening.EXCHANGED
    assert dealt().opening is None
