"""/api/v1/: what a player has to play next."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import person_of
from ecarte_club.wire.api import View
from games.api.afterwards import player_of
from scoring.planning.due import next_fixture
from scoring.planning.reading import lines
from scoring.team_api.plain import meeting as meeting_plain
from scoring.teams import meetings
from scoring.teams.due import next_meeting

from . import plain
from .calendar_shapes import PlayerNextOut


class PlayerNext(View):
    @extend_schema(responses=PlayerNextOut)
    def get(self, request: Request, pk: int) -> Response:
        """The next fixture of a player, and the next meeting of the team."""
        player = player_of(request, pk)
        person = person_of(request, player.club_id)
        fixture, meeting = next_fixture(player), next_meeting(player)
        told = {
            "fixture": plain.fixture(lines([fixture], person)[0]) if fixture else None,
            "meeting": meeting_plain(meetings.lines([meeting], person)[0]) if meeting else None,
        }
        return Response(PlayerNextOut(told).data)
