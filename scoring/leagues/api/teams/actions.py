"""/api/v1/: entering teams, and changing who plays for them."""

from collections.abc import Callable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import View, require_sign_in
from scoring.leagues.api.fixture_reads import season_to_write
from scoring.leagues.models import Team
from scoring.leagues.selectors import teams as reading
from scoring.leagues.services import teams

from . import plain, serializers
from .reads import TeamDetail, TeamReads


def team_shown(request: Request, pk: int) -> Any:
    team, _season, _person = reading.team(actor_of(request), pk)
    return serializers.TeamWholeOut(plain.whole(team)).data


class Teams(TeamReads):
    @extend_schema(request=serializers.TeamIn, responses={201: serializers.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Enter a team in a season of teams"""
        season, person = season_to_write(request, pk, Act.RUN_SEASON)
        given = self.given(serializers.TeamIn)

        def act() -> Any:
            made = teams.team_add(by=person, season=season, **given)
            return team_shown(request, made.pk)

        return self.write(request, act)


class TeamWrite(View):
    """What is done to one team."""

    def found(self, request: Request, pk: int) -> tuple[Team, Person]:
        require_sign_in(request)
        team, _season, person = reading.team(actor_of(request), pk)
        require(person, Act.RUN_SEASON)
        return team, person

    def done(self, request: Request, pk: int, act: Callable[[], object]) -> Response:
        def written() -> Any:
            act()
            return team_shown(request, pk)

        return self.write(request, written)


class TeamChange(TeamDetail, TeamWrite):
    @extend_schema(request=serializers.TeamChangeIn, responses={201: serializers.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Change the name or the captain of a team"""
        team, person = self.found(request, pk)
        given = self.given(serializers.TeamChangeIn)
        return self.done(request, pk, lambda: teams.team_change(by=person, team=team, **given))


class TeamJoining(TeamWrite):
    @extend_schema(request=serializers.TeamPlayerIn, responses={201: serializers.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Add a player to a team from a day on"""
        team, person = self.found(request, pk)
        given = self.given(serializers.TeamPlayerIn)
        return self.done(request, pk, lambda: teams.team_player_join(by=person, team=team, **given))


class TeamLeaving(TeamWrite):
    @extend_schema(request=serializers.TeamPlayerIn, responses={201: serializers.TeamWholeOut})
    def post(self, request: Request, pk: int) -> Response:
        """Remove a player from a team from a day on; their results stay"""
        team, person = self.found(request, pk)
        given = self.given(serializers.TeamPlayerIn)
        return self.done(
            request, pk, lambda: teams.team_player_leave(by=person, team=team, **given)
        )
