"""What each has staked on the game due or in play: covered, returned at the deal, and to be won."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.contests.rules import bank, machine
from scoring.contests.rules.bets import Forfeited, player_of, side_of, staked
from scoring.contests.rules.events import Dealt, GameWon
from scoring.contests.rules.machine import ContestState
from scoring.contests.rules.stakes import of
from scoring.ledger.rules import Cause, Holder

from .courses import Course


@dataclass(frozen=True, slots=True)
class StakeOnGame:
    """`on`: the player who has to win. `returned`: of what was `laid`, at the deal; before it, what
    would be. `wins`: beside the stake, less a levy, if that player wins."""

    player: int
    on: int
    laid: int
    covered: int
    returned: int
    wins: int


def stakes_on_game(course: Course) -> tuple[StakeOnGame, ...]:
    """Of everybody with a bet, or a stake against the bank or with it; but for forfeited ones."""
    laid_at, playing, forfeited = _at_deal(course)
    if playing is None:
        return ()
    wins = {seat: _winnings(playing, seat) for seat in machine.seats(playing) or ()}
    found = []
    for player, on, laid in _laid(laid_at):
        if player not in forfeited:
            covered = _staked(playing, player)
            found.append(StakeOnGame(player, on, laid, covered, laid - covered, wins[on][player]))
    return tuple(found)


def _at_deal(course: Course) -> tuple[ContestState, ContestState | None, set[int]]:
    """As it was before the deal of the game in play, as it is now, and who has forfeited since; or
    as it is, and as it would be if the cards were dealt now."""
    now, dealt = course.state, course.dealt
    if dealt is None or not now.dealt:
        is_possible = machine.refusal(now, Dealt()) is None
        return now, machine.apply(now, Dealt())[0] if is_possible else None, set()
    place = course.happened.index(dealt)
    before = course.states[place - 1] if place else course.begun
    since = course.happened[place:]
    gone = {one.event.player for one in since if isinstance(one.event, Forfeited)}
    return before, now, gone


def _laid(state: ContestState) -> Iterator[tuple[int, int, int]]:
    """Who, on whom, and how much."""
    if isinstance(state.contest, bank.State):
        seats = machine.seats(state) or (0, 0)
        sides = ((state.contest.against, seats[1]), (state.contest.behind, seats[0]))
        for laid, on in sides:
            for player in dict.fromkeys(stake.player for stake in laid):
                yield player, on, of(laid, player)
    elif state.book is not None:
        for player in dict.fromkeys(bet.player for bet in state.book.bets):
            side = side_of(state.book, player)
            if side is not None:
                yield player, player_of(state.book, side), staked(state.book, player)


def _staked(state: ContestState, player: int) -> int:
    if isinstance(state.contest, bank.State):
        return of((*state.contest.against, *state.contest.behind), player)
    return staked(state.book, player) if state.book else 0


def _winnings(playing: ContestState, winner: int) -> Counter[int]:
    """By player, of their stakes alone."""
    found: Counter[int] = Counter()
    for one in machine.apply(playing, GameWon(winner))[1]:
        if one.cause is Cause.BET_WON and one.target.holder is Holder.MEMBER:
            found[one.target.of] += one.amount
    return found
