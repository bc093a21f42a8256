"""The standings of a season, and opening one."""

import dataclasses
from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import club_of, club_page, context, faults_as_pages, form_page
from ecarte_club.core import pages
from ecarte_club.core.days import DayField
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.live import ticket
from games.matches.views.match import unchanged
from games.matches.views.start import TermsForm
from scoring.leagues import renderers
from scoring.leagues.changes import event_address
from scoring.leagues.labels import standings
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons
from scoring.leagues.services.seasons import (
    BOARDS_MOST,
    ELSE,
    POINTS_MOST,
    USUAL_SCHEME,
    SeasonPlan,
    TeamTerms,
    season_open,
)
from scoring.tables.criteria import (
    TEAM_TIE_BREAKS,
    TIE_BREAKS,
    USUAL,
    USUAL_OF_TEAMS,
    AnyCriterion,
)
from scoring.tables.results import Scheme

from .results import open_rounds
from .standings import query_of, season_of, team_table, when_of

NOTHING_MORE: tuple[str, Any] = ("", _("No further tie-break"))
ORDER = tuple(f"tie_break_{place}" for place in range(1, 7))
TEAM_ORDER = tuple(f"team_break_{place}" for place in range(1, 5))


def _points(
    label: Any, usual: int | None, help_text: Any = "", least: int = 0
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=least,
        max_value=POINTS_MOST,
        initial=usual,
        required=False,
        help_text=help_text,
    )


def _tie_break(
    label: Any, of: Sequence[AnyCriterion], usual: AnyCriterion | None = None
) -> forms.ChoiceField:
    choices = [NOTHING_MORE, *standings.choices(of)]
    return forms.ChoiceField(label=label, choices=choices, initial=usual or "", required=False)


class SeasonForm(TermsForm):
    league = forms.CharField(label=_("League"), max_length=80)
    name = forms.CharField(label=_("Name of the season"), max_length=80)
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"))
    public = forms.BooleanField(
        label=_("The public can see its matches and standings"), required=False, initial=True
    )
    points_win = _points(_("Points for a win"), USUAL_SCHEME.win)
    points_draw = _points(_("Points for a draw"), USUAL_SCHEME.draw)
    points_loss = _points(_("Points for a loss"), USUAL_SCHEME.loss)
    points_walkover = _points(
        _("Points for a walkover win"), None, _("Leave empty to count it as a win.")
    )
    walkover_games = _points(_("Games counted for a walkover"), 0)
    points_forfeit = _points(
        _("Points for a player who did not come"),
        0,
        _("Below zero it costs them points, such as −1."),
        least=-POINTS_MOST,
    )
    points_bye = _points(_("Points for a bye"), 0)
    points_half_bye = _points(_("Points for a half bye"), 0)
    treble_bonus = _points(_("Bonus for a game won treble"), 0)
    game_bonus = _points(_("Bonus for each game won"), 0)
    value_bonus = _points(_("Bonus for each point of game value won"), 0)
    tie_break_1 = _tie_break(_("Tie-breaks"), TIE_BREAKS, USUAL[0])
    tie_break_2 = _tie_break(_("Then by"), TIE_BREAKS, USUAL[1])
    tie_break_3 = _tie_break(_("Then by"), TIE_BREAKS, USUAL[2])
    tie_break_4 = _tie_break(_("Then by"), TIE_BREAKS, USUAL[3])
    tie_break_5 = _tie_break(_("Then by"), TIE_BREAKS)
    tie_break_6 = _tie_break(_("Then by"), TIE_BREAKS)
    seed = forms.CharField(
        label=_("Draw key"),
        max_length=80,
        required=False,
        help_text=_("Any text. Anyone can repeat the draw from it. Leave empty to have one made."),
    )

    boards = forms.IntegerField(
        label=_("Boards per meeting"),
        min_value=1,
        max_value=BOARDS_MOST,
        required=False,
        help_text=_("For a season of teams. Leave empty for individual play."),
    )
    meeting_win = _points(_("Match points for a win"), USUAL_SCHEME.win)
    meeting_draw = _points(_("Match points for a draw"), USUAL_SCHEME.draw)
    meeting_loss = _points(_("Match points for a loss"), USUAL_SCHEME.loss)
    meeting_forfeit = _points(
        _("Match points for a team that did not come"),
        None,
        _("Leave empty to count it as a loss. Below zero it costs them points."),
        least=-POINTS_MOST,
    )
    team_break_1 = _tie_break(_("Tie-breaks for teams"), TEAM_TIE_BREAKS, USUAL_OF_TEAMS[0])
    team_break_2 = _tie_break(_("Then by"), TEAM_TIE_BREAKS, USUAL_OF_TEAMS[1])
    team_break_3 = _tie_break(_("Then by"), TEAM_TIE_BREAKS, USUAL_OF_TEAMS[2])
    team_break_4 = _tie_break(_("Then by"), TEAM_TIE_BREAKS)

    def scheme(self) -> Scheme:
        """A field left empty keeps what is usual."""
        names = {"win": "points_win", "draw": "points_draw", "loss": "points_loss", **ELSE}
        given = {name: self.cleaned_data[field] for name, field in names.items()}
        kept = {name: value for name, value in given.items() if value is not None}
        return dataclasses.replace(USUAL_SCHEME, **kept)

    def plan(self) -> SeasonPlan:
        given = self.cleaned_data
        return SeasonPlan(
            name=given["name"],
            starts_on=given["starts_on"],
            ends_on=given["ends_on"],
            terms=self.terms(),
            scheme=self.scheme(),
            tie_breaks=tuple(given[name] for name in ORDER if given[name]),
            public=given["public"],
            seed=given["seed"],
            teams=self.teams(),
        )

    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        chosen = [given.get(name) for name in TEAM_ORDER if given.get(name)]
        if len(set(chosen)) < len(chosen):
            self.add_error(TEAM_ORDER[0], gettext("Choose each tie-break only once."))
        return given

    def teams(self) -> TeamTerms | None:
        """None where no boards are given."""
        given = self.cleaned_data
        if not given["boards"]:
            return None
        fields = {name: given[f"meeting_{name}"] for name in ("win", "draw", "loss")}
        points = {name: value for name, value in fields.items() if value is not None}
        breaks = tuple(given[name] for name in TEAM_ORDER if given[name])
        forfeit = given["meeting_forfeit"]
        return TeamTerms(given["boards"], **points, tie_breaks=breaks, forfeit=forfeit)


