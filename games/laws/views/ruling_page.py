"""What the page of a ruling shows at each step."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from ecarte_club.clubs import labels as club_labels
from games.engine.codes import Code
from games.engine.records import HandRecord
from games.engine.rulings.book import Option, Ruling, applied_ruling, entitled_seat
from games.engine.rulings.effect import VOID
from games.engine.rulings.ids import Consequence, Entitled, Irregularity
from games.engine.rulings.laws import LAWS
from games.engine.seats import Seat
from games.laws.labels.irregularities import GROUPS, WHEN, When
from games.laws.labels.laws import LAWS as LAW_WORDS
from games.laws.selectors import (
    irregularities_matching,
    irregularity_words,
    search_examples,
)
from games.matches.labels import engine
from games.matches.labels.rulings import (
    ANSWERS,
    CHOICES,
    CONSEQUENCES,
    ENTITLED,
    FACTS,
    IRREGULARITIES,
)
from games.matches.views.pad_form import RulingSteps

OVER = {*VOID, Consequence.HAND_ABANDONED}
MENDED = (Irregularity.MARK_OMITTED, Irregularity.OVERSCORED)
"""Laws 50 and 51: they change a hand that was entered."""
READ_MOST = 2
PLAYED_SHORT = {Consequence.ELDER_SHORT, Consequence.DEALER_SHORT}


@dataclass(frozen=True, slots=True)
class Link:
    """`note`: what else is known of where it leads."""

    text: str
    address: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    when: str
    title: str
    links: list[Link]


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer given before, and the way back to its question."""

    question: str
    answer: str
    address: str


@dataclass(frozen=True, slots=True)
class Way:
    """`over`: the hand is over by it. `steps`: for the pad, where the hand goes on."""

    value: str
    title: str
    consequences: list[str]
    law: str
    over: bool
    steps: RulingSteps


@dataclass(frozen=True, slots=True)
class Cited:
    number: int
    title: str
    rule: str


def groups(steps: RulingSteps, typed: str, *, over: bool) -> list[Group]:
    """`over`: no hand is being played, so there are only marks to mend."""
    offered = _offered(over=over)
    matching = set(irregularities_matching(typed, offered) if typed else offered)
    found = {when: [one for one in GROUPS[when] if one in matching] for when in When}
    return [
        Group(when.value, str(WHEN[when]), [_link(steps, one) for one in several])
        for when, several in found.items()
        if several
    ]


def _offered(*, over: bool) -> list[Irregularity]:
    every = [one for several in GROUPS.values() for one in several]
    return [one for one in every if not over or one in MENDED]


def _link(steps: RulingSteps, what: Irregularity) -> Link:
    return Link(str(IRREGULARITIES[what]), replace(steps, what=what, facts=()).query())


def examples(carried: Sequence[tuple[str, str]], *, over: bool) -> list[Link]:
    """Searches that find something, with the rulings noted before."""
    words = search_examples(_offered(over=over), irregularity_words)
    return [Link(word, f"?{urlencode([*carried, ('q', word)])}") for word in words]


def players(steps: RulingSteps, names: engine.Names, field: str) -> list[Link]:
    """Who deals, or whose doing it was. `field`: of `RulingSteps`."""
    dealer = steps.dealer
    part = (
        {}
        if dealer is None
        else {dealer: pgettext("part", "Dealer"), dealer.other: pgettext("part", "Non-dealer")}
    )

    def link(seat: Seat) -> Link:
        there = replace(steps, dealer=seat) if field == "dealer" else replace(steps, offender=seat)
        return Link(names[seat], there.query(), part.get(seat, ""))

    return [link(seat) for seat in Seat]


def answers(steps: RulingSteps, ruling: Ruling, code: Code) -> list[Link]:
    """Each with the laws that decide after it."""
    question = ruling.question
    assert question is not None  # noqa: S101 - asked only while there is one
    there = [(answer, steps.answering(question.fact, answer)) for answer in question.answers]
    return [
        Link(str(ANSWERS[answer]), after.query(), _laws(after.ruling(code)))
        for answer, after in there
    ]


def _laws(ruling: Ruling | None) -> str:
    return club_labels.law(ruling.law) if ruling else ""


def answered(
    steps: RulingSteps, ruling: Ruling, names: engine.Names, *, asked_dealer: bool
) -> list[Answered]:
    """All answers so far, each with the way back to its question."""
    return [
        *_people_answered(steps, names, asked_dealer=asked_dealer),
        *(
            Answered(str(FACTS[fact]), str(ANSWERS[answer]), steps.before(ruling, place).query())
            for place, (fact, answer) in enumerate(ruling.facts)
        ),
    ]


def _people_answered(
    steps: RulingSteps, names: engine.Names, *, asked_dealer: bool
) -> Iterator[Answered]:
    if asked_dealer and steps.dealer:
        back = replace(steps, dealer=None, offender=None, facts=())
        yield Answered(_("Who deals?"), names[steps.dealer], back.query())
    by_turn = steps.what is Irregularity.DEALT_OUT_OF_TURN and not asked_dealer
    if steps.needs_offender() and steps.offender and not by_turn:
        back = replace(steps, offender=None, facts=())
        yield Answered(_("Who was it?"), names[steps.offender], back.query())


def who_chooses(steps: RulingSteps, ruling: Ruling, names: engine.Names) -> str:
    entitled = ruling.entitled
    assert entitled is not None  # noqa: S101 - asked only of a decision
    seat = entitled_seat(entitled, steps.dealer, steps.offender)
    if entitled is Entitled.NOBODY or seat is None:
        return str(ENTITLED[entitled])
    return _("%(name)s chooses.") % {"name": names[seat]}


def ways(steps: RulingSteps, ruling: Ruling, code: Code) -> list[Way]:
    return [_way(steps, one, code) for one in ruling.choices]


def _way(steps: RulingSteps, option: Option, code: Code) -> Way:
    applied = applied_ruling(code, steps.what_is, dict(steps.facts), option.choice, steps.who())
    after = RulingSteps(dealer=steps.dealt(), noted=(*steps.noted, applied), place=steps.place)
    effects = [str(CONSEQUENCES[each]) for each in option.consequences]
    if PLAYED_SHORT & {*option.consequences}:
        effects.append(_("On the pad, count them among that player’s tricks."))
    over = bool(OVER & {*option.consequences})
    return Way(
        option.choice.value,
        str(CHOICES[option.choice]),
        effects,
        club_labels.law(option.law),
        over,
        after,
    )


def cited(ruling: Ruling) -> list[Cited]:
    """The laws that decide, or can; all that speak of it, where another work is cited."""
    laws = dict.fromkeys(", ".join([ruling.law, *(one.law for one in ruling.choices)]).split(", "))
    numbers = [int(law.removeprefix("law ")) for law in laws if law.startswith("law ")]
    if not numbers:
        numbers = [n for n, law in LAWS.items() if ruling.irregularity in law.irregularities]
    return [Cited(n, str(LAW_WORDS[n].title), str(LAW_WORDS[n].rule)) for n in numbers]


def reasons(ruling: Ruling) -> list[Cited]:
    """Why a question is asked: the laws themselves, where they are few enough to be read."""
    laws = cited(ruling)
    return laws if len(laws) <= READ_MOST else []


def entered(way: Way, played: HandRecord) -> HandRecord:
    """The hand that is over by a ruling: `played` has the king and the opening, if they count."""
    record = HandRecord(dealer=way.steps.dealer, rulings=way.steps.noted)
    if any(one.irregularity is Irregularity.ABANDONED for one in way.steps.noted):
        return replace(record, kings=played.kings, opening=played.opening)
    return record
