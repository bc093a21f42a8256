"""The order of players or teams who are level: everybody may read it, the committee decides it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.views.common import form_page
from ecarte_club.core import pages
from ecarte_club.core.exceptions import get_or_absent
from ecarte_club.core.pages import Form
from ecarte_club.core.parsing import whole_number as whole_number
from ecarte_club.core.sentences import and_list
from scoring.leagues.labels.standings import change_text
from scoring.leagues.models import ManualOrder, Season
from scoring.leagues.selectors.manual_orders import ManualOrderLine, manual_orders
from scoring.leagues.selectors.standings import EventTable, names_of, season_table
from scoring.leagues.selectors.team_standings import team_table
from scoring.leagues.services.manual_orders import (
    ManualOrderPreview,
    manual_order_decide,
    manual_order_end,
    manual_order_preview,
    nobody_level,
)
from scoring.leagues.services.seasons import REASON_MOST

from .adjustments import REASON_HELP
from .standings import season_of, season_page

PLACE = "place_"


class ManualOrderForm(Form):
    """A place for each of those who are level."""

    reason = forms.CharField(label=_("Reason"), max_length=REASON_MOST, help_text=REASON_HELP)

    def __init__(self, *args: Any, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = names
        places = [(place, str(place)) for place in range(1, len(names) + 1)]
        for number, (entrant, name) in enumerate(names.items(), start=1):
            field = forms.TypedChoiceField(label=name, coerce=int, choices=places, initial=number)
            self.fields[f"{PLACE}{entrant}"] = field
        self.order_fields([f"{PLACE}{entrant}" for entrant in names])
        pages.add_classes(self)

    @property
    def place_fields(self) -> list[forms.BoundField]:
        return [self[f"{PLACE}{entrant}"] for entrant in self.names]

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        places = [given.get(f"{PLACE}{entrant}") for entrant in self.names]
        if None not in places and len(set(places)) < len(places):
            self.add_error(None, gettext("Give each place to one of them only."))
        return given

    @property
    def ranked(self) -> list[int]:
        return sorted(self.names, key=lambda entrant: self.cleaned_data[f"{PLACE}{entrant}"])


class EndForm(Form):
    reason = forms.CharField(
        label=_("Reason for withdrawing it"), max_length=REASON_MOST, help_text=REASON_HELP
    )


@dataclass(frozen=True, slots=True)
class Ranking:
    """Of a season or a tournament: its `tables`, with the `names` that the reader may know, and
    what decides or only previews an order. `end`: the address at which one is withdrawn."""

    person: Person
    tables: Sequence[EventTable]
    names: Mapping[int, str]
    decide: Callable[..., object]
    preview: Callable[..., ManualOrderPreview]
    end: Callable[[int], str]
    here: str
    back: str

    def line(self, row: ManualOrder) -> dict[str, Any]:
        entrants = [one.competitor_id for one in row.places.all()]
        named = (one for one in self.tables if not one.entrants.keys().isdisjoint(entrants))
        table = next(named, self.tables[0])
        line = ManualOrderLine.of(row, table.table, self.names)
        names = [self.names[one] for one in line.entrants]
        return {"one": row, "applies": line.applies, "names": names, "end": self.end(row.pk)}

    def sentences(self, found: ManualOrderPreview) -> list[str]:
        changes = [change_text(self.names[one.entrant], one) for one in found.what_if.moved]
        return [*changes, *map(self._replaced, found.replaced)]

    def _replaced(self, row: ManualOrder) -> str:
        names = and_list(self.names[one.competitor_id] for one in row.places.all())
        return gettext("This order is replaced: %(names)s.") % {"names": names}


def page_of_orders(
    request: HttpRequest, ranking: Ranking, rows: QuerySet[ManualOrder]
) -> dict[str, Any] | None:
    """What the page shows; None where an order was decided. `among` in the address: one of those
    to be ranked."""
    may_decide = ranking.person.may(Act.RUN_SEASON)
    if request.method == "POST":
        require(ranking.person, Act.RUN_SEASON)
    groups = list(_groups(ranking.tables)) if may_decide else []
    group = _group(request, groups)
    form = ManualOrderForm(request.POST or None, names={one: ranking.names[one] for one in group})

    def given() -> dict[str, Any]:
        return {"entrants": form.ranked, "reason": form.cleaned_data["reason"]}

    answer, foreseen = pages.submitted_or_previewed(
        request,
        form,
        lambda: ranking.decide(**given(), version=pages.version(request)),
        lambda: ranking.preview(**given()),
        button="do",
    )
    if answer:
        return None
    return {
        "form": form,
        "group": group,
        "nobody_level": nobody_level(ranking.tables),
        "others": [
            (min(one), and_list(ranking.names[entrant] for entrant in one))
            for one in groups
            if one != group
        ],
        "foreseen": ranking.sentences(foreseen) if foreseen else None,
        "orders": [ranking.line(row) for row in rows],
        "of_teams": ranking.tables[0].of_teams,
        "here": ranking.here,
        "back": ranking.back,
        "version": ranking.tables[0].version,
    }


def _groups(tables: Iterable[EventTable]) -> Iterator[tuple[int, ...]]:
    """Each in the order in which the table has them now."""
    for table in tables:
        for group in table.level_groups:
            yield tuple(sorted(group, key=table.table.places.__getitem__))


def _group(request: HttpRequest, groups: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The only one, or the one that the address names a member of."""
    among = whole_number(request.GET.get("among", ""))
    return next((one for one in groups if among in one or len(groups) == 1), ())