LINES = 100


def _context(request: HttpRequest, found: Season, person: Person) -> dict[str, Any]:
    when = when_of(request)
    edition = seasons.edition(found.pk)
    table = renderers.cached_table(
        edition.for_the_club() if player_names.sees_names(person) else edition, when
    )
    pages_of = Paginator(table.lines, LINES)
    page = pages_of.get_page(request.GET.get("page"))
    places = {line.player: number for number, line in enumerate(table.lines)}
    own = places[person.player_id] // LINES + 1 if person.player_id in places else None
    return context(
        found.event.club,
        person,
        season=found,
        table=table,
        page=page,
        own_page=own if own != page.number else None,
        caption=standings.caption(table.tie_breaks),
        columns=standings.columns(found.event, table.lines),
        ticket=ticket(f"season:{found.pk}"),
        when=when,
        query=query_of(when),
        rounds=_rounds(found),
        has_open=_has_open(found, person),
        tab="seasons",
    )


def _has_open(found: Season, person: Person) -> bool:
    """Results that this person may enter are missing."""
    return person.may(Act.ENTER_ANY) and bool(open_rounds(found))


def _rounds(found: Season) -> list[int]:
    """Of teams, rounds are theirs and not the players'."""
    if found.boards:
        return []
    published = found.event.rounds.exclude(published_at=None)
    return list(published.values_list("number", flat=True))


@faults_as_pages
def season(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The rooms below lead here from every match of an event: one of a tournament goes on to it."""
    try:
        found, person = season_of(request, slug, pk)
    except Absent:
        return redirect(event_address.ask(event_id=pk, slug=slug, actor=actor_of(request))[0])
    if found.boards:
        return team_table(request, slug, pk, has_open=_has_open(found, person))
    return render(request, "leagues/season.html", _context(request, found, person))


@faults_as_pages
def player_standings(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """In a season of teams; in another they are the season's own page."""
    found, person = season_of(request, slug, pk)
    if not found.boards:
        return redirect("season", slug=slug, pk=pk)
    return render(request, "leagues/season.html", _context(request, found, person))


@faults_as_pages
def standings_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = season_of(request, slug, pk)
    known = unchanged(request, f"season:{pk}", found.version)
    return known or render(request, "leagues/standings.html", _context(request, found, person))


@login_required
@form_page
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.OPEN_SEASON)
    form = SeasonForm(request.POST or None, club=club)

    def act() -> Season:
        return season_open(by=person, league=form.cleaned_data["league"], plan=form.plan())

    if answer := pages.submitted(request, form, act):
        return redirect("season", slug=slug, pk=answer.body)
    shown = {"form": form, "leagues": seasons.leagues_of(club), "tab": "seasons"}
    return club_page(request, "leagues/season_new.html", club, person, **shown)
