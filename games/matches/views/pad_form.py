"""The three rows of the pad: what is tapped, and the hand record it means."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from ecarte_club.core.exceptions import Invalid
from games.engine.codes import Code
from games.engine.records import Applied, HandRecord, King, KingHow, Opening, Tricks
from games.engine.refusals import RefusalError
from games.engine.rulings.book import CULPRITS, Ruling, rulings
from games.engine.rulings.ids import Answer, Culprit, Fact, Irregularity
from games.engine.seats import Seat
from games.engine.terms import Entry, Format, FormatKind, GameEntry, HandEntry, RubberEntry, Score
from games.matches.labels import engine
from games.matches.labels.rulings import ruling_summary
from games.matches.rules.ruling_text import parse_rulings, rulings_text
from games.matches.selectors import notation as notated
from games.matches.selectors.reading import Reading

from .match_sheet import short_names

TRICKS = tuple((a, 5 - a) for a in (5, 4, 3, 2, 1, 0))
GAME_SCORES = tuple((5, b) for b in range(5)) + tuple((a, 5) for a in (4, 3, 2, 1, 0))
NOBODY = "nobody"
KINGS = {f"{seat}-{how}": King(seat, how) for how in KingHow for seat in Seat}


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    who: str
    text: str
    checked: bool
    aside: str = ""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is tapped so far for this hand, and nothing else; a row without a tap is empty.

    It stays when the site answers that something else came first. `sure`: the codes of the
    warnings that were on the page, apart by spaces.
    """

    dealer: str = ""
    king: str = ""
    opening: str = ""
    tricks: str = ""
    game: str = ""
    rubber: str = ""
    notation: str = ""
    rulings: str = ""
    sure: str = ""

    @classmethod
    def of(cls, sent: Mapping[str, str]) -> "Chosen":
        return cls(**{name: sent[name] for name in cls.__slots__ if name in sent})

    @classmethod
    def of_entry(cls, entry: Entry) -> "Chosen":
        """What was chosen when it was entered."""
        if isinstance(entry, GameEntry):
            return cls(game=f"{entry.score.a}-{entry.score.b}")
        if isinstance(entry, RubberEntry):
            return cls(rubber=f"{entry.games_a}-{entry.games_b}")
        record = entry.record
        king = f"{record.kings[0].seat}-{record.kings[0].how}" if record.kings else NOBODY
        tricks = f"{record.tricks.a}-{record.tricks.b}" if record.tricks else ""
        notation = entry.notation or ""
        return cls(record.dealer or "", king, record.opening or "", tricks, notation=notation)

    def entry(self, kind: str, form: Format) -> Entry:
        """`kind`: hand, notation, game or rubber, in a match of this format. Raises: Invalid."""
        if kind == "hand":
            return self.hand()
        if kind == "notation":
            return self.notated_hand()
        score = game_entry(self.game) if kind == "game" else rubber_entry(self.rubber, form)
        if score is None:
            raise Invalid("no_score", _("Choose the score."), field="score")
        return score

    def hand(self) -> HandEntry:
        """What is none of the choices is not chosen, as the engine says; a king must be one, or
        nobody, as a row that nobody tapped must not lose a mark.

        Raises: Invalid.
        """
        king = KINGS.get(self.king)
        if king is None and self.king != NOBODY:
            raise Invalid("no_such_king", _("Choose who marked the king, or nobody."), field="king")
        ruled = parse_rulings(self.rulings)
        if ruled is None:
            text = _("Part of the form is missing. Reload the page.")
            raise Invalid("no_rulings", text, field="rulings")
        pair = _pair(self.tricks, TRICKS)
        record = HandRecord(
            dealer=Seat(self.dealer) if self.dealer in list(Seat) else None,
            opening=Opening(self.opening) if self.opening in list(Opening) else None,
            kings=(king,) if king else (),
            tricks=Tricks(*pair) if pair else None,
            rulings=ruled,
        )
        return HandEntry(1, record)

    def notated_hand(self) -> HandEntry:
        """What it comes to is found where the match stands. Raises: Invalid."""
        if not self.notation.strip():
            raise Invalid("no_notation", _("Write the hand here, or paste it."), field="notation")
        if len(self.notation) > notated.MOST:
            text = _("Must be %(most)s characters at most.") % {"most": notated.MOST}
            raise Invalid("notation_too_long", text, field="notation")
        return HandEntry(1, HandRecord(), self.notation)


def sent_content(match_id: int, kind: str, chosen: Chosen) -> list[object]:
    """What makes two writes of a pad the same: not the version, nor what was confirmed beside it,
    so that a hand that is sent again after another phone's is still the same hand."""
    fields = {name: getattr(chosen, name) for name in Chosen.__slots__ if name != "sure"}
    return ["pad", match_id, kind, {name: value for name, value in fields.items() if value}]


