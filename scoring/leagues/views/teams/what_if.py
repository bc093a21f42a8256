"""Meetings of teams tried without saving, as the matches of players are."""

from collections.abc import Sequence

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import context, faults_as_pages
from scoring.leagues.models import Season
from scoring.leagues.rules.teams import BoardPoints
from scoring.leagues.selectors.standings import names_of
from scoring.leagues.selectors.what_if import POINTS_MOST, TrialMeeting, table_with_meetings
from scoring.leagues.views.standings.what_if import (
    Asked,
    TryingForm,
    example_of,
    status_of,
    tried_out,
)
from scoring.tables.table import WhatIf

from .standing import own_team, team_found_of


class TryMeetingForm(TryingForm):
    asks = ("team_a", "team_b", "board_points")
    most = POINTS_MOST
    help = _(
        "The first team’s first, such as %(points)s; or the games won at each board, "
        "board by board, such as %(games)s."
    )
    wrong = _("Give two numbers, such as %(points)s; or two for each board.")
    team_a = forms.ChoiceField(label=_("First team"))
    team_b = forms.ChoiceField(label=_("Second team"))
    board_points = forms.CharField(
        label=_("Board points"),
        max_length=120,
        widget=forms.TextInput({"inputmode": "text", "autocomplete": "off"}),
    )


@require_safe
@faults_as_pages
def team_what_if(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person, event_table = team_found_of(request, slug, pk)

    def try_(asked: Sequence[Asked]) -> WhatIf:
        return table_with_meetings(event_table, season, [_read(one) for one in asked])

    names = names_of(event_table, "")
    examples = _examples(season)
    seen = tried_out(
        request, event_table, names, TryMeetingForm, try_, examples=examples, pairs=season.boards
    )
    shown = context(
        season.event.club,
        person,
        season=season,
        own=own_team(season, person),
        of_teams=True,
        tab="club",
        **seen,
    )
    return render(request, "leagues/team_what_if.html", shown, status=status_of(seen))


def _examples(season: Season) -> dict[str, str]:
    """The first team wins more boards than it loses, by one or two."""
    won = season.boards // 2 + 1
    lost, (more, less) = season.boards - won, example_of(season.event)
    first = won * season.points_win + lost * season.points_loss
    second = lost * season.points_win + won * season.points_loss
    games = [f"{more}-{less}"] * won + [f"{less}-{more}"] * lost
    return {"points": f"{first}-{second}", "games": " ".join(games)}


def _read(asked: Asked) -> TrialMeeting:
    """Two numbers alone are board points."""
    if len(asked.won) > 1:
        return TrialMeeting(asked.one, asked.other, asked.won)
    return TrialMeeting(asked.one, asked.other, points=BoardPoints(*asked.won[0]))
