"""Law 42 by the clock: the hand is abandoned in whatever phase it is. Alice is the elder hand."""

import pytest

from games.engine.cards import card
from games.engine.facts import Mark
from games.engine.hand import apply, begin, out_of_time
from games.engine.hand.state import Cut, Phase
from games.engine.hand.views import record
from games.engine.records import MarkKind, Tricks
from games.engine.refusals import RefusalError
from games.engine.seats import Seat
from games.engine.terms import Score
from tests.engine.people import ALICE, BOB, BRITANNICA, LONDON

from .table import after, dealt
from .test_play_laws import CLUBS, LOW


@pytest.mark.parametrize(
    ("steps", "by"),
    [
        ((), ALICE),
        (("propose",), BOB),
        (("propose", "accept"), ALICE),
        (("propose", "accept", "-7S"), BOB),
    ],
)
def test_who_made_no_trick_gives_the_vole_also_before_the_play(
    steps: tuple[str, ...], by: Seat
) -> None:
    state, events = out_of_time(after(dealt(), *steps))
    assert state.phase is Phase.OVER
    assert [(mark.seat, mark.points, mark.kind) for mark in state.marks] == [
        (by.other, 2, MarkKind.VOLE)
    ]
    assert isinstance(events[0], Mark)
    noted = record(state)
    assert (noted.abandoned_by, noted.tricks) == (by, Tricks(0, 0))


def test_who_made_a_trick_gives_the_point() -> None:
    state, _events = out_of_time(after(dealt(CLUBS, LOW, "7S"), "propose", "refuse", "KC", "7C"))
    assert [(mark.seat, mark.points) for mark in state.marks] == [(BOB, 1)]
    assert state.score == Score(0, 1)


def test_nobody_runs_out_of_time_while_no_hand_waits_for_them() -> None:
    over, _events = out_of_time(dealt())
    chooses, _events = apply(begin(BRITANNICA), Cut(card("KS"), card("7H")))
    assert chooses.phase is Phase.FIRST_DEALER
    for state in (over, begin(LONDON), begin(LONDON, dealer=BOB), chooses):
        with pytest.raises(RefusalError):
            out_of_time(state)
