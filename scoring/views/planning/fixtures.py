"""The fixtures of a season on one page, by round or by player."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.views.people import context, faults_as_pages
from ecarte_club.wire import csvs
from ecarte_club.wire.faults import Invalid
from scoring.planning.addresses import key_for
from scoring.planning.proposing import seen_divisions
from scoring.planning.reading import (
    COLUMNS,
    Asked,
    RoundLines,
    by_round,
    csv_rows,
    entrants_of,
    fixtures_of,
    lines,
)
from scoring.planning.states import State
from scoring.views.season import season_of


@faults_as_pages
def season_fixtures(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """What is asked for in a way that cannot be shows everything."""
    season, person = season_of(request, slug, pk)
    if season.boards:
        return redirect("season_meetings", slug=slug, pk=pk)
    try:
        asked = Asked.of(request.GET.dict())
    except Invalid:
        asked = Asked()
    found = lines(asked.sift(fixtures_of(season)), person)
    entrants = entrants_of(season, person)
    rounds = by_round(found)
    today = timezone.localdate()
    shown: dict[str, Any] = {
        "season": season,
        "rounds": rounds,
        "entrants": entrants,
        "asked": asked,
        "whose": next((one for one in entrants if one.player_id == asked.player), None),
        "next": next((one.round.pk for one in rounds if _goes_on(one)), None),
        "open": sum(line.is_open for line in found),
        "late": [
            line for line in found if line.is_open and line.fixture.day and line.fixture.day < today
        ],
        "is_begun": any(line.state not in (State.TO_PLAY, State.BYE) for line in found),
        "beside": [one for one in seen_divisions(asker_of(request), season) if one != season],
        "is_planned": bool(entrants and (found or asked != Asked())),
        "left": [one for one in entrants if one.left_round],
        "feed_key": key_for(person),
        "tab": "club",
    }
    club = season.event.club
    return render(request, "scoring/season_fixtures.html", context(club, person, **shown))


def _goes_on(one: RoundLines) -> bool:
    return any(line.state in (State.TO_PLAY, State.IN_PLAY) for line in one.lines)


@faults_as_pages
def season_fixtures_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    found = lines(Asked.of(request.GET.dict()).sift(fixtures_of(season)), person)
    body = csvs.write_rows(COLUMNS, csv_rows(found))
    return csvs.download(f"{slug}-season-{pk}-fixtures.csv", body)
