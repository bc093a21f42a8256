"""/api/v1/: match points given to teams and taken from them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.api.fixture_reads import season_of
from scoring.leagues.api.standings.serializers import AdjustmentEndIn
from scoring.leagues.models import TeamAdjustment
from scoring.leagues.selectors import team_standings
from scoring.leagues.selectors.standings import EventTable, names_of
from scoring.leagues.services import team_adjustments as teams
from scoring.tables.table import WhatIf

from . import adjustment_shapes as shapes


class TeamAdjustments(View):
    pagination_class = SortedPages

    @extend_schema(responses=shapes.TeamAdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the points adjustments of teams, the newest first, withdrawn ones too."""
        season, _person = season_of(request, pk)
        adjustments = TeamAdjustment.objects.filter(season=season).select_related("team")
        pages = SortedPages()
        page = pages.paginate_queryset(adjustments.order_by("-pk"), request, self) or []
        return pages.get_paginated_response(shapes.TeamAdjustmentOut(page, many=True).data)

    @extend_schema(request=shapes.TeamAdjustmentIn, responses={201: shapes.TeamAdjustmentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Adjust a team's match points."""
        season, person = season_of(request, pk)
        given = self.given(shapes.TeamAdjustmentIn)
        return self.write(
            request,
            lambda: shapes.TeamAdjustmentOut(
                teams.team_adjustment_give(by=person, season=season, **given)
            ).data,
        )


class TeamPreview(View):
    @extend_schema(request=shapes.TeamAdjustmentIn, responses=shapes.TeamsChangedOut)
    def post(self, request: Request, pk: int) -> Response:
        """Preview the team standings with a points adjustment. Nothing is saved."""
        season, person = season_of(request, pk)
        given = self.given(shapes.TeamAdjustmentIn)

        def act() -> Any:
            changed = teams.team_adjustment_foreseen(by=person, season=season, **given)
            return changed_shown(team_standings.team_table_now(season.pk), changed)

        return self.write(request, act, status=200)


def changed_shown(event_table: EventTable, changed: WhatIf) -> Any:
    """The table that it was tried on, as it would be."""
    answer = {
        "season": event_table.event,
        "version": event_table.version,
        "results": changed.changes,
    }
    return shapes.TeamsChangedOut(answer, context={"names": names_of(event_table, "")}).data


class TeamAdjustmentEnd(View):
    @extend_schema(request=AdjustmentEndIn, responses={201: shapes.TeamAdjustmentOut})
    def post(self, request: Request, pk: int, adjustment: int) -> Response:
        """Withdraw a points adjustment of a team.

        From now on it is as if it had never been; it stays in the list."""
        season, person = season_of(request, pk)
        asked = {"adjustment": adjustment, **self.given(AdjustmentEndIn)}
        return self.write(
            request,
            lambda: shapes.TeamAdjustmentOut(
                teams.team_adjustment_end(by=person, season=season, **asked)
            ).data,
        )
