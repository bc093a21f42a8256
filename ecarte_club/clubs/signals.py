"""What the rooms above hear, inside the transaction of the write."""

from django.dispatch import Signal

# Sent with `player`: his name, or what strangers see of it, is another.
player_changed = Signal()
# Sent with `kept` and `gone`, who are to be one: the record of matches first, before any evening
# is locked; then whatever stands upon it. Each answers with a `merging.Told`.
players_merging = Signal()
players_merged = Signal()
# Sent with `evening`: it has just been opened, with its tables.
evening_opened = Signal()
# Sent with `evening`: it has just been signed off.
evening_signed_off = Signal()
# Sent with `player`, and the `names` that he had: he is anonymous from now on.
player_anonymised = Signal()
# Sent with `player`: each room returns what it keeps of him, an iterable of `personal.Kept`.
player_kept_asked = Signal()
