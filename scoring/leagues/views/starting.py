"""Matches started at an evening: fixtures or boards that are due, or a round that is proposed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_page, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.engine.seats import Seat
from games.evenings.live_state import EveningNow, evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of
from games.matches.changes import DuePair
from games.matches.services.matches import STARTS_MOST, matches_start
from games.matches.services.seating import Start
from games.matches.views.start import TermsForm, event_choices
from scoring.leagues.models import Board, Fixture, Season
from scoring.leagues.rules.pairing import Mode
from scoring.leagues.selectors.pairings import Proposal, due_tonight, proposal
from scoring.leagues.services.starting import BOARDS, FIXTURES, due_start


class RowsForm(Form):
    """A match in each row: those whose `use` is ticked start.

    `keys`: of the rows, at the ends of their fields' names; `many`: how a fault names the rows;
    `needed`: the fields of a row that must be chosen.
    """

    keys: Sequence[int]
    many = "matches"
    needed: ClassVar[Sequence[str]] = ("table",)

    def used(self) -> list[int]:
        return [key for key in self.keys if self.cleaned_data.get(f"use_{key}")]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for field in (f"{name}_{key}" for key in self.used() for name in self.needed):
            if not given.get(field):
                self.add_error(field, _("Choose one, or leave this match out."))
        return given

    def field_of(self, name: str) -> str:
        """Of the row that a fault is about: those that were left out are not counted there."""
        _list, _dot, rest = name.partition(f"{self.many}.")
        number, _dot, field = rest.partition(".")
        return f"{self.own_name(field)}_{self.used()[int(number)]}" if number.isdigit() else name

    def own_name(self, field: str) -> str:
        return field


@dataclass(frozen=True, slots=True)
class DueRow:
    one: Fixture | Board
    use: forms.BoundField
    table: forms.BoundField
    missing: tuple[str, ...]
    plays: bool

    @property
    def errors(self) -> list[str]:
        return [str(error) for field in (self.use, self.table) for error in field.errors]


class DueForm(RowsForm):
    """For each whether it starts, and at which table."""

    def __init__(
        self,
        *args: Any,
        evening: Evening,
        now: EveningNow,
        due: Sequence[Fixture | Board],
        many: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.due, self.many, self.keys = due, many, [row.pk for row in due]
        self.here = {guest.player.pk for guest in now.here}
        self.busy = now.busy_ids
        tables = [(str(one.table.pk), one.table.name) for one in now.places]
        free = {one.table.name: one.table.pk for one in now.free_places}
        planned = [row if isinstance(row, Fixture) else row.meeting for row in due]
        tonight = [one for one in planned if one.day == evening.held_on]
        sitting = min((one.sitting or 1 for one in tonight), default=1)
        for row, one in zip(due, planned, strict=True):
            ready = one in tonight and (one.sitting or 1) == sitting and not self._plays(row)
            at = free.pop(getattr(row, "table", ""), None) if ready else None
            if ready and at is None and free:
                at = free.pop(next(iter(free)))
            self.fields[f"use_{row.pk}"] = forms.BooleanField(
                label=gettext_lazy("Start"), required=False, initial=at is not None
            )
            self.fields[f"table_{row.pk}"] = forms.ChoiceField(
                label=gettext_lazy("Table"),
                choices=[("", "–"), *tables],
                required=False,
                initial=str(at or ""),
                widget=forms.Select({"class": "input"}),
            )

    def _plays(self, one: Fixture | Board) -> bool:
        return bool({one.home_id, one.away_id} & self.busy)

    def rows(self) -> Iterator[DueRow]:
        for one in self.due:
            people = [player for player in (one.home, one.away) if player]
            missing = tuple(player.name for player in people if player.pk not in self.here)
            use, table = self[f"use_{one.pk}"], self[f"table_{one.pk}"]
            yield DueRow(one, use, table, missing, self._plays(one))

    def starts(self) -> list[tuple[int, int]]:
        """What begins and at which table, by their ids."""
        return [(pk, int(self.cleaned_data[f"table_{pk}"])) for pk in self.used()]

    def own_name(self, field: str) -> str:
        return "table" if field == "table" else "use"


@identified
@form_page
def due_page(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.START_ANY)
    due = BOARDS if of_teams else FIXTURES
    rows: list[Any] = list(due.rows(evening)[:STARTS_MOST])
    now = evening_now(evening)
    form = DueForm(request.POST or None, evening=evening, now=now, due=rows, many=due.many)

    def act() -> list[int]:
        fields: dict[str, Any] = {"starts": form.starts()}
        fields["seat_anyway"] = "seat_anyway" in request.POST
        return [one.pk for one in due_start(by=person, evening=evening, due=due, **fields)]

    club = evening.club
    if pages.submitted(request, form, act):
        return redirect("evening", slug=club.slug, pk=evening.pk)
    shown: dict[str, Any] = {"evening": evening, "title": evening_name(evening), "form": form}
    shown |= {"rows": list(form.rows()), "tab": "evenings"}
    return club_page(request, f"leagues/evening_{due.many}.html", club, person, **shown)


MODES = [
    (Mode.VARIED.value, gettext_lazy("Varied: opponents who have not met for longest")),
    (Mode.LEVEL.value, gettext_lazy("Level: players close to each other in the standings")),
]
FIRST = [
    ("", gettext_lazy("Not cut yet")),
    (Seat.A.value, gettext_lazy("First player")),
    (Seat.B.value, gettext_lazy("Second player")),
]


@dataclass(frozen=True, slots=True)
class Row:
    """The fields of one match of the round."""

    number: int
    use: forms.BoundField
    table: forms.BoundField
    player_a: forms.BoundField
    player_b: forms.BoundField
    first: forms.BoundField
    due: forms.BoundField
    offered: forms.BoundField

    @property
    def errors(self) -> list[str]:
        fields = (self.use, self.table, self.player_a, self.player_b, self.first, self.due)
        return [str(error) for field in fields for error in field.errors]


class RoundForm(RowsForm, TermsForm):
    """`rows` matches, each with its own fields; and what all of them are played for. Two who have
    a fixture due are asked once whether they play it (`offered`: the pair that was asked)."""

    needed = ("table", "player_a", "player_b")
    event = forms.ChoiceField(label=gettext_lazy("Season"), required=False)

    def __init__(
        self,
        *args: Any,
        evening: Evening,
        now: EveningNow,
        rows: int,
        due: Mapping[frozenset[int], DuePair],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, club=evening.club, **kwargs)
        self.keys = range(rows)
        players = [("", "–"), *((str(one.player.pk), one.player.name) for one in now.here)]
        tables = [("", "–"), *((str(one.table.pk), one.table.name) for one in now.places)]
        for number in range(rows):
            self.fields[f"use_{number}"] = forms.BooleanField(
                label=gettext_lazy("Start"), required=False
            )
            self.fields[f"table_{number}"] = _select(gettext_lazy("Table"), tables)
            self.fields[f"player_a_{number}"] = _select(gettext_lazy("First player"), players)
            self.fields[f"player_b_{number}"] = _select(gettext_lazy("Second player"), players)
            self.fields[f"first_{number}"] = _select(gettext_lazy("Deals first"), FIRST)
            self.fields[f"due_{number}"] = forms.BooleanField(
                label=gettext_lazy("Fixture due"), required=False
            )
            self.fields[f"offered_{number}"] = forms.CharField(
                max_length=50, required=False, widget=forms.HiddenInput
            )
        self.due = due
        cast(forms.ChoiceField, self.fields["event"]).choices = event_choices(evening.club)
        for name in ("format", "games", "code"):
            self.fields[name].required = False

    def rows(self) -> Iterator[Row]:
        for number in self.keys:
            names = ("use", "table", "player_a", "player_b", "first", "due", "offered")
            fields = [self[f"{name}_{number}"] for name in names]
            if found := self.due_of(number):
                fields[-2].label = found.title
            yield Row(number, *fields)

    def pair_of(self, number: int) -> frozenset[int]:
        sent = (self[f"{name}_{number}"].value() for name in ("player_a", "player_b"))
        return frozenset(pk for pk in map(whole_number, map(str, sent)) if pk is not None)

    def due_of(self, number: int) -> DuePair | None:
        return self.due.get(self.pair_of(number))

    def clean(self) -> dict[str, Any]:
        given = super().clean()
        for number in self.used():
            self._offer(number)
        for name in () if given.get("event") else ("format", "games", "code"):
            if name not in self.errors and not given.get(name):
                self.add_error(name, _("Required for a friendly match."))
        return given

    def _offer(self, number: int) -> None:
        """A fixture that the two have, and were not asked about: the row that is shown again has
        chosen it. Whoever chose a season for the round has answered."""
        found, given = self.due_of(number), self.cleaned_data
        if given.get(f"due_{number}") and found is None:
            text = _("No fixture is due between these two. Start a friendly match, or change them.")
            pages.choose_again(self, **{f"due_{number}": None})
            self.add_error(f"due_{number}", text)
        elif found and not given.get("event") and given.get(f"offered_{number}") != pair_key(found):
            chosen = {f"due_{number}": "on", f"offered_{number}": pair_key(found)}
            pages.choose_again(self, **chosen)
            text = _("These two have a fixture due: %(fixture)s. It is chosen now.")
            self.add_error(f"due_{number}", text % {"fixture": found.title})

    def starts(self) -> list[Start]:
        given = self.cleaned_data
        due = {
            number: found.event_id
            for number in self.used()
            if given[f"due_{number}"] and (found := self.due_of(number))
        }
        return [
            Start(
                table=int(given[f"table_{number}"]),
                player_a=int(given[f"player_a_{number}"]),
                player_b=int(given[f"player_b_{number}"]),
                first_dealer=Seat(given[f"first_{number}"]) if given[f"first_{number}"] else None,
                event_id=due.get(number),
            )
            for number in self.used()
        ]

    def chosen_terms(self) -> dict[str, Any]:
        """Within a season its own terms hold."""
        event = self.cleaned_data["event"]
        if event:
            return {"event_id": int(event), "terms": None}
        return {"event_id": None, "terms": self.terms()}


def pair_key(pair: DuePair) -> str:
    return "-".join(map(str, sorted(pair.player_ids)))


def _select(label: Any, choices: list[Any]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label, choices=choices, required=False, widget=forms.Select(attrs={"class": "input"})
    )


@identified
@form_page
def pairings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.START_ANY)
    now, club, found, mode = evening_now(evening), evening.club, None, Mode.VARIED
    season, due = _season(evening, request.GET.get("season", "")), due_tonight(now)
    if request.method == "POST":
        rows = min(whole_number(request.POST.get("rows", "")) or 0, STARTS_MOST)
        form = RoundForm(request.POST, evening=evening, now=now, rows=rows, due=due)
    else:
        mode = Mode(request.GET["mode"]) if request.GET.get("mode") in list(Mode) else mode
        season_id = season.pk if season else None
        found = proposal(now, mode=mode, season_id=season_id, due=due)
        rows, initial = len(found.pairs), _initial(found)
        form = RoundForm(evening=evening, now=now, rows=rows, due=due, initial=initial)

    def act() -> list[int]:
        seat_anyway = "seat_anyway" in request.POST
        fields = {"starts": form.starts(), "seat_anyway": seat_anyway, **form.chosen_terms()}
        return [one.pk for one in matches_start(by=person, evening=evening, **fields)]

    if pages.submitted(request, form, act):
        return redirect("evening", slug=club.slug, pk=evening.pk)
    shown: dict[str, Any] = {"evening": evening, "title": evening_name(evening), "form": form}
    shown |= {"rows": list(form.rows()), "found": found, "mode": mode, "modes": MODES}
    shown["paired_by"] = str(season.pk) if season else ""
    return club_page(request, "leagues/pairings.html", club, person, tab="evenings", **shown)


def _season(evening: Evening, asked: str) -> Season | None:
    """The one asked for, or the club's newest."""
    seasons = Season.objects.filter(event__club=evening.club).order_by("-pk")
    return seasons.filter(pk=whole_number(asked) or 0).first() or seasons.first()


def _initial(found: Proposal) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for number, pair in enumerate(found.pairs):
        given[f"use_{number}"] = pair.table is not None
        given[f"table_{number}"] = str(pair.table.pk) if pair.table else ""
        given[f"player_a_{number}"] = str(pair.player_a.pk)
        given[f"player_b_{number}"] = str(pair.player_b.pk)
        given[f"due_{number}"] = pair.due is not None
        given[f"offered_{number}"] = pair_key(pair.due) if pair.due else ""
    return given
