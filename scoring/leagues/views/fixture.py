"""One fixture, one meeting, or a board of it: how it stands, and what may be done to it."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require, require_own_or_any
from ecarte_club.clubs.views.common import context, form_page, post_page, safe_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, Stale
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from games.evenings.models import Evening
from scoring.leagues.models import Board, Fixture, Meeting, Season
from scoring.leagues.selectors import fixtures, meetings
from scoring.leagues.services.decisions import (
    AWARDS,
    BOARD_AWARDS,
    board_award,
    board_award_withdraw,
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
    postponement_preview,
)
from scoring.leagues.services.seasons import REASON_MOST
from scoring.leagues.services.teams import lineup_give, may_line_up

from .plan import DayInput
from .teams import LineupForm

Planned = tuple[Fixture | Meeting, Season, Person]


def _reason() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MOST,
        help_text=gettext_lazy("Everybody can read it."),
    )


class PostponeForm(Form):
    day = forms.DateField(label=gettext_lazy("New day"), widget=DayInput())
    reason = _reason()


class AwardForm(Form):
    award = forms.ChoiceField(label=gettext_lazy("Decision"))
    reason = _reason()

    def __init__(
        self,
        *args: Any,
        fixture: Fixture | Meeting | Board,
        allowed: Sequence[Fixture.Award] = AWARDS,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, auto_id="award-%s", **kwargs)
        sides = {"home": fixture.home, "away": fixture.away}
        walkover = _("Walkover: %(name)s wins")
        choices = [
            (one.value, walkover % {"name": sides[one.value]} if one.value in sides else one.label)
            for one in allowed
        ]
        self.choose("award", choices)


def _planned(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> Planned:
    """Raises: Absent also when the address names another club."""
    planned: Planned = (
        meetings.meeting(actor_of(request), pk)
        if of_teams
        else fixtures.fixture(actor_of(request), pk)
    )
    if planned[1].event.club.slug != slug:
        raise Absent
    return planned


def _runnable(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> Planned:
    """Raises: as _planned; Denied unless they run the season."""
    planned = _planned(request, slug, pk, of_teams=of_teams)
    require(planned[2], Act.RUN_SEASON)
    return planned


@safe_page
def page(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    return _page(request, _planned(request, slug, pk, of_teams=of_teams))


def _page(
    request: HttpRequest, planned: Planned, *, status: int = 200, **more: Any
) -> HttpResponse:
    """`more`: forms that were sent, by their names; `wrong`: what was refused; `foreseen`: the day
    is free, at `table`."""
    row, season, person = planned
    shown: dict[str, Any] = {
        "season": season,
        "postpone": PostponeForm(initial={"day": row.day}),
        "award": AwardForm(fixture=row),
        "key": pages.new_key(),
        "tab": "club",
    }
    if isinstance(row, Fixture):
        (line,) = fixtures.lines([row], person)
        template, shown = "leagues/fixture.html", {**shown, "fixture": row, "line": line}
    else:
        template, shown = "leagues/meeting.html", {**shown, **_of_meeting(row, person)}
    shown = context(season.event.club, person, **{**shown, **more})
    return render(request, template, shown, status=status)


def _of_meeting(meeting: Meeting, person: Person) -> dict[str, Any]:
    (line,) = meetings.lines([meeting], person)
    return {
        "line": line,
        "meeting": meeting,
        "lineups": _lineups(meeting, person) if line.takes_line_ups else [],
        "evening": _evening(line, person),
    }


def _evening(line: meetings.Line, person: Person) -> Evening | None:
    """At which boards that wait for a table may start; for people who may start them."""
    if not (line.waits_for_tables and line.meeting.day and person.may(Act.START_ANY)):
        return None
    evenings = Evening.objects.filter(club=person.club_id, signed_off_at=None)
    return evenings.filter(held_on__gte=line.meeting.day).order_by("held_on", "pk").first()


def _lineups(meeting: Meeting, person: Person) -> list[LineupForm]:
    """Of the teams that they may line up."""
    teams = [team for team in (meeting.home, meeting.away) if team is not None]
    return [LineupForm(meeting=meeting, team=team) for team in teams if may_line_up(person, team)]


def _version(request: HttpRequest) -> int:
    return whole(request.POST.get("version", "")) or 0


def _done(
    request: HttpRequest,
    planned: Planned,
    act: Callable[[], Fixture | Meeting | Board],
    **form: Form,
) -> HttpResponse:
    """`form`: the one that was sent, by its name."""
    row, season, _person = planned
    try:
        pages.write(request, lambda: act().pk)
    except Fault as fault:
        if not form or isinstance(fault, Stale):
            return _page(request, planned, status=fault.status, wrong=str(fault.detail))
        pages.tell(next(iter(form.values())), fault)
        return _page(request, planned, status=fault.status, **form)
    name = "fixture" if isinstance(row, Fixture) else "meeting"
    return redirect(name, slug=season.event.club.slug, pk=row.pk)


@login_required
@post_page
def postpone(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """The button `look` only shows whether the day is free, and at which table."""
    planned = _runnable(request, slug, pk, of_teams=of_teams)
    row, _season, person = planned
    form = PostponeForm(request.POST)
    if not form.is_valid():
        return _page(request, planned, status=422, postpone=form)
    fields = {**form.cleaned_data, "version": _version(request)}
    if request.POST.get("act") == "look":
        try:
            table = postponement_preview(by=person, fixture=row, day=fields["day"])
        except Fault as fault:
            pages.tell(form, fault)
            return _page(request, planned, status=fault.status, postpone=form)
        return _page(request, planned, postpone=form, foreseen=True, table=table)
    return _done(
        request,
        planned,
        lambda: fixture_postpone(by=person, fixture=row, **fields),
        postpone=form,
    )


@login_required
@post_page
def award(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    planned = _runnable(request, slug, pk, of_teams=of_teams)
    row, _season, person = planned
    form = AwardForm(request.POST, fixture=row)
    if not form.is_valid():
        return _page(request, planned, status=422, award=form)
    fields = {**form.cleaned_data, "version": _version(request)}
    return _done(
        request, planned, lambda: fixture_award(by=person, fixture=row, **fields), award=form
    )


@login_required
@post_page
def award_withdraw(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    planned = _runnable(request, slug, pk, of_teams=of_teams)
    row, _season, person = planned
    version = _version(request)
    return _done(
        request, planned, lambda: fixture_award_withdraw(by=person, fixture=row, version=version)
    )


@login_required
@post_page
def lineup(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The players of the team that the form names, board by board."""
    planned = _planned(request, slug, pk, of_teams=True)
    meeting, season, person = planned
    if not isinstance(meeting, Meeting):
        raise TypeError
    team_id = whole(request.POST.get("team", ""))
    teams = [team for team in (meeting.home, meeting.away) if team and team.pk == team_id]
    if not teams:
        raise Absent
    (team,) = teams
    own = person.player_id is not None and person.player_id == team.captain_id
    require_own_or_any(person, Act.START_OWN, Act.RUN_SEASON, is_own=own)
    form = LineupForm(request.POST, meeting=meeting, team=team)
    if form.is_valid():
        fields: dict[str, Any] = {"players": form.players(), "version": _version(request)}
        fields |= {"by": person, "meeting": meeting, "team": team.pk}
        try:
            pages.write(request, lambda: lineup_give(**fields).pk)
            return redirect("meeting", slug=season.event.club.slug, pk=meeting.pk)
        except Stale as fault:
            return _page(request, planned, status=fault.status, wrong=str(fault.detail))
        except Fault as fault:
            form.tell(fault)
    lineups = [form if other.team == team else other for other in _lineups(meeting, person)]
    return _page(request, planned, status=422, lineups=lineups)


