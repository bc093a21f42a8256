"""A ruling, a question at a time: what was said so far is in the address and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from games.engine.codes import Code
from games.engine.records import Applied
from games.engine.refusals import RefusalError
from games.engine.rulings.book import CULPRITS, Ruling, rulings
from games.engine.rulings.ids import Answer, Culprit, Fact, Irregularity
from games.engine.seats import Seat
from games.matches.labels.rulings import ruling_summary
from games.matches.rules.ruling_text import parse_rulings, rulings_text
from games.matches.selectors.reading import Reading

from .match_sheet import short_names
from .pad_form import Chosen, usual

FACTS = tuple(fact.value for fact in Fact)


@dataclass(frozen=True, slots=True)
class RulingSteps:
    """What the address says. `noted`: rulings that were taken before, of the hand at `place`."""

    what: Irregularity | None = None
    dealer: Seat | None = None
    offender: Seat | None = None
    facts: tuple[tuple[str, str], ...] = ()
    noted: tuple[Applied, ...] = ()
    place: int = 0

    @classmethod
    def of(cls, sent: Mapping[str, str], dealer: Seat | None, place: int) -> "RulingSteps":
        """`dealer`: whose turn it is, where that is known; nobody needs to say it then.

        What is none of the things that can be said is not said; nor is what was noted of a hand
        that has been entered since.
        """
        what, offender = sent.get("what"), sent.get("offender")
        told = cls(
            what=Irregularity(what) if what in set(Irregularity) else None,
            dealer=dealer or _seat(sent.get("dealer")),
            offender=_seat(offender),
            facts=tuple((name, sent[name]) for name in FACTS if name in sent),
            noted=noted_at(sent, place),
            place=place,
        )
        # Whoever dealt out of turn is the one whose turn it is not.
        if told.what is Irregularity.DEALT_OUT_OF_TURN and dealer:
            return replace(told, offender=dealer.other)
        return told

    def query(self) -> str:
        """As a query string. The dealer is said even where it is known: it may be undone."""
        said = QueryDict(mutable=True)
        if self.what:
            said["what"] = self.what.value
        if self.dealer:
            said["dealer"] = self.dealer.value
        if self.offender:
            said["offender"] = self.offender.value
        for name, answer in self.facts:
            said[name] = answer
        if self.noted:
            said["rulings"] = rulings_text(self.noted)
            said["place"] = str(self.place)
        return f"?{said.urlencode()}"

    def needs_offender(self) -> bool:
        return bool(self.what) and CULPRITS[self.what_is] is Culprit.EITHER

    @property
    def what_is(self) -> Irregularity:
        assert self.what is not None  # noqa: S101 - asked only of who has said it
        return self.what

    def who(self) -> Seat | None:
        """Whose doing it was, where a ruling keeps it."""
        return self.offender if self.needs_offender() else None

    def dealt(self) -> Seat | None:
        """Who dealt this hand: out of turn, it was the offender."""
        out_of_turn = self.what is Irregularity.DEALT_OUT_OF_TURN
        return self.offender if out_of_turn else self.dealer

    def ruling(self, code: Code) -> Ruling | None:
        """None for answers that do not belong to the questions."""
        try:
            return rulings(code, self.what_is, dict(self.facts))
        except RefusalError:
            return None

    def answering(self, fact: Fact, answer: Answer) -> "RulingSteps":
        return replace(self, facts=(*self.facts, (fact.value, answer.value)))

    def before(self, ruling: Ruling, place: int) -> "RulingSteps":
        """As it was before the question at this place was answered."""
        kept = tuple((fact.value, answer.value) for fact, answer in ruling.facts[:place])
        return replace(self, facts=kept)


def noted_at(sent: Mapping[str, str], place: int) -> tuple[Applied, ...]:
    if sent.get("place") != str(place):
        return ()
    return parse_rulings(sent.get("rulings", "")) or ()


def _seat(letter: str | None) -> Seat | None:
    return Seat(letter) if letter in set(Seat) else None


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
    told = RulingSteps(
        dealer=Seat(chosen.dealer) if chosen.dealer in set(Seat) else None,
        noted=parse_rulings(chosen.rulings) or (),
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


def _noted(found: Reading, told: RulingSteps, one: Applied) -> Noted:
    kept = tuple(other for other in told.noted if other is not one)
    pad = reverse("pad", args=(found.match.club.slug, found.match.pk))
    without = f"{pad}{replace(told, noted=kept).query()}" if kept else pad
    return Noted(ruling_summary(one, short_names(found)), without)
