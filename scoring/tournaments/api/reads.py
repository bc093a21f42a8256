"""/api/v1/: tournaments, their rounds, standings, and what these rest on."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Person
from ecarte_club.core import csv_files
from ecarte_club.core.api import FileView, View
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.leagues import renderers
from scoring.leagues.api.adjustments import trial_results
from scoring.leagues.api.serializers.standings import WhatIfIn
from scoring.leagues.api.standings import PAGE_MOST, bounded
from scoring.leagues.selectors.explanations import explanation_of
from scoring.leagues.selectors.standings import names_of
from scoring.tables.criteria import AnyCriterion
from scoring.tables.results import Scheme
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import OPTIONS, Kind
from scoring.tournaments.selectors.board import standings_after, table_of, tried_out
from scoring.tournaments.selectors.pool_board import PoolsDetail, RoundDetail
from scoring.tournaments.selectors.reading import (
    LISTED_MOST,
    reading_of,
    tournament_for,
    tournaments_of,
)
from scoring.tournaments.selectors.tree_board import TreeDetail
from scoring.tournaments.services.opening import SCHEME_FIELDS, TournamentPlan, tournament_open

from .inputs import NUMBER_MOST, TournamentIn
from .serializers import (
    PoolsOut,
    RoundOut,
    TournamentChangeOut,
    TournamentDetailOut,
    TournamentLineOut,
    TournamentOut,
    TournamentStandingsOut,
    TournamentWhatIfOut,
    TournamentWhyOut,
    TreeOut,
)

SLUG = OpenApiParameter("slug", OpenApiTypes.STR, OpenApiParameter.PATH)
AFTER = OpenApiParameter("after_round", OpenApiTypes.INT)
PAGES = [
    OpenApiParameter("page", OpenApiTypes.INT),
    OpenApiParameter("page_size", OpenApiTypes.INT, description=f"{LISTED_MOST} at most."),
]


def tournament_of(request: Request, pk: int) -> tuple[Tournament, Person]:
    return tournament_for(actor_of(request), pk)


def detail_data(pk: int, person: Person) -> Any:
    """Read anew, for the answer to a write."""
    found = Tournament.objects.select_related("event__club").get(pk=pk)
    return TournamentDetailOut(reading_of(found, person)).data


def round_data(pk: int, person: Person, number: int) -> Any:
    found = Tournament.objects.select_related("event__club").get(pk=pk)
    now = reading_of(found, person)
    return RoundOut(RoundDetail(now, now.round(number))).data


class TournamentList(ListAPIView[Tournament], View):
    serializer_class = TournamentOut

    @extend_schema(parameters=[SLUG])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """List the tournaments of a club, the newest first."""
        club, _person = club_of(request, kwargs["slug"])
        page = self.paginate_queryset(tournaments_of(club, actor_of(request)))
        return self.get_paginated_response(TournamentOut(page, many=True).data)

    @extend_schema(parameters=[SLUG], request=TournamentIn, responses={201: TournamentDetailOut})
    def post(self, request: Request, slug: str) -> Response:
        """Open a tournament.

        Players enter next; nothing is drawn until a draw is requested.
        """
        club, person = club_of(request, slug)
        given = self.validated(TournamentIn)
        scheme = Scheme(**{name: given[f"points_{name}"] for name in SCHEME_FIELDS})
        made = TournamentPlan(
            terms=match_terms(given["terms"], club) or MatchTerms(),
            scheme=scheme,
            tie_breaks=tuple(given["tie_breaks"]) if "tie_breaks" in given else None,
            kind=Kind(given["kind"]),
            **{name: given[name] for name in ("name", "public", "seed")},
            **{option.name: given[option.name] for option in OPTIONS},
        )
        return self.write(
            request, lambda: detail_data(tournament_open(by=person, plan=made).pk, person)
        )


class TournamentDetail(View):
    @extend_schema(responses=TournamentDetailOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read a tournament, with its entrants and how far it is."""
        found, person = tournament_of(request, pk)
        return Response(TournamentDetailOut(reading_of(found, person)).data)


class TournamentRound(View):
    @extend_schema(responses=RoundOut)
    def get(self, request: Request, pk: int, number: int) -> Response:
        """Read a round: its pairings or pools, each with why it was drawn."""
        found, person = tournament_of(request, pk)
        self.read_version = found.version
        now = reading_of(found, person)
        return Response(RoundOut(RoundDetail(now, now.round(number))).data)


