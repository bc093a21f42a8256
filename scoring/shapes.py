"""What programs read of leagues, and what they send to open a season."""

from typing import Any

from rest_framework import serializers

from ecarte_club.wire.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.api.forms import TermsIn
from games.api.shapes import NamedOut, Out, TermsOut
from games.reading import terms_plain

from .rules.table import TieBreak
from .services import POINTS_MOST


class SeasonOut(Out):
    id = serializers.IntegerField(help_text="Also the `event` of its matches.")
    name = serializers.CharField()
    league = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    public = serializers.BooleanField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    terms = TermsOut()
    points_win = serializers.IntegerField()
    points_draw = serializers.IntegerField()
    points_loss = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    version = serializers.IntegerField(help_text="Moves with every change of the standings.")


class LeagueOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(help_text="The club's slug.")
    seasons = SeasonOut(many=True)


class SeasonIn(StrictSerializer):
    league = StrictText(max_length=80, help_text="A name; made when it is new.")
    name = StrictText(max_length=80)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    public = StrictBoolean(required=False, default=True)
    terms = TermsIn()
    points_win = StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=2)
    points_draw = StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=1)
    points_loss = StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=0)
    tie_breaks = serializers.ListField(
        child=StrictChoice(choices=[t.value for t in TieBreak]),
        required=False,
        max_length=len(TieBreak),
    )


class LineOut(Out):
    rank = serializers.IntegerField()
    player = NamedOut()
    points = serializers.IntegerField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    trebles = serializers.IntegerField()
    doubles = serializers.IntegerField()
    singles = serializers.IntegerField()
    value = serializers.IntegerField(help_text="The values of the games won, added up.")
    value_against = serializers.IntegerField()
    rubber_points = serializers.IntegerField(help_text="Signed: won less lost.")
    kings = serializers.IntegerField()
    voles = serializers.IntegerField()


class StandingsOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = LineOut(many=True)


def season_plain(season: Any) -> dict[str, object]:
    event = season.event
    return {
        "id": season.pk,
        "name": event.name,
        "league": season.league_id,
        "club": event.club.slug,
        "public": event.public,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "terms": terms_plain(event),
        "points_win": season.points_win,
        "points_draw": season.points_draw,
        "points_loss": season.points_loss,
        "tie_breaks": season.tie_breaks,
        "version": season.version,
    }