def _board(request: HttpRequest, slug: str, pk: int) -> tuple[Board, Planned]:
    """Raises: Absent also when the address names another club; Denied."""
    board, meeting, season, person = meetings.board(actor_of(request), pk)
    if season.event.club.slug != slug:
        raise Absent
    require(person, Act.RUN_SEASON)
    return board, (meeting, season, person)


@login_required
@form_page
def award_board(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    board, planned = _board(request, slug, pk)
    meeting, season, person = planned
    form = AwardForm(request.POST or None, fixture=board, allowed=BOARD_AWARDS)
    if request.method == "POST" and form.is_valid():
        fields = {**form.cleaned_data, "version": _version(request)}
        try:
            pages.write(request, lambda: board_award(by=person, board=board, **fields).pk)
            return redirect("meeting", slug=slug, pk=meeting.pk)
        except Stale as fault:
            return _page(request, planned, status=fault.status, wrong=str(fault.detail))
        except Fault as fault:
            pages.tell(form, fault)
    shown: dict[str, Any] = {
        "season": season,
        "meeting": meeting,
        "board": board,
        "form": form,
        "key": pages.new_key(),
        "tab": "club",
    }
    shown = context(season.event.club, person, **shown)
    status = 422 if form.errors else 200
    return render(request, "leagues/board_award.html", shown, status=status)


@login_required
@post_page
def award_board_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    board, planned = _board(request, slug, pk)
    version, person = _version(request), planned[2]
    return _done(
        request, planned, lambda: board_award_withdraw(by=person, board=board, version=version)
    )
