"""The boards that are due, started at the tables of an evening."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.views.common import faults_as_pages, known
from games.evenings.views.evening import evening_of
from scoring.leagues.selectors.teams.due import boards_due
from scoring.leagues.services.teams import BoardStart, boards_start
from scoring.leagues.views.due import Due, due_page


@known
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def evening_boards(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    return due_page(
        request,
        evening,
        person,
        [Due(one, one.meeting.day) for one in boards_due(evening)],
        lambda starts: boards_start(
            by=person, evening=evening, starts=[BoardStart(*one) for one in starts]
        ),
        listed="boards",
        template="leagues/evening_boards.html",
    )
