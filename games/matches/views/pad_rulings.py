"""What was ruled in the hand that is now on the pad: told in a line, and taken off again."""

from dataclasses import dataclass, replace
from typing import Any

from django.urls import reverse

from games.engine.records import Applied
from games.engine.seats import Seat
from games.matches.labels.rulings import ruling_noted
from games.matches.rulings_text import rulings_read
from games.matches.selectors.reading import Reading

from .match_sheet import short_names
from .pad_form import Chosen, usual
from .ruling_steps import Told, noted_at

CHOICES = {"king", "game", "rubber", "notation"}


@dataclass(frozen=True, slots=True)
class Noted:
    """`without`: the pad on which it is not noted."""

    text: str
    without: str


def carried(sent: dict[str, str], found: Reading) -> Chosen | None:
    """Choices in the address. What was ruled of a hand that is entered by now is left out."""
    chosen = Chosen.of(sent)
    if not noted_at(sent, found.log.next_place()):
        chosen = replace(chosen, rulings="")
    if not (chosen.rulings or sent.keys() & CHOICES):
        return None
    return chosen if chosen.opening else replace(chosen, opening=usual(found).opening)


def ruled(found: Reading, chosen: Chosen) -> dict[str, Any]:
    """For the pad: the lines, the way to the next ruling, the dealer if a ruling told another."""
    state = found.state
    told = Told(
        dealer=Seat(chosen.dealer) if chosen.dealer in set(Seat) else None,
        noted=rulings_read(chosen.rulings) or (),
        place=found.log.next_place(),
    )
    other = state.dealer is not None and told.dealer not in (None, state.dealer)
    names = (found.match.club.slug, found.match.pk)
    return {
        "noted": [_noted(found, told, one) for one in told.noted],
        "rulings": chosen.rulings if told.noted else "",
        "place": told.place,
        "ruling_address": reverse("ruling", args=names) + (told.query() if told.noted else ""),
        "other_dealer": told.dealer if other else "",
    }


def _noted(found: Reading, told: Told, one: Applied) -> Noted:
    kept = tuple(other for other in told.noted if other is not one)
    pad = reverse("pad", args=(found.match.club.slug, found.match.pk))
    without = f"{pad}{replace(told, noted=kept).query()}" if kept else pad
    return Noted(ruling_noted(one, short_names(found)), without)
