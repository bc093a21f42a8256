"""The operations: why, what if, and rulings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.actors import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import public_names
from ecarte_club.core.api import View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.models import Adjustment, Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.standings.explaining import why
from scoring.leagues.selectors.standings.lines import names_of
from scoring.leagues.selectors.standings.reading import Whole, whole
from scoring.leagues.selectors.standings.trying import Tried, tried
from scoring.leagues.services.adjustments import (
    adjustment_end,
    adjustment_foreseen,
    adjustment_give,
)

from . import plain, serializers
from .queries import WHEN, when_of


@dataclass(frozen=True, slots=True)
class Found:
    season: Season
    person: Person
    whole: Whole

    @property
    def shown(self) -> str:
        return "" if public_names.sees_names(self.person) else self.season.event.club.names_shown

    @property
    def names(self) -> dict[int, str]:
        return names_of(self.whole, self.shown)


def _found(request: Request, pk: int) -> Found:
    season, person = seasons.season(actor_of(request), pk)
    return Found(season, person, whole(season.pk))


class StandingWhy(View):
    @extend_schema(
        operation_id="seasons_standings_why", parameters=WHEN, responses=serializers.WhyOut
    )
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Why a player stands where he stands: what parts him from the one above and below."""
        when, found = when_of(request), _found(request, pk)
        table = found.whole.at(when.as_of, when.after_round)
        told = why(found.whole, table, player, found.shown)
        return Response(serializers.WhyOut({"season": pk, **plain.why_plain(told)}).data)


class WhatIf(View):
    @extend_schema(request=serializers.WhatIfIn, responses=serializers.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """The table with results that are only tried. Nothing is saved; anybody who may read the
        season may ask, and no key is needed."""
        found = _found(request, pk)
        results = tried_in(self.given(serializers.WhatIfIn))
        changed = tried(found.whole, found.season.event, results)
        told = plain.changed_plain(found.whole, changed, found.names)
        return Response(serializers.WhatIfOut(told).data)


def tried_in(given: Mapping[str, Any]) -> list[Tried]:
    """As `WhatIfIn` has it."""
    return [
        Tried(one["player_a"], one["player_b"], (one["games"]["a"], one["games"]["b"]))
        for one in given["results"]
    ]


class AdjustmentList(View):
    pagination_class = SortedPages

    @extend_schema(responses=serializers.AdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """Points given and taken by the committee, the newest first; also what was ended."""
        season, person = seasons.season(actor_of(request), pk)
        found = Adjustment.objects.filter(event=pk).select_related("player").order_by("-pk")
        pages = SortedPages()
        shown = pages.paginate_queryset(found, request, self) or []
        told = [_adjustment(one, season, person) for one in shown]
        return pages.get_paginated_response(serializers.AdjustmentOut(told, many=True).data)

    @extend_schema(request=serializers.AdjustmentIn, responses={201: serializers.AdjustmentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Give points, or take them."""
        season, person = seasons.season(actor_of(request), pk)
        given = self.given(serializers.AdjustmentIn)

        def act() -> Any:
            made = adjustment_give(by=person, season=season, **given)
            return serializers.AdjustmentOut(_adjustment(made, season, person)).data

        return self.write(request, act)


class AdjustmentPreview(View):
    @extend_schema(request=serializers.AdjustmentIn, responses=serializers.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """The table as it would be with it. Nothing is given or taken."""
        found = _found(request, pk)
        given = self.given(serializers.AdjustmentIn)

        def act() -> Any:
            changed = adjustment_foreseen(by=found.person, season=found.season, **given)
            told = plain.changed_plain(found.whole, changed, found.names)
            return serializers.WhatIfOut(told).data

        return self.write(request, act, status=200)


class AdjustmentEnd(View):
    @extend_schema(request=serializers.AdjustmentEndIn, responses={201: serializers.AdjustmentOut})
    def post(self, request: Request, pk: int, adjustment: int) -> Response:
        """From now on it is as if it had never been; it stays in the list."""
        season, person = seasons.season(actor_of(request), pk)
        reason = self.given(serializers.AdjustmentEndIn)["reason"]

        def act() -> Any:
            one = adjustment_end(by=person, season=season, adjustment=adjustment, reason=reason)
            return serializers.AdjustmentOut(_adjustment(one, season, person)).data

        return self.write(request, act)


def _adjustment(one: Adjustment, season: Season, person: Person) -> dict[str, Any]:
    name = public_names.shown_name(one.player, season.event.club, person)
    return plain.adjustment_plain(one, name)


PATHS = [
    path("seasons/<int:pk>/standings/<int:player>", StandingWhy.as_view()),
    path("seasons/<int:pk>/what-if", WhatIf.as_view()),
    path("seasons/<int:pk>/adjustments", AdjustmentList.as_view()),
    path("seasons/<int:pk>/adjustments/preview", AdjustmentPreview.as_view()),
    path("seasons/<int:pk>/adjustments/<int:adjustment>/end", AdjustmentEnd.as_view()),
]
