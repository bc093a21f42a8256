"""What the rooms above hear, inside the transaction of the write."""

from django.dispatch import Signal

# Sent with `match`: it has just been started.
match_started = Signal()
# Sent with `match`, and what its entries came to `before` and `after` (engine MatchStates).
match_changed = Signal()
# Sent with `match`; receivers answer with the figures that follow from it
# (games.consequences.Figure), so that a correction can be previewed whole.
figures_asked = Signal()
