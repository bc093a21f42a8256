"""Laws 39 to 45: the play, new cards and the pack; 46 to 49 say what counts."""

import pytest

from games.engine.club_rules import code_with
from games.engine.codes import CODES, Code
from games.engine.rulings.laws import LAWS
from tests.engine.people import BRITANNICA, HOUSEHOLD, LONDON, MODERN

from .table import EVERY_CODE, I, asked, by_nobody, choices, laws, ruled


def test_law_39_a_card_led_in_turn_stays() -> None:
    found = ruled(I.LEAD_TAKEN_BACK)
    assert by_nobody(found) == ["card_stands"]
    assert found.law == "law 39"


def test_law_39_a_card_played_is_taken_up_only_to_save_a_revoke_before_the_next_lead() -> None:
    assert by_nobody(ruled(I.CARD_TAKEN_BACK, to_save_a_revoke="no")) == ["card_stands"]
    in_time = ruled(I.CARD_TAKEN_BACK, to_save_a_revoke="yes", led_since="no")
    assert in_time.entitled == "offender"
    assert choices(in_time) == {"take_back": ["card_taken_up", "no_penalty"]}
    assert in_time.law == "law 39, law 43"
    late = ruled(I.CARD_TAKEN_BACK, to_save_a_revoke="yes", led_since="yes")
    assert late.law == "law 43"
    assert late.choices == ruled(I.REVOKE, led_since="yes").choices


def test_law_40_a_lead_out_of_turn_is_taken_up_until_it_is_played_to() -> None:
    before = ruled(I.LED_OUT_OF_TURN, played_to="no")
    assert choices(before) == {
        "take_back": ["card_taken_up", "no_penalty"],
        "leave_it": ["card_stands"],
    }
    assert by_nobody(ruled(I.LED_OUT_OF_TURN, played_to="yes")) == ["card_stands"]
    # The Britannica has a word on the first only.
    assert ruled(I.LED_OUT_OF_TURN, BRITANNICA, played_to="no").law == "EB 1911"
    assert ruled(I.LED_OUT_OF_TURN, BRITANNICA, played_to="yes").law == "law 40"


def test_law_41_the_adversary_may_require_the_suit_named() -> None:
    found = ruled(I.OTHER_SUIT_NAMED, holds_suit_named="yes")
    assert found.entitled == "adversary"
    assert choices(found) == {"play_to_it": ["card_stands"], "require_suit": ["suit_led"]}
    assert found.law == "law 41"


def test_law_41_without_the_suit_the_card_led_stays() -> None:
    found = ruled(I.OTHER_SUIT_NAMED, holds_suit_named="no")
    assert by_nobody(found) == ["card_stands"]
    there = ruled(I.OTHER_SUIT_NAMED, BRITANNICA, holds_suit_named="no")
    assert by_nobody(there) == ["card_stands", "no_penalty"]
    assert there.law == "EB 1911"


def test_law_42_vole_without_a_trick_point_after_one_or_two() -> None:
    none = ruled(I.ABANDONED, claimed="no", tricks_made="none")
    assert none.entitled == "adversary"
    assert choices(none) == {"mark_vole": ["hand_abandoned", "vole_to_adversary"]}
    some = ruled(I.ABANDONED, claimed="no", tricks_made="one_or_two")
    assert choices(some) == {"mark_point": ["hand_abandoned", "point_to_adversary"]}
    three = ruled(I.ABANDONED, claimed="no", tricks_made="three_or_more")
    assert by_nobody(three) == ["hand_abandoned", "point_kept"]
    assert three.law == "law 42"


@pytest.mark.parametrize("code", EVERY_CODE)
def test_law_42_who_throws_down_his_cards_to_score_has_not_abandoned(code: Code) -> None:
    found = ruled(I.ABANDONED, code, claimed="yes")
    assert by_nobody(found) == ["not_abandoned", "no_penalty"]
    assert found.law == "law 42"


