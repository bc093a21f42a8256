"""What waits in a round, matches or pools: begun at the tables of an evening, or one by one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.views.common import form_page, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent, Fault, get_or_absent
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number
from games.evenings.live_state import evening_now
from games.evenings.models import Evening
from games.matches.services.matches import match_start
from games.matches.services.seating import AlreadySeated
from games.matches.templatetags.matches import table_name
from scoring.leagues.models import Fixture, Round
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors import pool_board
from scoring.tournaments.selectors.berger import deals_first
from scoring.tournaments.selectors.pairings import Pairing, pairings
from scoring.tournaments.selectors.pool_board import Drawn
from scoring.tournaments.selectors.progress import TREES
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services.meetings import (
    Seated,
    meeting_start_back,
    round_start,
)
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start

from .tournaments import for_director, submit, tournament_of, tournament_page

Choices = Sequence[tuple[str, Any]]
Proposed = tuple[Choices, Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class Row:
    """What is to be begun, and the field of its table."""

    one: Any
    table: forms.BoundField


class SeatsForm(Form):
    """A list of tables for each that waits, by its id; left empty, it is not begun.

    `listed`: how a fault names the rows. `proposed`: tables, by the same ids.
    """

    def __init__(
        self,
        *args: Any,
        waiting: Mapping[int, Any],
        tables: Choices = (),
        proposed: Mapping[int, str] | None = None,
        listed: str,
    ) -> None:
        initial = {f"table_{pk}": table for pk, table in (proposed or {}).items()}
        super().__init__(*args, initial=initial)
        self.waiting, self.listed = waiting, listed
        for pk in waiting:
            self.fields[f"table_{pk}"] = forms.ChoiceField(
                label=_("Table"),
                choices=[("", "–"), *tables],
                required=False,
                widget=forms.Select({"class": "input"}),
            )

    def rows(self) -> list[Row]:
        return [Row(one, self[f"table_{pk}"]) for pk, one in self.waiting.items()]

    def seated(self) -> list[tuple[int, int]]:
        """What is begun and at which table, by their ids."""
        given = ((pk, self.cleaned_data[f"table_{pk}"]) for pk in self.waiting)
        return [(pk, int(table)) for pk, table in given if table]

    def tell(self, fault: Fault) -> None:
        """Beside the row that it is of."""
        self.fault = fault
        seated, told = self.seated(), False
        for name, text in fault.errors.items():
            _list, _dot, rest = name.partition(f"{self.listed}.")
            number = rest.partition(".")[0]
            if number.isdigit() and int(number) < len(seated):
                self.add_error(f"table_{seated[int(number)][0]}", str(text))
                told = True
        if not told:
            pages.tell(self, fault)


@dataclass(frozen=True, slots=True)
class Seating:
    """`tables` of an evening with those proposed; `begin` does it and gives what it made."""

    waiting: Mapping[int, Any]
    listed: str
    template: str
    tables: Callable[[Evening], Proposed]
    begin: Callable[[Evening, Sequence[tuple[int, int]]], Sequence[Model]]


def seating_page(
    request: HttpRequest, found: Tournament, person: Person, row: Round, seating: Seating
) -> HttpResponse:
    """Once begun, to the page of the evening."""
    # Not signed off, the newest first: the one asked for, or the newest.
    evenings = list(Evening.objects.filter(club=found.event.club, signed_off_at=None)[:20])
    asked = whole_number(request.POST.get("evening", "") or request.GET.get("evening", ""))
    evening = next((one for one in evenings if one.pk == asked), next(iter(evenings), None))
    waiting, listed = seating.waiting, seating.listed
    if evening is None:
        form = SeatsForm(waiting=waiting, listed=listed)
    else:
        tables, proposed = seating.tables(evening)
        form = SeatsForm(
            request.POST or None, waiting=waiting, tables=tables, proposed=proposed, listed=listed
        )
    if request.method == "POST" and evening is not None and form.is_valid():
        seated, at = form.seated(), evening
        try:
            pages.write(request, lambda: [one.pk for one in seating.begin(at, seated)])
            return redirect("evening", slug=found.event.club.slug, pk=evening.pk)
        except Fault as fault:
            form.tell(fault)
    return tournament_page(
        request,
        seating.template,
        found,
        person,
        round=row,
        form=form,
        rows=form.rows(),
        evening=evening,
        evenings=evenings,
    )


@login_required
@form_page
def tournament_start(request: HttpRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Tables are proposed as they were drawn, where the evening has them and they are free."""
    found, person = tournament_of(request, slug, pk)
    require(person, Act.START_ANY)
    now = reading_of(found, person)
    row = now.round(number)
    # Of a knock-out whatever can be played now, in whichever round.
    before = now.progress.group_rounds
    is_tree = found.kind in TREES and number > before
    every = [one.number for one in now.rounds if one.number > before] if is_tree else [number]
    drawn = [one for each in every for one in pairings(now, each, None)]
    waiting = [one for one in drawn if one.waits and row.published_at]
    seating = Seating(
        waiting={one.fixture.pk: one for one in waiting},
        listed="matches",
        template="start",
        tables=lambda evening: _meeting_tables(evening, waiting),
        begin=lambda evening, seated: round_start(
            by=person,
            tournament=found,
            evening=evening,
            seated=[Seated(*one) for one in seated],
            seat_anyway="seat_anyway" in request.POST,
        ),
    )
    return seating_page(request, found, person, row, seating)


