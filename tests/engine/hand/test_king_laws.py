"""Laws 22 to 24, and 47: the king turned, and the king held."""

from dataclasses import replace

import pytest

from games.engine.cards import PACK, card
from games.engine.codes import CODES, Code
from games.engine.facts import Mark
from games.engine.hand import apply
from games.engine.hand.legality import actor
from games.engine.hand.state import Deal, GameEnded, Phase, State
from games.engine.hand.views import record
from games.engine.marks import marks
from games.engine.records import HandRecord, King, KingHow
from games.engine.terms import Score
from tests.engine.people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, MODERN, held, turned

from .table import action, after, dealt, events, hand, may, refused, why

# Hearts are trumps; each side has a king of another suit and small trumps.
KING_ELDER = "KH 7H KC QC 7S", "TH AH KD 8D 9S", "9H"
KING_DEALER = "7H 8H KC QC 7S", "KH AH KD 8D 9S", "9H"
KING_TURNED = "7H 8H KC QC 7S", "TH AH KD 8D 9S", "KH"
NO_KING = "7H 8H KC QC 7S", "TH AH KD 8D 9S", "9H"

each_code = pytest.mark.parametrize("code", CODES.values(), ids=CODES)


def marked(step: str, state: State) -> list[tuple[object, int, str]]:
    made = [one for one in events(state, step) if isinstance(one, Mark)]
    return [(mark.seat, mark.points, mark.law) for mark in made]


@each_code
def test_law_22_the_dealer_marks_the_king_turned(code: Code) -> None:
    state = dealt(*KING_TURNED, code=code)
    assert may(state) == {"propose", "stand", "mark"}
    assert actor(state, action("mark")) is BOB
    after_it, (mark,) = apply(state, action("mark"))
    assert isinstance(mark, Mark)
    assert (mark.seat, mark.points, mark.law) == (BOB, 1, code.source(mark.rule))
    assert (after_it.score, after_it.kings) == (Score(0, 1), (turned(BOB),))
    assert may(after_it) == {"propose", "stand"}
    assert refused(after_it, "mark")[0] == "king_already_marked"  # type: ignore[index]


def test_law_22_the_king_turned_is_marked_until_the_next_trump_is_turned() -> None:
    """At any step of the hand, and after its last trick."""
    over = dealt(*KING_TURNED)
    for step in ("stand", "7S", "9S", "KD", "7H", "KC", "TH", "AH", "8H", "8D", "QC"):
        assert "mark" in may(over), step
        assert marked("mark", over) == [(BOB, 1, "law 47")]
        over = after(over, step)
    assert (over.phase, may(over), over.to_act) == (Phase.OVER, {"mark"}, None)
    late = after(over, "mark")
    assert (late.score.b, late.phase, late.legal) == (over.score.b + 1, Phase.OVER, ())
    following = apply(over, Deal(PACK))[0]
    assert refused(following, "mark") == ("king_not_turned", "law 22")


def test_law_22_marked_late_it_takes_no_point_from_the_other() -> None:
    """Alice wins the point and stands at four, before Bob marks his fifth."""
    state = dealt("QH JH AH KC 7S", "7D 8D 9D TD 9S", "KH", stock="7C 8C", score=Score(3, 4))
    state = after(state, "propose", "accept", "-7S", "-9S", "stand")
    over = after(state, "QH", "7D", "JH", "8D", "AH", "9D", "7C", "8C", "TD", "KC")
    assert (over.score, over.winner, may(over)) == (Score(4, 4), None, {"mark"})
    late, (mark, ended) = apply(over, action("mark"))
    assert (late.score, late.phase, late.legal) == (Score(4, 5), Phase.OVER, ())
    assert (mark, ended) == (late.marks[-1], GameEnded(BOB, Score(4, 5)))
    noted = record(late)
    assert noted.kings == (King(BOB, KingHow.TURNED_LATE),)
    assert [mark.seat for mark in marks(LONDON, noted)] == [ALICE, BOB]
    in_time = replace(noted, kings=(King(BOB, KingHow.TURNED),))
    assert [mark.seat for mark in marks(LONDON, in_time)] == [BOB, ALICE]


