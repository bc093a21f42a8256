"""The pools of a round: begun at the tables of an evening, and what is awarded."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, require
from ecarte_club.clubs.views.people import faults_as_pages
from ecarte_club.wire import pages
from ecarte_club.wire.digits import whole
from ecarte_club.wire.faults import Absent, Fault
from ecarte_club.wire.forms import Form
from games.evening_reading import evening_now
from games.templatetags.games import table_name
from scoring.services import tournaments as acts
from scoring.services.tournaments.pools import REASON_MOST
from scoring.tournaments import pool_board
from scoring.tournaments.pool_board import Drawn
from scoring.tournaments.reading import Seen, seen

from .common import done, evening_of, evenings_open, for_director, shown, tournament_of

NOBODY = "0"


@dataclass(frozen=True, slots=True)
class Row:
    """A pool that is to be begun, and the field of its table."""

    pool: Drawn
    table: forms.BoundField


class PoolSeatsForm(Form):
    """A list of tables for each pool; left empty, it is not begun."""

    def __init__(
        self, *args: Any, waiting: list[Drawn], tables: list[tuple[str, Any]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.waiting = waiting
        for one in waiting:
            self.fields[_field(one)] = forms.ChoiceField(
                label=_("Table"),
                choices=[("", "–"), *tables],
                required=False,
                widget=forms.Select({"class": "input"}),
            )

    def rows(self) -> Iterator[Row]:
        for one in self.waiting:
            yield Row(one, self[_field(one)])

    def seated(self) -> list[acts.PoolSeat]:
        given = {one.row.pk: self.cleaned_data[_field(one)] for one in self.waiting}
        return [acts.PoolSeat(pk, int(table)) for pk, table in given.items() if table]

    def tell(self, fault: Fault) -> None:
        """Beside the pool that it is of."""
        seated, told = self.seated(), False
        for name, text in fault.errors.items():
            _list, _dot, rest = name.partition("pools.")
            number = rest.partition(".")[0]
            if number.isdigit() and int(number) < len(seated):
                self.add_error(f"table_{seated[int(number)].pool}", str(text))
                told = True
        if not told:
            pages.tell(self, fault)


def _field(one: Drawn) -> str:
    return f"table_{one.row.pk}"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def tournament_pools_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Free tables are proposed, one for each pool."""
    found, person = tournament_of(request, slug, pk)
    require(person, Act.RUN_CONTEST)
    now = seen(found, person)
    if not now.course.is_pools:
        raise Absent
    drawn = pool_board.round_of(now, number)
    waiting = [one for one in drawn.pools if one.waits and drawn.row.published_at]
    evenings = evenings_open(found)
    evening = evening_of(request, evenings)
    form = _form(request, evening, waiting)
    if request.method == "POST" and evening is not None and form.is_valid():
        seated = form.seated()
        try:
            pages.write(
                request,
                lambda: [
                    one.pk
                    for one in acts.pools_start(
                        by=person, tournament=found, evening=evening, seated=seated
                    )
                ],
            )
            return redirect("evening", slug=slug, pk=evening.pk)
        except Fault as fault:
            form.tell(fault)
    more = {
        "round": drawn.row,
        "form": form,
        "rows": list(form.rows()),
        "evening": evening,
        "evenings": evenings,
    }
    status = 422 if form.errors else 200
    page = shown(found, person, **more)
    return render(request, "scoring/tournament_pools_start.html", page, status=status)


def _form(request: HttpRequest, evening: Evening | None, waiting: list[Drawn]) -> PoolSeatsForm:
    if evening is None:
        return PoolSeatsForm(waiting=waiting, tables=[])
    places = evening_now(evening).places
    tables = [(str(one.table.pk), table_name(one.table.name)) for one in places]
    taken = set(evening.contests.filter(over=False).values_list("table_id", flat=True))
    free = [str(one.table.pk) for one in places if not one.playing and one.table.pk not in taken]
    pairs = zip(waiting, free, strict=False)
    initial = {_field(one): table for one, table in pairs}
    return PoolSeatsForm(request.POST or None, waiting=waiting, tables=tables, initial=initial)


class PoolAwardForm(Form):
    winner = forms.ChoiceField(label=_("Who goes on"), widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST)

    def __init__(self, *args: Any, drawn: Drawn, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            *((str(one.player), one.name) for one in drawn.members if not one.has_gone),
            (NOBODY, _("Nobody: nobody came")),
        ]

    def asked(self) -> dict[str, Any]:
        given = self.cleaned_data
        return {"winner": whole(given["winner"]) or None, "reason": given["reason"]}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@faults_as_pages
def tournament_pool_award(request: HttpRequest, slug: str, pk: int, pool: int) -> HttpResponse:
    """Who goes on without play."""
    found, person = for_director(request, slug, pk)
    column, one = _pool(seen(found, person), pool)
    form = PoolAwardForm(request.POST or None, drawn=one)
    if request.method == "POST" and form.is_valid():
        asked = form.asked()
        try:
            pages.write(
                request,
                lambda: acts.pool_award(by=person, tournament=found, pool=pool, **asked).pk,
            )
            return redirect("tournament_round", slug=slug, pk=pk, number=column.row.number)
        except Fault as fault:
            pages.tell(form, fault)
    more = {"form": form, "drawn": one, "round": column.row}
    status = 422 if form.errors else 200
    page = shown(found, person, **more)
    return render(request, "scoring/tournament_pool_award.html", page, status=status)


def _pool(now: Seen, pk: int) -> tuple[pool_board.Column, Drawn]:
    """Raises: Absent."""
    for column in pool_board.rounds(now) if now.course.is_pools else []:
        for one in column.pools:
            if one.row.pk == pk and column.row.published_at and not one.is_bye:
                return column, one
    raise Absent


@login_required
@require_POST
@faults_as_pages
def tournament_pool_award_back(request: HttpRequest, slug: str, pk: int, pool: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    column, _one = _pool(seen(found, person), pool)
    return done(
        request,
        found,
        person,
        lambda: acts.pool_award_back(by=person, tournament=found, pool=pool).pk,
        to=("tournament_round", slug, pk, column.row.number),
    )
