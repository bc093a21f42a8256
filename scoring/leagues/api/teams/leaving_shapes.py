"""What programs read and send of a team that leaves, comes back or comes late."""

from rest_framework import serializers

from ecarte_club.core.api import StrictSerializer
from games.matches.api.serializers import NamedOut, Out

from .meeting_shapes import preview_in, reason_in
from .serializers import id_in, version_in


class TeamActIn(StrictSerializer):
    team = id_in()
    version = version_in("season")
    preview = preview_in()


class TeamWithdrawIn(StrictSerializer):
    team = id_in()
    reason = reason_in()
    version = version_in("season")
    preview = preview_in()


class _FollowsOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()
    team = serializers.IntegerField()


class LateMeetingOut(Out):
    round = serializers.IntegerField()
    day = serializers.DateField()
    home = NamedOut()
    away = NamedOut()


class LateTeamOut(_FollowsOut):
    meetings = LateMeetingOut(many=True)


class TeamWithdrawnOut(_FollowsOut):
    struck = serializers.BooleanField(
        help_text="Nothing of it counts; else what was played stands, and others win the rest."
    )
    played = serializers.IntegerField()
    of = serializers.IntegerField()
    settled = serializers.ListField(child=serializers.IntegerField(), help_text="Meetings' ids.")
    rest = serializers.ListField(child=serializers.IntegerField(), help_text="Meetings' ids.")


class BoardBegunOut(Out):
    board = serializers.IntegerField()
    match = serializers.IntegerField()


class TeamReturnedOut(_FollowsOut):
    struck = serializers.BooleanField(help_text="Results that were struck out count again.")
    settled = serializers.ListField(child=serializers.IntegerField(), help_text="Meetings' ids.")
    rest = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of the meetings that are open again."
    )
    byes = serializers.IntegerField(help_text="How many are there again.")
    matches = BoardBegunOut(many=True, help_text="Begun since, each with the board it plays.")
