"""Laws 26 to 38: proposing, discarding, giving cards."""

import pytest

from games.engine.codes import Code
from games.engine.rulings.ids import Irregularity
from tests.engine.people import BRITANNICA, HOUSEHOLD, LONDON, MODERN

from .table import EVERY_CODE, I, asked, by_nobody, choices, laws, ruled


def test_law_26_a_proposal_and_its_number_stand() -> None:
    found = ruled(I.PROPOSAL_RETRACTED)
    assert by_nobody(found) == ["proposal_stands", "no_score_changes"]
    assert found.law == "law 26"
    assert ruled(I.PROPOSAL_RETRACTED, BRITANNICA).law == "EB 1911"


def test_law_27_an_answer_stands_and_the_number_taken_is_told() -> None:
    answer = ruled(I.ANSWER_RETRACTED)
    assert by_nobody(answer) == ["answer_stands", "no_score_changes"]
    assert ruled(I.ANSWER_RETRACTED, BRITANNICA).law == "EB 1911"
    number = ruled(I.NUMBER_NOT_TOLD)
    assert by_nobody(number) == ["number_told", "no_score_changes"]
    # The Britannica has no word on the number.
    assert ruled(I.NUMBER_NOT_TOLD, BRITANNICA).law == "law 27"


def test_law_28_discards_are_not_looked_at() -> None:
    found = ruled(I.DISCARD_LOOKED_AT)
    assert by_nobody(found) == ["put_back_unseen", "no_score_changes"]
    assert found.law == "law 28"


@pytest.mark.parametrize(
    ("what", "law", "entitled"),
    [
        (I.ELDER_TOOK_TOO_MANY, "law 29", "dealer"),
        (I.DEALER_TOOK_TOO_MANY, "law 33", "non_dealer"),
    ],
)
@pytest.mark.parametrize(("taken_up", "drawn"), [("yes", "drawn_seen"), ("no", "drawn_unseen")])
def test_law_29_and_law_33_who_took_too_many_and_mixed_them(
    what: Irregularity, law: str, entitled: str, taken_up: str, drawn: str
) -> None:
    found = ruled(what, mixed="yes", taken_up=taken_up)
    assert found.entitled == entitled
    assert choices(found) == {"fresh_deal": ["fresh_deal"], "play_on": [drawn]}
    assert set(laws(found).values()) == {law}


@pytest.mark.parametrize("what", [I.ELDER_TOOK_TOO_MANY, I.DEALER_TOOK_TOO_MANY])
def test_law_29_and_law_33_not_mixed_they_go_back(what: Irregularity) -> None:
    assert asked(what) == "mixed"
    assert by_nobody(ruled(what, mixed="no")) == ["put_back_unseen", "hand_goes_on"]


def test_law_30_who_asked_for_too_few_plays_a_short_hand() -> None:
    found = ruled(I.ELDER_ASKED_TOO_FEW)
    assert by_nobody(found) == ["elder_short"]
    assert found.law == "law 30"


def test_law_31_given_too_many_the_non_dealer_discards_them_unseen_or_claims() -> None:
    found = ruled(I.ELDER_GIVEN_TOO_MANY)
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "fresh_deal": ["fresh_deal"],
        "play_on": ["elder_discards_unseen"],
    }
    assert found.law == "law 31"


def test_law_32_given_too_few_the_non_dealer_is_completed_or_claims() -> None:
    found = ruled(I.ELDER_GIVEN_TOO_FEW)
    assert found.entitled == "non_dealer"
    assert choices(found) == {"fresh_deal": ["fresh_deal"], "complete": ["completed"]}
    assert found.law == "law 32"


def test_law_34_the_dealer_completes_his_hand_until_he_has_played() -> None:
    before = ruled(I.DEALER_TOOK_TOO_FEW, dealer_played="no")
    assert before.entitled == "dealer"
    assert choices(before) == {"complete": ["completed"], "play_short": ["dealer_short"]}
    after = ruled(I.DEALER_TOOK_TOO_FEW, dealer_played="yes")
    assert by_nobody(after) == ["dealer_short"]
    assert after.law == "law 34"


def test_law_35_both_see_the_faced_card_and_the_next_is_given() -> None:
    found = ruled(I.FACED_CARD_IN_STOCK)
    assert by_nobody(found) == ["seen_by_both", "thrown_aside"]
    assert found.law == "law 35"


def test_law_36_the_non_dealer_may_take_his_card_that_was_exposed() -> None:
    found = ruled(I.EXPOSED_IN_GIVING, whose_card="non_dealer")
    assert found.entitled == "non_dealer"
    assert choices(found) == {"take_card": ["elder_takes_it"], "leave_card": ["thrown_aside"]}
    assert found.law == "law 36"


def test_law_36_the_dealer_must_take_his_own() -> None:
    """Britannica: "dealer exposing his own cards, no penalty"."""
    own = ruled(I.EXPOSED_IN_GIVING, whose_card="dealer")
    assert by_nobody(own) == ["dealer_takes_it"]
    there = ruled(I.EXPOSED_IN_GIVING, BRITANNICA, whose_card="dealer")
    assert by_nobody(there) == ["no_penalty"]
    assert there.law == "EB 1911"


def test_law_37_another_discard_is_not_refused_and_the_card_may_be_taken() -> None:
    found = ruled(I.TURNED_AFTER_GIVING)
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "discard_and_take": ["discard_not_refused", "elder_takes_it"],
        "discard_again": ["discard_not_refused"],
        "play_on": ["hand_goes_on"],
    }
    assert found.law == "law 37"


def test_law_37_britannica_has_no_word_on_taking_it() -> None:
    found = ruled(I.TURNED_AFTER_GIVING, BRITANNICA)
    assert list(choices(found)) == ["discard_again", "play_on"]
    assert found.law == "EB 1911"


def test_law_38_the_non_dealer_is_served_and_the_dealer_plays_his_hand() -> None:
    without = {"accepted_if_enough": "no"}
    enough = ruled(I.STOCK_SHORT, **without, enough_for_elder="yes")
    assert by_nobody(enough) == ["elder_exchanges_all", "dealer_plays_his_hand"]
    fewer = ruled(I.STOCK_SHORT, **without, enough_for_elder="no")
    assert by_nobody(fewer) == ["elder_exchanges_what_is_left", "dealer_plays_his_hand"]
    assert fewer.law == "law 38"


def test_law_38_in_britannica_the_non_dealer_may_take_cards() -> None:
    found = ruled(I.STOCK_SHORT, BRITANNICA, accepted_if_enough="no")
    assert by_nobody(found) == ["elder_takes_cards", "dealer_plays_his_hand"]
    assert found.law == "EB 1911"


@pytest.mark.parametrize("code", EVERY_CODE)
def test_law_38_accepted_on_condition_nobody_exchanges(code: Code) -> None:
    found = ruled(I.STOCK_SHORT, code, accepted_if_enough="yes")
    assert by_nobody(found) == ["nobody_exchanges"]
    assert found.law == "law 38"


@pytest.mark.parametrize("code", [LONDON, MODERN, HOUSEHOLD])
def test_where_a_text_is_silent_london_stands_in(code: Code) -> None:
    assert ruled(I.ELDER_GIVEN_TOO_FEW, code).law == "law 32"
    assert ruled(I.TURNED_AFTER_GIVING, code) == ruled(I.TURNED_AFTER_GIVING)
