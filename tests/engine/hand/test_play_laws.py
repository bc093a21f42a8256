"""Laws 39 to 43, and 46 to 49: the cards, the hand abandoned, the marks and the game."""

from itertools import product

import pytest

from games.engine.cards import card, cards, name, names, rank, suit
from games.engine.codes import CODES, Code
from games.engine.facts import Mark
from games.engine.hand import apply, replay
from games.engine.hand.legality import actor
from games.engine.hand.play import replies
from games.engine.hand.state import GameEnded, Phase
from games.engine.hand.views import record
from games.engine.marks import marks
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.states import DealPassed
from games.engine.terms import Score
from tests.engine.people import ALICE, BOB, BRITANNICA, HOUSEHOLD, LONDON, MODERN, STOOD, hand

from .table import action, after, dealt, events, may, refused, why

# Spades are trumps. Alice has all the clubs she needs; Bob follows, and cannot win.

CLUBS = "KC QC JC AC TC"
LOW = "7C 8C 9C 7D 8D"
ALL_FIVE = ("KC", "7C", "QC", "8C", "JC", "9C", "AC", "7D", "TC", "8D")
# Alice makes three tricks of these, and two.
THREE = ("KC QC JC 7D 7H", "7C 8C 9C KD KH", "9S")
THREE_STEPS = ("KC", "7C", "QC", "8C", "JC", "9C", "7D", "KD", "KH", "7H")
TWO = ("KC QC 7D 8D 7H", "7C 8C KD QD KH", "9S")
TWO_STEPS = ("KC", "7C", "QC", "8C", "7D", "KD", "QD", "8D", "KH", "7H")


def test_cards_have_names() -> None:
    assert [name(card(one)) for one in ("7C", "TD", "AH", "KS")] == ["7C", "TD", "AH", "KS"]
    assert names(cards("KC 7H")) == "KC 7H"
    order = [rank(card(one + "D")) for one in "789TAJQK"]
    assert order == sorted(order), "the ace stands between the ten and the knave"
    assert [suit(card("7" + one)) for one in "CDHS"] == [0, 1, 2, 3]
    with pytest.raises(KeyError):
        card("6C")


@pytest.mark.parametrize(
    ("held", "led", "trump", "may_play"),
    [
        ("7H 9H KH QC", "8H", "S", "9H KH"),  # follow, and win: either will do
        ("7H KC QS", "8H", "S", "7H"),  # follow, though it cannot win
        ("7H KC QS", "8H", "H", "7H"),
        ("KC AC 7S 8S", "8H", "S", "7S 8S"),  # void: trump, with any trump
        ("KC AC", "8H", "S", "KC AC"),  # neither: anything
        ("KC AC 7H", "KS", "S", "KC AC 7H"),  # trumps led, and none in hand
        ("7S AC", "KS", "S", "7S"),
        ("JH AH TH 9H", "AH", "C", "JH"),  # the knave takes the ace, the ten does not
    ],
)
def test_law_43_what_may_be_played_to_a_card(
    held: str, led: str, trump: str, may_play: str
) -> None:
    found = replies(tuple(sorted(cards(held))), card(led), "CDHS".index(trump))
    assert set(found) == set(cards(may_play))


def test_law_43_the_second_player_follows_suit() -> None:
    led = after(dealt("8D 7H 7C 8C 9C", "7D 9S TS AS JS", "QH"), "stand", "8D")
    assert may(led) == {"7D", "abandon"}
    assert refused(led, "9S") == ("follow_suit", "law 43")
    assert refused(led, "7D") is None


def test_law_43_the_second_player_takes_the_trick_if_he_can() -> None:
    led = after(dealt("8D 7H 7C 8C 9C", "7D 9D KD AS JS", "QH"), "stand", "8D")
    assert may(led) == {"9D", "KD", "abandon"}, "he may choose with which winning card"
    assert refused(led, "7D") == ("take_the_trick", "law 43")
    assert refused(led, "AS") == ("follow_suit", "law 43")
    void = after(dealt("8D 7S 7C 8C 9C", "7H 9H KC AS JS", "QH"), "stand", "8D")
    assert may(void) == {"7H", "9H", "abandon"}
    assert refused(void, "KC") == ("must_trump", "law 43")
    for code, law in ((BRITANNICA, "EB 1911"), (MODERN, "modern rules")):
        void = after(dealt("8D 7S 7C 8C 9C", "7H 9H KC AS JS", "QH", code=code), "stand", "8D")
        assert refused(void, "KC") == ("must_trump", law)


def test_law_39_a_card_played_stays() -> None:
    state = after(dealt(*THREE), "stand", "KC", "7C")
    for gone in ("KC", "7C"):
        assert refused(state, gone) == ("card_played", "law 39")


def test_law_40_nobody_plays_out_of_turn() -> None:
    stood = after(dealt(*THREE), "stand")
    assert refused(stood, "7C") == ("out_of_turn", "law 40")
    led = after(stood, "KC")
    assert refused(led, "QC") == ("out_of_turn", "law 40")
    assert why(led, "7C", ALICE) == ("out_of_turn", "law 40")
    assert why(led, "abandon", ALICE) == ("out_of_turn", "law 40")
    assert why(led, "7C", BOB) is None
    assert after(led, "7C").to_act is ALICE, "who won the trick leads to the next"


def test_a_player_is_told_the_same_of_any_card_that_he_does_not_hold() -> None:
    stood = after(dealt(*THREE), "stand")
    for other in ("7C", "AS", "KD"):
        assert why(stood, other, ALICE) == ("card_not_held", "law 8")
    assert why(stood, "AS") == ("card_not_held", "law 8")