@pytest.mark.parametrize("code", [BRITANNICA, MODERN])
def test_law_42_elsewhere_the_remaining_tricks_are_lost(code: Code) -> None:
    found = ruled(I.ABANDONED, code, claimed="no", tricks_made="none")
    assert choices(found) == {
        "mark_vole": ["hand_abandoned", "remaining_tricks_lost", "vole_to_adversary"]
    }
    assert found.law == "EB 1911"


def test_law_42_follows_the_option_of_house_rules() -> None:
    house = code_with(CODES["london"], {"abandoned": "remaining_tricks"})
    found = ruled(I.ABANDONED, house, claimed="no", tricks_made="one_or_two")
    assert "remaining_tricks_lost" in choices(found)["mark_point"]
    assert found.law == "EB 1911"


@pytest.mark.parametrize("code", [LONDON, MODERN, HOUSEHOLD])
def test_law_43_after_a_revoke_the_hands_are_played_again_or_not_and_one_less(code: Code) -> None:
    assert asked(I.REVOKE, code) == "led_since"
    found = ruled(I.REVOKE, code, led_since="yes")
    assert found.entitled == "adversary"
    assert choices(found) == {
        "play_again": ["hands_played_again", "one_less"],
        "let_stand": ["play_stands", "one_less"],
    }
    assert found.law == "law 43"


def test_law_43_taken_up_before_another_card_is_led_there_is_no_penalty() -> None:
    found = ruled(I.REVOKE, led_since="no")
    assert choices(found) == {"take_back": ["card_taken_up", "no_penalty"]}
    assert found.law == "law 39, law 43"


def test_law_43_in_britannica_the_score_is_corrected_and_the_hand_replayed() -> None:
    """No word of one less."""
    found = ruled(I.REVOKE, BRITANNICA, led_since="yes")
    assert choices(found) == {
        "play_again": ["score_corrected", "hands_played_again"],
        "let_stand": ["play_stands"],
    }
    assert found.law == "EB 1911"


def test_law_44_new_cards_are_called_for_until_the_pack_is_cut() -> None:
    before = ruled(I.NEW_CARDS, pack_cut="no")
    assert choices(before) == {"call_cards": ["new_packs", "no_score_changes"]}
    assert before.law == "law 44"
    after = ruled(I.NEW_CARDS, pack_cut="yes")
    assert by_nobody(after) == ["new_packs_after_next_deal", "no_score_changes"]


def test_law_45_with_an_incorrect_pack_this_deal_is_void_and_those_before_it_stand() -> None:
    found = ruled(I.PACK_INCORRECT)
    assert by_nobody(found) == ["fresh_deal", "earlier_deals_stand"]
    assert found.law == "law 45"


@pytest.mark.parametrize("number", [46, 47, 48, 49])
def test_laws_46_to_49_say_what_counts_and_no_more(number: int) -> None:
    entry = LAWS[number]
    assert entry.irregularities == ()
    assert entry.reach == "marks"
    cited = [entry.source(code) for code in EVERY_CODE]
    assert cited == [f"law {number}", "EB 1911", "modern rules", "Enquire Within"]


def test_law_50_a_mark_left_out_is_added_until_the_next_trump_is_turned() -> None:
    in_time = ruled(I.MARK_OMITTED, next_trump_turned="no")
    assert in_time.entitled == "offender"
    assert choices(in_time) == {"add_mark": ["mark_added"]}
    late = ruled(I.MARK_OMITTED, next_trump_turned="yes")
    assert by_nobody(late) == ["too_late_to_mark", "takes_the_director"]
    assert late.law == "law 50"


def test_law_51_an_admitted_overscore_is_taken_down_during_the_game() -> None:
    during = ruled(I.OVERSCORED, game_over="no", admitted="yes")
    assert by_nobody(during) == ["taken_down"]
    assert laws(during) == {"take_down": "law 51"}
    disputed = ruled(I.OVERSCORED, game_over="no", admitted="no")
    assert by_nobody(disputed) == ["takes_the_director"]
    assert by_nobody(ruled(I.OVERSCORED, game_over="yes")) == ["takes_the_director"]
