"""What is when at the club, by month."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.views.people import club_of, context, faults_as_pages
from games.evening_reading import evening_name
from scoring.planning.months import Month, days, month_of


@faults_as_pages
def club_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    today = timezone.localdate()
    month = month_of(request.GET.get("month", ""), today)
    found = days(asker_of(request), person, club, month)
    shown: dict[str, Any] = {
        "month": month,
        "this_month": Month.of(today),
        "today": today,
        "days": found,
        "is_empty": all(day.is_empty for day in found),
        "names": {one.pk: evening_name(one) for day in found for one in day.evenings},
        "tab": "evenings",
    }
    return render(request, "scoring/calendar.html", context(club, person, **shown))
