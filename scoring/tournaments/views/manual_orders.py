"""The order of players who are level, as the committee decides it, on the page of leagues."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.views.common import form_page
from ecarte_club.core.exceptions import Absent, get_or_absent
from scoring.leagues.selectors.manual_orders import manual_orders
from scoring.leagues.views.manual_orders import Ranking, page_of_end, page_of_orders
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.board import tables_of
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services.manual_orders import (
    manual_order_decide,
    manual_order_end,
    manual_order_preview,
)

from .tournaments import for_director, tournament_of, tournament_page


def _ranking(found: Tournament, person: Person) -> Ranking:
    """Raises: Absent where there is no table, or none yet."""
    now = reading_of(found, person)
    tables = [one.whole for one in tables_of(now)]
    if not tables:
        raise Absent
    fields: dict[str, Any] = {"by": person, "tournament": found}
    own = (found.event.club.slug, found.pk)
    return Ranking(
        person,
        tables,
        now.names,
        partial(manual_order_decide, **fields),
        partial(manual_order_preview, **fields),
        lambda order: reverse("tournament_manual_order_end", args=(*own, order)),
        reverse("tournament_manual_orders", args=own),
        reverse("tournament", args=own),
    )


@form_page
def orders(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    found, person = tournament_of(request, slug, pk)
    ranking = _ranking(found, person)
    shown = page_of_orders(request, ranking, manual_orders(found.pk, of_teams=False))
    if shown is None:
        return redirect(ranking.here)
    return tournament_page(request, "manual_orders", found, person, **shown)


@login_required
@form_page
def end(request: HttpRequest, slug: str, pk: int, order: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    row = get_or_absent(manual_orders(found.pk, of_teams=False), order)
    ranking = _ranking(found, person)
    fields: dict[str, Any] = {"by": person, "tournament": found, "order": order}
    shown = page_of_end(request, ranking, row, partial(manual_order_end, **fields))
    if shown is None:
        return redirect(ranking.here)
    return tournament_page(request, "manual_order_end", found, person, **shown)
