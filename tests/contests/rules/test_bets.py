"""Bets of the gallery on Alice (1) against Bob (2), laid by Chloé (3), David (4), Éva (5)."""

import pytest

from scoring.contests.rules import bets
from scoring.contests.rules.bets import BetLaid, BetTakenBack, Book, Forfeited, Short, Side, Terms
from scoring.contests.rules.events import Closed, Dealt, GameWon, NotTakenError, Why
from scoring.ledger.rules import LEVY, MASS, Transfer, balances, member

ALICE, BOB, CHLOE, DAVID, EVA = 1, 2, 3, 4, 5
A, B = Side


def begun(levy: int = 0, most: int = 0) -> Book:
    return bets.begin(Terms(levy, most), ALICE, BOB)


def played(*events: bets.Event, book: Book | None = None) -> tuple[Book, list[Transfer]]:
    book = book or begun()
    posted: list[Transfer] = []
    for event in events:
        book, transfers = bets.apply(book, event)
        posted += transfers
    return book, posted


def nets(posted: list[Transfer]) -> dict[int, int]:
    found = balances(posted)
    assert found.pop(MASS, 0) == 0
    return {account.of: amount for account, amount in found.items() if amount}


def why(book: Book, event: bets.Event) -> Why | None:
    found = bets.refusal(book, event)
    if found is None:
        return None
    with pytest.raises(NotTakenError) as caught:
        bets.apply(book, event)
    assert caught.value.refusal == found
    return found.why


def test_even_money_on_two_equal_sides() -> None:
    _, posted = played(BetLaid(CHLOE, A, 5), BetLaid(DAVID, B, 5), Dealt(), GameWon(ALICE))
    assert nets(posted) == {CHLOE: 5, DAVID: -5}


def test_the_excess_goes_back_to_the_last_inscribed_and_a_bet_may_stay_in_part() -> None:
    """5 and 4 and 3 against 7: Éva's 3 go back, then 2 of David's 4."""
    book, posted = played(
        BetLaid(CHLOE, A, 5),
        BetLaid(DAVID, A, 4),
        BetLaid(EVA, A, 3),
        BetLaid(6, B, 7),
        Dealt(),
    )
    assert [(bet.player, bet.amount) for bet in book.bets] == [(CHLOE, 5), (DAVID, 2), (6, 7)]
    assert [(one.target, one.amount) for one in posted[4:]] == [
        (member(EVA), 3),
        (member(DAVID), 2),
    ]
    _, posted = played(GameWon(BOB), book=book)
    assert balances(posted)[member(6)] == 14


def test_the_player_is_covered_before_the_gallery_of_his_side_whenever_he_lays() -> None:
    """Chloé and David lay 6 on Alice before she lays 5 herself; 8 are laid on Bob: all of hers is
    covered and of Chloé's 3 are, none of David's."""
    laid = [BetLaid(CHLOE, A, 4), BetLaid(DAVID, A, 2), BetLaid(EVA, B, 8), BetLaid(ALICE, A, 5)]
    book, _ = played(*laid)
    assert [(bet.player, bet.covered) for bet in book.cover.bets] == [
        (CHLOE, 3),
        (DAVID, 0),
        (EVA, 8),
        (ALICE, 5),
    ]
    _, posted = played(Dealt(), GameWon(ALICE), book=book)
    assert balances(posted) == {
        member(CHLOE): 1 + 3 + 3,
        member(DAVID): 2,
        member(ALICE): 5 + 5,
        MASS: -19,
    }


def test_what_the_page_shows_while_bets_are_laid() -> None:
    book, _ = played(BetLaid(CHLOE, A, 4), BetLaid(DAVID, B, 6))
    cover = book.cover
    assert (cover.laid, cover.covered) == ({A: 4, B: 6}, 4)
    assert (cover.uncovered(A), cover.uncovered(B)) == (0, 2)
    assert begun().cover.covered == 0


@pytest.mark.parametrize(
    ("per_cent", "chloe", "david", "levy"), [(5, 30, 10, 2), (10, 29, 9, 4), (0, 32, 10, 0)]
)
def test_the_levy_is_taken_from_the_winning_side_and_rounded_down(
    per_cent: int, chloe: int, david: int, levy: int
) -> None:
    """Of 42 won, 5 % is 2.1 and 10 % is 4.2: 2 and 4 are taken. Of the 40 left Chloé (32 of 42) has
    30.48 and David (10 of 42) 9.52: 30 and 9, and the odd one is David's. Of 38 they have 28.95 and
    9.05: 28 and 9, and the odd one is Chloé's."""
    book = begun(levy=per_cent)
    _, posted = played(
        BetLaid(CHLOE, A, 32),
        BetLaid(DAVID, A, 10),
        BetLaid(EVA, B, 42),
        Dealt(),
        GameWon(ALICE),
        book=book,
    )
    found = nets(posted)
    assert found.pop(0, 0) == levy
    assert found == {CHLOE: chloe, DAVID: david, EVA: -42}


