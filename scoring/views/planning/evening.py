"""The fixtures that are due, started at the tables of an evening."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.rights import Act, require
from ecarte_club.clubs.views.people import context, faults_as_pages, known
from ecarte_club.wire import pages
from ecarte_club.wire.faults import Fault
from games.evening_reading import evening_name, evening_now
from games.services.starting import STARTS_MOST
from games.views.evenings.evening import evening_of
from scoring.planning.due import due_at
from scoring.services import planning
from scoring.services.planning import FixtureStart
from scoring.views.due import Due, DueForm


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def evening_fixtures(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.START_ANY)
    due = [Due(one, one.day, one.table) for one in due_at(evening)[:STARTS_MOST]]
    now = evening_now(evening)
    form = DueForm(request.POST or None, evening=evening, now=now, due=due, listed="fixtures")
    if request.method == "POST" and form.is_valid():
        starts = [FixtureStart(*one) for one in form.starts()]
        asked: dict[str, Any] = {"by": person, "evening": evening, "starts": starts}
        try:
            pages.write(request, lambda: [one.pk for one in planning.fixtures_start(**asked)])
            return redirect("evening", slug=slug, pk=pk)
        except Fault as fault:
            form.tell(fault)
    shown: dict[str, Any] = {
        "evening": evening,
        "title": evening_name(evening),
        "form": form,
        "rows": list(form.rows()),
        "key": pages.new_key(),
        "tab": "evenings",
    }
    status = 422 if form.errors else 200
    template = "scoring/evening_fixtures.html"
    return render(request, template, context(evening.club, person, **shown), status=status)
