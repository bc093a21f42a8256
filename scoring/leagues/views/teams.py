"""Teams: those of a season, a new one, and who plays for one."""

from collections.abc import Callable, Iterable
from datetime import date
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy, pgettext
from django.utils.translation import gettext as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import form_page, post_page, safe_page
from ecarte_club.core import csv_files, pages
from ecarte_club.core.days import DayField
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.pages import Form
from scoring.leagues.models import Meeting, Season, Team, TeamPlayer
from scoring.leagues.selectors import teams as listing
from scoring.leagues.selectors import teams as reading
from scoring.leagues.selectors.meetings import MeetingFilters, lines
from scoring.leagues.selectors.teams import TeamFilters, plays_on
from scoring.leagues.services import teams
from scoring.leagues.services.teams import NAME_MOST

from .plan import TEXT_MOST, NamesForm, PlayerForm
from .standings import season_of, season_page


class TeamForm(NamesForm):
    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=NAME_MOST)
    players = forms.CharField(
        label=gettext_lazy("Players"),
        help_text=gettext_lazy("One name on a line, the captain first. Others may come later."),
        max_length=TEXT_MOST,
        widget=forms.Textarea({"rows": 6, "autocomplete": "off"}),
    )

    def clean_players(self) -> tuple[int, ...]:
        return self.players_in("players")

    def fields_of_team(self) -> dict[str, Any]:
        players = self.cleaned_data["players"]
        captain = players[0] if players else None
        return {"name": self.cleaned_data["name"], "players": players, "captain": captain}


class ChangeForm(Form):
    name = forms.CharField(label=gettext_lazy("Name of the team"), max_length=NAME_MOST)
    captain = forms.TypedChoiceField(
        label=gettext_lazy("Captain"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"name": team.name, "captain": team.captain_id or ""})
        super().__init__(*args, **kwargs)
        self.choose("captain", [("", "–"), *_members(team)])


class JoinForm(PlayerForm):
    on = DayField(label=gettext_lazy("From this day on"))


class LeaveForm(Form):
    player = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    on = DayField(
        label=gettext_lazy("No longer plays from"),
        help_text=gettext_lazy("Matches played before that day still count."),
    )

    def __init__(self, *args: Any, team: Team, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="leave-%s", **kwargs)
        self.choose("player", [("", "–"), *_members(team)])


class LineupForm(Form):
    """Who plays for one of the two teams at each board."""

    def __init__(self, *args: Any, meeting: Meeting, team: Team, **kwargs: Any) -> None:
        given = [None, *(None for _board in range(meeting.season.boards))]
        side = "home" if team.pk == meeting.home_id else "away"
        for board in meeting.boards.all():
            given[board.number] = getattr(board, f"{side}_id")
        kwargs["initial"] = {f"board_{n}": given[n] or "" for n in range(1, len(given))}
        super().__init__(*args, auto_id=f"{side}-%s", **kwargs)
        self.team, self.is_given = team, any(given)
        choices = [("", gettext("Nobody")), *_playing_on(team, meeting.day)]
        for number in range(1, len(given)):
            self.fields[f"board_{number}"] = forms.TypedChoiceField(
                label=gettext("Board %(number)s") % {"number": number},
                choices=choices,
                coerce=int,
                empty_value=None,
                required=False,
                widget=forms.Select({"class": "input"}),
            )

    def players(self) -> list[int | None]:
        return [self.cleaned_data[name] for name in self.fields]

    def field_of(self, name: str) -> str:
        """Of the board that a fault is about."""
        _list, _dot, number = name.partition("players.")
        return f"board_{int(number) + 1}" if number.isdigit() else name


def _playing_on(team: Team, day: date | None) -> list[tuple[str, str]]:
    rows = TeamPlayer.objects.filter(team=team).select_related("player")
    return [
        (str(one.player_id), one.player.name)
        for one in rows.order_by("player__sort_name")
        if plays_on(one, day)
    ]


