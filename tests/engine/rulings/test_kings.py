"""Laws 22 to 25: the king turned, held, and announced without being held."""

import pytest

from games.engine.club_rules import code_with
from games.engine.codes import CODES
from tests.engine.people import BRITANNICA, HOUSEHOLD, MODERN

from .table import I, asked, by_nobody, choices, laws, ruled

CORRECTED = ["score_corrected", "king_held_not_marked"]


def test_law_22_the_king_turned_is_marked_until_the_next_trump_is_turned() -> None:
    found = ruled(I.KING_TURNED_UNMARKED, next_trump_turned="no")
    assert found.entitled == "dealer"
    assert choices(found) == {"mark_king": ["king_may_be_marked"]}
    late = ruled(I.KING_TURNED_UNMARKED, next_trump_turned="yes")
    assert by_nobody(late) == ["king_turned_not_marked"]
    assert late.law == "law 22"


def test_law_22_in_britannica_until_the_next_deal() -> None:
    """ "the dealer scores one, at any time before the next deal"."""
    found = ruled(I.KING_TURNED_UNMARKED, BRITANNICA, next_deal_begun="no")
    assert choices(found) == {"mark_king": ["king_may_be_marked"]}
    assert found.law == "EB 1911"
    late = ruled(I.KING_TURNED_UNMARKED, BRITANNICA, next_deal_begun="yes")
    assert by_nobody(late) == ["king_turned_not_marked"]


@pytest.mark.parametrize("what", [I.KING_ANNOUNCED_LATE, I.KING_MARKED_SILENTLY])
def test_law_23_the_king_is_announced_before_the_first_card(what: I) -> None:
    in_time = ruled(what, first_card_played="no")
    assert in_time.entitled == "offender"
    assert choices(in_time) == {"mark_king": ["king_may_be_marked"]}
    assert in_time.law == "law 23"
    late = ruled(what, first_card_played="yes", first_card_was_king="no")
    assert by_nobody(late) == ["king_held_not_marked"]
    assert late.law == "law 23"


def test_law_24_the_king_as_first_card_is_announced_until_it_is_answered() -> None:
    facts = {"first_card_played": "yes", "first_card_was_king": "yes"}
    assert asked(I.KING_ANNOUNCED_LATE, **facts) == "king_passed"
    in_time = ruled(I.KING_ANNOUNCED_LATE, **facts, king_passed="no")
    assert choices(in_time) == {"mark_king": ["king_may_be_marked"]}
    assert in_time.law == "law 24"
    late = ruled(I.KING_ANNOUNCED_LATE, **facts, king_passed="yes")
    assert by_nobody(late) == ["king_held_not_marked"]


def test_law_24_in_britannica_on_playing_it() -> None:
    """ "The announcement must be made before playing one's first card, or if that card be the
    king, on playing it"."""
    facts = {"first_card_played": "yes", "first_card_was_king": "yes"}
    with_it = ruled(I.KING_ANNOUNCED_LATE, BRITANNICA, **facts, announced_with_it="yes")
    assert choices(with_it) == {"mark_king": ["king_may_be_marked"]}
    assert with_it.law == "EB 1911"
    after = ruled(I.KING_ANNOUNCED_LATE, BRITANNICA, **facts, announced_with_it="no")
    assert by_nobody(after) == ["king_held_not_marked"]


def test_law_23_in_modern_there_is_one_moment() -> None:
    assert asked(I.KING_ANNOUNCED_LATE, MODERN) == "opening_led"
    in_time = ruled(I.KING_ANNOUNCED_LATE, MODERN, opening_led="no")
    assert choices(in_time) == {"mark_king": ["king_may_be_marked"]}
    late = ruled(I.KING_ANNOUNCED_LATE, MODERN, opening_led="yes")
    assert by_nobody(late) == ["king_held_not_marked"]
    assert late.law == "modern rules"


def test_law_24_in_enquire_within_a_king_led_is_announced_until_it_is_played_to() -> None:
    """ix: "If played in the first trick, it must be announced before it is played to." """
    facts = {"first_card_played": "yes"}
    assert asked(I.KING_ANNOUNCED_LATE, HOUSEHOLD, **facts) == "king_led_unanswered"
    led = ruled(I.KING_ANNOUNCED_LATE, HOUSEHOLD, **facts, king_led_unanswered="yes")
    assert choices(led) == {"mark_king": ["king_may_be_marked"]}
    assert led.law == "Enquire Within"
    late = ruled(I.KING_ANNOUNCED_LATE, HOUSEHOLD, **facts, king_led_unanswered="no")
    assert by_nobody(late) == ["king_held_not_marked"]


def test_law_25_the_adversary_has_the_hands_played_again_or_not_and_one_less_is_marked() -> None:
    facts = {"error_declared": "no"}
    assert asked(I.FALSE_KING, **facts) == "adversary_held_king"
    found = ruled(I.FALSE_KING, **facts, adversary_held_king="no")
    assert found.entitled == "adversary"
    assert choices(found) == {
        "play_again": [*CORRECTED, "hands_played_again", "one_less"],
        "let_stand": [*CORRECTED, "play_stands", "one_less"],
    }
    assert found.law == "law 25"


def test_law_25_there_is_no_penalty_if_the_adversary_holds_the_king() -> None:
    found = ruled(I.FALSE_KING, error_declared="no", adversary_held_king="yes")
    assert by_nobody(found) == [*CORRECTED, "no_penalty"]


def test_law_25_nor_if_the_error_is_declared_before_a_card_is_played() -> None:
    assert by_nobody(ruled(I.FALSE_KING, error_declared="yes")) == [*CORRECTED, "no_penalty"]


def test_law_25_in_britannica_it_does_not_matter_who_holds_the_king() -> None:
    """ "If offender wins point or vole that hand, he scores one less than he wins."""
    found = ruled(I.FALSE_KING, BRITANNICA, error_declared="no")
    assert list(choices(found)) == ["play_again", "let_stand"]
    assert all("one_less" in each for each in choices(found).values())
    assert set(laws(found).values()) == {"EB 1911"}


def test_law_25_in_modern_the_text_is_silent_and_london_holds() -> None:
    found = ruled(I.FALSE_KING, MODERN, error_declared="no", adversary_held_king="no")
    assert found.entitled == "adversary"
    assert found.law == "law 25"


def test_law_25_follows_the_option_of_house_rules() -> None:
    """Whatever code they were made from; and the citation is that of the option."""
    house = code_with(CODES["modern"], {"false_king": "one_less"})
    found = ruled(I.FALSE_KING, house, error_declared="no")
    assert found.entitled == "adversary"
    assert found.law == "EB 1911"
