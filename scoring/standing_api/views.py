"""The operations: why, what if, and rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs import naming
from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Person
from ecarte_club.wire.api import View
from ecarte_club.wire.pagination import SortedPages
from scoring import queries
from scoring.models import Adjustment, Season
from scoring.services.adjustments import (
    adjustment_end,
    adjustment_foreseen,
    adjustment_give,
)
from scoring.standings.explaining import why
from scoring.standings.lines import names_of
from scoring.standings.reading import Whole, whole
from scoring.standings.trying import Tried, tried

from . import plain, shapes
from .asking import WHEN, when_of


@dataclass(frozen=True, slots=True)
class Found:
    season: Season
    person: Person
    whole: Whole

    @property
    def shown(self) -> str:
        return "" if naming.sees_names(self.person) else self.season.event.club.names_shown

    @property
    def names(self) -> dict[int, str]:
        return names_of(self.whole, self.shown)


def _found(request: Request, pk: int) -> Found:
    season, person = queries.season(asker_of(request), pk)
    return Found(season, person, whole(season.pk))


class StandingWhy(View):
    @extend_schema(operation_id="seasons_standings_why", parameters=WHEN, responses=shapes.WhyOut)
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Why a player stands where he stands: what parts him from the one above and below."""
        when, found = when_of(request), _found(request, pk)
        table = found.whole.at(when.as_of, when.after_round)
        told = why(found.whole, table, player, found.shown)
        return Response(shapes.WhyOut({"season": pk, **plain.why_plain(told)}).data)


class WhatIf(View):
    @extend_schema(request=shapes.WhatIfIn, responses=shapes.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """The table with results that are only tried. Nothing is saved; anybody who may read the
        season may ask, and no key is needed."""
        found = _found(request, pk)
        results = tried_in(self.given(shapes.WhatIfIn))
        changed = tried(found.whole, found.season.event, results)
        told = plain.changed_plain(found.whole, changed, found.names)
        return Response(shapes.WhatIfOut(told).data)


def tried_in(given: Mapping[str, Any]) -> list[Tried]:
    """As `WhatIfIn` has it."""
    return [
        Tried(one["player_a"], one["player_b"], (one["games"]["a"], one["games"]["b"]))
        for one in given["results"]
    ]


class AdjustmentList(View):
    pagination_class = SortedPages

    @extend_schema(responses=shapes.AdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """Points given and taken by the committee, the newest first; also what was ended."""
        season, person = queries.season(asker_of(request), pk)
        found = Adjustment.objects.filter(event=pk).select_related("player").order_by("-pk")
        pages = SortedPages()
        shown = pages.paginate_queryset(found, request, self) or []
        told = [_adjustment(one, season, person) for one in shown]
        return pages.get_paginated_response(shapes.AdjustmentOut(told, many=True).data)

    @extend_schema(request=shapes.AdjustmentIn, responses={201: shapes.AdjustmentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Give points, or take them."""
        season, person = queries.season(asker_of(request), pk)
        given = self.given(shapes.AdjustmentIn)

        def act() -> Any:
            made = adjustment_give(by=person, season=season, **given)
            return shapes.AdjustmentOut(_adjustment(made, season, person)).data

        return self.write(request, act)


class AdjustmentPreview(View):
    @extend_schema(request=shapes.AdjustmentIn, responses=shapes.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """The table as it would be with it. Nothing is given or taken."""
        found = _found(request, pk)
        given = self.given(shapes.AdjustmentIn)

        def act() -> Any:
            changed = adjustment_foreseen(by=found.person, season=found.season, **given)
            told = plain.changed_plain(found.whole, changed, found.names)
            return shapes.WhatIfOut(told).data

        return self.write(request, act, status=200)


class AdjustmentEnd(View):
    @extend_schema(request=shapes.AdjustmentEndIn, responses={201: shapes.AdjustmentOut})
    def post(self, request: Request, pk: int, adjustment: int) -> Response:
        """From now on it is as if it had never been; it stays in the list."""
        season, person = queries.season(asker_of(request), pk)
        reason = self.given(shapes.AdjustmentEndIn)["reason"]

        def act() -> Any:
            one = adjustment_end(by=person, season=season, adjustment=adjustment, reason=reason)
            return shapes.AdjustmentOut(_adjustment(one, season, person)).data

        return self.write(request, act)


def _adjustment(one: Adjustment, season: Season, person: Person) -> dict[str, Any]:
    name = naming.shown_name(one.player, season.event.club, person)
    return plain.adjustment_plain(one, name)


PATHS = [
    path("seasons/<int:pk>/standings/<int:player>", StandingWhy.as_view()),
    path("seasons/<int:pk>/what-if", WhatIf.as_view()),
    path("seasons/<int:pk>/adjustments", AdjustmentList.as_view()),
    path("seasons/<int:pk>/adjustments/preview", AdjustmentPreview.as_view()),
    path("seasons/<int:pk>/adjustments/<int:adjustment>/end", AdjustmentEnd.as_view()),
]
