"""Cul-levé: articles 63 and 64 at the table, and any evening of it against a list on paper."""

from collections import Counter
from dataclasses import dataclass

import pytest
from hypothesis import event as seen
from hypothesis import given
from hypothesis import strategies as st

from scoring.contests.rules import cul_leve, machine
from scoring.contests.rules.cul_leve import BackerSat, State, SteppedDown, Terms
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
from scoring.ledger.rules import Cause, Holder, Transfer, Transfers, balances, member

ALICE, BOB, CHLOE, DAVID = 1, 2, 3, 4
PLAIN, BACKED = Terms(stake=5), Terms(backer_sits=True)


def after(terms: Terms, *events: object) -> tuple[State, Transfers]:
    state = cul_leve.begin(terms)
    made: Transfers = ()
    for event in events:
        state, more = cul_leve.apply(state, event)
        made += more
    return state, made


def inscribed(terms: Terms, *events: object, players: int = 4) -> State:
    return after(terms, *map(Joined, range(1, players + 1)), *events)[0]


def won(*winners: int) -> list[object]:
    return [event for winner in winners for event in (Dealt(), GameWon(winner))]


def shown(state: State) -> tuple[tuple[int, ...] | None, tuple[int, ...]]:
    return cul_leve.seats(state), cul_leve.queue(state)


def refused(state: State, event: object) -> Why:
    found = cul_leve.refusal(state, event)
    assert found is not None
    with pytest.raises(NotTakenError) as caught:
        cul_leve.apply(state, event)
    assert caught.value.refusal == found
    return found.why


def test_art_63_the_loser_leaves_and_the_next_inscribed_takes_his_place() -> None:
    state = inscribed(PLAIN)
    assert shown(state) == ((ALICE, BOB), (CHLOE, DAVID))
    state = inscribed(PLAIN, *won(BOB))
    assert shown(state) == ((BOB, CHLOE), (DAVID,))
    state = inscribed(PLAIN, *won(BOB), Joined(ALICE), *won(CHLOE))
    assert shown(state) == ((CHLOE, DAVID), (ALICE,))
    assert state.games == 2


def test_who_lost_is_put_at_the_foot_by_himself_where_the_club_plays_it_so() -> None:
    state = inscribed(Terms(loser_inscribes=True), *won(BOB))
    assert shown(state) == ((BOB, CHLOE), (DAVID, ALICE))
    assert refused(state, Joined(ALICE)) is Why.ALREADY_HERE
    only_two = inscribed(Terms(loser_inscribes=True), *won(BOB), players=2)
    assert shown(only_two) == ((BOB, ALICE), ())


def test_the_loser_pays_the_winner_the_stake_of_the_game() -> None:
    """Bob wins two games and loses one, at 5 each."""
    _, made = after(PLAIN, *map(Joined, (1, 2, 3, 4)), *won(BOB, BOB, DAVID))
    assert balances(made) == {member(ALICE): -5, member(BOB): 5, member(CHLOE): -5, member(4): 5}
    assert {one.cause for one in made} == {Cause.GAME_WON}
    assert after(Terms(), Joined(ALICE), Joined(BOB), *won(BOB))[1] == ()
    assert machine.CONTESTS[machine.Kind.CUL_LEVE].holdings(inscribed(PLAIN)) == {}


def test_art_64_a_winner_may_give_up_his_seat_and_the_next_inscribed_has_it() -> None:
    state = inscribed(PLAIN, *won(ALICE), SteppedDown(ALICE))
    assert shown(state) == ((CHLOE, DAVID), ())
    assert shown(cul_leve.apply(state, Joined(ALICE))[0]) == ((CHLOE, DAVID), (ALICE,))
    assert refused(state, SteppedDown(ALICE)) is Why.NOT_PLAYING
    assert refused(inscribed(PLAIN), SteppedDown(ALICE)) is Why.NOT_PLAYING
    assert refused(inscribed(PLAIN, Dealt()), SteppedDown(ALICE)) is Why.GAME_IN_PLAY


def test_one_of_the_losers_backers_takes_his_place_before_the_list() -> None:
    state = inscribed(BACKED, *won(ALICE))
    assert shown(state) == ((ALICE, CHLOE), (DAVID,))
    state, made = cul_leve.apply(state, BackerSat(DAVID, (9, DAVID)))
    assert (shown(state), made) == (((ALICE, DAVID), (CHLOE,)), ())
    assert refused(state, BackerSat(9, (9, DAVID))) is Why.NOT_OPEN
    not_inscribed = inscribed(BACKED, *won(ALICE), BackerSat(9, (9,)))
    assert shown(not_inscribed) == ((ALICE, 9), (CHLOE, DAVID))


