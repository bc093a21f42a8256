"""/api/v1/: entering teams, and changing who plays for them."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.api import View, require_sign_in
from scoring.models import Team
from scoring.planning_api.acts import held
from scoring.services import teams
from scoring.teams import reading

from . import plain, shapes
from .reads import TeamDetail, TeamReads


def team_shown(request: Request, pk: int) -> Any:
    team, _season, _person = reading.team(asker_of(request), pk)
    return shapes.TeamWholeOut(plain.whole(team)).data


class Teams(TeamReads):
    @extend_schema(request=shapes.TeamIn, responses={201: shapes.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """A team enters a season of teams."""
        season, person = held(request, pk, Act.RUN_SEASON)
        given = self.given(shapes.TeamIn)

        def act() -> Any:
            made = teams.team_add(by=person, season=season, **given)
            return team_shown(request, made.pk)

        return self.write(request, act)


class TeamWrite(View):
    """What is done to one team."""

    def found(self, request: Request, pk: int) -> tuple[Team, Person]:
        require_sign_in(request)
        team, _season, person = reading.team(asker_of(request), pk)
        require(person, Act.RUN_SEASON)
        return team, person

    def done(self, request: Request, pk: int, act: Callable[[], object]) -> Response:
        def written() -> Any:
            act()
            return team_shown(request, pk)

        return self.write(request, written)


class TeamChange(TeamDetail, TeamWrite):
    @extend_schema(request=shapes.TeamChangeIn, responses={201: shapes.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Its name and its captain."""
        team, person = self.found(request, pk)
        given = self.given(shapes.TeamChangeIn)
        return self.done(request, pk, lambda: teams.team_change(by=person, team=team, **given))


class TeamJoining(TeamWrite):
    @extend_schema(request=shapes.TeamPlayerIn, responses={201: shapes.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Somebody plays for it from a day on."""
        team, person = self.found(request, pk)
        given = self.given(shapes.TeamPlayerIn)
        return self.done(request, pk, lambda: teams.team_player_join(by=person, team=team, **given))


class TeamLeaving(TeamWrite):
    @extend_schema(request=shapes.TeamPlayerIn, responses={201: shapes.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Somebody plays for it no more from a day on; what he has played stays."""
        team, person = self.found(request, pk)
        given = self.given(shapes.TeamPlayerIn)
        return self.done(
            request, pk, lambda: teams.team_player_leave(by=person, team=team, **given)
        )
