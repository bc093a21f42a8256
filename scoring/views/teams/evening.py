"""The boards that are due, started at the tables of an evening."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, require
from ecarte_club.clubs.views.people import context, faults_as_pages, known
from ecarte_club.wire import pages
from ecarte_club.wire.faults import Fault
from games.evening_reading import EveningNow, evening_name, evening_now
from games.services.starting import STARTS_MOST
from games.views.evenings.evening import evening_of
from scoring.models import Board
from scoring.services import teams
from scoring.services.teams import BoardStart
from scoring.teams.due import boards_due


@dataclass(frozen=True, slots=True)
class Row:
    board: Board
    use: forms.BoundField
    table: forms.BoundField
    missing: tuple[str, ...]
    plays: bool

    @property
    def errors(self) -> list[str]:
        return [str(error) for field in (self.use, self.table) for error in field.errors]


class BoardsForm(forms.Form):
    """For each board whether it begins, and at which table."""

    def __init__(self, *args: Any, evening: Evening, now: EveningNow, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.due = list(boards_due(evening)[:STARTS_MOST])
        self.here = {guest.player.pk for guest in now.here}
        self.playing = {pk for match in now.unfinished for pk in match.player_ids}
        tables = [(str(one.table.pk), one.table.name) for one in now.places]
        free = [one.table.pk for one in now.places if not one.playing]
        for board in self.due:
            ready = board.meeting.day == evening.held_on and not self._plays(board)
            at = free.pop(0) if ready and free else None
            self.fields[f"use_{board.pk}"] = forms.BooleanField(
                label=gettext_lazy("Start"), required=False, initial=at is not None
            )
            self.fields[f"table_{board.pk}"] = forms.ChoiceField(
                label=gettext_lazy("Table"),
                choices=[("", "–"), *tables],
                required=False,
                initial=str(at or ""),
                widget=forms.Select({"class": "input"}),
            )

    def _plays(self, board: Board) -> bool:
        return bool({board.home_id, board.away_id} & self.playing)

    def rows(self) -> Iterator[Row]:
        for one in self.due:
            people = [player for player in (one.home, one.away) if player]
            missing = tuple(player.name for player in people if player.pk not in self.here)
            use, table = self[f"use_{one.pk}"], self[f"table_{one.pk}"]
            yield Row(one, use, table, missing, self._plays(one))

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for pk in self.used():
            if not given.get(f"table_{pk}"):
                self.add_error(f"table_{pk}", _("Choose one, or leave this match out."))
        return given

    def used(self) -> list[int]:
        return [one.pk for one in self.due if self.cleaned_data.get(f"use_{one.pk}")]

    def starts(self) -> list[BoardStart]:
        given = self.cleaned_data
        return [BoardStart(pk, int(given[f"table_{pk}"])) for pk in self.used()]

    def tell(self, fault: Fault) -> None:
        """Beside the row that it is of."""
        used, told = self.used(), False
        for name, text in fault.errors.items():
            _list, _dot, rest = name.partition("boards.")
            number, _dot, field = rest.partition(".")
            if number.isdigit():
                own = "table" if field == "table" else "use"
                self.add_error(f"{own}_{used[int(number)]}", str(text))
                told = True
        if not told:
            pages.tell(self, fault)


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def evening_boards(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.START_ANY)
    form = BoardsForm(request.POST or None, evening=evening, now=evening_now(evening))
    if request.method == "POST" and form.is_valid():
        asked: dict[str, Any] = {"by": person, "evening": evening, "starts": form.starts()}
        try:
            pages.write(request, lambda: [one.pk for one in teams.boards_start(**asked)])
            return redirect("evening", slug=slug, pk=pk)
        except Fault as fault:
            form.tell(fault)
    shown: dict[str, Any] = {
        "evening": evening,
        "title": evening_name(evening),
        "form": form,
        "rows": list(form.rows()),
        "key": pages.new_key(),
        "tab": "evenings",
    }
    status = 422 if form.errors else 200
    template = "scoring/evening_boards.html"
    return render(request, template, context(evening.club, person, **shown), status=status)