def test_a_backer_and_a_winner_who_steps_down() -> None:
    state = inscribed(BACKED, *won(ALICE), SteppedDown(ALICE), BackerSat(9, (9,)))
    assert shown(state) == ((9, CHLOE), (DAVID,))
    state = inscribed(BACKED, *won(ALICE), BackerSat(9, (9,)), SteppedDown(9))
    assert shown(state) == ((ALICE, CHLOE), (DAVID,))


def test_who_may_not_take_the_losers_place() -> None:
    assert refused(inscribed(PLAIN, *won(ALICE)), BackerSat(9, (9,))) is Why.NOT_OPEN
    assert refused(inscribed(BACKED), BackerSat(9, (9,))) is Why.NOT_OPEN
    state = inscribed(BACKED, *won(ALICE))
    assert refused(state, BackerSat(ALICE, (ALICE,))) is Why.IS_PLAYING
    assert refused(state, BackerSat(BOB, (BOB,))) is Why.NOT_ENTITLED
    assert refused(state, BackerSat(CHLOE, (9, DAVID))) is Why.NOT_ENTITLED
    dealt, _ = cul_leve.apply(state, Dealt())
    assert refused(dealt, BackerSat(9, (9,))) is Why.NOT_OPEN


def test_joining_and_leaving() -> None:
    state = inscribed(PLAIN)
    assert refused(state, Joined(BOB)) is Why.ALREADY_HERE
    assert refused(state, Left(9)) is Why.NOT_HERE
    assert shown(cul_leve.apply(state, Left(ALICE))[0]) == ((BOB, CHLOE), (DAVID,))
    dealt, _ = cul_leve.apply(state, Dealt())
    assert refused(dealt, Left(ALICE)) is Why.GAME_IN_PLAY
    assert refused(dealt, Joined(ALICE)) is Why.ALREADY_HERE
    assert shown(cul_leve.apply(dealt, Left(CHLOE))[0]) == ((ALICE, BOB), (DAVID,))
    assert shown(inscribed(PLAIN, *won(BOB), Left(BOB))) == ((CHLOE, DAVID), ())


def test_a_game_takes_two() -> None:
    assert refused(cul_leve.begin(PLAIN), Dealt()) is Why.PLAYERS_TOO_FEW
    state = inscribed(PLAIN, *won(BOB), players=2)
    assert shown(state) == (None, (BOB,))
    assert refused(state, Dealt()) is Why.PLAYERS_TOO_FEW
    assert shown(cul_leve.apply(state, Joined(DAVID))[0]) == ((BOB, DAVID), ())


def test_what_does_not_follow() -> None:
    state = inscribed(PLAIN)
    assert refused(state, GameWon(ALICE)) is Why.NO_GAME_IN_PLAY
    assert refused(state, SatOut(CHLOE)) is Why.NOT_AN_EVENT
    assert refused(state, CameBack(CHLOE)) is Why.NOT_AN_EVENT
    dealt, _ = cul_leve.apply(state, Dealt())
    assert refused(dealt, Dealt()) is Why.GAME_IN_PLAY
    assert refused(dealt, GameWon(CHLOE)) is Why.NOT_PLAYING


def test_a_game_in_play_at_the_close_is_not_paid_for() -> None:
    state, made = after(PLAIN, Joined(ALICE), Joined(BOB), Dealt(), Closed())
    assert (state.over, cul_leve.seats(state), made) == (True, None, ())
    assert refused(state, Joined(CHLOE)) is Why.CONTEST_OVER


def test_a_stake_is_never_less_than_nothing() -> None:
    found = cul_leve.terms_refusal(Terms(stake=-1))
    assert found is not None
    assert found.why is Why.AMOUNT_IMPOSSIBLE
    with pytest.raises(NotTakenError):
        cul_leve.begin(Terms(stake=-1))


# any evening


@dataclass(frozen=True)
class Played:
    """A game between whoever sits, from the deal to its end."""

    first_wins: bool


players = st.integers(1, 6)
terms = st.builds(Terms, st.integers(0, 9), st.booleans(), st.booleans())
played = st.builds(Played, st.booleans())
joined = st.builds(Joined, players)
odd = [
    st.builds(Left, players),
    st.builds(SteppedDown, players),
    st.builds(BackerSat, players, st.sampled_from([(1, 2), (1, 2, 3, 4, 5, 6)])),
    st.builds(BackerSat, players, st.just((3, 4, 5, 6))),
    st.just(Dealt()),
    st.builds(GameWon, players),
    st.builds(SatOut, players),
]


