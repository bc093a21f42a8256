"""What the tables of a tournament rest on: why a place."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from ecarte_club.clubs.rights import Person
from ecarte_club.clubs.views.people import faults_as_pages
from scoring.models import Tournament
from scoring.tournaments.reading import seen
from scoring.tournaments.wholes import Standing, whole_of
from scoring.views.standings.finding import OF_TOURNAMENT, Found
from scoring.views.standings.why import why_page

from .common import tournament_of


@require_safe
@faults_as_pages
def tournament_why(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    standing = whole_of(seen(found, person), player)
    return why_page(request, _found(found, person, standing), player)


def _found(found: Tournament, person: Person, standing: Standing) -> Found:
    return Found(found.event, person, standing.whole, "", OF_TOURNAMENT, standing.group)
