"""Who takes part: entered, put in order, withdrawn, sitting a round out, kept apart."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import OPTIONS
from scoring.tournaments.selectors.progress import Progress, progress_of
from scoring.tournaments.services.opening import tournament_replan
from scoring.tournaments.services.people import (
    entrant_back,
    entrant_withdraw,
    entrants_order,
    pair_keep_apart,
    pair_let_meet,
    players_enter,
    round_off_ask,
    round_off_drop,
)

from .tournaments import done, for_director, shown


class EnterForm(Form):
    """Everybody of the club who is not in it yet."""

    players = forms.MultipleChoiceField(
        label=_("Players to enter"), widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, person: Person, now: Progress, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        every = clubs.players(person).exclude(pk__in=now.players)
        choices = [(str(pk), name) for pk, name in every.values_list("pk", "name")]
        self.choose("players", choices)


@login_required
@form_page
def tournament_people(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    now = progress_of(found)
    form = EnterForm(request.POST or None, person=person, now=now)
    if request.method == "POST" and form.is_valid():
        players = [int(one) for one in form.cleaned_data["players"]]
        try:
            pages.write(
                request,
                lambda: players_enter(by=person, tournament=found, players=players).pk,
            )
            return redirect("tournament_people", slug=slug, pk=pk)
        except Fault as fault:
            pages.tell(form, fault)
    more = {
        "form": form,
        "progress": now,
        "offs": list(found.rounds_off.select_related("player")),
        "apart": list(found.kept_apart.select_related("one", "other")),
        "next_number": now.last_published + 1,
    }
    status = 422 if form.errors else 200
    page = shown(found, person, **more)
    return render(request, "tournaments/people.html", page, status=status)


@login_required
@post_page
def tournament_change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One of the small changes; `do` says which."""
    found, person = for_director(request, slug, pk)
    what = request.POST.get("do", "")
    act = CHANGES.get(what, _nothing)
    return done(
        request,
        found,
        person,
        lambda: act(request, found, person).pk,
        to=("tournament" if what == "plan" else "tournament_people", slug, pk),
    )


Change = Callable[[HttpRequest, Tournament, Person], Tournament]


def _number(request: HttpRequest, name: str) -> int:
    return whole(request.POST.get(name, "")) or 0


def _nothing(_request: HttpRequest, found: Tournament, _person: Person) -> Tournament:
    return found


def _order(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    """By the numbers that are written beside the names; those alike stay as they stood."""
    entrants = progress_of(found).entrants
    given = {one.player_id: _number(request, f"place_{one.player_id}") for one in entrants}
    ordered = sorted(entrants, key=lambda one: (given[one.player_id], one.place))
    players = [one.player_id for one in ordered]
    return entrants_order(by=person, tournament=found, players=players)


def _back(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    return entrant_back(by=person, tournament=found, player=_number(request, "player"))


def _off(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    player, number = _number(request, "player"), _number(request, "round")
    return round_off_ask(by=person, tournament=found, player=player, number=number)


def _on(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    player, number = _number(request, "player"), _number(request, "round")
    return round_off_drop(by=person, tournament=found, player=player, number=number)


def _apart(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    pair = (_number(request, "player"), _number(request, "other"))
    return pair_keep_apart(by=person, tournament=found, pair=pair)


def _meet(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    pair = (_number(request, "player"), _number(request, "other"))
    return pair_let_meet(by=person, tournament=found, pair=pair)


def _plan(request: HttpRequest, found: Tournament, person: Person) -> Tournament:
    """As a refused draw proposed: numbers, and what is left out."""
    changes = {
        option.name: False if option.is_yes_or_no else _number(request, option.name)
        for option in OPTIONS
        if option.proposal and option.name in request.POST
    }
    return tournament_replan(by=person, tournament=found, changes=changes)


CHANGES: dict[str, Change] = {
    "plan": _plan,
    "order": _order,
    "back": _back,
    "off": _off,
    "on": _on,
    "apart": _apart,
    "meet": _meet,
}


@login_required
@form_page
def tournament_withdraw(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    """What it comes to first, then the act."""
    found, person = for_director(request, slug, pk)
    if request.method == "POST":
        return done(
            request,
            found,
            person,
            lambda: entrant_withdraw(by=person, tournament=found, player=player).pk,
            to=("tournament_people", slug, pk),
        )
    now = progress_of(found)
    entrant = next((one for one in now.entrants if one.player_id == player), None)
    if entrant is None:
        return redirect("tournament_people", slug=slug, pk=pk)
    open_, at_once = now.open_to(player), now.has_groups and not now.has_tree
    more = {
        "entrant": entrant,
        "next_number": now.last_published + 1,
        "open": open_,
        "walkovers": sum(one.match_id is None for one in open_) if at_once else None,
    }
    return render(request, "tournaments/withdraw.html", shown(found, person, **more))
