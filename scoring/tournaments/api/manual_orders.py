"""/api/v1/: the order of players of a tournament who are level, as the committee decides it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.pagination import SortedPages
from scoring.leagues.api.serializers.fixtures import ReasonIn, version_in
from scoring.leagues.api.serializers.manual_orders import (
    ManualOrderOut,
    ManualOrderPreviewIn,
    replaced_out,
)
from scoring.leagues.models import ManualOrder
from scoring.leagues.selectors.manual_orders import ManualOrderLine, manual_orders
from scoring.leagues.selectors.standings import names_of
from scoring.leagues.services.manual_orders import ManualOrderPreview
from scoring.tournaments.models import Tournament
from scoring.tournaments.selectors.board import tables_of
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services import manual_orders as services

from .reads import tournament_of
from .serializers import TournamentChangeOut, TournamentWhatIfOut
from .writes import Acting


class TournamentManualOrderIn(ManualOrderPreviewIn):
    version = version_in("tournament")


class TournamentManualOrderOut(ManualOrderOut):
    season = None  # type: ignore[assignment]  # a tournament instead
    tournament = serializers.IntegerField(source="order.event_id")


class TournamentManualOrderPreviewOut(TournamentWhatIfOut):
    replaced = replaced_out()


def _represented(rows: list[ManualOrder], tournament: Tournament, person: Person) -> Any:
    now = reading_of(tournament, person)
    tables = [one.whole for one in tables_of(now)]
    lines = [
        ManualOrderLine.of(row, table.table, now.names)
        for row in rows
        for table in tables
        if any(one.competitor_id in table.entrants for one in row.places.all())
    ]
    return TournamentManualOrderOut(lines, many=True, context={"names": now.names}).data


def _answer(person: Person, row: ManualOrder) -> Any:
    found = Tournament.objects.select_related("event__club").get(pk=row.event_id)
    (answer,) = _represented([row], found, person)
    return answer


def _preview_answer(person: Person, found: ManualOrderPreview) -> Any:
    """Of its table alone."""
    tournament = Tournament.objects.select_related("event__club").get(pk=found.table.event)
    now = reading_of(tournament, person)
    members = found.table.entrants.keys()
    groups = (one.group for one in tables_of(now) if one.whole.entrants.keys() == members)
    context = {"group": next(groups) or None, "names": names_of(found.table, "")}
    changes = TournamentChangeOut(found.what_if.changes, many=True, context=context).data
    return {
        "tournament": tournament.pk,
        "version": tournament.version,
        "results": changes,
        "replaced": [row.pk for row in found.replaced],
    }


class TournamentManualOrders(Acting):
    pagination_class = SortedPages

    @extend_schema(responses=TournamentManualOrderOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the orders that the committee decided, the newest first, withdrawn ones too."""
        found, person = tournament_of(request, pk)
        self.read_version = found.version
        rows = manual_orders(found.pk, of_teams=False)
        return self.paginated(rows, lambda page: _represented(page, found, person))

    @extend_schema(request=TournamentManualOrderIn, responses={201: TournamentManualOrderOut})
    def post(self, request: Request, pk: int) -> Response:
        """Decide the order of players who are level in a table.

        Who qualifies from a group follows, until a match of the knock-out has started."""

        def decide(*, players: list[int], **facts: Any) -> ManualOrder:
            return services.manual_order_decide(entrants=players, **facts)

        return self.acted(request, pk, TournamentManualOrderIn, decide, _answer, 201)


class TournamentManualOrderPreview(Acting):
    @extend_schema(request=ManualOrderPreviewIn, responses={200: TournamentManualOrderPreviewOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview the table with an order of players who are level. Nothing is saved."""

        def preview(*, players: list[int], **facts: Any) -> ManualOrderPreview:
            return services.manual_order_preview(entrants=players, **facts)

        return self.acted(request, pk, ManualOrderPreviewIn, preview, _preview_answer)


class TournamentManualOrderEnd(Acting):
    @extend_schema(request=ReasonIn, responses={201: TournamentManualOrderOut})
    def post(self, request: Request, pk: int, order: int) -> Response:
        """Withdraw an order of the committee; it stays in the list."""
        end = services.manual_order_end
        return self.acted(request, pk, ReasonIn, end, _answer, 201, order=order)
