"""One team: who plays for it, and what may be done to it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.parsing import whole
from scoring.leagues.models import Season, Team
from scoring.leagues.selectors import teams as reading
from scoring.leagues.selectors.meetings import MeetingFilters, lines, meetings_of
from scoring.leagues.services import teams

from .forms import ChangeForm, JoinForm, LeaveForm, usual_day


def _found(request: HttpRequest, slug: str, pk: int) -> tuple[Team, Season, Person]:
    """Raises: Absent also when the address names another club."""
    found, season, person = reading.team(actor_of(request), pk)
    if season.event.club.slug != slug:
        raise Absent
    return found, season, person


@require_safe
@faults_as_pages
def team_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _page(request, *_found(request, slug, pk))


def _page(
    request: HttpRequest, team: Team, season: Season, person: Person, **bound: forms.Form
) -> HttpResponse:
    """`bound`: the form that was sent, by its name."""
    club = season.event.club
    shown: dict[str, Any] = {"season": season, "team": team, "members": reading.members(team)}
    his = MeetingFilters(team=team.pk).filter_meetings(meetings_of(season)).exclude(away=None)
    shown["lines"] = lines(his, person)
    if person.may(Act.RUN_SEASON):
        day = usual_day(season.starts_on, season.ends_on, timezone.localdate())
        initial = {"on": day}
        shown |= {
            "change": ChangeForm(team=team),
            "join": JoinForm(person=person, slug=club.slug, initial=initial),
            "leave": LeaveForm(team=team, initial=initial),
            **bound,
        }
    shown |= {"key": pages.new_key(), "tab": "club"}
    status = 422 if any(form.errors for form in bound.values()) else 200
    return render(request, "leagues/team.html", context(club, person, **shown), status=status)


@login_required
@require_POST
@faults_as_pages
def team_change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    team, season, person = _found(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = ChangeForm(request.POST, team=team)
    return _done(request, (team, season, person), "change", form, teams.team_change)


@login_required
@require_POST
@faults_as_pages
def team_join(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    team, season, person = _found(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = JoinForm(request.POST, person=person, slug=slug)
    return _done(request, (team, season, person), "join", form, teams.team_player_join)


@login_required
@require_POST
@faults_as_pages
def team_leave(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    team, season, person = _found(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = LeaveForm(request.POST, team=team)
    return _done(request, (team, season, person), "leave", form, teams.team_player_leave)


def _done(
    request: HttpRequest,
    found: tuple[Team, Season, Person],
    name: str,
    form: forms.Form,
    act: Callable[..., Any],
) -> HttpResponse:
    """The form's fields are the act's; what is wrong is said beside them."""
    team, season, person = found
    if form.is_valid():
        version = whole(request.POST.get("version", "")) or 0
        asked = {**form.cleaned_data, "version": version}
        try:
            pages.write(request, lambda: act(by=person, team=team, **asked).pk)
            return redirect("team", slug=season.event.club.slug, pk=team.pk)
        except Fault as fault:
            pages.tell(form, fault)
    return _page(request, team, season, person, **{name: form})
