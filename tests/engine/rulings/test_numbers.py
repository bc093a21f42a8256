"""Laws 15 to 21: the wrong number of cards, and law 19 where no fresh deal is claimed."""

import pytest

from .table import I, asked, by_nobody, choices, laws, ruled

TURNED = {"trump_turned": "yes"}
ELDER = {**TURNED, "whose_hand": "non_dealer"}
DEALER = {**TURNED, "whose_hand": "dealer"}


def test_law_15_with_too_many_the_non_dealer_claims_or_discards_unseen() -> None:
    assert asked(I.WRONG_NUMBER, **TURNED) == "whose_hand"
    assert asked(I.WRONG_NUMBER, **ELDER) == "elder_done"
    found = ruled(I.WRONG_NUMBER, **ELDER, elder_done="nothing", more_or_fewer="more")
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "fresh_deal": ["fresh_deal"],
        "play_on": ["elder_discards_unseen", "king_turned_not_marked"],
    }
    assert laws(found) == {"fresh_deal": "law 15", "play_on": "law 15, law 19"}


def test_law_16_with_too_few_the_non_dealer_is_completed_or_claims() -> None:
    found = ruled(I.WRONG_NUMBER, **ELDER, elder_done="nothing", more_or_fewer="fewer")
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "fresh_deal": ["fresh_deal"],
        "complete": ["completed", "king_turned_not_marked"],
    }
    assert laws(found) == {"fresh_deal": "law 16", "complete": "law 16, law 19"}


@pytest.mark.parametrize(("took_up", "drawn"), [("yes", "drawn_seen"), ("no", "drawn_unseen")])
def test_law_17_the_non_dealer_draws_and_looks_if_the_dealer_took_up_his_hand(
    took_up: str, drawn: str
) -> None:
    facts = {**DEALER, "dealer_done": "nothing", "more_or_fewer": "more"}
    assert asked(I.WRONG_NUMBER, **facts) == "dealer_took_up"
    found = ruled(I.WRONG_NUMBER, **facts, dealer_took_up=took_up)
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "fresh_deal": ["fresh_deal"],
        "play_on": [drawn, "king_turned_not_marked"],
    }
    assert laws(found) == {"fresh_deal": "law 17", "play_on": "law 17, law 19"}


def test_law_18_the_non_dealer_lets_the_dealer_complete_or_claims() -> None:
    found = ruled(I.WRONG_NUMBER, **DEALER, dealer_done="nothing", more_or_fewer="fewer")
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "fresh_deal": ["fresh_deal"],
        "complete": ["completed", "king_turned_not_marked"],
    }
    assert found.law == "law 18"


def test_law_19_no_king_turned_is_marked_wherever_a_fresh_deal_could_be_claimed_and_was_not() -> (
    None
):
    """Also when the number is put right before the trump is turned (law 9)."""
    cases = [
        {**ELDER, "elder_done": "nothing", "more_or_fewer": "more"},
        {**ELDER, "elder_done": "nothing", "more_or_fewer": "fewer"},
        {**DEALER, "dealer_done": "nothing", "more_or_fewer": "more", "dealer_took_up": "no"},
        {**DEALER, "dealer_done": "nothing", "more_or_fewer": "fewer"},
        {**DEALER, "dealer_done": "played", "more_or_fewer": "more"},
        {**DEALER, "dealer_done": "played", "more_or_fewer": "fewer"},
    ]
    for facts in cases:
        (claimed, played) = choices(ruled(I.WRONG_NUMBER, **facts)).values()
        assert "king_turned_not_marked" not in claimed
        assert "king_turned_not_marked" in played
    mended = choices(ruled(I.WRONG_NUMBER, trump_turned="no", elder_looked="no"))
    assert mended["rectify"] == ["rectified", "king_turned_not_marked"]
    order = choices(ruled(I.WRONG_ORDER, trump_turned="no", elder_looked="no"))
    assert order["rectify"] == ["rectified"]


def test_law_20_who_played_without_taking_cards_leaves_no_choice() -> None:
    """More or fewer is not asked, for it decides nothing."""
    found = ruled(I.WRONG_NUMBER, **ELDER, elder_done="played")
    assert by_nobody(found) == ["fresh_deal"]
    assert found.law == "law 20"


def test_law_21_the_dealer_who_played_without_taking_cards_leaves_it_to_his_adversary() -> None:
    found = ruled(I.WRONG_NUMBER, **DEALER, dealer_done="played", more_or_fewer="more")
    assert found.entitled == "non_dealer"
    assert choices(found) == {
        "fresh_deal": ["fresh_deal"],
        "play_on": ["hand_goes_on", "king_turned_not_marked"],
    }
    assert found.law == "law 21"


def test_law_21_with_too_few_the_dealers_hand_is_short() -> None:
    found = ruled(I.WRONG_NUMBER, **DEALER, dealer_done="played", more_or_fewer="fewer")
    assert choices(found)["play_on"] == ["hand_goes_on", "dealer_short", "king_turned_not_marked"]
    assert laws(found)["play_on"] == "law 21, law 19"


@pytest.mark.parametrize(
    ("facts", "follows", "law"),
    [
        ({**ELDER, "elder_done": "proposed", "more_or_fewer": "more"}, [], "law 15"),
        (
            {**ELDER, "elder_done": "proposed", "more_or_fewer": "fewer"},
            ["elder_short"],
            "law 16, law 30",
        ),
        ({**DEALER, "dealer_done": "answered", "more_or_fewer": "more"}, [], "law 17"),
        (
            {**DEALER, "dealer_done": "answered", "more_or_fewer": "fewer"},
            ["dealer_short"],
            "law 18, law 34",
        ),
    ],
)
def test_laws_15_to_18_too_late_the_hand_goes_on(
    facts: dict[str, str], follows: list[str], law: str
) -> None:
    found = ruled(I.WRONG_NUMBER, **facts)
    assert by_nobody(found) == ["hand_goes_on", *follows]
    assert found.law == law
