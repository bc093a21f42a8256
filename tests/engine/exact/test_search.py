"""Suits as words, and the patterns that four of them make."""

from itertools import product

import pytest

from games.engine.cards import Card, cards
from games.engine.exact import solving as search
from games.engine.exact.solving import Position, solve

from .test_solving import agrees

Shape = tuple[int, int]
Pattern = tuple[int, int, int, int]

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow


def shape(word: int) -> Shape:
    """How many cards of the suit the leader has, and the follower."""
    mine = word.bit_count() - 1
    return mine, word.bit_length() - 1 - mine


def patterns(size: int) -> list[Pattern]:
    """All with `size` cards in each hand, each once."""
    by_shape: dict[Shape, list[int]] = {}
    for word in range(1, search.WORDS):
        by_shape.setdefault(shape(word), []).append(word)
    found = []
    for a, b, c in product(by_shape, repeat=3):
        rest = size - a[0] - b[0] - c[0], size - a[1] - b[1] - c[1]
        if a <= b <= c and rest in by_shape:
            chosen = map(sorted, product(by_shape[a], by_shape[b], by_shape[c]))
            plain = {(x, y, z) for x, y, z in chosen}
            found += [(trumps, *three) for trumps in by_shape[rest] for three in plain]
    return found


def laid(pattern: Pattern) -> Position:
    """Cards that lie so, clubs being trumps."""
    hands: tuple[list[Card], list[Card]] = ([], [])
    for suit, word in enumerate(pattern):
        for place, letter in enumerate(bin(word)[3:]):
            hands[letter == "0"].append(Card(suit * 8 + place))
    return Position(tuple(hands[0]), tuple(hands[1]), 0)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_naive_solver_agrees_on_every_pattern(size: int) -> None:
    assert all(agrees(laid(pattern)) for pattern in patterns(size))


@pytest.mark.slow
def test_the_naive_solver_agrees_on_every_pattern_of_four_cards() -> None:
    assert all(agrees(laid(pattern)) for pattern in patterns(4))


def test_no_more_is_kept_than_there_are_patterns() -> None:
    """Every pattern that there is, asked for: each is kept once, in whatever order its suits."""
    asked = [(size, pattern) for size in range(6) for pattern in patterns(size)]
    assert len(asked) == search.PATTERNS
    for size, (trumps, a, b, c) in asked:
        assert search.most(size, trumps, a, b, c) == search.most(size, trumps, c, a, b)
    assert search.stored_patterns() == search.PATTERNS


def test_up_to_four_cards_is_all_that_is_kept_of_whole_hands() -> None:
    assert sum(len(patterns(size)) for size in range(5)) == 2_868


def test_a_deal_as_words() -> None:
    """Clubs: king, knave and seven with the leader, ten with the follower: 1 and then 1011."""
    found = search.words_of(cards("7C JC KC 8H"), cards("TC 9S AS 9H"))
    assert found == [0b11011, search.EMPTY, 0b110, 0b100]
    assert search.words_of((), ()) == [search.EMPTY] * 4


def test_a_word_swapped_is_the_suit_as_the_other_has_it() -> None:
    swapped = search.words_of(cards("TC 9S AS 9H"), cards("7C JC KC 8H"))
    mine = search.words_of(cards("7C JC KC 8H"), cards("TC 9S AS 9H"))
    assert [search.SWAPPED[word] for word in mine] == swapped
    assert all(search.SWAPPED[search.SWAPPED[word]] == word for word in range(1, search.WORDS))


def test_neighbours_in_one_hand_are_one_lead() -> None:
    """King and queen over the knave are alike; the seven under it is another lead."""
    (word, *_) = search.words_of(cards("KC QC 7C"), cards("JC"))
    assert search.kinds(word) == (0, 0, 1)
    assert [contest.wins for contest in search.contests(word)] == [True, False]


@pytest.mark.parametrize("trump", [0, 1])
def test_a_card_of_a_suit_that_the_other_lacks_is_as_good_as_any(trump: int) -> None:
    found = solve(Position(cards("KC 7C 9C"), cards("7D 8D 9D"), trump))
    assert len(set(found.cards.values())) == 1
