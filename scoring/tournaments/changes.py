"""What the apps above follow, inside the transaction of the write."""

from ecarte_club.core.followers import Change

# `tournament`, and the `round` of it that has just been made public.
round_published = Change("round_published")