def test_the_levy_is_so_many_of_a_hundred() -> None:
    laid = (BetLaid(CHLOE, A, 100), BetLaid(DAVID, B, 100))
    _, posted = played(*laid, Dealt(), GameWon(ALICE), book=begun(levy=7))
    assert nets(posted) == {0: 7, CHLOE: 93, DAVID: -100}


def test_who_overlooks_the_other_players_cards_loses_his_stake_to_him_at_once() -> None:
    """David bets 3 on Bob and looks at Alice's cards: she has his 3, and of the 5 on her the last
    inscribed 3 have nothing against them any more and go back."""
    book, posted = played(
        BetLaid(CHLOE, A, 3), BetLaid(EVA, A, 2), BetLaid(6, B, 2), BetLaid(DAVID, B, 3), Dealt()
    )
    book, posted = played(Forfeited(DAVID), book=book)
    assert balances(posted) == {MASS: -6, member(ALICE): 3, member(EVA): 2, member(CHLOE): 1}
    for winner, chloe, other in ((ALICE, 2, -2), (BOB, -2, 2)):
        _, after = played(GameWon(winner), book=book)
        assert balances([*after]).get(member(CHLOE), 0) == 2 + chloe
        assert balances([*after]).get(member(6), 0) == 2 + other
    _, other_way = played(
        BetLaid(CHLOE, A, 3), BetLaid(DAVID, B, 3), Dealt(), Forfeited(CHLOE), GameWon(ALICE)
    )
    assert nets(other_way) == {CHLOE: -3, BOB: 3}


def test_a_shortage_is_borne_by_the_winning_backers_in_proportion() -> None:
    """10 should be there and 7 are: of Chloé's 6 and David's 4 against them 4.2 and 2.8 are paid,
    4 and 2 and the odd one to David; Éva has paid in 7 of her 10."""
    laid: list[bets.Event] = [
        BetLaid(CHLOE, A, 6),
        BetLaid(DAVID, A, 4),
        BetLaid(EVA, B, 10),
        Dealt(),
    ]
    _, posted = played(*laid, Short(3), GameWon(ALICE))
    assert nets(posted) == {CHLOE: 4, DAVID: 3, EVA: -7}
    _, counted_again = played(*laid, Short(3), Short(0), GameWon(ALICE))
    assert nets(counted_again) == {CHLOE: 6, DAVID: 4, EVA: -10}


def test_no_more_is_short_than_is_left_after_a_forfeit() -> None:
    book, posted = played(
        BetLaid(CHLOE, A, 6), BetLaid(DAVID, B, 4), BetLaid(EVA, B, 2), Dealt(), Short(6)
    )
    book, more = played(Forfeited(DAVID), book=book)
    assert book.short == 2
    _, last = played(GameWon(ALICE), book=book)
    assert nets([*posted, *more, *last]) == {ALICE: 4, DAVID: -4}


def test_of_a_shortage_there_is_no_levy() -> None:
    """20 laid, 15 there: 10 % of 15 is 1, and 14 are shared."""
    _, posted = played(
        BetLaid(CHLOE, A, 20),
        BetLaid(DAVID, B, 20),
        Dealt(),
        Short(5),
        GameWon(ALICE),
        book=begun(levy=10),
    )
    assert balances(posted)[LEVY] == 1
    assert balances(posted)[member(CHLOE)] == 14


def test_a_bet_is_taken_back_while_bets_are_laid_the_last_part_first() -> None:
    laid = [BetLaid(CHLOE, A, 3), BetLaid(DAVID, A, 1), BetLaid(CHLOE, A, 2)]
    book, posted = played(*laid, BetTakenBack(CHLOE, 4))
    assert [(bet.player, bet.amount) for bet in book.bets] == [(CHLOE, 1), (DAVID, 1)]
    assert balances(posted) == {member(CHLOE): -1, member(DAVID): -1, MASS: 2}


def test_who_took_everything_back_may_bet_on_the_other() -> None:
    book, _ = played(BetLaid(CHLOE, A, 3), BetTakenBack(CHLOE, 3))
    assert why(book, BetLaid(CHLOE, B, 1)) is None


def test_what_was_not_won_is_given_back_when_it_is_closed() -> None:
    laid = [BetLaid(CHLOE, A, 3), BetLaid(DAVID, B, 1), BetLaid(CHLOE, A, 2)]
    ends: list[list[bets.Event]] = [[Closed()], [Dealt(), Closed()]]
    for end in ends:
        book, posted = played(*laid, *end)
        assert nets(posted) == {}
        assert set(bets.holdings(book).values()) == {0}


