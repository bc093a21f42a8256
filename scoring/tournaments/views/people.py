"""Who takes part: entered, put in order, withdrawn, sitting a round out, kept apart."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
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

from .tournaments import for_director, query_of, submit, tournament_page

ENTRANTS = 100
"""On a page."""


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

    def enter() -> object:
        players = [int(one) for one in form.cleaned_data["players"]]
        return players_enter(by=person, tournament=found, players=players).pk

    if pages.submitted(request, form, enter):
        return redirect("tournament_people", slug=slug, pk=pk)
    query = query_of(request)
    entrants = [one for one in now.entrants if query.finds(one.player.name)]
    return tournament_page(
        request,
        "people",
        found,
        person,
        form=form,
        progress=now,
        page=Paginator(entrants, ENTRANTS).get_page(query.page),
        query=query,
        is_long=len(now.entrants) > ENTRANTS,
        offs=list(found.rounds_off.select_related("player")),
        apart=list(found.kept_apart.select_related("one", "other")),
        next_number=now.last_published + 1,
    )


@login_required
@post_page
def tournament_change(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """One of the small changes; `do` says which."""
    found, person = for_director(request, slug, pk)
    what = request.POST.get("do", "")
    service, asked = _change(request, found, what)
    if what == "plan":
        return submit(request, found, person, service, to=("tournament", slug, pk), **asked)
    here = reverse("tournament_people", args=(slug, pk))
    place = request.GET.urlencode()
    return submit(
        request, found, person, service, to=(f"{here}?{place}" if place else here,), **asked
    )


def _change(
    request: HttpRequest, found: Tournament, what: str
) -> tuple[Callable[..., object], dict[str, Any]]:
    """What does it, and what it is asked for."""

    def number(name: str) -> int:
        return whole_number(request.POST.get(name, "")) or 0

    player, pair = number("player"), (number("player"), number("other"))
    match what:
        case "plan":
            # As a refused draw proposed: numbers, and what is left out.
            changes = {
                option.name: False if option.is_yes_or_no else number(option.name)
                for option in OPTIONS
                if option.proposal and option.name in request.POST
            }
            return tournament_replan, {"changes": changes}
        case "order":
            # By the numbers written beside the names; those alike stay as they stood.
            entrants = progress_of(found).entrants
            # Who is on another page keeps their place.
            given = {
                one.player_id: number(name) if name in request.POST else one.place
                for one in entrants
                for name in [f"place_{one.player_id}"]
            }
            ordered = sorted(entrants, key=lambda one: (given[one.player_id], one.place))
            return entrants_order, {"players": [one.player_id for one in ordered]}
        case "back":
            return entrant_back, {"player": player}
        case "off":
            return round_off_ask, {"player": player, "number": number("round")}
        case "on":
            return round_off_drop, {"player": player, "number": number("round")}
        case "apart":
            return pair_keep_apart, {"pair": pair}
        case "meet":
            return pair_let_meet, {"pair": pair}
    return (lambda **_asked: None), {}


@login_required
@form_page
def tournament_withdraw(request: HttpRequest, slug: str, pk: int, player: int) -> HttpResponse:
    """What it comes to first, then the act."""
    found, person = for_director(request, slug, pk)
    to = ("tournament_people", slug, pk)
    if request.method == "POST":
        return submit(request, found, person, entrant_withdraw, player=player, to=to)
    now = progress_of(found)
    entrant = next((one for one in now.entrants if one.player_id == player), None)
    if entrant is None:
        return redirect(*to)
    open_, at_once = now.open_to(player), now.has_groups and not now.has_tree
    return tournament_page(
        request,
        "withdraw",
        found,
        person,
        entrant=entrant,
        next_number=now.last_published + 1,
        open=open_,
        walkovers=sum(one.match_id is None for one in open_) if at_once else None,
    )
