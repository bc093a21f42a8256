"""A ruling, a question at a time: what was said so far is in the address and nowhere else."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.http import QueryDict

from games.engine.codes import Code
from games.engine.records import Applied
from games.engine.refusals import RefusalError
from games.engine.rulings.book import CULPRITS, Ruling, rulings
from games.engine.rulings.ids import Answer, Culprit, Fact, Irregularity
from games.engine.seats import Seat
from games.matches.rulings_text import rulings_read, rulings_text

FACTS = tuple(fact.value for fact in Fact)


@dataclass(frozen=True, slots=True)
class Told:
    """What the address says. `noted`: rulings that were taken before, of the hand at `place`."""

    what: Irregularity | None = None
    dealer: Seat | None = None
    offender: Seat | None = None
    facts: tuple[tuple[str, str], ...] = ()
    noted: tuple[Applied, ...] = ()
    place: int = 0

    @classmethod
    def of(cls, sent: Mapping[str, str], dealer: Seat | None, place: int) -> "Told":
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

    def answering(self, fact: Fact, answer: Answer) -> "Told":
        return replace(self, facts=(*self.facts, (fact.value, answer.value)))

    def before(self, ruling: Ruling, place: int) -> "Told":
        """As it was before the question at this place was answered."""
        kept = tuple((fact.value, answer.value) for fact, answer in ruling.facts[:place])
        return replace(self, facts=kept)


def noted_at(sent: Mapping[str, str], place: int) -> tuple[Applied, ...]:
    if sent.get("place") != str(place):
        return ()
    return rulings_read(sent.get("rulings", "")) or ()


def _seat(letter: str | None) -> Seat | None:
    return Seat(letter) if letter in set(Seat) else None
