"""What programs read of teams, and what they send to enter and change them."""

from rest_framework import serializers

from ecarte_club.core.api import StrictInteger, StrictSerializer, StrictText
from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.api.fixture_serializers import ID_MOST, VERSION_MOST
from scoring.leagues.services.teams import NAME_MOST, PLAYERS_MOST


def version_in(what: str) -> StrictInteger:
    help_text = f"Of the {what}, as you read it."
    return StrictInteger(min_value=0, max_value=VERSION_MOST, help_text=help_text)


def id_in(**options: object) -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST, **options)  # type: ignore[arg-type]


class MemberOut(Out):
    player = NamedOut()
    captain = serializers.BooleanField()
    joined_on = serializers.DateField()
    left_on = serializers.DateField(
        allow_null=True,
        help_text="The first day on which they no longer play for it; null: they do.",
    )
    played = serializers.IntegerField(help_text="Matches of the season that are over.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    points = serializers.IntegerField(help_text="By the season's scheme for a match.")


class TeamOut(Out):
    id = serializers.IntegerField()
    season = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(help_text="In the order in which they entered.")
    captain = NamedOut(allow_null=True)
    left_round = serializers.IntegerField(
        allow_null=True, help_text="The first that it is not in, if it has left the season."
    )
    struck = serializers.BooleanField(help_text="Left so early that nothing of it counts.")
    players = serializers.IntegerField(help_text="Who play for it now.")
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
