"""Hands forgotten, entered twice or wrong, in matches worked out by hand."""

import pytest

from games.engine.codes import CODES
from games.engine.records import HandRecord, Opening, Tricks
from games.engine.refusals import RefusalCode
from games.engine.seats import Seat
from games.engine.terms import (
    Entry,
    Format,
    FormatKind,
    GameEntry,
    HandEntry,
    RubberEntry,
    Score,
    Terms,
)
from games.matches.rules.revision import (
    Blocked,
    Edit,
    GameChange,
    Later,
    Operation,
    Revision,
    Slot,
    choices,
    revised,
    state_before,
)

GAMES = Terms(CODES["london"], Format(FormatKind.GAMES, 3))
RUBBERS = Terms(CODES["london"], Format(FormatKind.RUBBER, 3, rubbers=3))
# What a hand may give, and the tricks that give it after an exchange.
TRICKS = {"A2": (5, 0), "A1": (3, 2), "B1": (2, 3), "B2": (0, 5)}


def hand(made: str, game: int = 1, dealer: Seat | None = None) -> HandEntry:
    record = HandRecord(dealer, Opening.EXCHANGED, tricks=Tricks(*TRICKS[made]))
    return HandEntry(game, record)


def match(*games: str) -> list[Slot]:
    """Each game with what its hands gave, numbered from 1: "A2 B1"."""
    plays = [hand(made, game) for game, hands in enumerate(games, 1) for made in hands.split()]
    return [Slot(number, play) for number, play in enumerate(plays, 1)]


def edited(
    slots: list[Slot],
    operation: Operation,
    number: int,
    play: Entry | None,
    later: Later,
    terms: Terms = GAMES,
) -> Revision | Blocked:
    return revised(terms, None, slots, _edit(slots, operation, number, play), later)


def _edit(slots: list[Slot], operation: Operation, number: int, play: Entry | None) -> Edit:
    at = [slot.number for slot in slots].index(number)
    return Edit.of(operation, at, Slot(99, play) if play else None)


def games(revision: Revision | Blocked) -> list[tuple[list[int], tuple[int, int]]]:
    """Each game: the numbers of its hands that count, and its score."""
    assert isinstance(revision, Revision), revision
    lines = list(zip(revision.slots, revision.state.lines, strict=True))
    return [
        (
            [
                slot.number
                for slot, line in lines
                if slot.play.game == game.number and not line.surplus
            ],
            (game.score.a, game.score.b),
        )
        for game in revision.state.games
    ]


# --- a hand forgotten in game 1, noticed when game 2 is half played ---
#
# Alice had won game 1 by a vole that nobody entered, 5-1. What was then entered as the rest of
# game 1 (hands 4 to 6, to 5-3) was the beginning of game 2, and so was hand 7.
FORGOTTEN = match("A2 A1 B1 A1 B2 A1", "B2")


def test_a_forgotten_hand_and_the_later_ones_move_along() -> None:
    found = edited(FORGOTTEN, Operation.INSERT_AFTER, 3, hand("A2"), Later.MOVE)
    assert games(found) == [([1, 2, 3, 99], (5, 1)), ([4, 5, 6, 7], (2, 4))]
    assert isinstance(found, Revision)
    assert found.game_changes == (GameChange(4, 1, 2), GameChange(5, 1, 2), GameChange(6, 1, 2))
    assert (found.removed, found.surplus) == ((), ())


def test_a_forgotten_hand_and_those_that_no_longer_fit_go() -> None:
    found = edited(FORGOTTEN, Operation.INSERT_BEFORE, 4, hand("A2"), Later.REMOVE)
    assert games(found) == [([1, 2, 3, 99], (5, 1)), ([7], (0, 2))]
    assert isinstance(found, Revision)
    assert (found.removed, found.game_changes, found.surplus) == ((4, 5, 6), (), ())


def test_a_forgotten_hand_and_the_later_ones_of_its_game_are_surplus() -> None:
    found = edited(FORGOTTEN, Operation.INSERT_AFTER, 3, hand("A2"), Later.SURPLUS)
    assert games(found) == [([1, 2, 3, 99], (5, 1)), ([7], (0, 2))]
    assert isinstance(found, Revision)
    assert (found.removed, found.game_changes, found.surplus) == ((), (), (4, 5, 6))


