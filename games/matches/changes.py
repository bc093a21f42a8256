"""What the apps above follow, inside the transaction of the write, and what pages ask of them."""

from dataclasses import dataclass

from ecarte_club.core.followers import Change, Question
from games.engine.seats import Seat
from games.engine.states import Tally

# Sent with `match`: it has just been started.
match_started = Change("match_started")
# Sent with `match`, what its entries came to `before` and `after` (engine MatchStates), and `by`;
# with the `entry` that changed it, unless it was entered whole.
match_changed = Change("match_changed")
# Sent with `match`; receivers answer with the figures that follow from it
# (games.matches.effects.Figure), so that a correction can be previewed whole.
figures_asked = Question("figures")
# Sent with `code` (a printed one), `score` and `dealer` of a game in play; a receiver answers with
# the chance, a Fraction, that the first player wins it.
odds_asked = Question("odds")
# Sent with `evening` and `veiled`; a receiver answers with what else it holds at its tables
# (games.matches.extensions.Held).
held_asked = Question("held")
# Sent with `match` and `person`; a receiver answers with what follows from the match
# (games.matches.extensions.Follows), or nothing.
follows_asked = Question("follows")
# Sent with `match_id` of a match that is there no more, and `actor`; a receiver that knows what it
# was a part of answers with how that goes on (games.matches.extensions.Follows), or nothing.
gone_asked = Question("gone")
# Sent with `evening` and `person`: receivers answer with what is planned to be played there and not
# begun (games.matches.extensions.Due).
due_asked = Question("due")
# Sent with `player`: receivers answer with what else is on their page
# (games.matches.player_facts.Told).
player_told_asked = Question("player_told")
# Sent once with `entered`, a list of Entered, when many matches were entered whole: for these
# neither of the two others is sent.
matches_entered = Change("matches_entered")


@dataclass(frozen=True, slots=True)
class Entered:
    """A match that was entered whole. `tallies`: of the first and of the second player."""

    match_id: int
    event_id: int | None
    player_ids: tuple[int, int]
    over: bool
    winner: Seat | None
    tallies: tuple[Tally, Tally]
