"""What the rooms above hear, inside the transaction of the write."""

from dataclasses import dataclass

from django.dispatch import Signal

from .engine.seats import Seat
from .engine.tally import Tally

# Sent with `match`: it has just been started.
match_started = Signal()
# Sent with `match`, what its entries came to `before` and `after` (engine MatchStates), and `by`;
# with the `entry` that changed it, unless it was entered whole.
match_changed = Signal()
# Sent with `match`; receivers answer with the figures that follow from it
# (games.consequences.Figure), so that a correction can be previewed whole.
figures_asked = Signal()
# Sent with `code` (a printed one), `score` and `dealer` of a game in play; a receiver answers with
# the chance, a Fraction, that the first player wins it.
odds_asked = Signal()
# Sent with `evening` and `veiled`; a receiver answers with what else it holds at its tables
# (games.held.Held).
held_asked = Signal()
# Sent with `match` and `person`; a receiver answers with what follows from the match
# (games.held.Follows), or nothing.
follows_asked = Signal()
# Sent with `match_id` of a match that is there no more, and `asker`; a receiver that knows what it
# was a part of answers with how that goes on (games.held.Follows), or nothing.
gone_asked = Signal()
# Sent with `evening` and `person`: receivers answer with what is planned to be played there and not
# begun (games.held.Due).
due_asked = Signal()
# Sent with `player`: receivers answer with what else stands on his page (games.told.Told).
player_told_asked = Signal()
# Sent once with `entered`, a list of Entered, when many matches were entered whole: for these
# neither of the two others is sent.
matches_entered = Signal()


@dataclass(frozen=True, slots=True)
class Entered:
    """A match that was entered whole. `tallies`: of the first and of the second player."""

    match_id: int
    event_id: int | None
    player_ids: tuple[int, int]
    over: bool
    winner: Seat | None
    tallies: tuple[Tally, Tally]
