"""What the apps above follow, inside the transaction of the write."""

from dataclasses import dataclass

from ecarte_club.core.followers import Change, Question
from games.evenings.models import Evening

# `evening`: it has just been opened, with its tables.
evening_opened = Change("evening_opened")
# `evening`: it is about to be signed off, and is not locked yet.
evening_signing_off = Change("evening_signing_off")
# `evening`: it has just been signed off, `by` somebody; `closing`: "abandoned" or "adjourned" for
# matches that are unfinished, by their ids, where that was chosen, and why some are abandoned.
evening_signed_off = Change("evening_signed_off")
# Asked with `evening`: what is not settled up of it, an Unsettled, or None.
evening_unsettled = Question("evening_unsettled")


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The id of the book, how many players have something in it, and the address of its page."""

    book: int
    players: int
    address: str


def unsettled(evening: Evening) -> Unsettled | None:
    answers = evening_unsettled.ask(evening=evening)
    return next((one for one in answers if one is not None), None)
