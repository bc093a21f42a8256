from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.api import examples
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.selectors.new_clubs import has_clubs

from .common import faults_as_pages

PAGE = 60

# What pages show, and the address where a program reads the same, as the schema writes it.
ADDRESSES = (
    (_("What needs you in a club, or what happens there next"), "/api/v1/clubs/{slug}/home"),
    (_("Matches"), "/api/v1/matches"),
    (_("A match and its hands"), "/api/v1/matches/{id}"),
    (_("An evening and its tables"), "/api/v1/evenings/{id}"),
    (_("The results of an evening"), "/api/v1/evenings/{id}/results"),
    (_("The accounts of an evening"), "/api/v1/evenings/{id}/accounts"),
    (_("Standings"), "/api/v1/seasons/{id}/standings"),
    (_("Standings, one line at a time (NDJSON)"), "/api/v1/seasons/{id}/standings.ndjson"),
    (_("Why a player has their place"), "/api/v1/seasons/{id}/standings/{player}"),
    (_("Fixtures"), "/api/v1/seasons/{id}/fixtures"),
    (_("Teams"), "/api/v1/seasons/{id}/teams"),
    (_("Standings of teams"), "/api/v1/seasons/{id}/teams/standings"),
    (_("Meetings of teams"), "/api/v1/seasons/{id}/meetings"),
    (_("A meeting"), "/api/v1/meetings/{id}"),
    (_("A team"), "/api/v1/teams/{id}"),
    (_("A tournament"), "/api/v1/tournaments/{id}"),
    (_("Standings of a tournament"), "/api/v1/tournaments/{id}/standings"),
    (_("A player’s record"), "/api/v1/players/{id}/record"),
    (_("A player’s rating"), "/api/v1/players/{id}/rating"),
    (_("A player’s statement"), "/api/v1/players/{id}/statement"),
    (_("A settlement"), "/api/v1/settlements/{id}"),
    (_("Ratings"), "/api/v1/clubs/{slug}/ratings"),
    (_("The calendar of a club"), "/api/v1/clubs/{slug}/calendar"),
    (_("The gallery’s chances"), "/api/v1/odds"),
)


@faults_as_pages
def home(request: HttpRequest) -> HttpResponse:
    """The reader's club at once if they have one, or the club of a site with one club."""
    actor = actor_of(request)
    near = list((clubs.clubs_of(actor) if actor.reads_own else clubs.visible_clubs(actor))[:2])
    if len(near) == 1:
        return redirect("club", slug=near[0].slug)
    return club_list(request)


@faults_as_pages
def club_list(request: HttpRequest) -> HttpResponse:
    """Their own, then the public ones a page at a time; with a name, all of that name."""
    actor = actor_of(request)
    asked = request.GET.get("name", "").replace("\x00", "").strip()
    found = clubs.visible_clubs(actor, name=asked)
    own = [] if asked else list(clubs.clubs_of(actor))
    page = Paginator(found.exclude(pk__in=[club.pk for club in own]), PAGE).get_page(
        request.GET.get("page")
    )
    shown = {
        "own": [] if page.has_previous() else own,
        "page": page,
        "asked": asked,
        "is_empty": not has_clubs(),
        "takes_clubs": settings.SIGN_UP != "closed",
        "tab": "home",
    }
    return render(request, "clubs/home.html", shown)


def api_guide(request: HttpRequest) -> HttpResponse:
    shown = {"schema": reverse("api_schema"), "addresses": ADDRESSES}
    return render(request, "clubs/api_guide.html", shown)


def developers(request: HttpRequest) -> HttpResponse:
    """Worked examples, with the address of this site."""
    values = {**examples.SHOWN, "site": settings.SITE_URL.rstrip("/")}
    shown = [
        {
            "name": one.name,
            "title": one.title,
            "text": _with_code(one.text),
            "curl": examples.curl(one, values),
            "answer": examples.answered(one, values),
        }
        for one in examples.EXAMPLES
    ]
    verifying = {
        "verify": examples.VERIFY,
        "verify_title": examples.VERIFY_TITLE,
        "verify_text": examples.VERIFY_TEXT,
    }
    return render(request, "clubs/developers.html", {"examples": shown, **verifying})


def _with_code(text: object) -> SafeString:
    """What stands between backticks is code."""
    parts = enumerate(str(text).split("`"))
    told = (format_html("<code>{}</code>" if at % 2 else "{}", part) for at, part in parts)
    return format_html_join("", "{}", ((one,) for one in told))
