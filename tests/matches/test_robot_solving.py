"""The making of the tables: arrays against the engine, the solver against games worked by hand."""

from itertools import product
from random import Random

import numpy as np
import pytest

from games.engine.cards import PACK, cards
from games.engine.exact.solving import Position, solve
from games.engine.robots.classes import CLASSES, class_of, in_order_of_keeping
from games.engine.robots.tables import OUTCOMES
from games.matches.management.ecarte.solving import bidding, deals
from tests.support.small_game import kept, pairs, worth

pytestmark = pytest.mark.slow
OPEN_SPIEL = 0.3252770509
"""Its two best answers gain less than 0.000001."""


def few(number: int) -> deals.Deals:
    return deals.deals(np.random.default_rng(5), number)


def test_tricks_are_those_of_exact_play() -> None:
    dealt = few(40)
    found = deals.tricks(dealt.elder, dealt.dealer)
    for row in range(40):
        elder, dealer = deals.hand_of(dealt.elder[row]), deals.hand_of(dealt.dealer[row])
        assert solve(Position(elder, dealer, 0)).leader == found[row]


def test_each_card_is_dealt_once_and_clubs_are_trumps() -> None:
    dealt = few(200)
    every = np.concatenate([dealt.elder, dealt.dealer, dealt.stock, dealt.turned[:, None]], axis=1)
    assert (np.sort(every, axis=1) == np.arange(len(PACK))).all()
    assert (dealt.turned < 8).all()


@pytest.mark.parametrize("leads", [True, False])
def test_classes_are_those_that_the_robot_looks_up(leads: bool) -> None:
    dealt = few(12)
    found = deals.classes(dealt.elder, dealt.turned, leads=leads)
    for row in range(12):
        hand, turned = deals.hand_of(dealt.elder[row]), PACK[int(dealt.turned[row])]
        assert class_of(hand, turned, leads=leads) == found[row]
        assert in_order_of_keeping(hand, 0) == tuple(map(int, dealt.elder[row]))


def test_an_exchange_keeps_the_first_cards_and_draws_from_the_stock() -> None:
    dealt = few(30)
    random = Random(2)
    kept = np.array([random.randint(0, 5) for _ in range(30)])
    first = np.array([random.randint(0, 10) for _ in range(30)])
    found = deals.exchanged(dealt.elder, kept, dealt.stock, first)
    for row in range(30):
        drawn = dealt.stock[row, first[row] : first[row] + 5 - kept[row]]
        assert set(found[row]) == {*dealt.elder[row, : kept[row]], *drawn}


def game(stood: float, refused: float, exchanged: float) -> bidding.Values:
    """One class of each, and nothing else to choose."""

    def at_nought(worth: float) -> bidding.Floats:
        table = np.zeros((CLASSES, CLASSES))
        table[0, 0] = worth
        return table

    both = np.broadcast_to(at_nought(exchanged), (2, 2, CLASSES, CLASSES))
    return bidding.Values(at_nought(stood), at_nought(refused), both)


@pytest.mark.parametrize(
    ("stood", "refused", "exchanged", "value"),
    [
        pytest.param(3, 1, 2, 3, marks=pytest.mark.thorough),
        (0, 1, 2, 1),
        (0, 2, 1, 1),
        pytest.param(0.5, 2, 1, 1, marks=pytest.mark.thorough),
        (1.5, 2, 1, 1.5),
    ],
)
def test_with_nothing_hidden_each_takes_the_better(
    stood: float, refused: float, exchanged: float, value: float
) -> None:
    """Standing is worth `stood`; after a proposal the dealer leaves the smaller of the others."""
    of = game(stood, refused, exchanged)
    solved = bidding.Solver.of(of).solve(80)
    assert bidding.value_of(of, solved) == pytest.approx(value, abs=0.01)
    assert sum(bidding.best_responses(of, solved)) < 0.02


