"""/api/v1/: match points given to teams and taken from them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.api.fixture_reads import season_of
from scoring.leagues.api.standings.plain import change_plain, ruling_plain
from scoring.leagues.api.standings.serializers import AdjustmentEndIn
from scoring.leagues.models import TeamAdjustment
from scoring.leagues.selectors.standings.lines import names_of
from scoring.leagues.selectors.standings.reading import Whole
from scoring.leagues.selectors.teams import standing
from scoring.leagues.services import teams
from scoring.tables.table import WhatIf

from . import adjustment_shapes as shapes
from . import plain


def _shown(one: TeamAdjustment) -> Any:
    told = {**ruling_plain(one), "season": one.season_id, "team": plain.team_named(one.team)}
    return shapes.TeamAdjustmentOut(told).data


class TeamAdjustments(View):
    pagination_class = SortedPages

    @extend_schema(responses=shapes.TeamAdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """Match points given and taken by the committee, the newest first; also what was ended."""
        season, _person = season_of(request, pk)
        found = TeamAdjustment.objects.filter(season=season).select_related("team").order_by("-pk")
        pages = SortedPages()
        page = pages.paginate_queryset(found, request, self) or []
        return pages.get_paginated_response([_shown(one) for one in page])

    @extend_schema(request=shapes.TeamAdjustmentIn, responses={201: shapes.TeamAdjustmentOut})
    def post(self, request: Request, pk: int) -> Response:
        """Give match points to a team, or take them."""
        season, person = season_of(request, pk)
        given = self.given(shapes.TeamAdjustmentIn)
        return self.write(
            request,
            lambda: _shown(teams.team_adjustment_give(by=person, season=season, **given)),
        )


class TeamPreview(View):
    @extend_schema(request=shapes.TeamAdjustmentIn, responses=shapes.TeamsChangedOut)
    def post(self, request: Request, pk: int) -> Response:
        """The table of the teams as it would be with it. Nothing is given or taken."""
        season, person = season_of(request, pk)
        given = self.given(shapes.TeamAdjustmentIn)

        def act() -> Any:
            changed = teams.team_adjustment_foreseen(by=person, season=season, **given)
            return changed_shown(standing.whole_now(season.pk), changed)

        return self.write(request, act, status=200)


def changed_shown(whole: Whole, changed: WhatIf) -> Any:
    """The table that it was tried on, as it would be."""
    names = names_of(whole, "")
    lines = [
        {"team": {"id": one.entrant, "name": names[one.entrant]}, **change_plain(one)}
        for one in changed.changes
    ]
    told = {"season": whole.event, "version": whole.version, "results": lines}
    return shapes.TeamsChangedOut(told).data


class TeamAdjustmentEnd(View):
    @extend_schema(request=AdjustmentEndIn, responses={201: shapes.TeamAdjustmentOut})
    def post(self, request: Request, pk: int, adjustment: int) -> Response:
        """From now on it is as if it had never been; it stays in the list."""
        season, person = season_of(request, pk)
        asked = {"adjustment": adjustment, **self.given(AdjustmentEndIn)}
        return self.write(
            request,
            lambda: _shown(teams.team_adjustment_end(by=person, season=season, **asked)),
        )
