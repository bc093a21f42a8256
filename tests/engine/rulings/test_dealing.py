"""Laws 1 to 14: shuffling, cutting, dealing, turning the trump."""

import pytest

from games.engine.club_rules import code_with
from games.engine.rulings.laws import LAWS
from tests.engine.people import BRITANNICA, HOUSEHOLD, LONDON, MODERN

from .table import I, asked, by_nobody, choices, laws, ruled


def test_law_1_who_was_not_let_shuffle_may_shuffle_and_no_score_changes() -> None:
    found = ruled(I.SHUFFLE_DENIED)
    assert by_nobody(found) == ["shuffled_as_it_should", "no_score_changes"]
    assert found.law == "law 1"


def test_law_2_a_pack_shuffled_below_the_table_is_shuffled_again() -> None:
    found = ruled(I.SHUFFLE_IMPROPER)
    assert by_nobody(found) == ["shuffled_as_it_should", "no_score_changes"]
    assert found.law == "law 2"
    assert ruled(I.SHUFFLE_IMPROPER, HOUSEHOLD).law == "Enquire Within"


def test_law_3_a_cut_of_one_card_is_cut_again() -> None:
    found = ruled(I.CUT_TOO_THIN)
    assert by_nobody(found) == ["cut_again", "no_score_changes"]
    assert found.law == "law 3"
    assert ruled(I.CUT_TOO_THIN, BRITANNICA).law == "EB 1911"
    assert ruled(I.CUT_TOO_THIN, HOUSEHOLD).law == "Enquire Within"
    assert ruled(I.CUT_TOO_THIN, MODERN).law == "law 3"


def test_law_4_who_exposes_several_cards_in_cutting_for_deal_cuts_again() -> None:
    found = ruled(I.EXPOSED_IN_CUT_FOR_DEAL)
    assert by_nobody(found) == ["cut_again", "no_score_changes"]
    assert found.law == "law 4"


def test_law_5_seats_and_cards_once_chosen_are_kept() -> None:
    found = ruled(I.SEATS_CHANGED)
    assert by_nobody(found) == ["seats_kept", "no_score_changes"]
    assert found.law == "law 5"


def test_law_6_the_cut_for_deal_holds_good_with_an_incorrect_pack() -> None:
    found = ruled(I.CUT_WITH_INCORRECT_PACK)
    assert by_nobody(found) == ["cut_holds", "no_score_changes"]
    assert found.law == "law 6"
    assert ruled(I.CUT_WITH_INCORRECT_PACK, HOUSEHOLD).law == "Enquire Within"


def test_law_7_a_card_exposed_in_cutting_to_the_dealer_is_a_fresh_cut() -> None:
    """Britannica: "Card exposed in cutting, fresh cut"."""
    found = ruled(I.EXPOSED_IN_CUT_TO_DEALER)
    assert by_nobody(found) == ["cut_again", "no_score_changes"]
    assert found.law == "law 7"
    assert ruled(I.EXPOSED_IN_CUT_TO_DEALER, BRITANNICA).law == "EB 1911"


def test_law_8_who_changes_the_order_of_dealing_is_judged_by_law_9() -> None:
    found = ruled(I.WRONG_ORDER, trump_turned="no", elder_looked="no")
    assert found.entitled == "non_dealer"
    assert choices(found) == {"rectify": ["rectified"], "fresh_deal": ["fresh_deal"]}
    assert found.law == "law 8, law 9"


def test_law_8_after_the_trump_is_turned_or_the_hand_looked_at_the_deal_stands() -> None:
    assert by_nobody(ruled(I.WRONG_ORDER, trump_turned="yes")) == ["deal_stands"]
    looked = ruled(I.WRONG_ORDER, trump_turned="no", elder_looked="yes")
    assert by_nobody(looked) == ["deal_stands"]


def test_law_9_before_he_looks_the_non_dealer_has_the_error_mended_or_a_fresh_deal() -> None:
    assert asked(I.WRONG_NUMBER) == "trump_turned"
    assert asked(I.WRONG_NUMBER, trump_turned="no") == "elder_looked"
    found = ruled(I.WRONG_NUMBER, trump_turned="no", elder_looked="no")
    assert found.entitled == "non_dealer"
    assert found.law == "law 9"
    assert choices(found) == {
        "rectify": ["rectified", "king_turned_not_marked"],
        "fresh_deal": ["fresh_deal"],
    }


def test_law_9_once_he_has_looked_he_waits_until_the_trump_is_turned() -> None:
    found = ruled(I.WRONG_NUMBER, trump_turned="no", elder_looked="yes")
    assert by_nobody(found) == ["number_judged_later"]
    assert found.law == "law 9"


def test_law_10_says_what_is_turned_and_nothing_more() -> None:
    assert LAWS[10].irregularities == ()
    assert LAWS[10].source(LONDON) == "law 10"
    assert LAWS[10].source(BRITANNICA) == "EB 1911"


