"""A club's own page, by who reads it; and its seasons."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages
from games.evenings.live_state import evening_name
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.home import home

PAGE = 40


@faults_as_pages
def club(request: HttpRequest, slug: str) -> HttpResponse:
    found, person = club_of(request, slug)
    page = home(found, person, actor_of(request))
    upcoming = page.next_evening
    shown = {
        "home": page,
        "evening_name": evening_name(upcoming) if upcoming else "",
        "tonight": [(now, evening_name(now.evening)) for now in page.tonight],
        "today": timezone.localdate(),
        "tab": "club",
    }
    return render(request, "leagues/club.html", context(found, person, **shown))


@faults_as_pages
def season_list(request: HttpRequest, slug: str) -> HttpResponse:
    """Those that go on first, then those to come, then the past, a page at a time."""
    found, person = club_of(request, slug)
    today = timezone.localdate()
    rows = seasons.seasons_of(found, actor_of(request))
    page = Paginator(rows.filter(ends_on__lt=today), PAGE).get_page(request.GET.get("page"))
    current = [] if page.has_previous() else list(rows.filter(ends_on__gte=today))
    shown = {
        "going_on": [one for one in current if one.starts_on <= today],
        "to_come": [one for one in current if one.starts_on > today],
        "page": page,
        "tab": "seasons",
    }
    return render(request, "leagues/seasons.html", context(found, person, **shown))
