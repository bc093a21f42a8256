"""What programs read of players and teams of a season, and what they send of them."""

from typing import Any

from rest_framework import serializers

from ecarte_club.core.api import StrictSerializer, StrictText
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.leagues.models import Team
from scoring.leagues.selectors.teams import Member, members
from scoring.leagues.services.teams import NAME_MOST, PLAYERS_MOST

from .fixtures import SITTING, PreviewIn, ReasonIn, SeasonChangeOut, id_in, version_in


class EntrantOut(Out):
    player = NamedOut()
    place = serializers.IntegerField()
    joined_round = serializers.IntegerField(help_text="The first round they are paired in.")
    left_round = serializers.IntegerField(
        allow_null=True, help_text="The first round after their withdrawal; null: they are in."
    )
    struck = serializers.BooleanField(help_text="Left so early that nothing of it counts.")
    rating = serializers.DecimalField(
        4,
        1,
        coerce_to_string=False,
        source="games_of_a_hundred",
        help_text="When they entered: games won out of 100 against an average new player.",
    )


class MembersOut(serializers.ListSerializer[Any]):
    def get_attribute(self, instance: Team) -> list[Member]:
        return members(instance)


class MemberOut(Out):
    class Meta:
        list_serializer_class = MembersOut

    player = NamedOut(source="one.player")
    captain = serializers.BooleanField(source="is_captain")
    joined_on = serializers.DateField(source="one.joined_on")
    left_on = serializers.DateField(
        source="one.left_on",
        allow_null=True,
        help_text="The first day on which they no longer play for it; null: they do.",
    )
    played = serializers.IntegerField(
        source="share.played", help_text="Matches of the season that are over."
    )
    won = serializers.IntegerField(source="share.won")
    drawn = serializers.IntegerField(source="share.drawn")
    lost = serializers.IntegerField(source="share.lost")
    games_for = serializers.IntegerField(source="share.games_for")
    games_against = serializers.IntegerField(source="share.games_against")
    points = serializers.IntegerField(
        source="share.points", help_text="By the season's scheme for a match."
    )


class TeamOut(Out):
    id = serializers.IntegerField()
    season = serializers.IntegerField(source="season_id")
    name = serializers.CharField()
    place = serializers.IntegerField(help_text="In the order in which they entered.")
    captain = NamedOut(allow_null=True)
    left_round = serializers.IntegerField(
        allow_null=True, help_text="The first that it is not in, if it has left the season."
    )
    struck = serializers.BooleanField(help_text="Left so early that nothing of it counts.")
    players = serializers.IntegerField(source="playing", help_text="Who play for it now.")
    version = serializers.IntegerField(help_text="Send it with your next write.")


class TeamWholeOut(TeamOut):
    members = MemberOut(many=True)


class TeamIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    players = serializers.ListField(
        child=id_in(), max_length=PLAYERS_MOST, help_text="Players' ids."
    )
    captain = id_in(required=False, allow_null=True, default=None, help_text="One of them.")
    version = version_in("season")


class TeamChangeIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    captain = id_in(allow_null=True, help_text="Of the team; null: nobody.")
    version = version_in("team")


class TeamPlayerIn(StrictSerializer):
    player = id_in()
    on = serializers.DateField(help_text="From that day on.")
    version = version_in("team")


class PlayerIdIn(StrictSerializer):
    player = id_in()


class TeamIdIn(StrictSerializer):
    team = id_in()


class SeasonVersionIn(StrictSerializer):
    version = version_in("season")


class JoinIn(PlayerIdIn, SeasonVersionIn, PreviewIn):
    pass


class ReturnIn(JoinIn):
    pass


class WithdrawIn(PlayerIdIn, ReasonIn, SeasonVersionIn, PreviewIn):
    pass


class TeamActIn(TeamIdIn, SeasonVersionIn, PreviewIn):
    pass


class TeamWithdrawIn(TeamIdIn, ReasonIn, SeasonVersionIn, PreviewIn):
    pass


class JoinedFixtureOut(Out):
    round = serializers.IntegerField()
    day = serializers.DateField()
    sitting = serializers.IntegerField(allow_null=True, help_text=SITTING)
    home = NamedOut()
    away = NamedOut()


class LateMeetingOut(JoinedFixtureOut):
    pass


class JoinedOut(SeasonChangeOut):
    fixtures = JoinedFixtureOut(many=True)


class OfPlayerOut(SeasonChangeOut):
    player = serializers.IntegerField()


class OfTeamOut(SeasonChangeOut):
    team = serializers.IntegerField()


class LateTeamOut(OfTeamOut):
    meetings = LateMeetingOut(many=True)


def _ids(help_text: str) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), help_text=help_text)


class StruckOut(Out):
    struck = serializers.BooleanField(
        help_text="Nothing of it counts; else what was played stands, and others win the rest."
    )
    played = serializers.IntegerField()
    of = serializers.IntegerField()


class WithdrawnOut(OfPlayerOut, StruckOut):
    settled = _ids("Fixtures' ids.")
    rest = _ids("Fixtures' ids.")


class TeamWithdrawnOut(OfTeamOut, StruckOut):
    settled = _ids("Meetings' ids.")
    rest = _ids("Meetings' ids.")


class BegunSinceOut(Out):
    fixture = serializers.IntegerField()
    match = serializers.IntegerField()


class BoardBegunOut(Out):
    board = serializers.IntegerField()
    match = serializers.IntegerField()


class ReturnedOut(OfPlayerOut):
    struck = serializers.BooleanField(help_text="Results that were struck out count again.")
    settled = _ids("Fixtures' ids.")
    rest = _ids("Ids of the fixtures that are open again.")
    byes = serializers.IntegerField(help_text="How many are there again.")
    matches = BegunSinceOut(many=True, help_text="Begun since, each with the fixture it plays.")


class TeamReturnedOut(OfTeamOut):
    struck = serializers.BooleanField(help_text="Results that were struck out count again.")
    settled = _ids("Meetings' ids.")
    rest = _ids("Ids of the meetings that are open again.")
    byes = serializers.IntegerField(help_text="How many are there again.")
    matches = BoardBegunOut(many=True, help_text="Begun since, each with the board it plays.")