# --- a hand entered twice: hand 3 is hand 2 again, so game 1 seemed over at 4-5 ---
TWICE = match("A2 B2 B2 A2 B1", "A1 B1")


def test_a_hand_entered_twice_goes_and_the_later_ones_move_along() -> None:
    found = edited(TWICE, Operation.REMOVE, 3, None, Later.MOVE)
    assert games(found) == [([1, 2, 4, 5, 6], (5, 3)), ([7], (0, 1))]
    assert isinstance(found, Revision)
    assert found.game_changes == (GameChange(6, 2, 1),)


def test_a_hand_entered_twice_goes_with_all_that_came_after_its_game() -> None:
    found = edited(TWICE, Operation.REMOVE, 3, None, Later.REMOVE)
    assert games(found) == [([1, 2, 4, 5], (4, 3))]
    assert isinstance(found, Revision)
    assert found.removed == (6, 7)


def test_what_comes_after_an_unfinished_game_cannot_be_surplus() -> None:
    found = edited(TWICE, Operation.REMOVE, 3, None, Later.SURPLUS)
    assert isinstance(found, Blocked)
    assert (found.number, found.refusal.code) == (6, RefusalCode.EARLIER_GAME_UNFINISHED)


# --- the hand that ended game 1 was the other player's, and game 3 has begun ---
WRONG_END = match("A2 A2 A1", "B2 B2 B1", "A2 A1")


def test_a_game_that_did_not_end_two_games_ago() -> None:
    found = edited(WRONG_END, Operation.REPLACE, 3, hand("B1"), Later.MOVE)
    assert games(found) == [([1, 2, 99, 4, 5], (4, 5)), ([6, 7, 8], (3, 1))]
    assert isinstance(found, Revision)
    assert found.game_changes == (
        GameChange(4, 2, 1),
        GameChange(5, 2, 1),
        GameChange(7, 3, 2),
        GameChange(8, 3, 2),
    )


def test_only_what_makes_a_difference_is_offered() -> None:
    every = choices(GAMES, None, WRONG_END, _edit(WRONG_END, Operation.REPLACE, 3, hand("B1")))
    assert {later: isinstance(found, Revision) for later, found in every.items()} == {
        Later.MOVE: True,
        Later.REMOVE: True,
        Later.SURPLUS: False,
    }
    # A vole in place of the point that ended the game: it ends all the same.
    same = choices(GAMES, None, WRONG_END, _edit(WRONG_END, Operation.REPLACE, 3, hand("A2")))
    assert list(same) == [Later.MOVE]


# --- the match is over before the later hands ---


def test_hands_after_the_match_are_surplus_of_its_last_game_or_go() -> None:
    one = Terms(CODES["london"], Format(FormatKind.ONE_GAME, 1))
    slots = match("A2 A1 B1 B1 A2")
    for later in (Later.MOVE, Later.SURPLUS):
        found = edited(slots, Operation.INSERT_AFTER, 2, hand("A2"), later, one)
        assert games(found) == [([1, 2, 99], (5, 0))]
        assert isinstance(found, Revision)
        assert found.surplus == (3, 4, 5)
    found = edited(slots, Operation.INSERT_AFTER, 2, hand("A2"), Later.REMOVE, one)
    assert isinstance(found, Revision)
    assert found.removed == (3, 4, 5)
    assert games(found) == [([1, 2, 99], (5, 0))]


def test_a_rubber_decided_a_game_earlier() -> None:
    """2-1 in games becomes 2-0: the third game was played after the rubber was over."""
    terms = Terms(CODES["london"], Format(FormatKind.RUBBER, 3))
    slots = match("A2 A2 A1", "B2 B2 B1", "A2 A2 A1")
    slots[3:6] = [Slot(4, GameEntry(2, Score(3, 5)))]
    for later in (Later.MOVE, Later.SURPLUS):
        found = edited(slots, Operation.REPLACE, 4, GameEntry(2, Score(5, 3)), later, terms)
        assert isinstance(found, Revision)
        assert found.state.winner is Seat.A
        assert found.surplus == (7, 8, 9)
        assert found.game_changes == (GameChange(7, 3, 2), GameChange(8, 3, 2), GameChange(9, 3, 2))


