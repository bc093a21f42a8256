"""What waits in a round, matches or pools, begun at the tables of an evening."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from games.evenings.models import Evening
from scoring.leagues.models import Round
from scoring.tournaments.models import Tournament

from .tournaments import evening_of, evenings_open, shown

Choices = Sequence[tuple[str, Any]]
Proposed = tuple[Choices, Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """What is to be begun, and the field of its table."""

    one: Any
    table: forms.BoundField


class SeatsForm(Form):
    """A list of tables for each that waits, by its id; left empty, it is not begun.

    `listed`: how a fault names the rows. `proposed`: tables, by the same ids.
    """

    def __init__(
        self,
        *args: Any,
        waiting: Mapping[int, Any],
        tables: Choices = (),
        proposed: Mapping[int, str] | None = None,
        listed: str,
    ) -> None:
        initial = {f"table_{pk}": table for pk, table in (proposed or {}).items()}
        super().__init__(*args, initial=initial)
        self.waiting, self.listed = waiting, listed
        for pk in waiting:
            self.fields[f"table_{pk}"] = forms.ChoiceField(
                label=_("Table"),
                choices=[("", "–"), *tables],
                required=False,
                widget=forms.Select({"class": "input"}),
            )

    def rows(self) -> list[Row]:
        return [Row(one, self[f"table_{pk}"]) for pk, one in self.waiting.items()]

    def seated(self) -> list[tuple[int, int]]:
        """What is begun and at which table, by their ids."""
        given = ((pk, self.cleaned_data[f"table_{pk}"]) for pk in self.waiting)
        return [(pk, int(table)) for pk, table in given if table]

    def tell(self, fault: Fault) -> None:
        """Beside the row that it is of."""
        seated, told = self.seated(), False
        for name, text in fault.errors.items():
            _list, _dot, rest = name.partition(f"{self.listed}.")
            number = rest.partition(".")[0]
            if number.isdigit() and int(number) < len(seated):
                self.add_error(f"table_{seated[int(number)][0]}", str(text))
                told = True
        if not told:
            pages.tell(self, fault)


@dataclass(frozen=True, slots=True)
class Seating:
    """`tables` of an evening with those proposed; `begin` does it and gives what it made."""

    waiting: Mapping[int, Any]
    listed: str
    template: str
    tables: Callable[[Evening], Proposed]
    begin: Callable[[Evening, Sequence[tuple[int, int]]], Sequence[Model]]


def seating_page(
    request: HttpRequest, found: Tournament, person: Person, row: Round, seating: Seating
) -> HttpResponse:
    """Once begun, to the page of the evening."""
    evenings = evenings_open(found)
    evening = evening_of(request, evenings)
    waiting, listed = seating.waiting, seating.listed
    if evening is None:
        form = SeatsForm(waiting=waiting, listed=listed)
    else:
        tables, proposed = seating.tables(evening)
        form = SeatsForm(
            request.POST or None, waiting=waiting, tables=tables, proposed=proposed, listed=listed
        )
    if request.method == "POST" and evening is not None and form.is_valid():
        seated, at = form.seated(), evening
        try:
            pages.write(request, lambda: [one.pk for one in seating.begin(at, seated)])
            return redirect("evening", slug=found.event.club.slug, pk=evening.pk)
        except Fault as fault:
            form.tell(fault)
    more = {"round": row, "form": form, "rows": form.rows()}
    page = shown(found, person, **more, evening=evening, evenings=evenings)
    return render(request, seating.template, page, status=422 if form.errors else 200)
