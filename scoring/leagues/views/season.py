"""The standings of a season, and opening one."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import public_names
from ecarte_club.clubs.views.common import club_of, context, faults_as_pages
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.live import ticket
from games.matches.views.match import unchanged
from scoring.leagues import renderers
from scoring.leagues.changes import event_address
from scoring.leagues.labels import standings
from scoring.leagues.models import Season
from scoring.leagues.selectors import seasons
from scoring.leagues.services.seasons import season_open

from .season_form import SeasonForm
from .standings.finding import query_of, season_of, when_of

LINES = 100

__all__ = ["season", "season_new", "season_of", "standings_fragment"]


def _shown(request: HttpRequest, found: Season, person: Person) -> dict[str, Any]:
    when = when_of(request)
    edition = seasons.edition(found.pk)
    table = renderers.cached_table(
        edition.for_the_club() if public_names.sees_names(person) else edition, when
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
        ticket=ticket(f"season:{found.pk}"),
        when=when,
        query=query_of(when),
        rounds=_rounds(found),
        tab="club",
    )


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
    return render(request, "leagues/season.html", _shown(request, found, person))


@faults_as_pages
def standings_fragment(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = season_of(request, slug, pk)
    known = unchanged(request, f"season:{pk}", found.version)
    return known or render(request, "leagues/standings.html", _shown(request, found, person))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def season_new(request: HttpRequest, slug: str) -> HttpResponse:
    club, person = club_of(request, slug)
    require(person, Act.OPEN_SEASON)
    form = SeasonForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        league, plan = form.cleaned_data["league"], form.plan()
        try:
            answer = pages.write(
                request, lambda: season_open(by=person, league=league, plan=plan).pk
            )
            return redirect("season", slug=slug, pk=answer.body)
        except Fault as fault:
            pages.tell(form, fault)
    leagues = seasons.leagues_of(club)
    shown = context(club, person, form=form, key=pages.new_key(), leagues=leagues, tab="club")
    status = 422 if form.errors else 200
    return render(request, "leagues/season_new.html", shown, status=status)
