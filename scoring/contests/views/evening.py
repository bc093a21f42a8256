"""All pools and chouettes of an evening on one page: what each is waiting for."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import club_page, safe_page
from games.evenings import selectors as evenings
from games.evenings.live_state import evening_name
from games.evenings.views.evening import evening_of
from scoring.contests.selectors.waiting import contests_now


@login_required
@safe_page
def evening_contests(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    evening, person = evening_of(request, slug, pk)
    require(person, Act.RUN_CONTEST)
    found = contests_now(evening, veiled=not evenings.sees_names(evening, person))
    return club_page(
        request,
        "contests/evening.html",
        evening.club,
        person,
        evening=evening,
        title=evening_name(evening),
        running=[one for one in found if not one.is_over],
        ended=[one for one in found if one.is_over],
        tab="evenings",
    )
