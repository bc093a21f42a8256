"""The table of the teams as one looks at it, as that of players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import context, faults_as_pages
from scoring.leagues.selectors.standings import names_of
from scoring.leagues.views.standings.charts import looked_at

from .standing import own_team, team_found_of


@require_safe
@faults_as_pages
def team_charts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person, event_table = team_found_of(request, slug, pk)
    seen = looked_at(event_table, names_of(event_table, ""), own_team(season, person))
    shown = context(season.event.club, person, season=season, of_teams=True, tab="club", **seen)
    return render(request, "leagues/team_charts.html", shown)
