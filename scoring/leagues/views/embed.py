"""The table within other people's pages: what the public may see, without a cookie."""

import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, cast

from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from ecarte_club.clubs.views.common import safe_page
from ecarte_club.core import etags
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.parsing import whole_number as whole_number
from scoring.leagues import renderers
from scoring.leagues.labels.standings import in_order
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons, team_standings
from scoring.leagues.selectors.standings import Line

from .standings import season_of, season_page

THEMES = ("auto", "light", "dark")
ACCENT = re.compile(r"[0-9a-fA-F]{6}")
LINES, LINES_MOST = 10, 100
TEAMS = "teams"
View = Callable[..., HttpResponse]


def _for_all(view: View) -> View:
    """May stand in a frame of any page; knows nobody, sets nothing."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        wanted = request.GET.get("lang", "")
        known = {code for code, _name in settings.LANGUAGES}
        with translation.override(wanted if wanted in known else translation.get_language()):
            try:
                return view(request, *args, **kwargs)
            except Absent:
                text = _("There are no public standings here.")
                return HttpResponse(text, content_type="text/plain; charset=utf-8", status=404)

    framed = csp_replace({"frame-ancestors": ["*"]})(answer)
    return cast(View, xframe_options_exempt(framed))


@require_safe
@_for_all
def embedded(request: HttpRequest, pk: int) -> HttpResponse:
    edition, of_teams = _edition(pk), request.GET.get("table") == TEAMS
    tag = etags.tag(renderers.etag(edition).strip('"'), translation.get_language(), int(of_teams))
    if etags.is_current(request.headers.get("If-None-Match", ""), tag):
        return HttpResponse(status=304, headers={"ETag": tag})
    lines, tie_breaks = _table(edition, of_teams=of_teams)
    season = Season.objects.select_related("event__club", "league").get(pk=pk)
    shown_most = min(whole_number(request.GET.get("lines", "")) or LINES, LINES_MOST)
    shown = {
        "season": season,
        "club": season.event.club,
        "lines": lines[:shown_most],
        "more": len(lines) - shown_most,
        "criteria": in_order(tie_breaks),
        "of_teams": of_teams,
        "theme": _among(request.GET.get("theme", ""), THEMES),
        "accent": _accent(request.GET.get("accent", "")),
        "site": settings.SITE_URL.rstrip("/"),
    }
    answer = render(request, "leagues/embedded.html", shown)
    answer["ETag"], answer["Cache-Control"] = tag, "no-cache"
    patch_vary_headers(answer, ["Accept-Language"])
    return answer


def _table(edition: seasons.Edition, *, of_teams: bool) -> tuple[Sequence[Line], Sequence[Any]]:
    """Its lines and its tie-breaks. Raises: Absent for teams where single players play."""
    if not of_teams:
        table = renderers.cached_table(edition)
        return table.lines, table.tie_breaks
    event_table = team_standings.team_table(edition.season)
    lines = team_standings.team_lines(event_table, event_table.table)
    return lines, event_table.table.order


def _edition(pk: int) -> seasons.Edition:
    """Of strangers, whoever asks. Raises: Absent where they may see nothing."""
    found = seasons.edition(pk)
    if not found.public:
        raise Absent
    return found


def _among(value: str, allowed: tuple[str, ...]) -> str:
    return value if value in allowed else allowed[0]


def _accent(value: str) -> str:
    return value.lower() if ACCENT.fullmatch(value) else ""


@require_safe
def accent(request: HttpRequest, colour: str) -> HttpResponse:
    """A style sheet of one colour, as the page itself may hold no styles."""
    if not ACCENT.fullmatch(colour):
        return HttpResponse(status=404)
    text = f":root {{ --accent: #{colour.lower()}; }}\n"
    return HttpResponse(
        text, content_type="text/css", headers={"Cache-Control": "public, max-age=86400"}
    )


@require_safe
def script(request: HttpRequest) -> HttpResponse:
    """An address that stays, whatever the file of this version is called."""
    answer = redirect(static("js/embed.js"))
    answer["Cache-Control"] = "public, max-age=3600"
    return answer


@safe_page
def how(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How the table comes into another page."""
    season, person = season_of(request, slug, pk)
    is_public = season.event.public and season.event.club.public
    site = settings.SITE_URL.rstrip("/")
    return season_page(request, "embed_how", season, person, site=site, is_public=is_public)
