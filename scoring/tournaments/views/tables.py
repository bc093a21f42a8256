"""What the tables rest on: why a place, charts, and results that are only tried."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.pages import Form, add_classes
from ecarte_club.core.parsing import whole_number
from scoring.leagues.models import Fixture
from scoring.leagues.selectors.standings import names_of
from scoring.leagues.selectors.what_if import TrialResult, shares_by
from scoring.leagues.views.charts import charts_page
from scoring.leagues.views.standings import OF_TOURNAMENT, TableContext, why_page
from scoring.leagues.views.what_if import GAMES_MOST, changed_lines, pairs_of
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.board import GroupTable, Then, table_of, tables_of, tried_out
from scoring.tournaments.selectors.reading import Reading, reading_of

from .tournaments import tournament_of, tournament_page


@safe_page
def tournament_why(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    standing = table_of(reading_of(found, person), player)
    return why_page(request, _standings(found, person, standing), player)


@safe_page
def tournament_charts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Of groups, those of one: the one asked for, that of who looks, or the first."""
    found, person = tournament_of(request, slug, pk)
    tables = tables_of(reading_of(found, person))
    if not tables:
        raise Absent
    asked = whole_number(request.GET.get("group", ""))
    own = next((one for one in tables if person.player_id in one.whole.table.places), tables[0])
    here = next((one for one in tables if one.group == asked), own)
    groups = [one.group for one in tables if one.group]
    return charts_page(request, _standings(found, person, here), groups)


def _standings(found: Tournament, person: Person, standing: GroupTable) -> TableContext:
    return TableContext(found.event, person, standing.whole, "", OF_TOURNAMENT, standing.group)


LENGTH = len("25 – 25")


class ResultsForm(Form):
    """A field for each pairing, empty where nothing is tried of it. `results` once it is valid."""

    def __init__(self, *args: Any, found: Reading, **kwargs: Any) -> None:
        self.progress = found.progress
        self.open = {f"pairing_{one.pk}": one for one in found.progress.unplayed}
        super().__init__(*args, **kwargs)
        for name, one in self.open.items():
            label = f"{found.names[one.home_id]} – {found.names[one.away_id or 0]}"
            self.fields[name] = forms.CharField(label=label, required=False, max_length=LENGTH)
            self.fields[name].widget.attrs.update({"autocomplete": "off", "size": LENGTH})
        add_classes(self)
        self.results: list[TrialResult] = []

    def clean(self) -> None:
        for name, one in self.open.items():
            text = self.cleaned_data.get(name)
            games = pairs_of(text, 1, GAMES_MOST) if text else ()
            if games is None:
                self.add_error(name, _("Enter two numbers, such as 2-1."))
            elif games:
                self._try(name, one, games[0])

    def _try(self, name: str, one: Fixture, games: tuple[int, int]) -> None:
        tournament = self.progress.tournament
        try:
            shares_by(tournament.event, tournament.points, games)
        except Invalid as fault:
            self.add_error(name, str(fault.detail))
        self.results.append(TrialResult(one.home_id, one.away_id or 0, games))

    def rounds(self) -> list[tuple[int, list[forms.BoundField], bool]]:
        """By number, with its fields, and whether one sees them at once: the first, and where
        something is tried."""
        found: list[tuple[int, list[forms.BoundField], bool]] = []
        for number, some in groupby(self.open, key=lambda name: self.open[name].round.number):
            fields = [self[name] for name in some]
            is_seen = not found or any(self.data.get(one.name) for one in fields)
            found.append((number, fields, is_seen))
        return found


@safe_page
def tournament_what_if(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    now = reading_of(found, person)
    if not tables_of(now):
        raise Absent
    form = ResultsForm(request.GET or None, found=now)
    then = tried_out(now, form.results) if form.is_valid() and form.results else []
    tables = _tables(then, form.results)
    shown = {"form": form, "tables": tables, "own": person.player_id}
    return tournament_page(request, "what_if", found, person, **shown)


def _tables(then: Sequence[Then], results: Sequence[TrialResult]) -> list[dict[str, Any]]:
    """Those that something is tried in."""
    touched = {one.first for one in results}
    return [
        {"group": standing.group, "lines": changed_lines(changed, names_of(standing.whole, ""))}
        for standing, changed in then
        if touched & standing.whole.entrants.keys()
    ]
