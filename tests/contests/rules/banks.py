"""Evenings at a bank, for the tests: Alice (1), Bob (2), Chloé (3), David (4)."""

from scoring.contests.rules import bank
from scoring.contests.rules.bank import Adjudged, Bid, Event, Punted, State, Terms
from scoring.contests.rules.events import Dealt, GameWon, Joined, Why
from scoring.ledger.rules import Transfer, Transfers, balances, member

ALICE, BOB, CHLOE, DAVID = 1, 2, 3, 4
USUAL = Terms()
ALL: tuple[Event, ...] = tuple(Joined(player) for player in (ALICE, BOB, CHLOE, DAVID))


def played(*events: Event, terms: Terms = USUAL) -> tuple[State, Transfers]:
    state, found = bank.begin(terms), list[Transfer]()
    for event in events:
        state, moved = bank.apply(state, event)
        found += moved
    return state, tuple(found)


def alices(amount: int) -> tuple[Event, ...]:
    """Alice has the bank; Bob, Chloé, David are inscribed in this order."""
    return (*ALL, Bid(ALICE, amount), Adjudged())


def of_members(transfers: Transfers) -> tuple[int, ...]:
    found = balances(transfers)
    return tuple(found.get(member(player), 0) for player in (ALICE, BOB, CHLOE, DAVID))


def why(state: State, event: Event) -> Why | None:
    found = bank.refusal(state, event)
    return found.why if found else None


def broken(amount: int = 10) -> tuple[Event, ...]:
    return (Punted(BOB, amount), Dealt(), GameWon(BOB))
