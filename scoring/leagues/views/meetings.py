"""The meetings of a season of teams on one page, by round or by team."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.views.common import context, safe_page
from ecarte_club.core import csv_files
from ecarte_club.core.exceptions import Absent, Invalid
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.meetings import (
    COLUMNS,
    MeetingFilters,
    RoundLines,
    by_round,
    csv_rows,
    lines,
    meetings_of,
)

from .standings import season_of


@safe_page
def season_meetings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What is asked for in a way that cannot be shows everything. Raises: Absent where single
    players play."""
    season, person = season_of(request, slug, pk)
    if not season.boards:
        raise Absent
    try:
        asked = MeetingFilters.of(request.GET.dict())
    except Invalid:
        asked = MeetingFilters()
    found = lines(asked.filter_meetings(meetings_of(season)), person)
    rounds = by_round(found)
    teams = list(season.teams.order_by("sort_name", "pk"))
    shown: dict[str, Any] = {
        "season": season,
        "rounds": rounds,
        "teams": teams,
        "asked": asked,
        "whose": next((one for one in teams if one.pk == asked.team), None),
        "next": next((one.round.pk for one in rounds if _goes_on(one)), None),
        "open": sum(line.is_open for line in found),
        "is_begun": any(line.state not in (State.TO_PLAY, State.BYE) for line in found),
        "left": [one for one in teams if one.left_round is not None],
        "has_late": season.teams.filter(meetings_home=None, meetings_away=None).exists(),
        "is_planned": bool(found or asked != MeetingFilters()),
        "tab": "club",
    }
    club = season.event.club
    return render(request, "leagues/season_meetings.html", context(club, person, **shown))


def _goes_on(one: RoundLines) -> bool:
    return any(line.state in (State.TO_PLAY, State.IN_PLAY) for line in one.lines)


@safe_page
def season_meetings_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    found = lines(
        MeetingFilters.of(request.GET.dict()).filter_meetings(meetings_of(season)), person
    )
    body = csv_files.write_rows(COLUMNS, csv_rows(found))
    return csv_files.download(f"{slug}-season-{pk}-meetings.csv", body)
