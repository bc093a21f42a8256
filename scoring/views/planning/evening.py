"""The fixtures that are due, started at the tables of an evening."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.views.people import faults_as_pages, known
from games.views.evenings.evening import evening_of
from scoring.planning.due import due_at
from scoring.services.planning import FixtureStart, fixtures_start
from scoring.views.due import Due, due_page


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def evening_fixtures(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    return due_page(
        request,
        evening,
        person,
        [Due(one, one.day, one.table) for one in due_at(evening)],
        lambda starts: fixtures_start(
            by=person, evening=evening, starts=[FixtureStart(*one) for one in starts]
        ),
        listed="fixtures",
        template="scoring/evening_fixtures.html",
    )
