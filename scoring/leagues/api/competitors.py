"""/api/v1/: players or teams that join late, withdraw from a season or come back into it."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from ecarte_club.clubs.permissions import Act
from ecarte_club.core.api import StrictSerializer, View
from scoring.leagues.models import Season
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.selectors import fixtures
from scoring.leagues.selectors.competitors import competitors_of
from scoring.leagues.selectors.plans import fixtures_with_names
from scoring.leagues.services.planning import competitor_join, joining_preview
from scoring.leagues.services.withdrawing import (
    Return,
    Withdrawal,
    competitor_return,
    competitor_withdraw,
    return_preview,
    withdrawal_preview,
)

from .seasons import previewable, season_of, season_to_write, version_of
from .serializers import competitors as serializers


class CompetitorAct(View):
    """Previewed, or done, on the season's version."""

    of_teams = False
    serializer_in: type[StrictSerializer]
    serializer_out: type[Serializer[Any]]
    preview: Callable[..., Any]
    act: Callable[..., Any]

    def represented(self, season: Season, result: Any) -> dict[str, Any]:
        raise NotImplementedError

    def answer(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.given(self.serializer_in)
        competitors = competitors_of(season)
        competitors.check_kind(of_teams=self.of_teams)
        competitor, is_preview = given.pop(competitors.kind), given.pop("preview")
        fields = {"by": person, "season": season, "competitor": competitor}

        def represented(result: Any) -> Any:
            own = {"season": pk, "version": version_of(pk), "preview": is_preview}
            own[competitors.kind] = competitor
            return self.serializer_out({**own, **self.represented(season, result)}).data

        if is_preview:
            return Response(represented(type(self).preview(**fields)))
        return self.write(request, lambda: represented(type(self).act(**fields, **given)))


class Joining(CompetitorAct):
    preview, act = joining_preview, competitor_join

    def represented(self, season: Season, result: Sequence[Dated]) -> dict[str, Any]:
        return {"meetings" if self.of_teams else "fixtures": fixtures_with_names(season, result)}


class Withdrawing(CompetitorAct):
    preview, act = withdrawal_preview, competitor_withdraw

    def represented(self, season: Season, result: Withdrawal) -> dict[str, Any]:
        own = {name: getattr(result, name) for name in ("struck", "played", "of")}
        return {**own, **_ids(result)}


class Returning(CompetitorAct):
    preview, act = return_preview, competitor_return

    def represented(self, season: Season, result: Return) -> dict[str, Any]:
        slot = "board" if self.of_teams else "fixture"
        matches = [{slot: pk, "match": match.pk} for pk, match in result.matches.items()]
        own = {"struck": result.struck, "byes": result.byes, "matches": matches}
        return {**own, **_ids(result)}


def _ids(result: Withdrawal | Return) -> dict[str, list[int]]:
    return {name: [row.pk for row in getattr(result, name)] for name in ("settled", "rest")}


class Entrants(Joining):
    serializer_in, serializer_out = serializers.JoinIn, serializers.JoinedOut

    @extend_schema(responses=serializers.EntrantOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the players of a planned season, in the order of their places"""
        season, person = season_of(request, pk)
        self.read_version = season.version
        entrants = fixtures.entrants_of(season, person)
        return Response(serializers.EntrantOut(entrants, many=True).data)

    @extend_schema(
        request=serializers.JoinIn,
        responses=previewable(serializers.JoinedOut),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Add a late player, who meets everybody still in the season"""
        return self.answer(request, pk)


class Withdrawals(Withdrawing):
    serializer_in, serializer_out = serializers.WithdrawIn, serializers.WithdrawnOut

    @extend_schema(
        request=serializers.WithdrawIn,
        responses=previewable(serializers.WithdrawnOut),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw a player from a season

        Before half of their fixtures are played, their results are struck out; after that, the
        others win the rest."""
        return self.answer(request, pk)


class Returns(Returning):
    serializer_in, serializer_out = serializers.ReturnIn, serializers.ReturnedOut

    @extend_schema(
        request=serializers.ReturnIn,
        responses=previewable(serializers.ReturnedOut),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Undo a player's withdrawal, as if it had never been"""
        return self.answer(request, pk)


class LateTeams(Joining):
    of_teams = True
    serializer_in, serializer_out = serializers.TeamActIn, serializers.LateTeamOut

    @extend_schema(
        request=serializers.TeamActIn,
        responses=previewable(serializers.LateTeamOut),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Add meetings for a team that entered late, against every team still in the season"""
        return self.answer(request, pk)


class TeamWithdrawals(Withdrawing):
    of_teams = True
    serializer_in, serializer_out = serializers.TeamWithdrawIn, serializers.TeamWithdrawnOut

    @extend_schema(
        request=serializers.TeamWithdrawIn,
        responses=previewable(serializers.TeamWithdrawnOut),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Withdraw a team from a season

        Before half of its meetings are played, its results are struck out; after that, the others
        win the rest."""
        return self.answer(request, pk)


class TeamReturns(Returning):
    of_teams = True
    serializer_in, serializer_out = serializers.TeamActIn, serializers.TeamReturnedOut

    @extend_schema(
        request=serializers.TeamActIn,
        responses=previewable(serializers.TeamReturnedOut),
    )
    def post(self, request: Request, pk: int) -> Response:
        """Undo a team's withdrawal, as if it had never been"""
        return self.answer(request, pk)
