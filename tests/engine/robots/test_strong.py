"""The strong robot: how it mixes bids, and what it does where its tables say nothing."""

from random import Random

from games.engine.cards import PACK
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Action, Deal, Say, State
from games.engine.robots import strong
from games.engine.terms import Score
from tests.engine.hand.table import action, after, dealt
from tests.engine.people import ALICE, BOB

from .tables import advised, robot_tables, sight

LONDON = CODES["london"]

MIXED = (174, 308, 696, 949, 1140, 1197)
"""Seeds of deals whose elder hand is of a class that stands at times."""


def test_the_strong_robot_mixes_bids_that_are_close_as_its_tables_say() -> None:
    """As often as the frequency: it stands with a chance below, and proposes from there on. Of bids
    that are not close it takes the better one, which the robot by classes alone does not."""
    tables = robot_tables()
    close = clear = 0
    for seed in MIXED:
        pack = Random(seed).sample(PACK, 32)
        state, _ = apply(begin(LONDON, dealer=BOB), Deal(tuple(pack)))
        seen = sight(state, ALICE)
        often = strong.frequency(seen, tables)
        assert 0.1 < often < 0.9
        mixed = [Say.STAND, Say.PROPOSE]
        said, by_classes = (
            [robot(seen.view, seen.memory, tables, often + more) for more in (-0.05, 0.05)]
            for robot in (strong.action, strong.by_classes)
        )
        assert by_classes == mixed
        best, other = advised(state).options
        if best.chance - other.chance > strong.CLOSE:
            clear += 1
            assert said == [best.action] * 2
        else:
            close += 1
            assert said == mixed
    assert close
    assert clear


def test_a_first_bid_says_how_often_it_plays_and_keeps_a_card_more() -> None:
    """Four high trumps without the king are played for certain. The elder hand throws before the
    dealer takes any card, so that it keeps as often whatever they take."""
    seen = sight(dealt(elder="QH JH AH TH KC", dealer="7C 8C 7D 8D 9S"), ALICE)
    found = strong.first_bid(seen.view, seen.memory, robot_tables())
    assert found.plays == 1
    assert found.keeps == found.keeps[:1] * 5


def test_against_a_king_turned_at_four_it_stands_and_keeps_trumps_and_kings() -> None:
    """Bob has won the game once he marks it (laws 22 and 46), so that the tables say nothing of
    this score: no bid of Alice's is worth anything."""
    state = dealt(elder="7H 8H KC QC 7S", turned="KH", score=Score(0, 4))
    assert [option.chance for option in advised(state).options] == [0, 0]
    assert done(state) is Say.STAND
    assert done(after(state, "propose", "accept")) == action("-QC 7S")


def done(state: State) -> Action | None:
    seen = sight(state, ALICE)
    return strong.action(seen.view, seen.memory, robot_tables(), 0.9)
