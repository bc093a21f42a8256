"""What tables online ask of the apps above; `ecarte_club.followers` lists who answers."""

from ecarte_club.core.followers import Question

# Asked with `match`: dicts of the seat ("a" or "b") that each player, by id, has a stake on, and
# whether they may see that hand and point, as a `Backing`.
match_backers = Question("match_backers")
