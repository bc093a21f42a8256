"""What the tables of a tournament rest on: why a place, and charts."""

from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole
from scoring.leagues.views.charts import charts_page
from scoring.leagues.views.standings import OF_TOURNAMENT, Found, why_page
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.selectors.tables import GroupTable, table_of, tables_of

from .common import tournament_of


@safe_page
def tournament_why(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    standing = table_of(reading_of(found, person), player)
    return why_page(request, _found(found, person, standing), player)


@safe_page
def tournament_charts(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Of groups, those of one: the one asked for, that of who looks, or the first."""
    found, person = tournament_of(request, slug, pk)
    tables = tables_of(reading_of(found, person))
    if not tables:
        raise Absent
    asked = whole(request.GET.get("group", ""))
    own = next((one for one in tables if person.player_id in one.whole.table.places), tables[0])
    here = next((one for one in tables if one.group == asked), own)
    groups = [one.group for one in tables if one.group]
    return charts_page(request, _found(found, person, here), groups)


def _found(found: Tournament, person: Person, standing: GroupTable) -> Found:
    return Found(found.event, person, standing.whole, "", OF_TOURNAMENT, standing.group)
