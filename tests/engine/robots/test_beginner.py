"""The beginner, hand by hand, as the printed hints have it."""

from games.engine.hand.state import Say, State
from games.engine.hand.views import view
from games.engine.robots import hints
from games.engine.robots.beginner import Choice, choice
from games.engine.seats import Seat
from games.engine.terms import Score
from tests.engine.hand.table import action, after, dealt
from tests.engine.people import ALICE, BOB


def chosen(state: State, seat: Seat) -> Choice:
    seen = view(state, seat)
    found = choice(seen, frozenset(seen.hand or ()))
    assert found is not None
    return found


def test_alice_stands_on_a_jeu_de_regle_and_proposes_else() -> None:
    assert chosen(dealt(elder="7H 8H QC TC 7S"), ALICE).action is Say.STAND
    found = chosen(dealt(elder="7H 8C QC TC 7S"), ALICE)
    assert found == Choice(Say.PROPOSE, None)


def test_alice_proposes_with_the_king_and_then_throws_all_but_trumps_and_kings() -> None:
    state = dealt(elder="KH 8H KC QC 7S")
    assert chosen(state, ALICE) == Choice(Say.PROPOSE, hints.KING_HELD)
    state = after(state, "propose", "accept")
    assert chosen(state, ALICE) == Choice(action("-QC 7S"), hints.THROW)


def test_bob_throws_nothing_where_all_are_trumps_and_kings() -> None:
    state = after(dealt(dealer="TH AH JH QH KD"), "propose", "accept", "-7S")
    assert chosen(state, BOB).action == ()


def test_the_king_is_announced_on_the_first_card() -> None:
    state = dealt(elder="KH 8H KC QC 7S")
    assert chosen(state, ALICE).action is Say.PROPOSE
    state = after(state, "stand")
    assert chosen(state, ALICE) == Choice(Say.KING, hints.ANNOUNCE)


def test_the_king_that_wins_the_game_is_announced_at_once() -> None:
    state = dealt(elder="KH 8H KC QC 7S", score=Score(4, 0))
    assert chosen(state, ALICE).action is Say.KING


def test_at_four_to_three_the_dealer_keeps_the_king_silent() -> None:
    """The printed hint: Alice stood at four to three, and Bob holds the king."""
    state = dealt(dealer="KH AH KD 8D 9S", score=Score(4, 3))
    state = after(state, "stand", "KC")
    assert Say.KING in view(state, BOB).legal
    assert chosen(state, BOB).action is not Say.KING
    state = after(dealt(dealer="KH AH KD 8D 9S", score=Score(3, 3)), "stand", "KC")
    assert chosen(state, BOB).action is Say.KING


def test_bob_marks_the_king_he_turned() -> None:
    assert chosen(dealt(turned="KH"), BOB).action is Say.MARK


def test_alice_leads_the_highest_of_her_guarded_suit_and_goes_on() -> None:
    state = after(dealt(elder="7H 8H KC QC 7S", dealer="TH AH 8C 8D 9S"), "stand")
    assert chosen(state, ALICE) == Choice(action("KC"), hints.LEAD)
    state = after(state, "KC", "8C")
    assert chosen(state, ALICE) == Choice(action("QC"), hints.PERSEVERE)


def test_alice_leads_a_trump_first_with_knave_and_ace() -> None:
    state = after(dealt(elder="JH AH KC 8C 7S", dealer="TH 8H 7D 8D 9S"), "stand")
    assert chosen(state, ALICE) == Choice(action("JH"), hints.TRUMPS)


def test_bob_answers_with_the_lowest_card_that_takes() -> None:
    state = after(dealt(elder="7H 8H 8C QC 7S", dealer="TH AH KC JC 9S"), "stand", "8C")
    assert chosen(state, BOB).action == action("JC")


def test_nothing_is_done_out_of_turn() -> None:
    seen = view(dealt(), BOB)
    assert choice(seen, frozenset()) is None
