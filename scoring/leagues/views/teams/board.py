"""One board decided without play, and that taken back."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Stale
from scoring.leagues.models import Board
from scoring.leagues.selectors.teams.meetings import board
from scoring.leagues.services import teams
from scoring.leagues.services.teams.awards import BOARD_AWARDS
from scoring.leagues.views.fixtures.fixture import AwardForm

from .meeting import Found, done, page_of, version_of, written


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Board, Found]:
    """Raises: Absent also when the address names another club; Denied."""
    one, meeting, season, person = board(actor_of(request), pk)
    if season.event.club.slug != slug:
        raise Absent
    require(person, Act.RUN_SEASON)
    return one, (meeting, season, person)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def board_award(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    one, found = _found(request, slug, pk)
    meeting, season, person = found
    form = AwardForm(request.POST or None, fixture=one, allowed=BOARD_AWARDS)
    if request.method == "POST" and form.is_valid():
        asked = {**form.cleaned_data, "version": version_of(request)}
        act = written(lambda: teams.board_award(by=person, board=one, **asked))
        try:
            pages.write(request, act)
            return redirect("meeting", slug=slug, pk=meeting.pk)
        except Stale as fault:
            return page_of(request, found, status=fault.status, wrong=str(fault.detail))
        except Fault as fault:
            pages.tell(form, fault)
    shown: dict[str, Any] = {
        "season": season,
        "meeting": meeting,
        "board": one,
        "form": form,
        "key": pages.new_key(),
        "tab": "club",
    }
    status = 422 if form.errors else 200
    club = season.event.club
    template = "leagues/board_award.html"
    return render(request, template, context(club, person, **shown), status=status)


@login_required
@require_POST
@faults_as_pages
def board_award_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    one, found = _found(request, slug, pk)
    version = version_of(request)
    person = found[2]
    act = written(lambda: teams.board_award_back(by=person, board=one, version=version))
    return done(request, found, act)