def test_law_11_before_he_looks_the_non_dealer_chooses_the_trump_or_a_fresh_deal() -> None:
    assert asked(I.TURNED_SEVERAL) == "elder_looked"
    found = ruled(I.TURNED_SEVERAL, elder_looked="no")
    assert found.entitled == "non_dealer"
    assert choices(found) == {"choose_trump": ["trump_chosen"], "fresh_deal": ["fresh_deal"]}
    assert found.law == "law 11"


def test_law_11_once_he_has_looked_there_must_be_a_fresh_deal() -> None:
    assert by_nobody(ruled(I.TURNED_SEVERAL, elder_looked="yes")) == ["fresh_deal"]


def test_law_12_a_faced_card_before_the_trump_is_a_fresh_deal() -> None:
    found = ruled(I.FACED_CARD_IN_DEAL)
    assert by_nobody(found) == ["fresh_deal"]
    assert found.law == "law 12"


@pytest.mark.parametrize("looked", [None, "yes"])
def test_law_13_the_dealers_own_card_or_a_hand_looked_at_and_the_deal_stands(
    looked: str | None,
) -> None:
    facts = {"elder_looked": looked} if looked else {}
    found = ruled(I.EXPOSED_IN_DEAL, whose_card="non_dealer" if looked else "dealer", **facts)
    assert by_nobody(found) == ["deal_stands"]
    assert found.law == "law 13"


def test_law_13_before_he_looks_the_non_dealer_may_claim_a_fresh_deal() -> None:
    found = ruled(I.EXPOSED_IN_DEAL, whose_card="non_dealer", elder_looked="no")
    assert found.entitled == "non_dealer"
    assert choices(found) == {"fresh_deal": ["fresh_deal"], "keep_deal": ["deal_stands"]}


def test_law_14_a_deal_out_of_turn_is_void_until_the_trump_is_turned() -> None:
    found = ruled(I.DEALT_OUT_OF_TURN, trump_turned="no")
    assert by_nobody(found) == ["right_dealer_deals"]
    assert found.law == "law 14"
    assert by_nobody(ruled(I.DEALT_OUT_OF_TURN, trump_turned="yes")) == ["deal_stands"]


def test_law_14_after_the_trump_the_packs_remain_changed() -> None:
    before = ruled(I.DEALT_OTHER_PACK, trump_turned="no")
    assert by_nobody(before) == ["dealt_again_own_pack"]
    after = ruled(I.DEALT_OTHER_PACK, trump_turned="yes")
    assert by_nobody(after) == ["deal_stands", "packs_stay_changed"]
    assert laws(after) == {"so_it_is": "law 14"}


HOUSEHOLD_DEALS = {
    I.WRONG_ORDER: "fresh_deal",
    I.WRONG_NUMBER: "fresh_deal",
    I.TURNED_SEVERAL: "fresh_deal",
    I.FACED_CARD_IN_DEAL: "fresh_deal",
    I.EXPOSED_IN_DEAL: "fresh_deal",
    I.DEALT_OUT_OF_TURN: "right_dealer_deals",
    I.DEALT_OTHER_PACK: "dealt_again_own_pack",
    I.FACED_CARD_IN_STOCK: "fresh_deal",
    I.LED_OUT_OF_TURN: "fresh_deal",
}


@pytest.mark.parametrize("what", HOUSEHOLD_DEALS)
def test_in_enquire_within_a_wrong_deal_is_a_new_deal(what: I) -> None:
    """vi: "An incorrect deal, playing out of turn, or a faced card, necessitates a new deal." """
    found = ruled(what, HOUSEHOLD)
    assert by_nobody(found) == [HOUSEHOLD_DEALS[what]]
    assert found.law == "Enquire Within"


def test_in_enquire_within_several_cards_exposed_in_cutting_are_a_new_deal() -> None:
    """iii: "When more than one card is exposed in cutting, there must be a new deal." """
    assert asked(I.EXPOSED_IN_CUT_TO_DEALER, HOUSEHOLD) == "several_exposed"
    several = ruled(I.EXPOSED_IN_CUT_TO_DEALER, HOUSEHOLD, several_exposed="yes")
    assert by_nobody(several) == ["fresh_deal"]
    assert several.law == "Enquire Within"
    single = ruled(I.EXPOSED_IN_CUT_TO_DEALER, HOUSEHOLD, several_exposed="no")
    assert by_nobody(single) == ["cut_again", "no_score_changes"]
    assert single.law == "law 7"


def test_a_club_may_take_the_new_deal_of_enquire_within_alone() -> None:
    rules = code_with(LONDON, {"wrong_deal": "new_deal"})
    found = ruled(I.LED_OUT_OF_TURN, rules)
    assert by_nobody(found) == ["fresh_deal"]
    assert found.law == "Enquire Within"
