"""/api/v1/: a team that leaves a season, comes back into it, or comes late."""

from collections.abc import Callable, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from ecarte_club.clubs.permissions import Act
from ecarte_club.core.api import StrictSerializer, View
from scoring.leagues.api.fixture_actions import held, version_of
from scoring.leagues.api.fixture_plain import returned, withdrawn
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.services import teams
from scoring.leagues.services.teams import TeamLeaving, TeamReturning

from . import leaving_shapes as shapes
from . import plain

Plain = dict[str, Any]


class TeamAct(View):
    """Foreseen, or done, on the season's version."""

    shape_in: type[StrictSerializer]
    shape_out: type[Serializer[Any]]
    foreseen: Callable[..., Any]
    done: Callable[..., Any]

    def told(self, found: Any) -> Plain:
        """What follows, as plain data."""
        raise NotImplementedError

    def answered(self, request: Request, pk: int) -> Response:
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(self.shape_in)
        asked = {"by": person, "season": season, "team": given["team"]}

        def shown(found: Any, preview: bool) -> Any:
            told: Plain = {"season": pk, "version": version_of(pk), "preview": preview}
            return self.shape_out({**told, "team": given["team"], **self.told(found)}).data

        if given.pop("preview"):
            return Response(shown(type(self).foreseen(**asked), True))
        return self.write(request, lambda: shown(type(self).done(**{**asked, **given}), False))


class LateTeams(TeamAct):
    shape_in, shape_out = shapes.TeamActIn, shapes.LateTeamOut
    foreseen, done = teams.team_late_foreseen, teams.team_late

    def told(self, found: Sequence[Dated]) -> Plain:
        return {"meetings": plain.dated(found)}

    @extend_schema(
        request=shapes.TeamActIn, responses={200: shapes.LateTeamOut, 201: shapes.LateTeamOut}
    )
    def post(self, request: Request, pk: int) -> Response:
        """A team that entered late meets every one that is still there."""
        return self.answered(request, pk)


class TeamWithdrawals(TeamAct):
    shape_in, shape_out = shapes.TeamWithdrawIn, shapes.TeamWithdrawnOut
    foreseen, done = teams.team_withdrawal_foreseen, teams.team_withdraw

    def told(self, found: TeamLeaving) -> Plain:
        return withdrawn(found)

    @extend_schema(
        request=shapes.TeamWithdrawIn,
        responses={200: shapes.TeamWithdrawnOut, 201: shapes.TeamWithdrawnOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """A team leaves: before half struck out, after it the others win the rest."""
        return self.answered(request, pk)


class TeamReturns(TeamAct):
    shape_in, shape_out = shapes.TeamActIn, shapes.TeamReturnedOut
    foreseen, done = teams.team_return_foreseen, teams.team_return

    def told(self, found: TeamReturning) -> Plain:
        begun = [{"board": pk, "match": match.pk} for pk, match in found.matches.items()]
        return {**returned(found), "matches": begun}

    @extend_schema(
        request=shapes.TeamActIn,
        responses={200: shapes.TeamReturnedOut, 201: shapes.TeamReturnedOut},
    )
    def post(self, request: Request, pk: int) -> Response:
        """A team's withdrawal taken back: as if it had never been."""
        return self.answered(request, pk)
