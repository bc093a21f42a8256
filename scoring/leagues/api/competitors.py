"""/api/v1/: players or teams that join late, withdraw from a season or come back into it."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act
from ecarte_club.core.api import View
from scoring.leagues.models import Season
from scoring.leagues.rules.diary import Dated
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

from .seasons import season_of, season_to_write, version_of
from .serializers import competitors as serializers


class CompetitorAct(View):
    of_teams = False
    preview: Callable[..., Any]
    act: Callable[..., Any]

    def represented(self, season: Season, result: Any) -> dict[str, Any]:
        raise NotImplementedError

    def post(self, request: Request, pk: int) -> Response:
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.validated(self.serializer_in)
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
    """Add a late player, who meets everybody still in the season"""

    serializer_in, serializer_out = serializers.JoinIn, serializers.JoinedOut

    @extend_schema(responses=serializers.EntrantOut(many=True))
    def get(self, request: Request, pk: int) -> Response:
        """List the players of a planned season, in the order of their places"""
        season, person = season_of(request, pk)
        self.read_version = season.version
        entrants = fixtures.entrants_of(season, person)
        return Response(serializers.EntrantOut(entrants, many=True).data)


class Withdrawals(Withdrawing):
    """Withdraw a player from a season

    Before half of their fixtures are played, their results are struck out; after that, the
    others win the rest."""

    serializer_in, serializer_out = serializers.WithdrawIn, serializers.WithdrawnOut


class Returns(Returning):
    """Undo a player's withdrawal, as if it had never been"""

    serializer_in, serializer_out = serializers.ReturnIn, serializers.ReturnedOut


class LateTeams(Joining):
    """Add meetings for a team that entered late, against every team still in the season"""

    of_teams = True
    serializer_in, serializer_out = serializers.TeamActIn, serializers.LateTeamOut


class TeamWithdrawals(Withdrawing):
    """Withdraw a team from a season

    Before half of its meetings are played, its results are struck out; after that, the others
    win the rest."""

    of_teams = True
    serializer_in, serializer_out = serializers.TeamWithdrawIn, serializers.TeamWithdrawnOut


class TeamReturns(Returning):
    """Undo a team's withdrawal, as if it had never been"""

    of_teams = True
    serializer_in, serializer_out = serializers.TeamActIn, serializers.TeamReturnedOut
