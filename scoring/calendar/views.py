"""What is when at the club, by month; and the same for one's own calendar program."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act
from ecarte_club.clubs.services.accounts import calendar_renew
from ecarte_club.clubs.views.common import club_of, club_page, faults_as_pages, form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Stale
from ecarte_club.core.parsing import whole_number
from games.evenings.live_state import evening_name

from .feeds import addresses
from .selectors import Month, days, month_of


@never_cache
@faults_as_pages
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    today = timezone.localdate()
    month = month_of(request.GET.get("month", ""), today)
    found = days(actor_of(request), person, club, month)
    shown: dict[str, Any] = {
        "month": month,
        "this_month": Month.of(today),
        "today": today,
        "days": found,
        "is_empty": all(day.is_empty for day in found),
        "names": {one.pk: evening_name(one) for day in found for one in day.evenings},
        "own": addresses(club, person) if person.may(Act.CHOOSE_OWN) else None,
        "renewed": "renewed" in request.GET,
        "tab": "calendar",
    }
    return club_page(request, "calendar/calendar.html", club, person, **shown)


@login_required
@form_page
def calendar_address(request: HttpRequest, slug: str) -> HttpResponse:
    """What new addresses come to is shown first; the form then asks for them."""
    club, person = club_of(request, slug)
    own = addresses(club, person)
    stale = False
    if request.method == "POST":
        version = whole_number(request.POST.get("version", ""))
        try:
            number = -1 if version is None else version
            pages.write(request, lambda: calendar_renew(by=person, version=number))
            return redirect(f"{reverse('club_calendar', args=[slug])}?renewed=1#own")
        except Stale:
            stale = True
    return club_page(
        request,
        "calendar/calendar_address.html",
        club,
        person,
        status=409 if stale else 200,
        own=own,
        other_clubs=", ".join(one.name for one in own.clubs),
        stale=stale,
        tab="calendar",
    )