def test_who_has_backed_whom() -> None:
    laid = [BetLaid(EVA, A, 3), BetLaid(ALICE, A, 1), BetLaid(CHLOE, A, 2), BetLaid(BOB, B, 5)]
    book, _ = played(*laid, BetLaid(EVA, A, 1))
    assert bets.backers(book, A) == (EVA, CHLOE)
    assert bets.backers(book, B) == ()


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (BetLaid(CHLOE, A, 0), Why.AMOUNT_IMPOSSIBLE),
        (BetLaid(CHLOE, A, -3), Why.AMOUNT_IMPOSSIBLE),
        (BetLaid(DAVID, B, 1), Why.BOTH_SIDES),
        (BetLaid(ALICE, B, 1), Why.BOTH_SIDES),
        (BetLaid(BOB, A, 1), Why.BOTH_SIDES),
        (BetLaid(DAVID, A, 8), Why.OVER_LIMIT),
        (BetLaid(DAVID, A, 7), None),
        (BetLaid(BOB, B, 10), None),
        (BetLaid(EVA, B, 11), Why.OVER_LIMIT),
        (BetTakenBack(CHLOE, 1), Why.NO_BET),
        (BetTakenBack(DAVID, 4), Why.AMOUNT_IMPOSSIBLE),
        (BetTakenBack(DAVID, 0), Why.AMOUNT_IMPOSSIBLE),
        (Forfeited(DAVID), Why.NO_GAME_IN_PLAY),
        (Short(0), Why.NO_GAME_IN_PLAY),
        (GameWon(ALICE), Why.NO_GAME_IN_PLAY),
        (Dealt(), None),
    ],
)
def test_while_bets_are_laid(event: bets.Event, code: Why | None) -> None:
    book, _ = played(BetLaid(DAVID, A, 3), book=begun(most=10))
    assert why(book, event) is code


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (BetLaid(CHLOE, A, 1), Why.BETS_CLOSED),
        (BetTakenBack(DAVID, 1), Why.BETS_CLOSED),
        (Dealt(), Why.GAME_IN_PLAY),
        (Forfeited(ALICE), Why.IS_PLAYING),
        (Forfeited(CHLOE), Why.NO_BET),
        (Short(4), Why.AMOUNT_IMPOSSIBLE),
        (Short(-1), Why.AMOUNT_IMPOSSIBLE),
        (GameWon(DAVID), Why.NOT_PLAYING),
        (Closed(), None),
    ],
)
def test_while_the_game_is_played(event: bets.Event, code: Why | None) -> None:
    book, _ = played(BetLaid(DAVID, A, 3), BetLaid(ALICE, A, 2), BetLaid(EVA, B, 3), Dealt())
    assert why(book, event) is code


def test_a_refusal_says_which_amounts_are_possible() -> None:
    """David has 3 of 10 at stake; 3 of his and Alice's 5 are covered by Eva."""
    laying, _ = played(BetLaid(DAVID, A, 3), book=begun(most=10))
    assert limits_of(laying, BetLaid(DAVID, A, 8)) == {"most": 10, "left": 7}
    assert limits_of(laying, BetTakenBack(DAVID, 4)) == {"least": 1, "most": 3}
    dealt, _ = played(BetLaid(DAVID, A, 3), BetLaid(ALICE, A, 2), BetLaid(EVA, B, 3), Dealt())
    assert limits_of(dealt, Short(4)) == {"least": 0, "most": 3}


def limits_of(book: Book, event: bets.Event) -> dict[str, object]:
    refusal = bets.refusal(book, event)
    assert refusal is not None
    return dict(refusal.params)


def test_what_is_settled_takes_nothing() -> None:
    book, _ = played(Closed())
    for event in (BetLaid(CHLOE, A, 1), Dealt(), GameWon(ALICE), Closed(), Short(0)):
        assert why(book, event) is Why.CONTEST_OVER


@pytest.mark.parametrize(
    ("terms", "field"),
    [(Terms(levy=-1), "levy"), (Terms(levy=101), "levy"), (Terms(most=-1), "most")],
)
def test_terms_that_cannot_be(terms: Terms, field: str) -> None:
    found = bets.terms_refusal(terms)
    assert found is not None
    assert found.field == field
    with pytest.raises(NotTakenError):
        bets.begin(terms, ALICE, BOB)


def test_nobody_plays_himself() -> None:
    with pytest.raises(NotTakenError) as caught:
        bets.begin(Terms(), ALICE, ALICE)
    assert caught.value.refusal.why is Why.PLAYER_TWICE
