"""Who has a stake on a player of a match, for the table at which it is played online."""

from typing import Any

from games.matches.models import Match
from games.matches.selectors.reading import terms
from games.online.selectors.tables import Backing
from scoring.contests.rules.machine import Kind

from .courses import read
from .summaries import entry_of_match

# Where the gallery plays against one, nobody points, and nobody sees the chouetteur's hand.
CHOUETTES = (Kind.BANK, Kind.BOX)


def backers(*, match: Match, **_facts: Any) -> dict[int, Backing]:
    """By player: on whom they have bet in this game. They see the hand where the code lets the
    gallery point."""
    entry = entry_of_match(match.pk)
    book = read(entry.contest).state.book if entry is not None else None
    if entry is None or book is None:
        return {}
    sees = terms(match).code.gallery_may_point.value and entry.contest.kind not in CHOUETTES
    seats = {book.a: "a" if match.player_a_id == book.a else "b"}
    seats[book.b] = "b" if seats[book.a] == "a" else "a"
    sides = {"a": book.a, "b": book.b}
    return {
        bet.player: Backing(seats[sides[bet.side]], sees=sees)
        for bet in book.bets
        if bet.player not in match.player_ids
    }
