"""/api/v1/: results that are only tried in a table, and points given and taken by the committee."""

from collections.abc import Mapping
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.api import StrictSerializer, View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.models import Season
from scoring.leagues.rules.teams import BoardPoints
from scoring.leagues.selectors.standings import EventTable, names_of, season_table
from scoring.leagues.selectors.team_standings import team_table, team_table_now
from scoring.leagues.selectors.what_if import (
    TrialMeeting,
    TrialResult,
    table_with_meetings,
    table_with_results,
)
from scoring.leagues.services.adjustments import (
    adjustment_end,
    adjustment_give,
    adjustment_preview,
    adjustments_of,
)
from scoring.tables.table import WhatIf

from .seasons import season_of
from .serializers import standings as serializers


def _what_if(
    season: Season, person: Person, event_table: EventTable, what_if: WhatIf, *, of_teams: bool
) -> Any:
    """The table that it was tried on, as it would be."""
    shown = "" if of_teams else player_names.names_shown(season.event.club, person)
    answer = {
        "season": event_table.event,
        "version": event_table.version,
        "results": what_if.changes,
    }
    serializer = serializers.TeamsChangedOut if of_teams else serializers.WhatIfOut
    return serializer(answer, context={"names": names_of(event_table, shown)}).data


class SeasonWhatIf(View):
    @extend_schema(request=serializers.WhatIfIn, responses=serializers.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """Try results in a table.

        Nothing is saved. Everybody who may read the season may ask, and no key is needed."""
        season, person = season_of(request, pk)
        event_table = season_table(season.pk)
        results = trial_results(self.validated(serializers.WhatIfIn))
        what_if = table_with_results(event_table, season.event, results)
        return Response(_what_if(season, person, event_table, what_if, of_teams=False))


def trial_results(given: Mapping[str, Any]) -> list[TrialResult]:
    """As `WhatIfIn` has it."""
    return [
        TrialResult(one["player_a"], one["player_b"], (one["games"]["a"], one["games"]["b"]))
        for one in given["results"]
    ]


class TeamWhatIf(View):
    @extend_schema(request=serializers.TeamWhatIfIn, responses=serializers.TeamsChangedOut)
    def post(self, request: Request, pk: int) -> Response:
        """Try meetings of teams in the table.

        Nothing is saved. Everybody who may read the season may ask, and no key is needed."""
        season, person = season_of(request, pk)
        event_table = team_table(season.pk)
        results = [
            _trial_meeting(one) for one in self.validated(serializers.TeamWhatIfIn)["results"]
        ]
        what_if = table_with_meetings(event_table, season, results)
        return Response(_what_if(season, person, event_table, what_if, of_teams=True))


def _trial_meeting(given: dict[str, Any]) -> TrialMeeting:
    pair = given["team_a"], given["team_b"]
    if points := given.get("board_points"):
        return TrialMeeting(*pair, points=BoardPoints(points["a"], points["b"]))
    return TrialMeeting(*pair, tuple((one["a"], one["b"]) for one in given["boards"]))


class AdjustmentView(View):
    of_teams = False
    serializer_in: type[StrictSerializer] = serializers.AdjustmentIn
    serializer_out: type[Serializer[Any]] = serializers.AdjustmentOut

    def represented(self, rows: Any, season: Season, person: Person) -> Any:
        """Of one, or of a list."""
        many = isinstance(rows, list)
        context = {}
        if not self.of_teams:
            club, players = season.event.club, [one.player for one in (rows if many else [rows])]
            names = {one.pk: player_names.visible_name(one, club, person) for one in players}
            context = {"names": names}
        return self.serializer_out(rows, many=many, context=context).data

    def page(self, request: Request, pk: int) -> Response:
        season, person = season_of(request, pk)
        rows = adjustments_of(season, of_teams=self.of_teams)
        return self.paginated(rows, lambda page: self.represented(page, season, person))


class AdjustmentGiving(AdjustmentView):
    pagination_class = SortedPages

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_of(request, pk)
        given = self.validated(self.serializer_in)

        def act() -> Any:
            made = adjustment_give(by=person, season=season, **given)
            return self.represented(made, season, person)

        return self.write(request, act)


class AdjustmentList(AdjustmentGiving):
    """Adjust a player's points."""

    @extend_schema(responses=serializers.AdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the points adjustments of a season, the newest first, withdrawn ones too."""
        return self.page(request, pk)


class AdjustmentPreview(AdjustmentView):
    @extend_schema(request=serializers.AdjustmentIn, responses=serializers.WhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """Preview the table with a points adjustment. Nothing is saved."""
        return self.preview(request, pk)

    def preview(self, request: Request, pk: int) -> Response:
        season, person = season_of(request, pk)
        given = self.validated(self.serializer_in)

        def act() -> Any:
            what_if = adjustment_preview(by=person, season=season, **given)
            event_table = team_table_now(pk) if self.of_teams else season_table(pk)
            return _what_if(season, person, event_table, what_if, of_teams=self.of_teams)

        return self.write(request, act, status=200)


class AdjustmentEnd(AdjustmentView):
    """Withdraw a points adjustment.

    From now on it is as if it had never been; it stays in the list."""

    serializer_in = serializers.AdjustmentEndIn

    def post(self, request: Request, pk: int, adjustment: int) -> Response:
        season, person = season_of(request, pk)
        given = self.validated(self.serializer_in)
        fields = {"adjustment": adjustment, "of_teams": self.of_teams, **given}

        def act() -> Any:
            ended = adjustment_end(by=person, season=season, **fields)
            return self.represented(ended, season, person)

        return self.write(request, act)


class TeamAdjustments(AdjustmentGiving):
    """Adjust a team's match points."""

    of_teams = True
    serializer_in, serializer_out = serializers.TeamAdjustmentIn, serializers.TeamAdjustmentOut

    @extend_schema(responses=serializers.TeamAdjustmentOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the points adjustments of teams, the newest first, withdrawn ones too."""
        return self.page(request, pk)


class TeamPreview(AdjustmentPreview):
    of_teams = True
    serializer_in = serializers.TeamAdjustmentIn

    @extend_schema(request=serializers.TeamAdjustmentIn, responses=serializers.TeamsChangedOut)
    def post(self, request: Request, pk: int) -> Response:
        """Preview the team standings with a points adjustment. Nothing is saved."""
        return self.preview(request, pk)


class TeamAdjustmentEnd(AdjustmentEnd):
    """Withdraw a points adjustment of a team.

    From now on it is as if it had never been; it stays in the list."""

    of_teams = True
    serializer_out = serializers.TeamAdjustmentOut
