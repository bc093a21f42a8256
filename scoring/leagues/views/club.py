"""A club's own page: what is played now, its seasons, the last results."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages
from games.matches.selectors import matches as games
from scoring.leagues.changes import running
from scoring.leagues.selectors import seasons

PLAYING_MOST, RESULTS = 24, 6


@faults_as_pages
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found, person = club_of(request, slug)
    matches = games.matches_in(found, person).filter(annulled_at=None)
    ids = matches.order_by("over", "-pk").values_list("pk", flat=True)
    shown = {
        "playing": games.framed(matches, ids.filter(over=False)[:PLAYING_MOST]),
        "results": games.framed(matches, ids.filter(over=True)[:RESULTS]),
        "held": [
            one
            for some in running.ask(club=found, person=person, actor=actor_of(request))
            for one in some
        ],
        "seasons": seasons.seasons_of(found, actor_of(request)),
        "tab": "club",
    }
    return render(request, "leagues/club.html", context(found, person, **shown))