@pytest.mark.parametrize("nonsense", [32, -1, 10**30, 1.0, True, None, "KC", [0], "stand", b"", {}])
def test_what_is_no_action_is_refused(nonsense: object) -> None:
    for state in (dealt(*THREE), after(dealt(*THREE), "stand"), after(dealt(*THREE), "propose")):
        with pytest.raises(RefusalError) as error:
            apply(state, nonsense)  # type: ignore[arg-type]
        assert error.value.refusal.code == RefusalCode.NOT_AN_ACTION
        assert actor(state, nonsense) is None


def test_replay_names_the_action_that_is_refused() -> None:
    start = dealt(*THREE)
    steps = [action(step) for step in ("stand", "KC", "KD", "QC")]
    with pytest.raises(RefusalError) as error:
        replay(start, steps)
    assert (error.value.index, error.value.refusal.code) == (2, "follow_suit")
    assert replay(start, steps[:2]) == after(start, "stand", "KC")


def test_law_42_a_hand_is_abandoned_by_him_whose_turn_it_is() -> None:
    stood = after(dealt(*THREE), "stand")
    by_alice = after(stood, "abandon")
    assert (record(by_alice).abandoned_by, by_alice.phase) == (ALICE, Phase.OVER)
    by_bob = after(stood, "KC", "abandon")
    assert record(by_bob) == hand(BOB, STOOD, (0, 0), abandoned_by=BOB)
    for talk in (dealt(*THREE), after(dealt(*THREE), "propose")):
        assert refused(talk, "abandon") is not None
    assert refused(by_bob, "abandon") == ("deal_due", "law 14")


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_law_42_who_made_no_trick_gives_the_vole_else_the_point(code: Code) -> None:
    stood = after(dealt(*THREE, code=code), "stand")
    none = after(stood, "KC", "abandon")
    assert [(mark.seat, mark.points, mark.kind) for mark in none.marks] == [(ALICE, 2, "vole")]
    proposed = dealt(*THREE, code=code, stock="8S TS")
    given = after(proposed, "propose", "accept", "-7H", "-KH")
    lost = after(given, *(["stand"] * (given.phase is Phase.PROPOSAL)))
    lost = after(lost, "KC", "7C", "QC", "8C", "abandon")
    assert [(mark.seat, mark.points, mark.kind) for mark in lost.marks] == [(BOB, 1, "point")]
    assert lost.marks == marks(code, record(lost))


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
def test_law_49_who_stood_and_abandons_gives_two(code: Code) -> None:
    lost = after(dealt(*THREE, code=code), "stand", "KC", "7C", "abandon")
    assert [(mark.seat, mark.points, mark.kind) for mark in lost.marks] == [(BOB, 2, "point")]
    assert lost.marks == marks(code, record(lost))


def test_law_42_who_has_three_tricks_keeps_the_point() -> None:
    won = after(dealt(*THREE), "stand", *THREE_STEPS[:6], "abandon")
    assert [(mark.seat, mark.points) for mark in won.marks] == [(ALICE, 1)]


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
@pytest.mark.parametrize(
    ("hands", "steps", "answer", "expected"),
    [
        (THREE, THREE_STEPS, "stand", (ALICE, 1, "point")),
        (TWO, TWO_STEPS, "stand", (BOB, 2, "point")),
        (THREE, THREE_STEPS, "refuse", (ALICE, 2, "point")),
        (TWO, TWO_STEPS, "refuse", (BOB, 1, "point")),
        ((CLUBS, LOW, "9S"), ALL_FIVE, "stand", (ALICE, 2, "vole")),
        ((CLUBS, LOW, "9S"), ALL_FIVE, "refuse", (ALICE, 2, "vole")),
    ],
)
def test_laws_48_and_49_point_and_vole(
    code: Code,
    hands: tuple[str, str, str],
    steps: tuple[str, ...],
    answer: str,
    expected: tuple[object, ...],
) -> None:
    talk = ("stand",) if answer == "stand" else ("propose", "refuse")
    last = after(dealt(*hands, code=code), *talk, *steps[:-1])
    mark, passed = events(last, steps[-1])
    assert isinstance(mark, Mark)
    assert (mark.seat, mark.points, mark.kind) == expected
    assert passed == DealPassed(ALICE)
    over = after(last, steps[-1])
    assert over.marks == (mark,) == marks(code, record(over))


@pytest.mark.parametrize(("alice", "bob"), product(range(5), repeat=2))
def test_law_46_marks_are_cut_at_five(alice: int, bob: int) -> None:
    last = after(dealt(CLUBS, LOW, "9S", score=Score(alice, bob)), "stand", *ALL_FIVE[:-1])
    over, (mark, then) = apply(last, action(ALL_FIVE[-1]))
    assert isinstance(mark, Mark)
    assert (mark.points, over.score) == (min(2, 5 - alice), Score(min(5, alice + 2), bob))
    ended = alice >= 3
    assert then == (GameEnded(ALICE, over.score) if ended else DealPassed(ALICE))
    assert (over.winner, over.legal) == (ALICE if ended else None, ())


def test_the_record_is_of_a_hand_that_is_over() -> None:
    for code, law in ((LONDON, "law 8"), (HOUSEHOLD, "Enquire Within")):
        with pytest.raises(RefusalError) as error:
            record(dealt(*THREE, code=code))
        assert (error.value.refusal.code, error.value.refusal.law) == ("hand_not_over", law)
    over = after(dealt(*THREE), "stand", *THREE_STEPS)
    assert record(over) == hand(BOB, STOOD, (3, 2))
    by_alice = after(dealt(*THREE, by=ALICE), "stand", *THREE_STEPS)
    assert record(by_alice) == hand(ALICE, STOOD, (2, 3))