def _ranking(season: Season, person: Person, *, of_teams: bool) -> Ranking:
    """Raises: Absent for teams where single players play."""
    table = team_table(season.pk) if of_teams else season_table(season.pk)
    shown = "" if of_teams else player_names.names_shown(season.event.club, person)
    fields: dict[str, Any] = {"by": person, "season": season, "of_teams": of_teams}
    own = (season.event.club.slug, season.pk)
    prefix = "team_" if of_teams else ""
    table_page = "player_standings" if season.boards and not of_teams else "season"
    return Ranking(
        person,
        [table],
        names_of(table, shown),
        partial(manual_order_decide, **fields),
        partial(manual_order_preview, **fields),
        lambda order: reverse(f"{prefix}manual_order_end", args=(*own, order)),
        reverse(f"{prefix}manual_orders", args=own),
        reverse(table_page, args=own),
    )


@form_page
def orders(request: HttpRequest, slug: str, pk: int, *, of_teams: bool) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    ranking = _ranking(season, person, of_teams=of_teams)
    shown = page_of_orders(request, ranking, manual_orders(season.pk, of_teams=of_teams))
    if shown is None:
        return redirect(ranking.here)
    return season_page(request, "manual_orders", season, person, **shown)


@login_required
@form_page
def end(request: HttpRequest, slug: str, pk: int, order: int, *, of_teams: bool) -> HttpResponse:
    season, person = season_of(request, slug, pk)
    require(person, Act.RUN_SEASON)
    row = get_or_absent(manual_orders(season.pk, of_teams=of_teams), order)
    ranking = _ranking(season, person, of_teams=of_teams)
    fields: dict[str, Any] = {"by": person, "season": season, "order": order, "of_teams": of_teams}
    shown = page_of_end(request, ranking, row, partial(manual_order_end, **fields))
    if shown is None:
        return redirect(ranking.here)
    return season_page(request, "manual_order_end", season, person, **shown)


def page_of_end(
    request: HttpRequest, ranking: Ranking, row: ManualOrder, act: Callable[..., object]
) -> dict[str, Any] | None:
    """None where it was withdrawn."""
    form = EndForm(request.POST or None)
    if pages.submitted(request, form, lambda: act(**form.cleaned_data)):
        return None
    return {"form": form, "line": ranking.line(row), "back": ranking.here}