def test_law_22_once_the_game_is_over_no_king_is_marked() -> None:
    state = dealt("7H 8H QH JH 7S", "TH AH KD 8D 9S", "KH", score=Score(3, 4))
    over = after(state, "stand", "QH", "TH", "JH", "AH", "8H", "8D", "7H", "9S", "7S", "KD")
    assert (over.winner, over.legal) == (ALICE, ())
    assert refused(over, "mark") == ("game_over", "law 46")


def test_law_22_a_card_that_is_no_king_marks_nothing() -> None:
    assert refused(dealt(*NO_KING), "mark") == ("king_not_turned", "law 22")
    assert refused(dealt(*NO_KING, code=MODERN), "mark") == ("king_not_turned", "modern rules")


@each_code
def test_law_23_the_king_is_announced_before_the_first_card(code: Code) -> None:
    stood = after(dealt(*KING_ELDER, code=code), "stand")
    assert actor(stood, action("king")) is ALICE
    told, made = apply(stood, action("king"))
    assert [one.seat for one in made if isinstance(one, Mark)] == [ALICE]
    assert (told.score, told.kings) == (Score(1, 0), (held(ALICE),))
    assert refused(told, "king") == ("king_already_marked", code.source(made[0].rule))  # type: ignore[union-attr]
    silent = after(stood, "QC")
    assert "king" not in may(silent)
    assert refused(silent, "king") == ("king_too_late", code.king_held_until.source)


@each_code
def test_law_23_the_dealer_announces_before_his_first_card(code: Code) -> None:
    """In the modern game before the opening lead, though he has not played."""
    stood = after(dealt(*KING_DEALER, code=code), "stand")
    assert (actor(stood, action("king")), stood.to_act) == (BOB, ALICE)
    led = after(stood, "7S")
    assert ("king" in may(led)) is (code is not MODERN)
    answered = after(led, "9S")
    assert refused(answered, "king") == ("king_too_late", code.king_held_until.source)


@each_code
def test_law_23_the_king_may_be_announced_before_the_exchange(code: Code) -> None:
    """The modern page alone says when one begins to: after the exchange."""
    for hands, who in ((KING_ELDER, ALICE), (KING_DEALER, BOB)):
        state = dealt(*hands, code=code)
        steps = ("propose", "accept", "-7S")
        for step in steps:
            if code is MODERN:
                assert refused(state, "king") == ("king_too_early", "modern rules")
            else:
                assert actor(state, action("king")) is who
                assert marked("king", state) == [(who, 1, code.source(*_held(state)))]
            state = after(state, step)


def _held(state: State) -> tuple:  # type: ignore[type-arg]
    return (apply(state, action("king"))[1][0].rule,)  # type: ignore[union-attr]


def test_law_23_a_king_thrown_away_is_not_held() -> None:
    state = after(dealt(*KING_ELDER), "propose", "accept", "-KH")
    assert refused(state, "king") == ("king_not_held", "law 23, law 24")
    state = after(dealt(*KING_DEALER), "propose", "accept", "-7S", "-KH")
    assert refused(state, "king") == ("king_not_held", "law 23, law 24")


def test_law_23_a_king_drawn_is_held() -> None:
    drawn = dealt(*NO_KING, stock="KH 7D")
    assert refused(drawn, "king") == ("king_not_held", "law 23, law 24")
    taken = after(drawn, "propose", "accept", "-7S", "-8D")
    assert actor(taken, action("king")) is ALICE
    modern = after(dealt(*NO_KING, stock="7D KH", code=MODERN), "propose", "accept", "-7S", "-8D")
    assert refused(modern, "king") == ("king_too_early", "modern rules")
    assert actor(after(modern, "stand"), action("king")) is BOB