def _meeting_tables(evening: Evening, waiting: list[Pairing]) -> Proposed:
    """Of the evening; the free ones as they were drawn, and for the others one after another. Only
    for the first sitting that waits."""
    places = evening_now(evening).places
    tables = [(str(one.table.pk), one.table.name) for one in places]
    free = {one.table.name: str(one.table.pk) for one in places if one.is_free}
    proposed: dict[int, str] = {}
    late = []
    first = min((one.fixture.sitting or 1 for one in waiting), default=1)
    for one in waiting:
        if (one.fixture.sitting or 1) != first:
            continue
        if one.fixture.table in free:
            proposed[one.fixture.pk] = free.pop(one.fixture.table)
        else:
            late.append(one.fixture.pk)
    proposed.update(zip(late, free.values(), strict=False))
    return tables, proposed


@login_required
@post_page
def tournament_play(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    """One match, without an evening: by who may start any, or by one of the two. Where a player is
    not free, a page asks."""
    found, person = tournament_of(request, slug, pk)
    row = fixture_of(found, fixture)
    if row.away is None:
        raise Absent
    pair = (row.home, row.away)

    def begin() -> int:
        return match_start(
            by=person,
            event_id=found.pk,
            player_a=pair[0].pk,
            player_b=pair[1].pk,
            first_dealer=deals_first(found, row),
            fixture_id=row.pk,
            only_free="seat_anyway" not in request.POST,
        ).pk

    try:
        return redirect("pad", slug=slug, pk=pages.write(request, begin).body)
    except AlreadySeated as fault:
        shown = {"round": row.round, "pair": pair, "fault": fault, "status": fault.status}
        return tournament_page(request, "not_free", found, person, **shown)


def fixture_of(found: Tournament, pk: int) -> Fixture:
    rows = Fixture.objects.filter(event_id=found.pk, round__published_at__isnull=False)
    return get_or_absent(rows.select_related("round", "match", "home", "away"), pk)


@login_required
@post_page
def tournament_start_back(request: HttpRequest, slug: str, pk: int, fixture: int) -> HttpResponse:
    found, person = for_director(request, slug, pk)
    row = fixture_of(found, fixture)
    to = ("tournament_round", slug, pk, row.round.number)
    return submit(request, found, person, meeting_start_back, fixture=fixture, to=to)


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
        template="pools_start",
        tables=lambda evening: _pool_tables(evening, waiting),
        begin=lambda evening, seated: pools_start(
            by=person,
            tournament=found,
            evening=evening,
            seated=[PoolSeat(*one) for one in seated],
            seat_anyway="seat_anyway" in request.POST,
        ),
    )
    return seating_page(request, found, person, drawn.row, seating)


def _pool_tables(evening: Evening, waiting: list[Drawn]) -> Proposed:
    places = evening_now(evening).places
    tables = [(str(one.table.pk), table_name(one.table.name)) for one in places]
    free = [str(one.table.pk) for one in places if one.is_free]
    return tables, dict(zip((one.row.pk for one in waiting), free, strict=False))
