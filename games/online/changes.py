"""What the apps above follow, and what tables online ask of them; `ecarte_club.followers` lists who
does."""

from ecarte_club.core.followers import Change, Question

# The time of `player` has begun at `table`; `turn`: the number of the draw and of the last action.
turn_began = Change("turn_began")

# Asked with `match`: dicts of the seat ("a" or "b") that each player, by id, has a stake on, and
# whether they may see that hand and point, as a `Backing`.
match_backers = Question("match_backers")
