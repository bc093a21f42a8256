"""The operations: why, what if, and rulings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.api import View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.models import Adjustment, Season
from scoring.leagues.selectors import seasons
from scoring.leagues.selectors.explanations import explanation_of
from scoring.leagues.selectors.standings import EventTable, names_of, season_table
from scoring.leagues.selectors.what_if import TrialResult, table_with_results
from scoring.leagues.services.adjustments import (
    adjustment_end,
    adjustment_foreseen,
    adjustment_give,
)
from scoring.tables.table import WhatIf

from . import serializers
from .queries import WHEN, when_of


@dataclass(frozen=True, slots=True)
class Found:
    season: Season
    person: Person
    event_table: EventTable

    @property
    def shown(self) -> str:
        return "" if player_names.sees_names(self.person) else self.season.event.club.names_shown

    @property
    def names(self) -> dict[int, str]:
        return names_of(self.event_table, self.shown)

    def what_if_data(self, what_if: WhatIf) -> Any:
        """The table that it was tried on, as it would be."""
        answer = {
            "season": self.event_table.event,
            "version": self.event_table.version,
            "results": what_if.changes,
        }
        return serializers.WhatIfOut(answer, context={"names": self.names}).data


def _found(request: Request, pk: int) -> Found:
    season, person = seasons.season(actor_of(request), pk)
    return Found(season, person, season_table(season.pk))


class StandingWhy(View):
    @extend_schema(
        operation_id="seasons_standings_why", parameters=WHEN, responses=serializers.WhyOut
    )
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Explain a player's place: what separates them from the one above and the one below."""
        when, found = when_of(request), _found(request, pk)
        table = found.event_table.at(when.as_of, when.after_round)
        explanation = explanation_of(found.event_table, table, player, found.shown)
        return Response(serializers.WhyOut(explanation).data)


class SeasonWhatIf(View):
    @extend_schema(request=serializers.WhatIfIn, responses=serializers.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """Try results in a table.

        Nothing is saved. Everybody who may read the season may ask, and no key is needed."""
        found = _found(request, pk)
        results = tried_in(self.given(serializers.WhatIfIn))
        changed = table_with_results(found.event_table, found.season.event, results)
        return Response(found.what_if_data(changed))


def tried_in(given: Mapping[str, Any]) -> list[TrialResult]:
    """As `WhatIfIn` has it."""
    return [
        TrialResult(one["player_a"], one["player_b"], (one["games"]["a"], one["games"]["b"]))
        for one in given["results"]
    ]


class AdjustmentList(View):
    pagination_class = SortedPages

    @extend_schema(responses=serializers.AdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the points adjustments of a season, the newest first, withdrawn ones too."""
        season, person = seasons.season(actor_of(request), pk)
        adjustments = Adjustment.objects.filter(event=pk).select_related("player").order_by("-pk")
        pages = SortedPages()
        page = pages.paginate_queryset(adjustments, request, self) or []
        return pages.get_paginated_response(_adjustments(page, season, person, many=True))

    @extend_schema(request=serializers.AdjustmentIn, responses={201: serializers.AdjustmentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Adjust a player's points."""
        season, person = seasons.season(actor_of(request), pk)
        given = self.given(serializers.AdjustmentIn)

        def act() -> Any:
            adjustment = adjustment_give(by=person, season=season, **given)
            return _adjustments(adjustment, season, person)

        return self.write(request, act)


class AdjustmentPreview(View):
    @extend_schema(request=serializers.AdjustmentIn, responses=serializers.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """Preview the table with a points adjustment. Nothing is saved."""
        found = _found(request, pk)
        given = self.given(serializers.AdjustmentIn)

        def act() -> Any:
            changed = adjustment_foreseen(by=found.person, season=found.season, **given)
            return found.what_if_data(changed)

        return self.write(request, act, status=200)


class AdjustmentEnd(View):
    @extend_schema(request=serializers.AdjustmentEndIn, responses={201: serializers.AdjustmentOut})
    def post(self, request: Request, pk: int, adjustment: int) -> Response:
        """Withdraw a points adjustment.

        From now on it is as if it had never been; it stays in the list."""
        season, person = seasons.season(actor_of(request), pk)
        reason = self.given(serializers.AdjustmentEndIn)["reason"]

        def act() -> Any:
            ended = adjustment_end(by=person, season=season, adjustment=adjustment, reason=reason)
            return _adjustments(ended, season, person)

        return self.write(request, act)


def _adjustments(
    shown: Adjustment | Sequence[Adjustment], season: Season, person: Person, *, many: bool = False
) -> Any:
    players = [one.player for one in ([shown] if isinstance(shown, Adjustment) else shown)]
    club = season.event.club
    names = {player.pk: player_names.shown_name(player, club, person) for player in players}
    return serializers.AdjustmentOut(shown, many=many, context={"names": names}).data


PATHS = [
    path("seasons/<int:pk>/standings/<int:player>", StandingWhy.as_view()),
    path("seasons/<int:pk>/what-if", SeasonWhatIf.as_view()),
    path("seasons/<int:pk>/adjustments", AdjustmentList.as_view()),
    path("seasons/<int:pk>/adjustments/preview", AdjustmentPreview.as_view()),
    path("seasons/<int:pk>/adjustments/<int:adjustment>/end", AdjustmentEnd.as_view()),
]