def test_a_game_by_its_score_cannot_come_after_the_match() -> None:
    slots = [Slot(number, GameEntry(number, Score(5, number))) for number in (1, 2, 3)]
    for later in (Later.MOVE, Later.SURPLUS):
        new = GameEntry(1, Score(0, 5))
        found = edited(slots, Operation.INSERT_BEFORE, 1, new, later)
        assert isinstance(found, Blocked)
        wrong = RefusalCode.MATCH_OVER if later is Later.MOVE else RefusalCode.GAME_ALREADY_ENTERED
        assert (found.number, found.refusal.code) == (3 if later is Later.MOVE else 1, wrong)
    found = edited(slots, Operation.INSERT_BEFORE, 1, new, Later.REMOVE)
    assert isinstance(found, Revision)
    assert (found.removed, len(found.state.games)) == ((1,), 3)


def test_a_game_by_its_score_moves_as_a_whole() -> None:
    slots = [*match("A2 A2 A1"), Slot(4, GameEntry(2, Score(1, 5)))]
    found = edited(slots, Operation.INSERT_BEFORE, 1, GameEntry(1, Score(0, 5)), Later.MOVE)
    assert [score for _numbers, score in games(found)] == [(0, 5), (5, 0), (1, 5)]
    assert isinstance(found, Revision)
    assert found.game_changes[-1] == GameChange(4, 2, 3)


def test_a_game_by_its_score_cannot_go_on_with_an_unfinished_one() -> None:
    slots = [*match("A2 A2 A1"), Slot(4, GameEntry(2, Score(1, 5)))]
    found = edited(slots, Operation.REMOVE, 2, None, Later.MOVE)
    assert isinstance(found, Blocked)
    assert (found.number, found.refusal.code) == (4, RefusalCode.GAME_HAS_HANDS)
    found = edited(slots, Operation.REMOVE, 2, None, Later.REMOVE)
    assert isinstance(found, Revision)
    assert found.removed == (4,)


# --- hands that were surplus before ---
KEPT = [*match("A2 A2 A1"), Slot(4, hand("B2", 1)), Slot(5, hand("B1", 2))]


def test_a_surplus_hand_stays_with_the_one_it_followed() -> None:
    """Hand 4 was played after game 1 was over: that it is still so keeps it out of game 2."""
    for operation, number in ((Operation.INSERT_BEFORE, 4), (Operation.INSERT_AFTER, 4)):
        found = edited(KEPT, operation, number, hand("A1", 2), Later.MOVE)
        assert games(found) == [([1, 2, 3], (5, 0)), ([99, 5], (1, 1))]
    found = edited(KEPT, Operation.REPLACE, 1, hand("A1"), Later.MOVE)
    assert games(found) == [([99, 2, 3, 4, 5], (4, 3))]


def test_a_surplus_hand_is_no_loss_when_the_others_are_removed() -> None:
    found = edited(KEPT, Operation.REPLACE, 1, hand("A2"), Later.REMOVE)
    assert isinstance(found, Revision)
    assert (found.removed, found.surplus) == ((), ())
    assert games(found) == [([99, 2, 3], (5, 0)), ([5], (0, 1))]


def test_a_surplus_first_hand_is_an_ordinary_one_once_the_match_before_it_is_gone() -> None:
    whole = [Slot(1, RubberEntry(2, 1)), Slot(2, hand("A1", 3))]
    found = edited(whole, Operation.REMOVE, 1, None, Later.MOVE)
    assert games(found) == [([2], (1, 0))]
    kept = [Slot(1, hand("A2")), Slot(2, hand("A2")), Slot(3, hand("A1")), Slot(4, hand("B2"))]
    only = edited(kept, Operation.REMOVE, 3, None, Later.MOVE)
    assert games(only) == [([1, 2, 4], (4, 2))]


def test_a_surplus_hand_after_a_whole_match_stays_after_it() -> None:
    whole = [Slot(1, RubberEntry(2, 1)), Slot(2, hand("A1", 3))]
    found = edited(whole, Operation.REPLACE, 1, RubberEntry(1, 2), Later.MOVE)
    assert isinstance(found, Revision)
    assert [slot.number for slot in found.slots] == [99, 2]
    assert found.state.winner is Seat.B
    assert found.state.lines[1].surplus


