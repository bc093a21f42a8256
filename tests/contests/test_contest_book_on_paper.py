"""Many contests drawn at random against the second book, without a database, and what that
found."""

from random import Random

import pytest

from scoring.contests.rules.bank import Adjudged, Backed, Bid, GaveUp, Phase, Punted, Renewed, State
from scoring.contests.rules.events import Closed
from tests.support.depth import times

from .naive_table import GALLERY, KINDS, PLAYERS, Plan, Table
from .paper import Paper

STEPS = 36
STORIES = {"bank": times(12, thorough=26), "winnings": times(12, thorough=26)}
"""Fewer of the other kinds: most is rare at a bank."""


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_second_book_has_the_same(kind: str) -> None:
    for seed in range(STORIES.get(kind, times(6, thorough=8))):
        random = Random(f"{kind} {seed}")
        plan = Plan.drawn(kind, random)
        table = Table.of(Paper(plan), plan, random)
        acts = table.acts()
        for _step in range(STEPS):
            table.goes_on(acts)
        if not table.site.course().state.over:
            table.site.tell(Closed())
        assert table.site.amounts() == table.book.closed()


def bank_of_ten() -> Paper:
    """Ann's; Bob faces her, then Cyd."""
    terms = {"levy": 10, "levy_on": "bank", "remainder": "largest"}
    paper = Paper(Plan("bank", terms, None, (*PLAYERS, *GALLERY)))
    paper.tell(Bid(paper.pk("ann"), 10))
    paper.tell(Adjudged())
    return paper


def played(paper: Paper, name: str, amount: int, winner: str) -> None:
    paper.tell(Punted(paper.pk(name), amount))
    paper.deals()
    paper.wins_game(winner)


def phase(paper: Paper) -> Phase:
    state = paper.course().state.contest
    assert isinstance(state, State)
    return state.phase


def test_a_bank_broken_once_after_all_and_put_up_by_another_is_not_renewed() -> None:
    """Broken twice, and Cyd's next. In truth Ann won the first game: 20 in the bank, of which Bob
    wins all in the second, and Cyd's is put up. She paid one levy, not two."""
    paper = bank_of_ten()
    played(paper, "bob", 10, "bob")
    paper.tell(Renewed())
    played(paper, "bob", 30, "bob")
    paper.tell(Bid(paper.pk("cyd"), 8))
    paper.tell(Adjudged())
    assert paper.amounts() == {"ann": -22, "bob": 20, "cyd": -8, "bank": 8, "levy": 2}
    paper.corrects(0, "ann")
    # Ann: 10 and 1 put up, nothing taken up. Bob: 10 lost, 20 won.
    assert paper.amounts() == {"ann": -11, "bob": 10, "cyd": -8, "bank": 8, "levy": 1}
    paper.corrects(0, "bob")
    assert paper.amounts() == {"ann": -22, "bob": 20, "cyd": -8, "bank": 8, "levy": 2}


def test_whoever_gave_up_a_bank_that_was_broken_twice_does_not_put_it_up_a_third_time() -> None:
    paper = bank_of_ten()
    played(paper, "bob", 10, "bob")
    paper.tell(Renewed())
    played(paper, "bob", 10, "ann")
    paper.tell(GaveUp())
    # Two levies of 1; 10 lost, 10 won, 20 taken up of 20 put up.
    assert paper.amounts() == {"ann": -2, "levy": 2}
    paper.corrects(1, "bob")
    assert paper.amounts() == {"ann": -22, "bob": 20, "levy": 2}
    assert phase(paper) is Phase.AUCTION


def test_a_bank_is_put_up_again_only_as_long_as_it_is_played_on() -> None:
    """The next game was dealt, the one before turns out to be lost, and the deal is undone: now Ann
    says whether she renews."""
    paper = bank_of_ten()
    played(paper, "bob", 10, "ann")
    paper.deals()
    paper.corrects(0, "bob")
    assert paper.amounts() == {"ann": -22, "bob": 10, "bank": 10, "levy": 2}
    paper.undo()
    assert paper.amounts() == {"ann": -11, "bob": 10, "levy": 1}
    assert phase(paper) is Phase.RENEWAL


def test_a_stake_behind_the_bank_does_not_stand_again_beside_one_against_it() -> None:
    """Dora laid 4 behind the bank when it was 10; as a correction has it, the bank had 20 then, and
    she laid 2 against it. That she sees to, whoever won."""
    paper = bank_of_ten()
    played(paper, "bob", 10, "bob")
    paper.tell(Renewed())
    paper.tell(Punted(paper.pk("bob"), 14))
    paper.tell(Backed(paper.pk("dora"), 4))
    paper.corrects(0, "ann")
    paper.tell(Punted(paper.pk("dora"), 2))
    paper.corrects(0, "bob")
    paper.deals()
    # Of 16 against it the bank covers 10, and they are Bob's.
    assert paper.amounts() == {"ann": -22, "levy": 2, "mass": 20}


def test_a_stake_behind_the_bank_gives_way_in_part() -> None:
    """Bob and Gus laid 24, the bank of 10 left 14 to Dora. With 20 in it there are 4 for her."""
    paper = bank_of_ten()
    played(paper, "bob", 5, "bob")
    played(paper, "cyd", 5, "ann")
    paper.tell(Punted(paper.pk("bob"), 12))
    paper.tell(Punted(paper.pk("gus"), 12))
    paper.tell(Backed(paper.pk("dora"), 14))
    paper.corrects(0, "ann")
    paper.deals()
    # Bob has lost 5, and lays 12; Cyd has lost 5. The bank has won 10.
    assert paper.amounts() == {"ann": -11, "levy": 1, "bob": -17, "cyd": -5, "gus": -12} | {
        "dora": -4,
        "mass": 48,
    }
