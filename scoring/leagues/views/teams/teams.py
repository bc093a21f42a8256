"""The teams of a season, and a new one."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_safe

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import csv_files, pages
from ecarte_club.core.exceptions import Absent, Fault, Invalid
from ecarte_club.core.parsing import whole
from scoring.leagues.selectors import teams as listing
from scoring.leagues.selectors.teams import TeamFilters
from scoring.leagues.services import teams
from scoring.leagues.views.season import season_of

from .forms import TeamForm


def _asked(request: HttpRequest) -> TeamFilters:
    """An address that was bent shows the usual list."""
    try:
        return TeamFilters.of(request.GET.dict())
    except Invalid:
        return TeamFilters()


@require_safe
@faults_as_pages
def season_teams(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Raises: Absent where single players play."""
    season, person = season_of(request, slug, pk)
    if not season.boards:
        raise Absent
    asked = _asked(request)
    shown: dict[str, Any] = {
        "season": season,
        "teams": listing.read_teams(listing.teams_of(season, asked, person), person),
        "asked": asked,
        "columns": list(_columns(request.GET, asked.sort)),
        "tab": "club",
    }
    club = season.event.club
    return render(request, "leagues/season_teams.html", context(club, person, **shown))


@require_safe
@faults_as_pages
def season_teams_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    found = listing.read_teams(listing.teams_of(season, _asked(request), person), person)
    body = csv_files.write_rows(listing.COLUMNS, listing.csv_rows(found))
    return csv_files.download(f"{slug}-season-{pk}-teams.csv", body)


def _columns(query: QueryDict, sort: str) -> Iterable[dict[str, str]]:
    """The heads of the table: each sorts by itself, and turns the order when it does already."""
    heads = (
        ("place", pgettext("number", "No."), "num rank"),
        ("name", _("Team"), ""),
        ("players", _("Players"), "num"),
    )
    for name, text, style in heads:
        now = sort.removeprefix("-") == name
        turned = query.copy()
        turned["sort"] = f"-{name}" if now and not sort.startswith("-") else name
        way = "descending" if sort.startswith("-") else "ascending"
        address = f"?{turned.urlencode()}"
        yield {"text": text, "style": style, "address": address, "way": way if now else ""}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def team_new(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = TeamForm(request.POST or None, person=person)
    if request.method == "POST" and form.is_valid():
        asked = {**form.given(), "version": whole(request.POST.get("version", "")) or 0}
        try:
            answer = pages.write(
                request, lambda: teams.team_add(by=person, season=season, **asked).pk
            )
            return redirect("team", slug=slug, pk=answer.body)
        except Fault as fault:
            pages.tell(form, fault)
    shown: dict[str, Any] = {"season": season, "form": form, "key": pages.new_key(), "tab": "club"}
    status = 422 if form.errors else 200
    club = season.event.club
    return render(request, "leagues/team_new.html", context(club, person, **shown), status=status)