class TournamentTree(View):
    @extend_schema(responses=TreeOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read the tree of a knock-out, from the first round to the final; else it is empty."""
        found, person = tournament_of(request, pk)
        return Response(TreeOut(TreeDetail(reading_of(found, person))).data)


class TournamentPools(View):
    @extend_schema(responses=PoolsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read the pools of a pool tournament, round by round; else there are none."""
        found, person = tournament_of(request, pk)
        return Response(PoolsOut(PoolsDetail(reading_of(found, person))).data)


class TournamentStandings(View):
    @extend_schema(parameters=[AFTER, *PAGES], responses=TournamentStandingsOut)
    def get(self, request: Request, pk: int) -> Response:
        """Read the standings, now or after a round; group by group where there are groups."""
        page = bounded(request, "page", 1, PAGE_MOST)
        size = bounded(request, "page_size", LISTED_MOST, LISTED_MOST)
        found = standings_after(reading_of(*tournament_of(request, pk)), after_round(request))
        total, first = len(found.lines), (page - 1) * size
        lines = {
            "tournament": found.tournament,
            "order": found.order,
            "lines": found.lines[first : first + size],
            "count": total,
            **renderers.page_links(total, page, size, request.build_absolute_uri()),
        }
        return Response(TournamentStandingsOut(lines).data)


def _every_line(request: Request, pk: int) -> tuple[Sequence[AnyCriterion], list[Any]]:
    """The order of the tie-breaks, and the lines of the table."""
    found = standings_after(reading_of(*tournament_of(request, pk)), after_round(request))
    return found.order, list(TournamentLineOut(found.lines, many=True).data)


COLUMNS = (
    *("group", "goes_on", "rank", "player_id", "player", "points", "adjustment"),
    *("played", "won", "drawn", "lost", "games_for", "games_against"),
)


def _csv(order: Sequence[AnyCriterion], lines: Iterable[dict[str, Any]]) -> bytes:
    """A column for each tie-break behind the others, in their order, and last the reason of the
    committee."""
    columns = (*COLUMNS, *(f"figures.{criterion}" for criterion in order), "manual_order")
    return csv_files.write_rows(columns, (_row(line, order) for line in lines))


def _row(line: dict[str, Any], order: Sequence[AnyCriterion]) -> Iterator[object]:
    """Empty: there is none. Where a tie-break has several figures, with a space between."""
    player, figures = line["player"], {one["criterion"]: one["figures"] for one in line["figures"]}
    own = {**line, "player_id": player["id"], "player": player["name"]}
    for name in COLUMNS:
        value = own[name]
        yield "" if value is None else int(value) if isinstance(value, bool) else value
    for criterion in order:
        own_figures = figures.get(criterion, ())
        yield own_figures[0] if len(own_figures) == 1 else " ".join(map(str, own_figures))
    yield (line["manual_order"] or {}).get("reason", "")


class TournamentStandingsTable(FileView):
    @extend_schema(parameters=[AFTER], responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the standings as CSV."""
        body = _csv(*_every_line(request, pk))
        return csv_files.download(f"tournament-{pk}-standings.csv", body)


def after_round(request: Request) -> int | None:
    """None: now. Raises: Invalid."""
    asked = request.query_params.get("after_round", "")
    return bounded(request, "after_round", 1, NUMBER_MOST) if asked else None


class TournamentStandingsLines(FileView):
    @extend_schema(parameters=[AFTER], responses={(200, "application/x-ndjson"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Read the standings as NDJSON, a line for each player."""
        _order, lines = _every_line(request, pk)
        return HttpResponse(renderers.in_lines(lines), content_type=renderers.NDJSON.media_type)


class TournamentWhy(View):
    @extend_schema(
        operation_id="tournaments_standings_why", parameters=[AFTER], responses=TournamentWhyOut
    )
    def get(self, request: Request, pk: int, player: int) -> Response:
        """Explain the place of a player: what separates them from the players above and below.

        In groups, within their own; a knock-out and pools have no table.
        """
        until_round = after_round(request)
        found = table_of(reading_of(*tournament_of(request, pk)), player)
        table = found.whole.at(after_round=until_round)
        explanation = explanation_of(found.whole, table, player, "")
        context = {"group": found.group or None}
        return Response(TournamentWhyOut(explanation, context=context).data)


class TournamentWhatIf(View):
    @extend_schema(request=WhatIfIn, responses=TournamentWhatIfOut)
    def post(self, request: Request, pk: int) -> Response:
        """Try out results of published, undecided pairings, and read the tables they would give.

        Nothing is saved; anybody who may read the tournament may do this, without a key.
        """
        found = reading_of(*tournament_of(request, pk))
        lines = [
            line
            for standing, changed in tried_out(found, trial_results(self.validated(WhatIfIn)))
            for line in TournamentChangeOut(
                changed.changes,
                many=True,
                context={"group": standing.group or None, "names": names_of(standing.whole, "")},
            ).data
        ]
        version = found.progress.tournament.version
        return Response({"tournament": pk, "version": version, "results": lines})
