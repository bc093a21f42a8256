"""The opponent's yes to each game, on the pad and on the page of the match."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.clubs.views.errors import again, signed_out
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Denied, Fault
from ecarte_club.core.idempotency import actor_key
from ecarte_club.core.parsing import whole
from games.matches.models import Match
from games.matches.selectors import reading
from games.matches.selectors.confirmations import confirmations
from games.matches.services.confirmation import game_confirm

from .match import confirming, match_of, unchanged


@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def confirm(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The part of a page that asks for confirmation; posted to, it takes one."""
    fault: Fault | None = None
    if request.method == "POST":
        if not actor_key(request):
            return signed_out(request, again(request, f"/clubs/{slug}/matches/{pk}/"))
        match, person = match_of(request, slug, pk)
        fault = _confirmed(request, match, person)
        if not pages.is_fragment(request) and fault is None:
            page = "pad" if request.POST.get("from") == "pad" else "match"
            return redirect(page, slug=slug, pk=pk)
    match, person = match_of(request, slug, pk)
    same = unchanged(request, f"confirm:{pk}", confirmations(match))
    if same and request.method != "POST":
        return same
    shown = confirming(reading.read(match), person)
    more = context(match.club, person, **shown, match=match, fault=fault, tab="matches")
    template = "matches/confirm.html" if pages.is_fragment(request) else "matches/confirm_page.html"
    return render(request, template, more, status=fault.status if fault else 200)


def _confirmed(request: HttpRequest, match: Match, person: Person) -> Fault | None:
    """The fault that is said beside the game. Raises: Absent, Denied."""
    game, number = (whole(request.POST.get(name, "")) for name in ("game", "number"))
    if game is None or number is None:
        raise Absent
    try:
        pages.write(
            request,
            lambda: game_confirm(by=person, match=match, game=game, number=number).pk,
        )
    except (Absent, Denied):
        raise
    except Fault as found:
        return found
    return None
