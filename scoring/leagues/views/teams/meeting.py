"""One meeting of two teams: how it stands, and what may be done to it."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.views.common import context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Stale
from ecarte_club.core.parsing import whole
from games.evenings.models import Evening
from scoring.leagues.models import Meeting, Season
from scoring.leagues.selectors.teams.meetings import Line, lines, meeting
from scoring.leagues.services import teams
from scoring.leagues.views.fixtures.fixture import AwardForm, PostponeForm

from .forms import LineupForm

Found = tuple[Meeting, Season, Person]


def found_of(request: HttpRequest, slug: str, pk: int) -> Found:
    """Raises: Absent also when the address names another club."""
    found, season, person = meeting(actor_of(request), pk)
    if season.event.club.slug != slug:
        raise Absent
    return found, season, person


@require_safe
@faults_as_pages
def meeting_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return page_of(request, found_of(request, slug, pk))


def page_of(request: HttpRequest, found: Found, *, status: int = 200, **told: Any) -> HttpResponse:
    """`told`: forms that were sent, by their names, and what is said of them."""
    one, season, person = found
    (line,) = lines([one], person)
    shown: dict[str, Any] = {
        "season": season,
        "line": line,
        "meeting": one,
        "postpone": PostponeForm(initial={"day": one.day}),
        "award": AwardForm(fixture=one),
        "lineups": _lineups(one, person) if line.takes_line_ups else [],
        "evening": _evening(line, person),
        "key": pages.new_key(),
        "tab": "club",
        **told,
    }
    club = season.event.club
    return render(request, "leagues/meeting.html", context(club, person, **shown), status=status)


def _evening(line: Line, person: Person) -> Evening | None:
    """At which boards may begin that wait for a table; for who may start them."""
    if not (line.waits_for_tables and line.meeting.day and person.may(Act.START_ANY)):
        return None
    club = Evening.objects.filter(club=person.club_id, signed_off_at=None)
    return club.filter(held_on__gte=line.meeting.day).order_by("held_on", "pk").first()


def _lineups(one: Meeting, person: Person) -> list[LineupForm]:
    """Of the teams that he may line up."""
    pair = [team for team in (one.home, one.away) if team is not None]
    return [LineupForm(meeting=one, team=team) for team in pair if teams.may_line_up(person, team)]


def version_of(request: HttpRequest) -> int:
    return whole(request.POST.get("version", "")) or 0


@login_required
@require_POST
@faults_as_pages
def meeting_postpone(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """`look` only says whether it can be."""
    found = found_of(request, slug, pk)
    one, _season, person = found
    require(person, Act.RUN_SEASON)
    form = PostponeForm(request.POST)
    if not form.is_valid():
        return page_of(request, found, status=422, postpone=form)
    given = form.cleaned_data
    if request.POST.get("act") == "look":
        try:
            teams.meeting_postponed(by=person, meeting=one, day=given["day"])
        except Fault as fault:
            pages.tell(form, fault)
            return page_of(request, found, status=fault.status, postpone=form)
        return page_of(request, found, postpone=form, foreseen=True)
    asked = {**given, "version": version_of(request)}
    act = written(lambda: teams.meeting_postpone(by=person, meeting=one, **asked))
    return done(request, found, act, form, "postpone")


def written(act: Callable[[], Any]) -> Callable[[], object]:
    """What is kept of the answer is the id."""
    return lambda: act().pk


def done(
    request: HttpRequest,
    found: Found,
    act: Callable[[], object],
    form: forms.Form | None = None,
    name: str = "",
) -> HttpResponse:
    try:
        pages.write(request, act)
    except Fault as fault:
        if form is None or isinstance(fault, Stale):
            return page_of(request, found, status=fault.status, wrong=str(fault.detail))
        pages.tell(form, fault)
        return page_of(request, found, status=fault.status, **{name: form})
    one, season, _person = found
    return redirect("meeting", slug=season.event.club.slug, pk=one.pk)


@login_required
@require_POST
@faults_as_pages
def meeting_lineup(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Who plays at which board for the team that the form names."""
    found = found_of(request, slug, pk)
    one, season, person = found
    team_id = whole(request.POST.get("team", ""))
    team = next((own for own in (one.home, one.away) if own and own.pk == team_id), None)
    if team is None:
        raise Absent
    own = person.player_id is not None and person.player_id == team.captain_id
    require_own_or_any(person, Act.START_OWN, Act.RUN_SEASON, is_own=own)
    form = LineupForm(request.POST, meeting=one, team=team)
    if form.is_valid():
        asked: dict[str, Any] = {
            "team": team.pk,
            "players": form.players(),
            "version": version_of(request),
        }
        try:
            pages.write(request, lambda: teams.lineup_give(by=person, meeting=one, **asked).pk)
            return redirect("meeting", slug=season.event.club.slug, pk=one.pk)
        except Stale as fault:
            return page_of(request, found, status=fault.status, wrong=str(fault.detail))
        except Fault as fault:
            form.tell(fault)
    shown = [form if other.team == team else other for other in _lineups(one, person)]
    return page_of(request, found, status=422, lineups=shown)


@login_required
@require_POST
@faults_as_pages
def meeting_award(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    one, _season, person = found
    require(person, Act.RUN_SEASON)
    form = AwardForm(request.POST, fixture=one)
    if not form.is_valid():
        return page_of(request, found, status=422, award=form)
    asked = {**form.cleaned_data, "version": version_of(request)}
    act = written(lambda: teams.meeting_award(by=person, meeting=one, **asked))
    return done(request, found, act, form, "award")


@login_required
@require_POST
@faults_as_pages
def meeting_award_back(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found = found_of(request, slug, pk)
    one, _season, person = found
    require(person, Act.RUN_SEASON)
    version = version_of(request)
    act = written(lambda: teams.meeting_award_back(by=person, meeting=one, version=version))
    return done(request, found, act)