def _members(team: Team) -> list[tuple[str, str]]:
    return [
        (str(one.player_id), one.player.name) for one in team.members.all() if one.left_on is None
    ]


def _filters(request: HttpRequest) -> TeamFilters:
    """An address that was bent shows the usual list."""
    try:
        return TeamFilters.of(request.GET.dict())
    except Invalid:
        return TeamFilters()


@safe_page
def season_teams(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Raises: Absent where single players play."""
    season, person = season_of(request, slug, pk)
    if not season.boards:
        raise Absent
    asked = _filters(request)
    shown = {
        "teams": listing.read_teams(listing.teams_of(season, asked, person), person),
        "asked": asked,
        "columns": list(_columns(request.GET, asked.sort)),
    }
    return season_page(request, "season_teams", season, person, **shown)


@safe_page
def season_teams_csv(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    found = listing.read_teams(listing.teams_of(season, _filters(request), person), person)
    return csv_files.download_rows(
        f"{slug}-season-{pk}-teams.csv", listing.COLUMNS, listing.csv_rows(found)
    )


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
@form_page
def team_new(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form = TeamForm(request.POST or None, person=person)

    def act() -> Team:
        version = pages.version(request)
        return teams.team_add(by=person, season=season, **form.fields_of_team(), version=version)

    if answer := pages.submitted(request, form, act):
        return redirect("team", slug=slug, pk=answer.body)
    return season_page(request, "team_new", season, person, form=form)


def _team_of(request: HttpRequest, slug: str, pk: int) -> tuple[Team, Season, Person]:
    """Raises: Absent also when the address names another club."""
    found, season, person = reading.team(actor_of(request), pk)
    if season.event.club.slug != slug:
        raise Absent
    return found, season, person


@safe_page
def team_page(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _page(request, *_team_of(request, slug, pk))


def _page(
    request: HttpRequest, team: Team, season: Season, person: Person, **sent: forms.Form
) -> HttpResponse:
    """`sent`: a form, by its name."""
    meetings = MeetingFilters(team=team.pk).meetings(season)
    shown: dict[str, Any] = {
        "team": team,
        "members": reading.members(team),
        "lines": lines(meetings.exclude(away=None), person),
    }
    if person.may(Act.RUN_SEASON):
        # Today, or the nearest day of the season.
        day = min(max(season.starts_on, timezone.localdate()), season.ends_on)
        slug, initial = season.event.club.slug, {"on": day}
        shown |= {
            "change": ChangeForm(team=team),
            "join": JoinForm(person=person, slug=slug, auto_id="join-%s", initial=initial),
            "leave": LeaveForm(team=team, initial=initial),
            **sent,
        }
    status = 422 if any(form.errors for form in sent.values()) else 200
    return season_page(request, "team", season, person, status, **shown)


@login_required
@post_page
def team_change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _answer(request, slug, pk, "change", teams.team_change)


@login_required
@post_page
def team_join(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _answer(request, slug, pk, "join", teams.team_player_join)


@login_required
@post_page
def team_leave(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return _answer(request, slug, pk, "leave", teams.team_player_leave)


def _answer(
    request: HttpRequest, slug: str, pk: int, name: str, service: Callable[..., object]
) -> HttpResponse:
    """The form's fields are the service's; what is wrong is said beside them."""
    team, season, person = _team_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    form: forms.Form
    if name == "change":
        form = ChangeForm(request.POST, team=team)
    elif name == "join":
        form = JoinForm(request.POST, person=person, slug=slug, auto_id="join-%s")
    else:
        form = LeaveForm(request.POST, team=team)

    def act() -> object:
        version = pages.version(request)
        return service(by=person, team=team, version=version, **form.cleaned_data)

    if pages.submitted(request, form, act):
        return redirect("team", slug=slug, pk=team.pk)
    return _page(request, team, season, person, **{name: form})
