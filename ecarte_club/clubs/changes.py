"""What the apps above follow, inside the transaction of the write, and what they are asked."""

from ecarte_club.core.followers import Change, Question

# `player`: their name, or what the public sees of it, has changed.
player_changed = Change("player_changed")
# `kept` and `gone` are to become one player: the matches first, before any evening is locked; then
# whatever rests on them. Each answers with a `merge_preview.Told`.
players_merging = Change("players_merging")
# After `players_merging`, with the ids of the `evenings` that were named there.
players_merged = Change("players_merged")
# `player`, and the `names` they had: anonymous from now on.
player_anonymised = Change("player_anonymised")
# `player`: each app returns what it stores about them, an iterable of `selectors.personal.Kept`.
player_kept_asked = Question("player_kept")
