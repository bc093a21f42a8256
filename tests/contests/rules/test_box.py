"""The social chouette: Alice (1) has the box, Bob (2), Chloé (3), David (4) and Emma (5) come."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import cast

import pytest

from scoring.contests.rules.events import (
    CameBack,
    Closed,
    Dealt,
    GameWon,
    Joined,
    Left,
    NotTakenError,
    SatOut,
    Why,
)
from scoring.contests.rules.machine import CONTESTS, Kind
from scoring.contests.rules.social import (
    Event,
    OnLoss,
    Partnered,
    StakeSet,
    State,
    Terms,
    Unpartnered,
    apply,
    begin,
    queue,
    refusal,
    seats,
    stake,
    team,
    terms_refusal,
)
from scoring.ledger.rules import Cause, Transfer, Transfers, balances, member

ALICE, BOB, CHLOE, DAVID, EMMA = 1, 2, 3, 4, 5
PASSES = Terms(stake=2, most=10)
STAYS = Terms(stake=2, most=10, on_loss=OnLoss.BOX_STAYS)


def after(events: Iterable[Event], terms: Terms = PASSES) -> State:
    return played(events, begin(terms))[0]


def played(events: Iterable[Event], state: State) -> tuple[State, Transfers]:
    found: Transfers = ()
    for event in events:
        state, paid = apply(state, event)
        found += paid
    return state, found


def here(*players: int) -> list[Event]:
    return [Joined(player) for player in players]


def game(winner: int) -> list[Event]:
    return [Dealt(), GameWon(winner)]


FOUR = here(ALICE, BOB, CHLOE, DAVID)


def why(state: State, event: Event) -> Why | None:
    refused = refusal(state, event)
    return None if refused is None else refused.why


def test_who_joins_first_is_the_box_and_who_joins_next_the_captain() -> None:
    state = after(FOUR)
    assert seats(state) == (ALICE, BOB)
    assert queue(state) == (CHLOE, DAVID)
    assert team(state) == (BOB, CHLOE, DAVID)


@pytest.mark.parametrize("players", [[], [ALICE]])
def test_with_fewer_than_two_no_game_is_due(players: list[int]) -> None:
    state = after(here(*players))
    assert seats(state) is None
    assert queue(state) == tuple(players)
    assert why(state, Dealt()) is Why.PLAYERS_TOO_FEW


def test_a_box_that_wins_has_the_stake_of_each_and_the_captain_goes_to_the_foot() -> None:
    """Alice has 2 + 5 + 2 = 9."""
    state, paid = played([*FOUR, StakeSet(CHLOE, 5), *game(ALICE)], begin(PASSES))
    alice = member(ALICE)
    assert paid == (
        Transfer(member(BOB), alice, 2, Cause.GAME_WON),
        Transfer(member(CHLOE), alice, 5, Cause.GAME_WON),
        Transfer(member(DAVID), alice, 2, Cause.GAME_WON),
    )
    assert seats(state) == (ALICE, CHLOE)
    assert queue(state) == (DAVID, BOB)
    assert dict(state.won) == {ALICE: 9, BOB: -2, CHLOE: -5, DAVID: -2}


def test_a_box_that_passes_goes_to_the_foot_and_the_captain_has_it() -> None:
    state, paid = played([*FOUR, *game(BOB)], begin(PASSES))
    assert balances(paid) == {member(1): -6, member(2): 2, member(3): 2, member(4): 2}
    assert {one.source for one in paid} == {member(ALICE)}
    assert seats(state) == (BOB, CHLOE)
    assert queue(state) == (DAVID, ALICE)


def test_a_box_that_stays_plays_the_same_captain_again() -> None:
    """Article 65: only who faces the chouetteur changes, and he on losing."""
    state = after([*FOUR, *game(BOB)], STAYS)
    assert seats(state) == (ALICE, BOB)
    assert dict(state.won) == {ALICE: -6, BOB: 2, CHLOE: 2, DAVID: 2}


def test_the_odd_counter_is_the_boxs_to_win_and_to_lose() -> None:
    """Chloé is Alice's partner: 2 + 3 = 5 are at stake, of which she has 2 and Alice 3."""
    partners: list[Event] = [*FOUR, Partnered(CHLOE), StakeSet(DAVID, 3)]
    won, paid = played([*partners, *game(ALICE)], begin(PASSES))
    assert dict(won.won) == {BOB: -2, ALICE: 3, DAVID: -3, CHLOE: 2}
    assert paid[-1] == Transfer(member(ALICE), member(CHLOE), 2, Cause.PARTNER_SHARE)
    lost, paid = played([*partners, *game(BOB)], begin(PASSES))
    assert dict(lost.won) == {BOB: 2, ALICE: -3, DAVID: 3, CHLOE: -2}
    assert paid[-1] == Transfer(member(CHLOE), member(ALICE), 2, Cause.PARTNER_SHARE)


