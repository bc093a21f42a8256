"""What stands after acts on acts, worked by hand: each list is written out, none is computed."""

from games.matches.rules.order import Act, Order, Placed, changed_by, standing

# Three hands: two of game 1, one of game 2.
HANDS = (Act(1, 1), Act(2, 1), Act(3, 2))


def order(*pairs: tuple[int, int]) -> Order:
    return tuple(Placed(*pair) for pair in pairs)


def test_nothing_was_entered() -> None:
    assert standing(()) == ()
    assert changed_by(()) == {}


def test_hands_stand_as_they_were_entered() -> None:
    assert standing(HANDS) == order((1, 1), (2, 1), (3, 2))
    assert changed_by(HANDS) == {1: 2, 2: 3}


def test_a_correction_takes_the_place_of_the_old_one() -> None:
    acts = (*HANDS, Act(4, 1, supersedes=1))
    assert standing(acts) == order((4, 1), (2, 1), (3, 2))
    assert changed_by(acts) == {1: 4, 2: 3}


def test_what_is_removed_is_gone_and_back_in_its_place_when_that_is_undone() -> None:
    acts = (*HANDS, Act(4, None, supersedes=1))
    assert standing(acts) == order((2, 1), (3, 2))
    assert changed_by(acts) == {1: 4, 2: 3}
    back = (*acts, Act(5, 1, supersedes=4, undoes=4))
    assert standing(back) == order((5, 1), (2, 1), (3, 2))
    assert changed_by(back) == {1: 5, 2: 3}


def test_an_order_says_all_until_more_is_entered() -> None:
    inserted = Act(4, 1, order=order((1, 1), (4, 1), (2, 2), (3, 2)))
    acts = (*HANDS, inserted, Act(5, 2))
    assert standing(acts) == order((1, 1), (4, 1), (2, 2), (3, 2), (5, 2))
    assert changed_by(acts) == {1: 4, 2: 5}


def test_only_the_games_that_an_order_changes_are_changed_by_it() -> None:
    acts = (*HANDS, Act(4, 2, order=order((1, 1), (2, 1), (4, 2), (3, 2))))
    assert changed_by(acts) == {1: 2, 2: 4}


def test_a_hand_that_was_moved_is_corrected_in_the_game_where_it_is_now() -> None:
    moving = Act(4, None, supersedes=1, order=order((2, 2), (3, 2)))
    acts = (*HANDS, moving, Act(5, 1, supersedes=2))
    assert standing(acts) == order((5, 2), (3, 2))
    assert changed_by(acts) == {1: 4, 2: 5}


def test_an_order_that_is_undone_leaves_what_stood_before() -> None:
    acts = (*HANDS, Act(4, 1, supersedes=1, order=order((4, 1), (3, 1))))
    assert standing(acts) == order((4, 1), (3, 1))
    back = (*acts, Act(5, 1, supersedes=4, undoes=4))
    assert standing(back) == order((5, 1), (2, 1), (3, 2))
    assert changed_by(back) == {1: 5, 2: 5}


def test_undone_to_the_first_entry() -> None:
    """The insertion at once, then hand after hand."""
    acts: list[Act] = [*HANDS, Act(4, 1, order=order((4, 1), (1, 1), (2, 2), (3, 2)))]
    left = [((1, 1), (2, 1), (3, 2)), ((1, 1), (2, 1)), ((1, 1),), ()]
    for number, undone, pairs in zip((5, 6, 7, 8), (4, 3, 2, 1), left, strict=True):
        acts.append(Act(number, None, supersedes=undone, undoes=undone))
        assert standing(acts) == order(*pairs)


def test_what_was_corrected_and_restored_since_stands_as_restored() -> None:
    """Undone step by step: each entry stands as what it was last restored by, corrected once."""
    acts = (
        *HANDS,
        Act(4, 1, supersedes=2),
        Act(5, 1, supersedes=1),
        Act(6, 1, supersedes=5, undoes=5),
        Act(7, 1, supersedes=4, undoes=4),
    )
    assert standing(acts) == order((6, 1), (7, 1), (3, 2))
    assert changed_by(acts) == {1: 7, 2: 3}
    again = (*acts, Act(8, 1, supersedes=6), Act(9, 1, supersedes=8, undoes=8))
    assert standing((*again, Act(10, None, supersedes=3, undoes=3))) == order((9, 1), (7, 1))
