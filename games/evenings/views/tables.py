"""One table of an evening: starting a match there, its name, and a new code for it."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import clubs
from ecarte_club.clubs.views.common import club_page, form_page, identified, post_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import Absent
from ecarte_club.core.pages import Form
from games.evenings.live_state import EveningNow, evening_name, evening_now, let_in
from games.evenings.models import Evening, Table
from games.evenings.services import evenings as evening_services
from games.evenings.services.evenings import TABLE_NAME_MOST
from games.matches.changes import DuePair, due_by_pair
from games.matches.models import Match
from games.matches.selectors.matches import adjourned_between
from games.matches.services.matches import match_start
from games.matches.views.start import OFFERED_MOST, PairForm, chosen_pair

from .evening import evening_of

# A club with more members finds the others by marking them as present first.
OTHERS_MOST = 60


def table_of(
    request: HttpRequest, slug: str, pk: int, table: int, act: Act
) -> tuple[Table, Evening, Person]:
    evening, person = evening_of(request, slug, pk)
    require(person, act)
    found = evening.tables.filter(pk=table).first()
    if found is None:
        raise Absent
    found.evening = evening
    return found, evening, person


class TableAddForm(Form):
    name = forms.CharField(label=_("Table number or name"), max_length=TABLE_NAME_MOST)

    def field_of(self, _name: str) -> str:
        return "name"


@identified
@form_page
def evening_tables(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """The tables with their codes; a post adds one."""
    evening, person = evening_of(request, slug, pk)
    require(person, Act.RUN_EVENING)
    form = TableAddForm(request.POST or None)

    def add() -> Table:
        name = form.cleaned_data["name"]
        return evening_services.table_add(by=person, evening=evening, name=name)

    if pages.submitted(request, form, add):
        return redirect("evening_tables", slug=slug, pk=pk)
    shown = {
        "evening": evening,
        "title": evening_name(evening),
        "tables": evening.tables.all(),
        "form": form,
        "tab": "evenings",
    }
    return club_page(request, "evenings/tables.html", evening.club, person, **shown)


class RenewForm(Form):
    code_number = forms.IntegerField(min_value=1, max_value=2**31 - 1, widget=forms.HiddenInput)


class RenameForm(Form):
    table = forms.CharField(label=_("Table number or name"), max_length=TABLE_NAME_MOST)


@identified
@form_page
def table_settings(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    """What a new code cuts off, before it is made; the post makes it."""
    found, evening, person = table_of(request, slug, pk, table, Act.RUN_EVENING)
    form = RenewForm(request.POST or None)

    def renew() -> int:
        number = form.cleaned_data["code_number"]
        return evening_services.code_renew(by=person, table=found, number=number).code_number

    if pages.submitted(request, form, renew):
        return redirect("table_settings", slug=slug, pk=pk, table=table)
    return _settings_page(request, found, evening, person, renewing=form)


@identified
@post_page
def table_rename(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    found, evening, person = table_of(request, slug, pk, table, Act.RUN_EVENING)
    form = RenameForm(request.POST)

    def rename() -> Table:
        name = form.cleaned_data["table"]
        return evening_services.table_rename(by=person, table=found, name=name)

    if pages.submitted(request, form, rename):
        return redirect("table_settings", slug=slug, pk=pk, table=table)
    return _settings_page(request, found, evening, person, naming=form)


def _settings_page(
    request: HttpRequest,
    table: Table,
    evening: Evening,
    person: Person,
    *,
    renewing: Form | None = None,
    naming: Form | None = None,
) -> HttpResponse:
    wrong = any(form is not None and form.errors for form in (renewing, naming))
    shown = {
        "evening": evening,
        "title": evening_name(evening),
        "table": table,
        "phones": let_in(table),
        "used": table.matches.exists(),
        "renewing": renewing,
        "form": naming or RenameForm(initial={"table": table.name}),
        "tab": "evenings",
    }
    status = 422 if wrong else 200
    return club_page(
        request, "evenings/table_settings.html", evening.club, person, status=status, **shown
    )


class TableStartForm(PairForm):
    def __init__(
        self, *args: Any, club: Club, person: Person, now: EveningNow, **kwargs: Any
    ) -> None:
        super().__init__(*args, club=club, day=now.evening.held_on, **kwargs)
        for name in ("player_a", "player_b"):
            self.choose(name, _players(person, now))


def _players(person: Person, now: EveningNow) -> list[tuple[Any, Any]]:
    """Who is here and free, then who plays still, then the others of a club that is not large."""
    free = [(str(guest.player.pk), guest.player.name) for guest in now.free]
    busy = [(str(one.player.pk), one.player.name) for one in now.here if not one.is_free]
    here = {guest.player.pk for guest in now.here}
    rest = clubs.players(person).exclude(pk__in=here).members_first()
    others = list(rest[: OTHERS_MOST + 1])
    absent = [(str(one.pk), one.name) for one in others] if len(others) <= OTHERS_MOST else []
    groups = [(_("Here and free"), free), (_("Not free yet"), busy), (_("Not here yet"), absent)]
    return [("", _("Choose a player")), *((label, group) for label, group in groups if group)]


def free_due(now: EveningNow) -> list[DuePair]:
    """Fixtures and boards that are due between players who are here and free."""
    free = [guest.player.pk for guest in now.free]
    return list(due_by_pair(now.evening.club_id, now.evening.held_on, free).values())


def _is_taken(now: EveningNow, table: Table) -> bool:
    place = next(place for place in now.places if place.table == table)
    return bool(place.playing or place.engagement)


@identified
@form_page
def table_start(request: HttpRequest, slug: str, pk: int, table: int) -> HttpResponse:
    found, evening, person = table_of(request, slug, pk, table, Act.START_ANY)
    now = evening_now(evening)
    form = TableStartForm(
        request.POST or None,
        club=evening.club,
        person=person,
        now=now,
        initial=chosen_pair(request.GET),
    )

    def start() -> Match:
        only_free = "seat_anyway" not in request.POST
        fields = {"evening_table": found.pk, "only_free": only_free, **form.arguments()}
        return match_start(by=person, **fields)

    if pages.submitted(request, form, start):
        return redirect("evening", slug=slug, pk=pk)
    shown = {
        "evening": evening,
        "title": evening_name(evening),
        "table": found,
        "engagement": next((p.engagement for p in now.places if p.table == found), None),
        "playing": [match for match in now.unfinished if match.evening_table_id == found.pk],
        "form": form,
        "due": free_due(now)[:OFFERED_MOST],
        "adjourned": [] if _is_taken(now, found) else adjourned_between(now.free_players),
        "tab": "evenings",
    }
    return club_page(request, "evenings/table_start.html", evening.club, person, **shown)
