"""Match points given or taken, as those of players."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import faults_as_pages
from ecarte_club.core.exceptions import Absent
from scoring.leagues.models import TeamAdjustment
from scoring.leagues.selectors import team_standings
from scoring.leagues.selectors.standings import names_of
from scoring.leagues.services import team_adjustments as teams
from scoring.leagues.views.standings.adjustments import (
    READS,
    Desk,
    Line,
    RulingForm,
    ended,
    listed,
)
from scoring.leagues.views.standings.finding import season_of

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


@require_http_methods(READS)
@faults_as_pages
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
@require_http_methods(READS)
@faults_as_pages
def team_adjustment_end(request: HttpRequest, slug: str, pk: int, adjustment: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    found = TeamAdjustment.objects.filter(pk=adjustment, season=season).select_related("team")
    one = found.first()
    if one is None:
        raise Absent
    return ended(request, season, person, (one, one.team.name), TEAMS)