def _pair(value: str, among: tuple[tuple[int, int], ...]) -> tuple[int, int] | None:
    return next((pair for pair in among if value == f"{pair[0]}-{pair[1]}"), None)


def game_entry(value: str) -> GameEntry | None:
    pair = _pair(value, GAME_SCORES)
    return GameEntry(1, Score(*pair)) if pair else None


def rubber_entry(value: str, form: Format) -> RubberEntry | None:
    pair = _pair(value, rubber_scores(form))
    return RubberEntry(*pair) if pair else None


def rubber_scores(form: Format) -> tuple[tuple[int, int], ...]:
    """How a match of this format can end, in games won, the first player's best first."""
    if form.kind is FormatKind.RUBBER:
        most = form.to_win
        won = tuple((most, b) for b in range(most))
        return won + tuple((b, a) for a, b in reversed(won))
    return tuple((a, form.games - a) for a in range(form.games, -1, -1))


def waiting(chosen: Chosen) -> frozenset[str]:
    """The rows in which something must still be tapped, in a hand that was not taken: a vole counts
    two whatever was proposed."""
    rows = {row for row in ("king", "opening", "tricks") if not getattr(chosen, row)}
    pair = _pair(chosen.tricks, TRICKS)
    return frozenset(rows - {"opening"} if pair and 5 in pair else rows)


def hand_choices(
    dealer: Seat | None, names: engine.Names, chosen: Chosen, *, late: bool = False
) -> dict[str, Any]:
    """The rows of a hand, for a template."""
    return {
        "dealers": [(seat.value, names[seat], seat is dealer) for seat in Seat],
        "kings": king_choices(dealer, names, chosen, late=late),
        "openings": opening_choices(dealer, names, chosen),
        "tricks": trick_choices(names, chosen),
        "names": {seat.value: names[seat] for seat in Seat},
    }


def king_choices(
    dealer: Seat | None, names: engine.Names, chosen: Chosen, *, late: bool = False
) -> list[Choice]:
    """`late`: with the king that was turned and marked when the tricks were marked already."""
    seats = [dealer] if dealer else list(Seat)
    order = [f"{seat}-turned" for seat in seats]
    order += [f"{seat}-held" for seat in ([dealer, dealer.other] if dealer else list(Seat))]
    order += [f"{seat}-turned_late" for seat in seats if late]
    texts = {
        KingHow.TURNED: _("turned it"),
        KingHow.HELD: _("held it"),
        KingHow.TURNED_LATE: _("turned it, marked it last"),
    }
    nobody = Choice(NOBODY, "", _("Nobody"), chosen.king == NOBODY)
    return [nobody] + [
        Choice(value, names[KINGS[value].seat], texts[KINGS[value].how], chosen.king == value)
        for value in order
    ]


def opening_choices(dealer: Seat | None, names: engine.Names, chosen: Chosen) -> list[Choice]:
    stood = names[dealer.other] if dealer else _("The non-dealer")
    refused = names[dealer] if dealer else _("The dealer")
    return [
        Choice("stood", stood, _("stood"), chosen.opening == "stood"),
        Choice("refused", refused, _("refused"), chosen.opening == "refused"),
        Choice("exchanged", "", _("Exchanged"), chosen.opening == "exchanged"),
    ]


def trick_choices(names: engine.Names, chosen: Chosen) -> list[Choice]:
    def choice(a: int, b: int) -> Choice:
        winner = names[Seat.A] if a > b else names[Seat.B]
        won = _("%(name)s makes the vole") if 5 in (a, b) else _("%(name)s wins the point")
        value = f"{a}-{b}"
        return Choice(value, "", f"{a}–{b}", chosen.tricks == value, won % {"name": winner})

    return [choice(a, b) for a, b in TRICKS]


def score_choices(scores: tuple[tuple[int, int], ...], chosen: str) -> list[Choice]:
    return [Choice(f"{a}-{b}", "", f"{a}–{b}", chosen == f"{a}-{b}") for a, b in scores]


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


CHOICES = {"king", "opening", "tricks", "game", "rubber", "notation"}


@dataclass(frozen=True, slots=True)
class Noted:
    """`without`: the pad on which it is not noted."""

    text: str
    without: str


def carried(sent: dict[str, str], found: Reading) -> Chosen | None:
    """Choices in the address; none of those that were made for a hand that is entered by now."""
    now = {"version": str(found.log.number()), "place": str(found.log.next_place())}
    if any(sent.get(name, value) != value for name, value in now.items()):
        return None
    chosen = Chosen.of(sent)
    if not noted_at(sent, found.log.next_place()):
        chosen = replace(chosen, rulings="")
    return chosen if chosen.rulings or sent.keys() & CHOICES else None


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
