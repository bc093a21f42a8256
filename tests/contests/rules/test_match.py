"""Alice (1) plays Bob (2): there is nothing between them but who plays."""

import pytest

from scoring.contests.rules import machine, match
from scoring.contests.rules.events import Closed, Dealt, GameWon, Joined, Left, NotTakenError, Why


def played(*events: match.Event) -> match.State:
    state = match.begin(match.Terms())
    for event in events:
        state, transfers = match.apply(state, event)
        assert transfers == ()
    return state


TWO = (Joined(1), Joined(2))


def test_both_stay_whoever_wins() -> None:
    state = played(*TWO, Dealt(), GameWon(2), Dealt())
    assert match.seats(state) == (1, 2)
    assert match.queue(state) == ()
    assert machine.CONTESTS[machine.Kind.MATCH].holdings(state) == {}


def test_who_leaves_between_games_is_replaced() -> None:
    state = played(*TWO, Left(1))
    assert match.seats(state) is None
    assert match.queue(state) == (2,)
    assert match.seats(played(*TWO, Left(1), Joined(3))) == (2, 3)


def test_it_is_over_when_it_is_closed() -> None:
    state = played(*TWO, Dealt(), Closed())
    assert state.over
    assert match.seats(state) is None
    assert not state.dealt


@pytest.mark.parametrize(
    ("before", "event", "code"),
    [
        ((), Dealt(), Why.PLAYERS_TOO_FEW),
        ((Joined(1),), Joined(1), Why.ALREADY_HERE),
        (TWO, Joined(3), Why.PLACES_TAKEN),
        (TWO, Left(3), Why.NOT_HERE),
        (TWO, GameWon(1), Why.NO_GAME_IN_PLAY),
        ((*TWO, Dealt()), Dealt(), Why.GAME_IN_PLAY),
        ((*TWO, Dealt()), Left(1), Why.GAME_IN_PLAY),
        ((*TWO, Dealt()), GameWon(3), Why.NOT_PLAYING),
        ((Closed(),), Joined(1), Why.CONTEST_OVER),
        ((Closed(),), Closed(), Why.CONTEST_OVER),
    ],
)
def test_what_is_not_taken(before: tuple[match.Event, ...], event: match.Event, code: Why) -> None:
    with pytest.raises(NotTakenError) as caught:
        match.apply(played(*before), event)
    assert caught.value.refusal.why is code


def test_any_terms_are_fit() -> None:
    assert match.terms_refusal(match.Terms()) is None