@st.composite
def evenings(draw: st.DrawFn) -> list[object]:
    most = [played, played, played, joined, joined, joined]
    kinds = draw(st.lists(st.sampled_from([*most, *odd]), max_size=40))
    first: list[object] = [*map(Joined, range(1, draw(st.integers(1, 6))))]
    last: list[object] = [Closed()] if draw(st.booleans()) else []
    return first + [draw(kind) for kind in kinds] + last


def events(state: State, move: object) -> tuple[object, ...]:
    if not isinstance(move, Played):
        return (move,)
    first, second = cul_leve.seats(state) or (0, 0)
    return Dealt(), GameWon(first if move.first_wins else second)


class Paper:
    """Two chairs, and a list of names that is struck through and written on."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.purse: Counter[int] = Counter()
        self.chairs: list[int] = []
        self.names: list[int] = []
        self.lost = 0
        self.cards_out = False
        self.done = False

    def take(self, event: object) -> bool:
        """Whether it happened."""
        act = getattr(self, type(event).__name__.lower(), None)
        return bool(act and not self.done and act(event))

    def joined(self, event: Joined) -> bool:
        if event.player in self.names + self.chairs:
            return False
        self.names.append(event.player)
        return True

    def left(self, event: Left) -> bool:
        for where in (self.names, self.chairs):
            if event.player in where and not (where is self.chairs and self.cards_out):
                where.remove(event.player)
                return True
        return False

    def steppeddown(self, event: SteppedDown) -> bool:
        if self.cards_out or event.player not in self.chairs:
            return False
        self.chairs.remove(event.player)
        return True

    def backersat(self, event: BackerSat) -> bool:
        claims = self.terms.backer_sits and self.lost and not self.cards_out
        if not claims or event.player in (self.lost, *self.chairs):
            return False
        if event.player not in event.backers:
            return False
        self.names = [name for name in self.names if name != event.player]
        self.chairs.append(event.player)
        self.lost = 0
        return True

    def dealt(self, _: Dealt) -> bool:
        if self.cards_out or len(self.chairs) + len(self.names) < 2:
            return False
        while len(self.chairs) < 2:
            self.chairs.append(self.names.pop(0))
        self.cards_out, self.lost = True, 0
        return True

    def gamewon(self, event: GameWon) -> bool:
        if not self.cards_out or event.winner not in self.chairs:
            return False
        self.chairs.remove(event.winner)
        self.lost = self.chairs.pop()
        self.chairs = [event.winner]
        self.purse[event.winner] += self.terms.stake
        self.purse[self.lost] -= self.terms.stake
        if self.terms.loser_inscribes:
            self.names.append(self.lost)
        self.cards_out = False
        return True

    def closed(self, _: Closed) -> bool:
        self.done = True
        return True


@given(terms, evenings())
def test_any_evening_of_cul_leve_is_as_the_paper_has_it(
    terms: Terms, evening: list[object]
) -> None:
    state, paper = cul_leve.begin(terms), Paper(terms)
    made: list[Transfer] = []
    for move in evening:
        for event in events(state, move):
            taken = cul_leve.refusal(state, event) is None
            assert paper.take(event) == taken
            if taken:
                seen(type(event).__name__)
                state, more = cul_leve.apply(state, event)
                made += more
            _agrees(state, made, paper)


def _agrees(state: State, made: list[Transfer], paper: Paper) -> None:
    found = balances(made)
    assert sum(found.values()) == 0
    assert {one.holder for one in found} <= {Holder.MEMBER}
    assert all(found.get(member(one), 0) == paper.purse[one] for one in range(1, 7))
    assert state.over == paper.done
    seats, queue = shown(state)
    line = (*(seats or ()), *queue)
    assert line == (*paper.chairs, *paper.names)
    assert len(set(line)) == len(line)
    assert (seats is not None) == (len(line) >= 2 and not paper.done)


@given(terms, evenings(), st.one_of(played, joined, *odd))
def test_a_cul_leve_that_is_over_takes_nothing(
    terms: Terms, evening: list[object], more: object
) -> None:
    state = cul_leve.begin(terms)
    for event in (one for move in (*evening, Closed()) for one in events(state, move)):
        if cul_leve.refusal(state, event) is None:
            state, _ = cul_leve.apply(state, event)
    assert state.over
    assert all(cul_leve.refusal(state, one) is not None for one in (more, Closed()))
