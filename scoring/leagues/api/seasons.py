"""/api/v1/: leagues, seasons and standings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.selectors import player_names
from ecarte_club.clubs.selectors.clubs import person
from ecarte_club.core import etags
from ecarte_club.core.api import AnyAccepted, View
from ecarte_club.core.exceptions import Absent, Invalid
from games.matches.api.inputs import match_terms
from games.matches.services.matches import MatchTerms
from scoring.leagues import renderers
from scoring.leagues.models import League
from scoring.leagues.renderers import Printed
from scoring.leagues.selectors import seasons
from scoring.leagues.services.seasons import NAMES, SeasonPlan, TeamTerms, season_open
from scoring.tables.criteria import USUAL, USUAL_OF_TEAMS
from scoring.tables.results import Scheme

from . import serializers
from .standings.queries import WHEN, when_of

SIZE_MOST, PAGE_MOST = 500, 10**6
KNOWN = OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER)


class LeagueList(ListAPIView[League], View):
    """Leagues with the seasons that you may read."""

    serializer_class = serializers.LeagueOut

    @extend_schema(parameters=[OpenApiParameter("club", OpenApiTypes.STR, description="A slug.")])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        leagues = seasons.leagues_seen(actor_of(request))
        if club := request.query_params.get("club"):
            leagues = leagues.filter(club__slug=club.replace("\x00", ""))
        page = self.paginate_queryset(leagues)
        plain = [league_plain(league) for league in page or ()]
        return self.get_paginated_response(serializers.LeagueOut(plain, many=True).data)


class LeagueDetail(View):
    @extend_schema(responses=serializers.LeagueOut)
    def get(self, request: Request, pk: int) -> Response:
        """One league with the seasons that you may see."""
        league = seasons.leagues_seen(actor_of(request)).filter(pk=pk).first()
        if league is None:
            raise Absent
        return Response(serializers.LeagueOut(league_plain(league)).data)


class SeasonDetail(View):
    @extend_schema(responses=serializers.SeasonOut)
    def get(self, request: Request, pk: int) -> Response:
        """One season: its days, its terms, and how its table is made."""
        season, _person = seasons.season(actor_of(request), pk)
        return Response(serializers.SeasonOut(serializers.season_plain(season)).data)


class ClubSeasonList(View):
    @extend_schema(request=serializers.SeasonIn, responses={201: serializers.SeasonOut})
    def post(self, request: Request, slug: str) -> Response:
        """Open a season of a league; a league of that name is made when there is none."""
        club, person = club_of(request, slug)
        given = self.given(serializers.SeasonIn)
        terms = match_terms(given["terms"], club) or MatchTerms()
        plan = SeasonPlan(
            name=given["name"],
            starts_on=given["starts_on"],
            ends_on=given["ends_on"],
            terms=terms,
            scheme=Scheme(**{name: given[field] for name, field in NAMES.items()}),
            tie_breaks=tuple(given.get("tie_breaks", USUAL)),
            public=given["public"],
            seed=given["seed"],
            teams=_team_terms(given["teams"]),
        )

        def act() -> Any:
            season = season_open(by=person, league=given["league"], plan=plan)
            return serializers.SeasonOut(serializers.season_plain(season)).data

        return self.write(request, act)


def _team_terms(given: dict[str, Any] | None) -> TeamTerms | None:
    if given is None:
        return None
    points = {name: given[f"meeting_{name}"] for name in ("win", "draw", "loss")}
    breaks = tuple(given.get("team_breaks", USUAL_OF_TEAMS))
    return TeamTerms(given["boards"], **points, tie_breaks=breaks)


def league_plain(league: League) -> dict[str, object]:
    return {
        "id": league.pk,
        "name": league.name,
        "club": league.club.slug,
        "seasons": [serializers.season_plain(season) for season in league.seasons.all()],
    }


class Standings(View):
    """The standings, as of the newest version, or as they were."""

    @extend_schema(
        parameters=[
            *WHEN,
            OpenApiParameter("page", OpenApiTypes.INT),
            OpenApiParameter("page_size", OpenApiTypes.INT, description=f"{SIZE_MOST} at most."),
            KNOWN,
        ],
        responses={200: serializers.StandingsOut, 304: OpenApiResponse(description="Unchanged.")},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        page = bounded(request, "page", 1, PAGE_MOST)
        size = bounded(request, "page_size", renderers.SIZE, SIZE_MOST)
        here = request.build_absolute_uri()
        return issued(
            request,
            pk,
            renderers.JSON,
            lambda table: renderers.printed_page(table, page, size, here),
        )


class StandingsCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(
        parameters=[*WHEN, KNOWN],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            304: OpenApiResponse(description="Unchanged."),
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same, as a table for a spreadsheet."""
        return issued(request, pk, renderers.CSV, lambda table: Printed(renderers.csv_table(table)))


class StandingsNdjson(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(
        parameters=[*WHEN, KNOWN],
        responses={
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            304: OpenApiResponse(description="Unchanged."),
        },
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The same: a line of JSON for each player, all of them."""
        return issued(
            request, pk, renderers.NDJSON, lambda table: Printed(renderers.ndjson_table(table))
        )


def issued(
    request: Request, pk: int, form: renderers.Form, make: Callable[[seasons.Table], Printed]
) -> HttpResponse:
    """The edition as it is printed, from the shelf when it was asked for before."""
    when = when_of(request)
    name = form.cache_name(request._request, when)
    edition = getattr(request._request, "edition", None) or seasons.edition(pk)
    actor = actor_of(request)
    somebody = person(actor, edition.club) if edition.public else seasons.season(actor, pk)[1]
    if player_names.sees_names(somebody):
        edition = edition.for_the_club()
    if etags.known(request.headers.get("If-None-Match", ""), renderers.etag(edition)):
        return renderers.not_modified(edition)
    printed = renderers.printed_cache.get(edition, name)
    if printed is None:
        table = seasons.table_of(edition, when)
        # An entry may have come between the two queries: the bytes belong to what was read.
        edition = replace(edition, version=table.version, names_shown=table.names_shown)
        printed = make(table)
        renderers.printed_cache.put(edition, name, printed)
    return renderers.response(edition, printed, form.media_type)


def bounded(request: Request, name: str, usual: int, most: int) -> int:
    value = request.query_params.get(name, "")
    if not value:
        return usual
    digits = value.lstrip("0")[:9]
    if not digits.isascii() or not digits.isdigit() or not 1 <= int(digits) <= most:
        text = _("Must be a whole number from 1 to %(most)s.") % {"most": most}
        raise Invalid("invalid", text, errors={name: text})
    return int(digits)
