"""Fixtures or boards that are due, started at the tables of an evening."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_page, form_page, identified
from ecarte_club.core import pages
from ecarte_club.core.pages import Form
from games.evenings.live_state import EveningNow, evening_name, evening_now
from games.evenings.models import Evening
from games.evenings.views.evening import evening_of
from games.matches.services.matches import STARTS_MOST
from scoring.leagues.models import Board, Fixture
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
