"""Names offered while one types."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.selectors import player_search

from .common import club_of, faults_as_pages

OFFERS = "player-names"


@faults_as_pages
def names(request: HttpRequest, slug: str) -> HttpResponse:
    """The choices of a field's list: `q`, or what is in the field that asks."""
    _club, person = club_of(request, slug)
    require(person, Act.SEE_CLUB)
    asking = request.headers.get("HX-Trigger-Name", "")
    typed = request.GET.get("q") or request.GET.get(asking, "")
    return render(request, "clubs/names.html", {"names": player_search.offered(person, typed)})


def offering(slug: str) -> dict[str, str]:
    """Attributes of a text field that offers the club's names; without scripts it is plain."""
    return {
        "list": OFFERS,
        "autocomplete": "off",
        "hx-get": reverse("player_names", args=[slug]),
        "hx-trigger": "input changed delay:150ms",
        "hx-target": f"#{OFFERS}",
        "hx-swap": "innerHTML",
    }