def test_half_of_a_single_counter_is_nothing() -> None:
    start: list[Event] = [*here(ALICE, BOB, CHLOE), StakeSet(BOB, 1), Partnered(CHLOE)]
    state, paid = played([*start, *game(ALICE)], begin(PASSES))
    assert paid == (Transfer(member(BOB), member(ALICE), 1, Cause.GAME_WON),)
    assert dict(state.won) == {BOB: -1, ALICE: 1}


def test_a_partner_keeps_his_place_and_is_passed_over_as_captain() -> None:
    state = after([*FOUR, Partnered(BOB)])
    assert seats(state) == (ALICE, CHLOE)
    assert team(state) == (CHLOE, DAVID)
    assert queue(state) == (BOB, DAVID)
    assert seats(after([*FOUR, Partnered(BOB), *game(ALICE)])) == (ALICE, DAVID)
    assert seats(after([*FOUR, Partnered(BOB), *game(ALICE), Unpartnered(BOB)])) == (ALICE, BOB)


def test_with_his_partner_alone_the_box_has_no_game() -> None:
    state = after([*here(ALICE, BOB), Partnered(BOB)])
    assert seats(state) is None
    assert seats(after([*here(ALICE, BOB), Partnered(BOB), Joined(CHLOE)])) == (ALICE, CHLOE)


def test_a_box_that_passes_ends_the_partnership_and_one_that_stays_does_not() -> None:
    partners: list[Event] = [*FOUR, Partnered(DAVID), *game(BOB)]
    passed = after(partners)
    assert passed.partner is None
    assert team(passed) == (CHLOE, DAVID, ALICE)
    assert after(partners, STAYS).partner == DAVID


@pytest.mark.parametrize("go", [Left, SatOut])
def test_a_box_that_goes_passes_to_the_next(go: type[Left] | type[SatOut]) -> None:
    state = after([*FOUR, Partnered(DAVID), go(ALICE)])
    assert seats(state) == (BOB, CHLOE)
    assert state.partner is None
    assert queue(state) == (DAVID,)


def test_a_partner_who_comes_next_has_the_box_after_it_goes() -> None:
    state = after([*FOUR, Partnered(BOB), SatOut(ALICE)])
    assert seats(state) == (BOB, CHLOE)
    assert state.partner is None


@pytest.mark.parametrize("go", [Left, SatOut])
def test_a_partner_who_goes_dissolves_the_partnership(go: type[Left] | type[SatOut]) -> None:
    state = after([*FOUR, Partnered(CHLOE), go(CHLOE)])
    assert state.partner is None
    assert team(state) == (BOB, DAVID)


def test_another_who_goes_does_not() -> None:
    assert after([*FOUR, Partnered(CHLOE), Left(DAVID)]).partner == CHLOE


def test_who_comes_back_and_who_joins_late_stands_at_the_foot() -> None:
    state = after([*FOUR, SatOut(BOB), Joined(EMMA), CameBack(BOB)])
    assert seats(state) == (ALICE, CHLOE)
    assert queue(state) == (DAVID, EMMA, BOB)
    assert state.resting == ()


def test_who_sits_out_neither_wins_nor_loses() -> None:
    assert BOB not in dict(after([*FOUR, SatOut(BOB), *game(ALICE)]).won)


def test_a_stake_is_kept_while_one_rests_and_forgotten_when_one_leaves() -> None:
    named: list[Event] = [*FOUR, StakeSet(BOB, 3), StakeSet(BOB, 7), SatOut(BOB)]
    assert stake(after([*named, CameBack(BOB)]), BOB) == 7
    assert stake(after([*named, Left(BOB), Joined(BOB)]), BOB) == 2


def test_a_stake_named_while_one_is_the_box_counts_once_one_is_of_the_team() -> None:
    state, paid = played([*here(ALICE, BOB), StakeSet(ALICE, 9), *game(BOB)], begin(PASSES))
    assert balances(paid) == {member(ALICE): -2, member(BOB): 2}
    assert dict(after([], PASSES).won) == {}
    assert dict(played(game(BOB), state)[0].won) == {ALICE: -11, BOB: 11}


