"""/api/v1/: meetings of teams that are only tried."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View
from scoring.leagues.api.fixture_reads import season_of
from scoring.leagues.rules.teams import BoardPoints
from scoring.leagues.selectors import team_standings
from scoring.leagues.selectors.what_if import TrialMeeting, table_with_meetings

from .adjustment_shapes import TeamsChangedOut
from .adjustments import changed_shown
from .trying_shapes import TeamWhatIfIn


class TeamWhatIf(View):
    @extend_schema(request=TeamWhatIfIn, responses=TeamsChangedOut)
    def post(self, request: Request, pk: int) -> Response:
        """Try meetings of teams in the table.

        Nothing is saved. Everybody who may read the season may ask, and no key is needed."""
        season, _person = season_of(request, pk)
        event_table = team_standings.team_table(season.pk)
        results = [_tried(one) for one in self.given(TeamWhatIfIn)["results"]]
        return Response(
            changed_shown(event_table, table_with_meetings(event_table, season, results))
        )


def _tried(given: dict[str, Any]) -> TrialMeeting:
    pair = given["team_a"], given["team_b"]
    if points := given.get("board_points"):
        return TrialMeeting(*pair, points=BoardPoints(points["a"], points["b"]))
    return TrialMeeting(*pair, tuple((one["a"], one["b"]) for one in given["boards"]))
