"""The pools of a round: begun at the tables of an evening, and what is awarded."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, require
from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole
from games.evenings.live_state import evening_now
from games.evenings.models import Evening
from games.matches.templatetags.matches import table_name
from scoring.tournaments.selectors import pool_board
from scoring.tournaments.selectors.pool_board import Drawn
from scoring.tournaments.selectors.reading import Reading, reading_of
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import REASON_MOST, pool_award, pool_award_back

from .seating import Proposed, Seating, seating_page
from .tournaments import done, for_director, shown, tournament_of

NOBODY = "0"


@login_required
@form_page
def tournament_pools_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Free tables are proposed, one for each pool."""
    found, person = tournament_of(request, slug, pk)
    require(person, Act.RUN_CONTEST)
    now = reading_of(found, person)
    if not now.progress.is_pools:
        raise Absent
    drawn = pool_board.round_of(now, number)
    waiting = [one for one in drawn.pools if one.waits and drawn.row.published_at]
    seating = Seating(
        waiting={one.row.pk: one for one in waiting},
        listed="pools",
        template="tournaments/pools_start.html",
        tables=lambda evening: _tables(evening, waiting),
        begin=lambda evening, seated: pools_start(
            by=person,
            tournament=found,
            evening=evening,
            seated=[PoolSeat(*one) for one in seated],
        ),
    )
    return seating_page(request, found, person, drawn.row, seating)


def _tables(evening: Evening, waiting: list[Drawn]) -> Proposed:
    places = evening_now(evening).places
    tables = [(str(one.table.pk), table_name(one.table.name)) for one in places]
    taken = set(evening.contests.filter(over=False).values_list("table_id", flat=True))
    free = [str(one.table.pk) for one in places if not one.playing and one.table.pk not in taken]
    return tables, dict(zip((one.row.pk for one in waiting), free, strict=False))


class PoolAwardForm(Form):
    winner = forms.ChoiceField(label=_("Winner"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST)

    def __init__(self, *args: Any, drawn: Drawn, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose(
            "winner",
            [
                *((str(one.id), one.name) for one in drawn.members if not one.has_gone),
                (NOBODY, _("None: nobody came")),
            ],
        )

    def asked(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"winner": whole(given["winner"]) or None, "reason": given["reason"]}


@login_required
@form_page
def tournament_pool_award(request: HttpRequest, slug: str, pk: int, pool: int) -> HttpResponse:
    """Who goes on without play."""
    found, person = for_director(request, slug, pk)
    column, one = _pool(reading_of(found, person), pool)
    form = PoolAwardForm(request.POST or None, drawn=one)
    if request.method == "POST" and form.is_valid():
        asked = form.asked()
        try:
            pages.write(
                request,
                lambda: pool_award(by=person, tournament=found, pool=pool, **asked).pk,
            )
            return redirect("tournament_round", slug=slug, pk=pk, number=column.row.number)
        except Fault as fault:
            pages.tell(form, fault)
    more = {"form": form, "drawn": one, "round": column.row}
    status = 422 if form.errors else 200
    page = shown(found, person, **more)
    return render(request, "tournaments/pool_award.html", page, status=status)


def _pool(now: Reading, pk: int) -> tuple[pool_board.Column, Drawn]:
    """Raises: Absent."""
    for column in pool_board.rounds(now) if now.progress.is_pools else []:
        for one in column.pools:
            if one.row.pk == pk and column.row.published_at and not one.is_bye:
                return column, one
    raise Absent


@login_required
@post_page
def tournament_pool_award_back(request: HttpRequest, slug: str, pk: int, pool: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    column, _one = _pool(reading_of(found, person), pool)
    return done(
        request,
        found,
        person,
        lambda: pool_award_back(by=person, tournament=found, pool=pool).pk,
        to=("tournament_round", slug, pk, column.row.number),
    )