def test_law_23_a_king_whose_discard_is_taken_up_again_is_held_again() -> None:
    state = after(dealt(*KING_ELDER), "propose", "accept", "-7H KC QC 7S", "-TH AH KD 8D 9S")
    others = [one for one in state.elder_hand if one != card("KH")]
    state = after(state, "propose", "accept", "-" + hand(tuple(others)), "-", "propose")
    assert state.left == 8
    thrown = after(state, "accept_if_enough", "-" + hand(state.elder_hand))
    assert refused(thrown, "king") == ("king_not_held", "law 23, law 24")
    assert actor(after(thrown, "not_enough"), action("king")) is ALICE


def test_law_23_keeping_it_silent_is_allowed() -> None:
    over = after(dealt(*KING_ELDER), "stand", "KH", "TH", "7H", "AH", "9S", "7S", "KD", "KC")
    assert over.kings == ()


def test_a_player_is_told_the_same_whether_the_other_holds_the_king_or_not() -> None:
    for hands in (KING_DEALER, NO_KING):
        for steps in ((), ("stand",), ("stand", "7S"), ("stand", "7S", "9S")):
            state = after(dealt(*hands), *steps)
            assert why(state, "king", ALICE) == ("king_not_held", "law 23, law 24")
    assert why(dealt(*KING_DEALER), "king", BOB) is None


@each_code
def test_law_24_each_code_has_its_last_moment(code: Code) -> None:
    """The king led: until it is played to, in Enquire Within too (ix). The king as the dealer's
    first: till he plays again."""
    led = after(dealt(*KING_ELDER, code=code), "stand", "KH")
    assert ("king" in may(led)) is (code is not MODERN)
    if code is not MODERN:
        assert (actor(led, action("king")), led.to_act) == (ALICE, BOB)
    assert refused(after(led, "TH"), "king") == ("king_too_late", code.king_held_until.source)
    with_the_card = code in (LONDON, BRITANNICA)
    taken = after(dealt(*KING_DEALER, code=code), "stand", "7H", "KH")
    assert (taken.to_act, "king" in may(taken)) == (BOB, with_the_card)
    if with_the_card:
        assert actor(taken, action("king")) is BOB
    assert refused(after(taken, "AH"), "king") == ("king_too_late", code.king_held_until.source)


def test_law_24_is_of_the_first_card_only() -> None:
    led = after(dealt(*KING_ELDER), "stand", "KC", "TH", "9S", "7S", "KD", "KH")
    assert refused(led, "king") == ("king_too_late", "law 23, law 24")
    assert refused(after(dealt(*KING_ELDER), "stand", "QC", "TH"), "king") == (
        "king_too_late",
        "law 23, law 24",
    )


def test_law_47_the_mark_of_the_king_may_end_the_game() -> None:
    """Before a card is played, and even before the proposal is answered."""
    state = after(dealt(*KING_DEALER, score=Score(4, 4)), "propose")
    over, made = apply(state, action("king"))
    assert (over.score, over.phase, over.legal) == (Score(4, 5), Phase.OVER, ())
    assert made[1:] == (GameEnded(BOB, Score(4, 5)),)
    assert record(over) == HandRecord(dealer=BOB, kings=(held(BOB),))
    assert [(mark.seat, mark.points) for mark in marks(LONDON, record(over))] == [(BOB, 1)]
    for step in ("accept", "7H", "mark", "king", "stand", "-7H", Deal(PACK)):
        assert refused(over, step) == ("game_over", "law 46")


def test_law_47_a_king_that_ends_the_game_leaves_no_tricks() -> None:
    taken = after(dealt(*KING_DEALER, score=Score(4, 4)), "stand", "7H", "KH")
    over = after(taken, "king")
    assert (over.winner, record(over).tricks, over.dealer_tricks) == (BOB, None, 1)
    assert marks(LONDON, record(over)) == over.marks


def test_law_47_household_cites_its_own_text() -> None:
    assert marked("king", after(dealt(*KING_ELDER, code=HOUSEHOLD), "stand")) == [
        (ALICE, 1, "Enquire Within")
    ]
