"""What contests say to those whose part they are, within the act."""

from django.dispatch import Signal

# contest; before, after: its courses; by: who did it. Its evening and its book are locked.
contest_moved = Signal()
