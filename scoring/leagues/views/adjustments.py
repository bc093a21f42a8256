"""Points adjustments: everybody may read the list, the committee adds to it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import context, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from scoring.leagues.models import Adjustment, Season, TeamAdjustment
from scoring.leagues.selectors import team_standings
from scoring.leagues.selectors.standings import names_of, season_table
from scoring.leagues.services import team_adjustments as teams
from scoring.leagues.services.adjustments import (
    POINTS_MOST,
    REASON_MOST,
    adjustment_end,
    adjustment_foreseen,
    adjustment_give,
)
from scoring.tables.table import WhatIf

from .standings import season_of

REASON_HELP = _("Everybody can read it beside the standings.")


class RulingForm(Form):
    """`whose`: the field of the entrant whose points are adjusted."""

    whose: str
    points = forms.IntegerField(
        label=_("Points"),
        min_value=-POINTS_MOST,
        max_value=POINTS_MOST,
        help_text=_("To remove points, enter a minus: -2."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST, help_text=REASON_HELP)

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose(self.whose, list(names.items()))

    @property
    def who(self) -> forms.BoundField:
        return self[self.whose]

    def given(self) -> dict[str, Any]:
        told = self.cleaned_data
        return {self.whose: int(told[self.whose]), **{n: told[n] for n in ("points", "reason")}}


class AdjustmentForm(RulingForm):
    whose = "player"
    player = forms.ChoiceField(label=_("Player"))


class EndForm(Form):
    reason = forms.CharField(
        label=_("Reason for withdrawing it"), max_length=REASON_MOST, help_text=REASON_HELP
    )


@dataclass(frozen=True, slots=True)
class Desk:
    """Where points are ruled, of players or of teams: names of its addresses, and its acts."""

    listed: str
    end: str
    table: str
    give: Callable[..., Adjustment | TeamAdjustment]
    foresee: Callable[..., WhatIf]
    finish: Callable[..., Adjustment | TeamAdjustment]

    def address(self, season: Season, name: str, *more: int) -> str:
        return reverse(name, args=(season.event.club.slug, season.pk, *more))


PLAYERS = Desk(
    "adjustments",
    "adjustment_end",
    "season",
    adjustment_give,
    adjustment_foreseen,
    adjustment_end,
)
Line = tuple[Adjustment | TeamAdjustment, str]


@form_page
def adjustments(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    if request.method == "POST":
        require(person, Act.RUN_SEASON)
    found = season_table(season.pk)
    shown = "" if player_names.sees_names(person) else season.event.club.names_shown
    names = names_of(found, shown)
    here = {line.entrant: names[line.entrant] for line in found.table.lines}
    form = AdjustmentForm(request.POST or None, names=here)
    rulings: list[Line] = [
        (one, names.get(one.player_id, player_names.numbered(one.player_id)))
        for one in adjustments_of(season)
    ]
    return listed(request, season, person, form, PLAYERS, rulings, names)


def listed(
    request: HttpRequest,
    season: Season,
    person: Person,
    form: RulingForm,
    desk: Desk,
    rulings: Sequence[Line],
    names: Mapping[int, str],
) -> HttpResponse:
    """First looked at, then done."""
    foreseen: WhatIf | None = None
    if form.is_bound and form.is_valid():
        asked: dict[str, Any] = {"by": person, "season": season, **form.given()}
        try:
            if request.POST.get("do"):
                pages.write(request, lambda: desk.give(**asked).pk)
                return redirect(desk.address(season, desk.listed))
            foreseen = desk.foresee(**asked)
        except Fault as fault:
            pages.tell(form, fault)
    told = context(
        season.event.club,
        person,
        season=season,
        form=form,
        foreseen=[(names[one.entrant], one) for one in foreseen.moved] if foreseen else None,
        rulings=[
            {"one": one, "name": name, "end": desk.address(season, desk.end, one.pk)}
            for one, name in rulings
        ],
        table=desk.address(season, desk.table),
        of_teams=desk is not PLAYERS,
        key=pages.new_key(),
        tab="club",
    )
    return render(request, "leagues/adjustments.html", told, status=422 if form.errors else 200)


def adjustments_of(season: Season) -> list[Adjustment]:
    """The newest first, those that were ended too."""
    found = Adjustment.objects.filter(event=season.pk).select_related("player")
    return list(found.order_by("-pk"))


@login_required
@form_page
def end(request: HttpRequest, slug: str, pk: int, adjustment: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    one = Adjustment.objects.filter(pk=adjustment, event=pk).select_related("player").first()
    if one is None:
        raise Absent
    return ended(request, season, person, (one, one.player.name), PLAYERS)


def ended(
    request: HttpRequest, season: Season, person: Person, line: Line, desk: Desk
) -> HttpResponse:
    one, name = line
    back = desk.address(season, desk.listed)
    form = EndForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        asked: dict[str, Any] = {"adjustment": one.pk, "reason": form.cleaned_data["reason"]}
        try:
            pages.write(request, lambda: desk.finish(by=person, season=season, **asked).pk)
            return redirect(back)
        except Fault as fault:
            pages.tell(form, fault)
    told = context(
        season.event.club,
        person,
        season=season,
        form=form,
        one=one,
        name=name,
        back=back,
        key=pages.new_key(),
        tab="club",
    )
    return render(request, "leagues/adjustment_end.html", told, status=422 if form.errors else 200)


TEAMS = Desk(
    "team_adjustments",
    "team_adjustment_end",
    "team_standings",
    teams.team_adjustment_give,
    teams.team_adjustment_foreseen,
    teams.team_adjustment_end,
)


class TeamRulingForm(RulingForm):
    whose = "team"
    team = forms.ChoiceField(label=_("Team"))


@form_page
def team_adjustments(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Raises: Absent where single players play."""
    season, person = season_of(request, slug, pk)
    if request.method == "POST":
        require(person, Act.RUN_SEASON)
    found = team_standings.team_table(season.pk)
    names = names_of(found, "")
    here = {line.entrant: names[line.entrant] for line in found.table.lines}
    form = TeamRulingForm(request.POST or None, names=here)
    rows = TeamAdjustment.objects.filter(season=season).select_related("team")
    rulings: list[Line] = [(one, one.team.name) for one in rows.order_by("-pk")]
    return listed(request, season, person, form, TEAMS, rulings, names)


@login_required
@form_page
def team_adjustment_end(request: HttpRequest, slug: str, pk: int, adjustment: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    found = TeamAdjustment.objects.filter(pk=adjustment, season=season).select_related("team")
    one = found.first()
    if one is None:
        raise Absent
    return ended(request, season, person, (one, one.team.name), TEAMS)
