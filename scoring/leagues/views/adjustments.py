"""Points adjustments of players and of teams: everybody may read them, the committee adds."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault, get_or_absent
from ecarte_club.core.pages import Form
from scoring.leagues.labels.standings import change_text
from scoring.leagues.models import Adjustment, Season, TeamAdjustment
from scoring.leagues.selectors.standings import names_of, season_table
from scoring.leagues.selectors.team_standings import team_table
from scoring.leagues.services.adjustments import (
    POINTS_MOST,
    REASON_MOST,
    adjustment_end,
    adjustment_give,
    adjustment_preview,
    adjustments_of,
)
from scoring.tables.table import WhatIf

from .standings import season_of, season_page

REASON_HELP = _("Everybody can read it beside the standings.")


class AdjustmentForm(Form):
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-POINTS_MOST,
        max_value=POINTS_MOST,
        help_text=_("To remove points, enter a minus: -2."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST, help_text=REASON_HELP)

    def __init__(self, *args: Any, names: Mapping[int, str], of_teams: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.competitor = "team" if of_teams else "player"
        label = _("Team") if of_teams else _("Player")
        self.fields[self.competitor] = forms.TypedChoiceField(label=label, coerce=int)
        self.order_fields([self.competitor])
        self.choose(self.competitor, list(names.items()))

    @property
    def who(self) -> forms.BoundField:
        return self[self.competitor]


class EndForm(Form):
    reason = forms.CharField(
        label=_("Reason for withdrawing it"), max_length=REASON_MOST, help_text=REASON_HELP
    )


def _address(season: Season, name: str, *more: int, of_teams: bool) -> str:
    name = f"team_{name}" if of_teams else name
    return reverse(name, args=(season.event.club.slug, season.pk, *more))


@form_page
def adjustments(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """First previewed, then done. Raises: Absent for teams where single players play."""
    season, person = season_of(request, slug, pk)
    club = season.event.club
    if request.method == "POST":
        require(person, Act.RUN_SEASON)
    event_table = team_table(pk) if of_teams else season_table(pk)
    names = names_of(event_table, "" if of_teams else player_names.names_shown(club, person))
    here = {line.entrant: names[line.entrant] for line in event_table.table.lines}
    form = AdjustmentForm(request.POST or None, names=here, of_teams=of_teams)
    what_if: WhatIf | None = None
    if form.is_bound and form.is_valid():
        fields: dict[str, Any] = {"by": person, "season": season, **form.cleaned_data}
        try:
            if request.POST.get("do"):
                pages.write(request, lambda: adjustment_give(**fields))
                return redirect(_address(season, "adjustments", of_teams=of_teams))
            what_if = adjustment_preview(**fields)
        except Fault as fault:
            pages.tell(form, fault)
    shown = {
        "form": form,
        "foreseen": what_if and [change_text(names[one.entrant], one) for one in what_if.moved],
        "rulings": [
            {
                "one": row,
                "name": _name(row, names),
                "end": _address(season, "adjustment_end", row.pk, of_teams=of_teams),
            }
            for row in adjustments_of(season, of_teams=of_teams)
        ],
        "table": _table_address(season, of_teams=of_teams),
        "of_teams": of_teams,
    }
    return season_page(request, "adjustments", season, person, **shown)


def _table_address(season: Season, *, of_teams: bool) -> str:
    name = "player_standings" if season.boards and not of_teams else "season"
    return reverse(name, args=(season.event.club.slug, season.pk))


def _name(row: Adjustment | TeamAdjustment, names: Mapping[int, str]) -> str:
    if isinstance(row, TeamAdjustment):
        return row.team.name
    return names.get(row.player_id, player_names.numbered(row.player_id))


@login_required
@form_page
def end(
    request: HttpRequest, slug: str, pk: int, adjustment: int, *, of_teams: bool
) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    row = get_or_absent(adjustments_of(season, of_teams=of_teams), adjustment)
    back = _address(season, "adjustments", of_teams=of_teams)
    form = EndForm(request.POST or None)

    def act() -> object:
        fields: dict[str, Any] = {"adjustment": adjustment, "of_teams": of_teams}
        return adjustment_end(by=person, season=season, **fields, **form.cleaned_data)

    if pages.submitted(request, form, act):
        return redirect(back)
    name = row.team.name if of_teams else row.player.name
    return season_page(
        request, "adjustment_end", season, person, form=form, one=row, name=name, back=back
    )
