"""Hands told in books, played as they are told."""

from games.engine.cards import cards
from games.engine.facts import Mark
from games.engine.hand import apply, begin
from games.engine.hand.state import TWO_THREE, Deal, State
from games.engine.hand.views import record
from games.engine.records import Opening, Tricks
from games.engine.terms import Score
from tests.engine.people import ALICE, BOB, turned

from .table import action, after, dealt, hand, may, pack

FIRST = "TS KH TD 7D 9C", "QS JS AS AD 8H", "KS"
THIRD = "QD TD TC 8C 8H", "JC AH JH TH 8D", "JD"


def lines(state: State) -> list[State]:
    """Every way to play the cards out from here."""
    if not state.elder_hand and not state.dealer_hand:
        return [state]
    cards_only = [one for one in state.legal if type(one) is int]
    return [end for one in cards_only for end in lines(apply(state, one)[0])]


def best(state: State) -> int:
    """Tricks that the elder hand makes if both play their best, all cards seen."""
    if not state.elder_hand and not state.dealer_hand:
        return state.elder_tricks
    found = [best(apply(state, one)[0]) for one in state.legal if type(one) is int]
    return max(found) if state.to_act is state.elder else min(found)


def test_hoyle_modernized_the_first_deal() -> None:
    """A deals three then two, turns and marks the king, accepts, and makes the vole."""
    state = dealt(*FIRST, stock="KD 7S 7H 9S 8S")
    state = after(state, "mark", "propose", "accept", "-TD 7D 9C", "-AD 8H")
    assert hand(state.elder_hand) == "KD 7H KH 7S TS"
    assert hand(state.dealer_hand) == "8S 9S AS JS QS"
    stood = after(state, "stand")
    assert best(stood) == 0
    voles = [end for end in lines(stood) if end.dealer_tricks == 5]
    for end in voles:
        assert end.score == Score(0, 3)
        noted = record(end)
        assert (noted.opening, noted.kings) == (Opening.EXCHANGED, (turned(BOB),))
        assert noted.tricks == Tricks(0, 5)
    assert len(voles) > 1


def test_hoyle_modernized_the_first_deal_by_two_and_three() -> None:
    """The order of the deal is no matter to the hands."""
    given = pack(*FIRST, stock="KD 7S 7H 9S 8S", order=TWO_THREE)
    state = apply(begin(dealt().code, dealer=BOB), Deal(given, TWO_THREE))[0]
    assert (state.elder_hand, state.dealer_hand) == (
        tuple(sorted(cards(FIRST[0]))),
        tuple(sorted(cards(FIRST[1]))),
    )


def test_hoyle_modernized_the_third_deal() -> None:
    """Y stands: the queen of trumps and then the ten lose the point, the ten of clubs wins it."""
    stood = after(dealt(*THIRD), "stand")
    trumps = after(stood, "QD", "8D", "TD")
    assert best(trumps) == 2
    assert best(after(stood, "TC")) == 3
    lost = next(end for end in lines(trumps) if end.elder_tricks == 2)
    assert [(mark.seat, mark.points) for mark in lost.marks] == [(BOB, 2)]


def test_hoyle_improved_the_two_leads_at_the_fourth_trick() -> None:
    """Diamonds are trumps: the seven of spades loses the point, the ace of hearts wins it."""
    state = dealt("QD QC AH 8S 7S", "AS KS 9S JC 9C", "7D")
    state = after(state, "stand", "8S", "KS", "JC", "QC", "QD", "9C")
    assert may(state) == {"7S", "AH", "abandon"}
    assert best(after(state, "7S")) == 2
    assert best(after(state, "AH")) == 3
    end, events = apply(after(state, "AH", "9S", "7S"), action("AS"))
    assert isinstance(events[0], Mark)
    assert (events[0].seat, events[0].points, end.score) == (ALICE, 1, Score(1, 0))
