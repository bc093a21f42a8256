"""What the rooms above hear, inside the transaction of the write."""

from django.dispatch import Signal

# Sent with `player`: his name, or what strangers see of it, is another.
player_changed = Signal()
# Sent with `kept` and `gone`: they are one from now on.
players_merged = Signal()
# Sent with `evening`: it has just been signed off.
evening_signed_off = Signal()
