"""What the apps above follow, inside the transaction of the write."""

from ecarte_club.core.followers import Change

# `evening`: it has just been opened, with its tables.
evening_opened = Change("evening_opened")
# `evening`: it has just been signed off.
evening_signed_off = Change("evening_signed_off")