def test_what_was_won_outlasts_his_going() -> None:
    assert dict(after([*FOUR, *game(ALICE), Left(BOB)]).won)[BOB] == -2


def test_treble_and_double_are_not_counted() -> None:
    """Article 66: the event tells who won, and after a correction who stayed and what became of a
    bank, but no score, so every game pays its stakes once."""
    assert [field.name for field in fields(GameWon)] == ["winner", "stays", "bank"]


def test_closed_in_the_middle_of_a_game_nothing_is_paid() -> None:
    state, paid = played([*FOUR, Dealt(), Closed()], begin(PASSES))
    assert state.over
    assert not after(FOUR).over
    assert paid == ()
    assert seats(state) is None
    assert queue(state) == (ALICE, BOB, CHLOE, DAVID)
    assert CONTESTS[Kind.BOX].holdings(state) == {}
    assert why(state, Joined(EMMA)) is Why.CONTEST_OVER
    assert why(state, Closed()) is Why.CONTEST_OVER


ARRANGEMENTS: list[Event] = [
    Joined(EMMA),
    Left(ALICE),
    SatOut(BOB),
    CameBack(EMMA),
    StakeSet(BOB, 1),
    Partnered(BOB),
    Unpartnered(BOB),
    Dealt(),
]


@pytest.mark.parametrize("event", ARRANGEMENTS)
def test_nothing_is_arranged_once_the_first_card_is_dealt(event: Event) -> None:
    state = after([*FOUR, Dealt()])
    assert why(state, event) is Why.GAME_IN_PLAY
    with pytest.raises(NotTakenError) as told:
        apply(state, event)
    assert told.value.refusal == refusal(state, event)


@dataclass(frozen=True, slots=True)
class Trumped:
    player: int = ALICE


@pytest.mark.parametrize(
    ("events", "event", "found"),
    [
        ([], GameWon(ALICE), Why.NO_GAME_IN_PLAY),
        ([Dealt()], GameWon(CHLOE), Why.NOT_PLAYING),
        ([], Joined(BOB), Why.ALREADY_HERE),
        ([SatOut(BOB)], Joined(BOB), Why.ALREADY_HERE),
        ([SatOut(BOB)], SatOut(BOB), Why.NOT_HERE),
        ([SatOut(BOB)], Partnered(BOB), Why.NOT_HERE),
        ([SatOut(BOB)], CameBack(BOB), None),
        ([SatOut(BOB)], StakeSet(BOB, 3), None),
        ([SatOut(BOB)], Left(BOB), None),
        ([], CameBack(BOB), Why.ALREADY_HERE),
        ([], CameBack(EMMA), Why.NOT_HERE),
        ([], Left(EMMA), Why.NOT_HERE),
        ([], StakeSet(EMMA, 1), Why.NOT_HERE),
        ([], StakeSet(BOB, 0), Why.AMOUNT_IMPOSSIBLE),
        ([], StakeSet(BOB, 10), None),
        ([], StakeSet(BOB, 11), Why.OVER_LIMIT),
        ([], Partnered(EMMA), Why.NOT_HERE),
        ([], Partnered(ALICE), Why.IS_PLAYING),
        ([Partnered(BOB)], Partnered(CHLOE), Why.PARTNER_ALREADY),
        ([Partnered(BOB)], Partnered(BOB), Why.PARTNER_ALREADY),
        ([Partnered(BOB)], Unpartnered(CHLOE), Why.NOT_PARTNER),
        ([], Unpartnered(BOB), Why.NOT_PARTNER),
        ([], cast(Event, Trumped()), Why.NOT_AN_EVENT),
    ],
)
def test_what_is_not_taken(events: list[Event], event: Event, found: Why | None) -> None:
    assert why(after([*FOUR, *events]), event) is found


@pytest.mark.parametrize(
    ("terms", "found"),
    [
        (Terms(), None),
        (Terms(stake=5, most=5), None),
        (Terms(stake=0, most=5), Why.AMOUNT_IMPOSSIBLE),
        (Terms(stake=6, most=5), Why.OVER_LIMIT),
    ],
)
def test_terms_that_no_chouette_can_have(terms: Terms, found: Why | None) -> None:
    refused = terms_refusal(terms)
    assert (None if refused is None else refused.why) is found
    if refused is None:
        assert begin(terms).terms == terms
        return
    with pytest.raises(NotTakenError) as told:
        begin(terms)
    assert told.value.refusal == refused
