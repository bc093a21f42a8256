"""What the apps above follow, inside the transaction of the write."""

from ecarte_club.core.followers import Change

# `evening`: it has just been opened, with its tables.
evening_opened = Change("evening_opened")
# `evening`: it is about to be signed off, and is not locked yet.
evening_signing_off = Change("evening_signing_off")
# `evening`: it has just been signed off, `by` somebody; `closing`: "abandoned" or "adjourned" for
# matches that are unfinished, by their ids, where that was chosen, and why some are abandoned.
evening_signed_off = Change("evening_signed_off")
