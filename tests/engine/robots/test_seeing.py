"""What a player can tell of the other's hand, against hands that were really played."""

from random import Random

import pytest

from games.engine.cards import PACK, cards
from games.engine.codes import CODES
from games.engine.hand import apply, begin
from games.engine.hand.state import Deal, Phase, Say, State
from games.engine.hand.views import view
from games.engine.records import Opening
from games.engine.robots.seeing import Memory, king_matters, remembered
from games.engine.robots.worth import Standing
from games.engine.seats import Seat
from games.engine.terms import Score
from tests.engine.hand.table import after, dealt
from tests.engine.people import ALICE, BOB

from .tables import robot_tables, sight

RED_DISCARD = "-QC 7S"


def test_discards_are_remembered_though_no_view_shows_them() -> None:
    """Law 28: Alice may not look at them again; she has not forgotten them."""
    state = dealt(stock="9C TC 8C")
    first = view(state, ALICE)
    state = after(state, "propose", "accept", RED_DISCARD, "-8D")
    later = view(state, ALICE)
    thrown = set(cards("QC 7S"))
    assert thrown.isdisjoint(later.hand or ())
    assert thrown <= remembered([first, later])
    assert thrown <= sight(state, ALICE).unseen
    assert thrown.isdisjoint(sight(state, ALICE, remembered([first])).unseen)


def test_who_does_not_follow_holds_none_of_the_suit_and_who_does_not_trump_no_trump() -> None:
    state = dealt(elder="7H 8H KC QC 7S", dealer="7D AD KD 8D 9S")
    state = after(state, "stand", "KC", "7D")
    left = sight(state, ALICE).possible
    assert not any(card in left for card in cards("7C 8C 9C TC AC JC TH AH JH QH KH"))
    assert set(cards("AD KD 8D 9S")) <= left


def test_who_follows_without_taking_holds_no_higher_card() -> None:
    state = dealt(elder="7H 8H TC QC 7S", dealer="TH AH 7C 8D 9S")
    state = after(state, "stand", "TC", "7C")
    left = sight(state, ALICE).possible
    assert left.isdisjoint(cards("AC JC KC"))
    assert set(cards("8C 9C")) <= left


def test_a_king_not_announced_on_the_first_card_is_not_held() -> None:
    state = dealt(elder="7H 8H KC QC 7S", dealer="TH AH KD 8D 9C")
    state = after(state, "stand", "KC", "9C")
    assert not set(cards("KH")) & sight(state, ALICE).possible
    assert set(cards("KH")) <= sight(state, ALICE).unseen


def test_a_king_that_would_change_nothing_may_be_held_in_silence() -> None:
    state = dealt(elder="7H 8H KC QC 7S", dealer="TH AH KD 8D 9C", score=Score(4, 3))
    state = after(state, "stand", "KC", "9C")
    assert set(cards("KH")) <= sight(state, ALICE).possible


@pytest.mark.parametrize(
    ("own", "other", "is_elder", "opening", "matters"),
    [
        (3, 4, False, Opening.STOOD, False),
        (3, 4, True, Opening.REFUSED, False),
        (3, 4, True, Opening.EXCHANGED, True),
        (3, 3, False, Opening.STOOD, True),
        (4, 4, False, Opening.STOOD, True),
        (0, 4, True, Opening.STOOD, True),
    ],
)
def test_when_a_king_matters(
    own: int, other: int, is_elder: bool, opening: Opening, matters: bool
) -> None:
    assert king_matters(Standing(own, other, is_elder), opening) is matters


@pytest.mark.parametrize("seed", range(60))
def test_the_other_hand_is_always_possible(seed: int) -> None:
    """Hands played by chance, in which kings are announced."""
    random = Random(seed)
    state: State = begin(CODES["london"], dealer=random.choice(list(Seat)))
    state, _ = apply(state, Deal(tuple(random.sample(PACK, 32))))
    memories: dict[Seat, Memory] = dict.fromkeys(Seat, frozenset())
    while state.phase is not Phase.OVER:
        for seat in Seat:
            memories[seat] |= frozenset(state.hand(seat))
            seen = sight(state, seat, memories[seat])
            other = set(state.hand(seat.other))
            assert other <= seen.possible <= seen.unseen
            assert seen.unseen.isdisjoint(memories[seat])
        legal = [action for action in state.legal if action is not Say.ABANDON]
        state, _ = apply(state, Say.KING if Say.KING in legal else random.choice(legal))


def test_a_proposer_is_taken_to_be_weaker() -> None:
    """A hand of three trumps stands; so after a proposal it weighs less than one of none."""
    state = after(dealt(), "propose")
    seen = sight(state, BOB)
    tables = robot_tables()
    strong, weak = (
        seen.weight(tables, next(one for one in tables.said if one[:3] == held))
        for held in ((3, False, 0), (0, False, 0))
    )
    assert strong < weak / 5


def test_whoever_took_few_cards_kept_trumps_or_kings() -> None:
    state = after(dealt(), "propose", "accept", "-7S", "-9S")
    seen = sight(state, BOB)
    tables = robot_tables()
    four, none = (
        seen.weight(tables, next(one for one in tables.said if one[:3] == held))
        for held in ((4, False, 0), (0, False, 0))
    )
    assert none < four / 100