def test_a_game_that_must_be_mixed() -> None:
    """Two classes of the elder hand as likely as each other, and one of the dealer.

    Strong: refused +1, exchanged 0. Weak: refused −1, exchanged 0, stood −0.5. If both propose, to
    refuse gains nothing; worked by hand, the value to the elder hand is nought.
    """
    tables = [np.zeros((CLASSES, CLASSES)) for _ in range(3)]
    strong, weak = 0, 12
    tables[0][strong, 0], tables[0][weak, 0] = -1.0, -0.25
    tables[1][strong, 0], tables[1][weak, 0] = 0.5, -0.5
    of = bidding.Values(tables[0], tables[1], np.broadcast_to(tables[2], (2, 2, CLASSES, CLASSES)))
    solved = bidding.Solver.of(of).solve(200)
    assert bidding.value_of(of, solved) == pytest.approx(0, abs=0.0001)
    assert sum(bidding.best_responses(of, solved)) < 0.0001


def test_the_best_answers_are_the_best_of_all_pure_ones() -> None:
    """A naive search: three classes, of which each may stand, or propose with either plan."""
    random = np.random.default_rng(1)
    elder_classes, dealer_classes = (0, 12, 25), (3, 40)
    tables = [np.zeros((CLASSES, CLASSES)) for _ in range(6)]
    for table in tables:
        for pair in product(elder_classes, dealer_classes):
            table[pair] = random.normal()
    of = bidding.Values(tables[0], tables[1], np.array(tables[2:]).reshape(2, 2, CLASSES, CLASSES))
    opening = bidding.Opening(
        random.random(CLASSES),
        random.random(CLASSES),
        random.random(CLASSES),
        random.random((deals.CARDS + 1, CLASSES)),
    )
    best = -np.inf
    for choices in product(((1, 0), (0, 0), (0, 1)), repeat=3):
        stand, keeps = opening.stand.copy(), opening.elder_keeps.copy()
        for place, (stands, keep) in zip(elder_classes, choices, strict=True):
            stand[place], keeps[place] = stands, keep
        pure = bidding.Opening(stand, opening.refuse, keeps, opening.dealer_keeps)
        best = max(best, bidding.value_of(of, pure))
    gain, _ = bidding.best_responses(of, opening)
    assert gain == pytest.approx(best - bidding.value_of(of, opening))


def test_marks_are_made_in_order_in_every_outcome() -> None:
    """The king first, then the point or the vole; by hand for three outcomes."""
    stood, refused = bidding.STOOD, bidding.REFUSED
    assert list(bidding.marks(stood, deals.DEALER, 2)) == [(0, 1), (0, 2)]
    assert list(bidding.marks(refused, deals.ELDER, 3)) == [(1, 0), (2, 0)]
    assert list(bidding.marks(stood, deals.NOBODY, 5)) == [(2, 0)]
    points = bidding.worth_in_points()
    assert points.shape == (3, OUTCOMES)
    assert points[stood, deals.DEALER * 6 + 2] == -3


def test_a_small_game_has_the_value_that_another_solver_finds() -> None:
    """OpenSpiel's, as `tests.bench.peers.bidding` prints it; every hand is a class of its own."""
    every = list(pairs())
    assert len(every) == 165 * 56  # hands of three from eleven cards, and from the other eight
    tables = np.zeros((3, CLASSES, CLASSES))
    for pair in every:
        tables[:, pair.elder, pair.dealer] = np.array(pair[2:]) / len(every)
    both = np.broadcast_to(tables[2], (2, 2, CLASSES, CLASSES))
    of = bidding.Values(tables[0], tables[1], both)
    solved = bidding.Solver.of(of).solve(600)
    assert bidding.value_of(of, solved) == pytest.approx(OPEN_SPIEL, abs=1e-6)
    assert sum(bidding.best_responses(of, solved)) < 1e-5


def test_the_small_game_by_hand() -> None:
    """The king and ace of trumps and a king make all three tricks: the king and the vole. Bob then
    would throw three sevens, and Alice one card, as she must."""
    elder, dealer = cards("AH KH KC"), cards("7C 7D 7S")
    assert worth(elder, dealer) == 3
    assert worth(dealer, elder, lost=-2) == -3
    assert kept(dealer, least=0) == ()
    assert set(kept(elder, least=1)) == set(cards("AH KH"))
