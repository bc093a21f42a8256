"""One fixture, one meeting, or a board of it: how it stands, and what may be done to it."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import form_page, post_page, safe_page
from ecarte_club.core import pages
from ecarte_club.core.days import DayField
from ecarte_club.core.exceptions import Absent, Fault, Stale
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings.models import Evening
from games.online.selectors.places import invitation_to
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
from scoring.leagues.services.teams import lineup_give, may_line_up, require_line_up

from .results import may_enter
from .standings import season_page
from .teams import LineupForm

Planned = tuple[Fixture | Meeting, Season, Person]


def _reason() -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=REASON_MOST,
        help_text=gettext_lazy("Everybody can read it."),
    )


class PostponeForm(Form):
    day = DayField(label=gettext_lazy("New day"))
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
    """`more`: forms that were sent, by their names; `wrong`: what was refused; `foreseen`: a
    day on which it could be."""
    row, season, person = planned
    shown: dict[str, Any] = {
        "postpone": PostponeForm(initial={"day": row.day}),
        "award": AwardForm(fixture=row),
    }
    if isinstance(row, Fixture):
        (line,) = fixtures.lines([row], person)
        own = {
            "fixture": row,
            "line": line,
            "may_enter": may_enter(person, row),
            "opponent": row.away_id if person.player_id == row.home_id else row.home_id,
            "is_own": person.player_id in (row.home_id, row.away_id),
            "invitation": invitation_to(row.pk, person) if line.is_open else None,
        }
        template, shown = "fixture", {**shown, **own}
    else:
        template, shown = "meeting", {**shown, **_of_meeting(row, person)}
    return season_page(request, template, season, person, status, **{**shown, **more})


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


def _answer(
    request: HttpRequest,
    planned: Planned,
    service: Callable[..., object],
    form: Form | None = None,
    *,
    name: str = "",
    **fields: Any,
) -> HttpResponse:
    """`service` takes `fields` and those of the form, which the page shows by its `name`."""
    row, season, person = planned
    sent = {name: form} if form else {}
    if form and not form.is_valid():
        return _page(request, planned, status=422, **sent)
    fields |= {"by": person, "version": pages.version(request)}
    fields |= form.cleaned_data if form else {}
    try:
        pages.write(request, lambda: service(**fields))
    except Fault as fault:
        if form is None or isinstance(fault, Stale):
            return _page(request, planned, status=fault.status, wrong=str(fault.detail))
        pages.tell(form, fault)
        return _page(request, planned, status=fault.status, **sent)
    list_page = "fixture" if isinstance(row, Fixture) else "meeting"
    return redirect(list_page, slug=season.event.club.slug, pk=row.pk)


@login_required
@post_page
def postpone(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    """The button `look` only shows whether the day is free, and at which table."""
    planned = _runnable(request, slug, pk, of_teams=of_teams)
    row, _season, person = planned
    form = PostponeForm(request.POST)
    if request.POST.get("act") == "look" and form.is_valid():
        try:
            new = postponement_preview(by=person, fixture=row, day=form.cleaned_data["day"])
        except Fault as fault:
            pages.tell(form, fault)
            return _page(request, planned, status=fault.status, postpone=form)
        return _page(request, planned, postpone=form, foreseen=new)
    return _answer(request, planned, fixture_postpone, form, name="postpone", fixture=row)


@login_required
@post_page
def award(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    planned = _runnable(request, slug, pk, of_teams=of_teams)
    form = AwardForm(request.POST, fixture=planned[0])
    return _answer(request, planned, fixture_award, form, name="award", fixture=planned[0])


@login_required
@post_page
def award_withdraw(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    planned = _runnable(request, slug, pk, of_teams=of_teams)
    return _answer(request, planned, fixture_award_withdraw, fixture=planned[0])


@login_required
@post_page
def lineup(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The players of the team that the form names, board by board."""
    planned = _planned(request, slug, pk, of_teams=True)
    meeting, season, person = planned
    if not isinstance(meeting, Meeting):
        raise TypeError
    team_id = whole_number(request.POST.get("team", ""))
    team = next((one for one in (meeting.home, meeting.away) if one and one.pk == team_id), None)
    if team is None:
        raise Absent
    require_line_up(person, team)
    form = LineupForm(request.POST, meeting=meeting, team=team)
    fields: dict[str, Any] = {"by": person, "version": pages.version(request)}
    fields |= {"meeting": meeting, "team": team.pk}
    if form.is_valid():
        try:
            pages.write(request, lambda: lineup_give(players=form.players(), **fields))
            return redirect("meeting", slug=season.event.club.slug, pk=meeting.pk)
        except Stale as fault:
            return _page(request, planned, status=fault.status, wrong=str(fault.detail))
        except Fault as fault:
            pages.tell(form, fault)
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

    def act() -> Board:
        fields: dict[str, Any] = {"board": board, "version": pages.version(request)}
        return board_award(by=person, **fields, **form.cleaned_data)

    if form.is_bound and form.is_valid():
        try:
            pages.write(request, act)
            return redirect("meeting", slug=slug, pk=meeting.pk)
        except Stale as fault:
            return _page(request, planned, status=fault.status, wrong=str(fault.detail))
        except Fault as fault:
            pages.tell(form, fault)
    return season_page(
        request, "board_award", season, person, meeting=meeting, board=board, form=form
    )


@login_required
@post_page
def award_board_withdraw(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    board, planned = _board(request, slug, pk)
    return _answer(request, planned, board_award_withdraw, board=board)
