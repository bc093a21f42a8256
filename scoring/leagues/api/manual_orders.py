"""/api/v1/: the order of players or teams who are level, as the committee decides it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act, Person
from ecarte_club.clubs.selectors import player_names
from ecarte_club.core.api import StrictSerializer, View
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.models import ManualOrder, Season
from scoring.leagues.selectors.manual_orders import ManualOrderLine, manual_orders
from scoring.leagues.selectors.standings import EventTable, names_of, season_table_now
from scoring.leagues.selectors.team_standings import team_table_now
from scoring.leagues.services.manual_orders import (
    manual_order_decide,
    manual_order_end,
    manual_order_preview,
)

from .seasons import season_of, season_to_write
from .serializers import manual_orders as serializers
from .serializers.fixtures import ReasonIn


class ManualOrderView(View):
    of_teams = False
    serializer_in: type[StrictSerializer] = serializers.ManualOrderIn
    serializer_out: Any = serializers.ManualOrderOut

    def table(self, season: Season) -> EventTable:
        return team_table_now(season.pk) if self.of_teams else season_table_now(season.pk)

    def names(self, table: EventTable, season: Season, person: Person) -> dict[str, Any]:
        shown = "" if self.of_teams else player_names.names_shown(season.event.club, person)
        return {"names": names_of(table, shown)}

    def represented(self, rows: list[ManualOrder], season: Season, person: Person) -> Any:
        table = self.table(season)
        lines = [ManualOrderLine.of(row, table.table, table.entrants) for row in rows]
        context = self.names(table, season, person)
        return self.serializer_out(lines, many=True, context=context).data

    def given(self) -> dict[str, Any]:
        """With those who are ranked as `entrants`."""
        given = self.validated(self.serializer_in)
        given["entrants"] = given.pop("teams" if self.of_teams else "players")
        return given


class ManualOrderDeciding(ManualOrderView):
    pagination_class = SortedPages

    def page(self, request: Request, pk: int) -> Response:
        season, person = season_of(request, pk)
        table = self.table(season)
        rows = manual_orders(season.pk, of_teams=self.of_teams)
        self.read_version = table.version
        return self.paginated(rows, lambda page: self.represented(page, season, person))

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        fields = {"by": person, "season": season, "of_teams": self.of_teams, **self.given()}

        def act() -> Any:
            (made,) = self.represented([manual_order_decide(**fields)], season, person)
            return made

        return self.write(request, act)


class ManualOrders(ManualOrderDeciding):
    """Decide the order of players who are level

    It replaces what some of them were ranked by before."""

    @extend_schema(responses=serializers.ManualOrderOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the orders that the committee decided, the newest first, withdrawn ones too"""
        return self.page(request, pk)


class ManualOrderPreview(ManualOrderView):
    """Preview the table with an order of players who are level. Nothing is saved"""

    serializer_in = serializers.ManualOrderPreviewIn
    serializer_out: Any = serializers.ManualOrderPreviewOut

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        fields = {"by": person, "season": season, "of_teams": self.of_teams, **self.given()}

        def act() -> Any:
            found, table = manual_order_preview(**fields), self.table(season)
            answer = {
                "season": season.pk,
                "version": table.version,
                "results": found.what_if.changes,
                "replaced": [row.pk for row in found.replaced],
            }
            return self.serializer_out(answer, context=self.names(table, season, person)).data

        return self.write(request, act, status=200)


class ManualOrderEnd(ManualOrderView):
    """Withdraw an order of the committee

    From now on it is as if it had never been; it stays in the list."""

    serializer_in = ReasonIn

    def post(self, request: Request, pk: int, order: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.validated(self.serializer_in)
        fields = {"order": order, "of_teams": self.of_teams, **given}

        def act() -> Any:
            ended = manual_order_end(by=person, season=season, **fields)
            (answer,) = self.represented([ended], season, person)
            return answer

        return self.write(request, act)


class TeamManualOrders(ManualOrderDeciding):
    """Decide the order of teams that are level

    It replaces what some of them were ranked by before."""

    of_teams = True
    serializer_in = serializers.TeamManualOrderIn
    serializer_out = serializers.TeamManualOrderOut

    @extend_schema(responses=serializers.TeamManualOrderOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the orders of teams that the committee decided, the newest first"""
        return self.page(request, pk)


class TeamManualOrderPreview(ManualOrderPreview):
    """Preview the table with an order of teams that are level. Nothing is saved"""

    of_teams = True
    serializer_in = serializers.TeamManualOrderPreviewIn
    serializer_out = serializers.TeamManualOrderPreviewOut


class TeamManualOrderEnd(ManualOrderEnd):
    """Withdraw an order of teams

    From now on it is as if it had never been; it stays in the list."""

    of_teams = True
    serializer_out = serializers.TeamManualOrderOut
