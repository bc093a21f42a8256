"""The form by which a season's fixtures are made: names and days as one writes them down."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.dateparse import parse_date
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs import picking
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.rights import Person
from ecarte_club.wire.faults import Invalid
from ecarte_club.wire.forms import Form
from scoring.planning.plans import Plan
from scoring.rules.fixtures.dates import DAYS_OF_A_WEEK, Span

TEXT_MOST = 8000
ROUNDS = [("", gettext_lazy("once")), ("double", gettext_lazy("twice, at home and away"))]


class DayInput(forms.DateInput):
    """As browsers want it, whatever the language of the page."""

    def __init__(self) -> None:
        super().__init__({"type": "date"}, format="%Y-%m-%d")


def _lines(label: Any, help_text: Any, *, required: bool = False, rows: int = 3) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=TEXT_MOST,
        widget=forms.Textarea({"rows": rows, "autocomplete": "off"}),
    )


class NamesForm(Form):
    """A form with names in it, one on a line."""

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def _each(self, field: str, read: Callable[[str], Any]) -> list[Any]:
        """What the lines say. Raises: ValidationError, with each line that says nothing."""
        found, wrong = [], []
        for number, line in enumerate(self.cleaned_data[field].splitlines(), start=1):
            if not line.strip():
                continue
            try:
                found.append(read(line.strip()))
            except Invalid as fault:
                told = _("Line %(number)s: %(what)s")
                wrong.append(told % {"number": number, "what": fault.detail})
        if wrong:
            raise forms.ValidationError(wrong)
        return found

    def named(self, field: str) -> tuple[int, ...]:
        return tuple(self._each(field, self.player_of))

    def player_of(self, name: str) -> int:
        return picking.picked(self.person, name).pk


class PlanForm(NamesForm):
    entrants = _lines(
        gettext_lazy("Who takes part"),
        gettext_lazy("One name on a line, in the order of their places."),
        required=True,
        rows=8,
    )
    double = forms.ChoiceField(
        label=gettext_lazy("Everybody meets everybody"),
        choices=ROUNDS,
        required=False,
        widget=forms.RadioSelect,
    )
    first = forms.DateField(label=gettext_lazy("First day of play"), widget=DayInput())
    weekdays = forms.MultipleChoiceField(
        label=gettext_lazy("Played on"),
        choices=[(str(day), name) for day, name in WEEKDAYS.items()],
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Tick none to count days from the first, as said below."),
    )
    every = forms.IntegerField(
        label=gettext_lazy("or every so many days"),
        min_value=1,
        max_value=366,
        initial=DAYS_OF_A_WEEK,
        required=False,
    )
    closed = _lines(
        gettext_lazy("Days without play"),
        gettext_lazy("A day or two on a line, as 2026-12-24 or 2026-12-24 – 2027-01-02."),
    )
    away = _lines(
        gettext_lazy("Who is away when"),
        gettext_lazy("A name, a colon and the days, as Alice: 2026-12-24 – 2027-01-02."),
    )
    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        max_length=600,
        required=False,
        help_text=gettext_lazy("Their names, with commas between them, as 1, 2, 3."),
    )

    def clean_entrants(self) -> tuple[int, ...]:
        return self.named("entrants")

    def clean_closed(self) -> tuple[Span, ...]:
        return tuple(self._each("closed", span))

    def clean_away(self) -> Mapping[int, tuple[Span, ...]]:
        found: dict[int, tuple[Span, ...]] = {}
        for who, days in self._each("away", self._away):
            found[who] = (*found.get(who, ()), days)
        return found

    def _away(self, line: str) -> tuple[int, Span]:
        name, colon, days = line.rpartition(":")
        if not colon:
            raise _wrong(_("A name, a colon and the days."))
        return self.player_of(name), span(days)

    def clean_tables(self) -> tuple[str, ...]:
        names = self.cleaned_data["tables"].replace("\x00", "").split(",")
        return tuple(name.strip() for name in names if name.strip())

    def plan(self) -> Plan:
        given = self.cleaned_data
        return Plan(
            entrants=given["entrants"],
            first=given["first"],
            double=given["double"] == "double",
            weekdays=frozenset(map(int, given["weekdays"])),
            every=given["every"] or DAYS_OF_A_WEEK,
            closed=given["closed"],
            away=given["away"],
            tables=given.get("tables", ()),
        )


def initial_of(plan: Plan, players: Iterable[Player], person: Person) -> dict[str, Any]:
    """The plan as the form writes it; `players` in the order of their places."""
    listed = list(players)
    names = dict(zip((one.pk for one in listed), picking.labels(person, listed), strict=True))
    return initial_named(plan, names)


def initial_named(plan: Plan, names: Mapping[int, str]) -> dict[str, Any]:
    """`names` of those who take part, in the order of their places."""
    return {
        "entrants": "\n".join(names.values()),
        "double": "double" if plan.double else "",
        "first": plan.first,
        "weekdays": [str(day) for day in sorted(plan.weekdays)],
        "every": plan.every,
        "closed": "\n".join(map(written, plan.closed)),
        "away": "\n".join(
            f"{names[who]}: {written(one)}"
            for who, spans in plan.away.items()
            if who in names
            for one in spans
        ),
        "tables": ", ".join(plan.tables),
    }


def written(one: Span) -> str:
    return f"{one.first}" if one.first == one.last else f"{one.first} – {one.last}"


def span(text: str) -> Span:
    """One day or two. Raises: Invalid."""
    for mark in (" – ", "–", " - ", "…"):
        first, found, last = text.partition(mark)
        if found:
            return Span(_day(first), _day(last))
    return Span(_day(text), _day(text))


def _day(text: str) -> date:
    try:
        found = parse_date(text.strip())
    except ValueError:
        found = None
    if found is None:
        raise _wrong(_("“%(text)s” is no day: write it as 2026-12-24.") % {"text": text.strip()})
    return found


def _wrong(text: str) -> Invalid:
    return Invalid("invalid_line", text)