# --- what stands in the way of the new one ---


def test_nothing_is_inserted_after_the_end() -> None:
    """In the way is the hand that ended the match, not the surplus one behind it."""
    slots = [*match("A2 A2 A1", "A2 A2 A1", "B2 B2 B1"), Slot(10, hand("A1", 3))]
    for new in (GameEntry(4, Score(5, 0)), hand("A1", 3)):
        for operation, number in ((Operation.INSERT_AFTER, 10), (Operation.INSERT_BEFORE, 10)):
            found = edited(slots, operation, number, new, Later.MOVE)
            assert isinstance(found, Blocked)
            assert (found.number, found.refusal.code) == (9, RefusalCode.MATCH_OVER)


@pytest.mark.parametrize(
    ("terms", "slots", "new", "code"),
    [
        (GAMES, match("A2 A1"), GameEntry(1, Score(5, 0)), RefusalCode.GAME_HAS_HANDS),
        (GAMES, match("A2 A1"), RubberEntry(2, 1), RefusalCode.MATCH_HAS_ENTRIES),
        (RUBBERS, match("A2 A1"), RubberEntry(2, 1, 1), RefusalCode.RUBBER_HAS_ENTRIES),
    ],
    ids=["a game", "the match", "a rubber"],
)
def test_no_score_beside_hands(
    terms: Terms, slots: list[Slot], new: Entry, code: RefusalCode
) -> None:
    found = edited(slots, Operation.INSERT_BEFORE, 2, new, Later.MOVE, terms)
    assert isinstance(found, Blocked)
    assert (found.number, found.refusal.code) == (1, code)


def test_a_hand_that_is_wrong_by_itself() -> None:
    new = HandEntry(1, HandRecord(opening=Opening.EXCHANGED))
    found = edited(FORGOTTEN, Operation.REPLACE, 1, new, Later.MOVE)
    assert isinstance(found, Blocked)
    assert (found.number, found.refusal.code) == (None, RefusalCode.TRICKS_MISSING)


# --- rubbers, and who deals ---


def test_a_rubber_by_its_score_has_the_number_that_is_due() -> None:
    """A rubber of two games becomes one of three: what follows it moves up by a game."""
    slots = [*match("A2 A2 A1", "A2 A2 A1"), Slot(7, RubberEntry(1, 2, 3))]
    new = GameEntry(1, Score(0, 5))
    found = edited(slots, Operation.INSERT_BEFORE, 1, new, Later.MOVE, RUBBERS)
    assert isinstance(found, Revision)
    assert [(one.first, one.games_a, one.games_b) for one in found.state.rubbers] == [
        (1, 2, 1),
        (4, 1, 2),
    ]
    assert found.game_changes[-1] == GameChange(7, 3, 4)


def test_dealers_stay_as_they_were_noted_and_those_out_of_turn_are_named() -> None:
    """Alice dealt hand 1, Bob hand 2. With a hand of Bob's between, he would have dealt twice."""
    slots = [Slot(1, hand("A1", dealer=Seat.A)), Slot(2, hand("B1", dealer=Seat.B))]
    slots.append(Slot(3, hand("B1", dealer=Seat.A)))
    new = hand("A1", dealer=Seat.B)
    found = edited(slots, Operation.INSERT_AFTER, 1, new, Later.MOVE)
    assert isinstance(found, Revision)
    assert found.out_of_turn == (2,)
    assert [line.dealer for line in found.state.lines] == [Seat.A, Seat.B, Seat.B, Seat.A]
    gone = edited(slots, Operation.REMOVE, 2, None, Later.MOVE)
    assert isinstance(gone, Revision)
    assert gone.out_of_turn == (3,)
    again = edited(list(gone.slots), Operation.REPLACE, 1, hand("B1", dealer=Seat.A), Later.MOVE)
    assert isinstance(again, Revision)
    assert again.out_of_turn == ()


def test_the_match_before_the_place_of_the_edit() -> None:
    edit = _edit(FORGOTTEN, Operation.INSERT_AFTER, 3, None)
    assert state_before(GAMES, None, FORGOTTEN, edit).score == Score(3, 1)
