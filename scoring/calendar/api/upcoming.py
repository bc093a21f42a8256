"""/api/v1/: what a player has to play next."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import person_of
from ecarte_club.core.api import View
from games.matches.api.views import player_of
from scoring.leagues.api import fixture_plain
from scoring.leagues.api.teams.plain import meeting as meeting_plain
from scoring.leagues.selectors import meetings
from scoring.leagues.selectors.fixtures import lines, next_fixture, next_meeting

from .serializers import PlayerNextOut


class PlayerNext(View):
    @extend_schema(responses=PlayerNextOut)
    def get(self, request: Request, pk: int) -> Response:
        """The next fixture of a player, and the next meeting of the team."""
        player = player_of(request, pk)
        person = person_of(request, player.club_id)
        fixture, meeting = next_fixture(player), next_meeting(player)
        told = {
            "fixture": fixture_plain.fixture(lines([fixture], person)[0]) if fixture else None,
            "meeting": meeting_plain(meetings.lines([meeting], person)[0]) if meeting else None,
        }
        return Response(PlayerNextOut(told).data)
