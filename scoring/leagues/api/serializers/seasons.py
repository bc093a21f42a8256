"""What programs read of leagues, seasons and divisions, and what they send to open them."""

from typing import Any

from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.matches.api.inputs import TermsIn
from games.matches.api.serializers.matches import NamedOut, Out, TermsOut
from scoring.leagues.models import Season
from scoring.leagues.selectors.plans import ENTRANTS_MOST
from scoring.leagues.services.divisions import NAME_MOST, NUMBER_MOST
from scoring.leagues.services.seasons import BOARDS_MOST, POINTS_MOST, SEED_MOST
from scoring.tables.criteria import TEAM_TIE_BREAKS, TIE_BREAKS

from .fixtures import id_in, preview_in, version_in


class TeamTermsOut(Out):
    boards = serializers.IntegerField(help_text="At so many boards teams meet.")
    meeting_win = serializers.IntegerField(help_text="Match points for a meeting won.")
    meeting_draw = serializers.IntegerField()
    meeting_loss = serializers.IntegerField()
    meeting_forfeit = serializers.IntegerField(
        allow_null=True,
        help_text="For a team that did not come; below zero it costs them points. null: as for a "
        "loss.",
    )
    team_breaks = serializers.ListField(
        child=serializers.CharField(), help_text="What parts teams with equal match points."
    )

    def get_attribute(self, instance: Season) -> Season | None:
        return instance if instance.boards else None


class SeasonOut(Out):
    id = serializers.IntegerField(source="pk", help_text="Also the `event` of its matches.")
    name = serializers.CharField(source="event.name")
    league = serializers.IntegerField(source="league_id")
    club = serializers.CharField(source="event.club.slug", help_text="The club's slug.")
    public = serializers.BooleanField(source="event.public")
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    terms = TermsOut(source="event")
    points_win = serializers.IntegerField()
    points_draw = serializers.IntegerField()
    points_loss = serializers.IntegerField()
    points_walkover = serializers.IntegerField(
        source="scheme.walkover", allow_null=True, help_text="null: as for a win."
    )
    walkover_games = serializers.IntegerField(
        source="scheme.walkover_games", help_text="Counted for a walk-over, of no value."
    )
    points_forfeit = serializers.IntegerField(
        source="scheme.forfeit", help_text="For who did not come; below zero it costs them points."
    )
    points_bye = serializers.IntegerField(source="scheme.bye")
    points_half_bye = serializers.IntegerField(source="scheme.half_bye")
    treble_bonus = serializers.IntegerField(
        source="scheme.treble_bonus", help_text="For each game won treble."
    )
    game_bonus = serializers.IntegerField(
        source="scheme.game_bonus", help_text="For each game won."
    )
    value_bonus = serializers.IntegerField(
        source="scheme.value_bonus", help_text="Times the values of the games won."
    )
    seed = serializers.CharField(help_text="Lots are drawn from it: the SHA-256 of `seed:player`.")
    tie_breaks = serializers.ListField(child=serializers.CharField())
    teams = TeamTermsOut(allow_null=True, help_text="null: single players play it.")
    version = serializers.IntegerField(help_text="Moves with every change of the standings.")


class LeagueOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    seasons = SeasonOut(many=True)


def _points(usual: int = 0) -> StrictInteger:
    return StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=usual)


class TeamTermsIn(StrictSerializer):
    boards = StrictInteger(min_value=1, max_value=BOARDS_MOST)
    meeting_win = _points(2)
    meeting_draw = _points(1)
    meeting_loss = _points()
    meeting_forfeit = StrictInteger(
        min_value=-POINTS_MOST,
        max_value=POINTS_MOST,
        required=False,
        allow_null=True,
        default=None,
        help_text="For a team that did not come; below zero it costs them points. Left out: as for "
        "a loss.",
    )
    team_breaks = serializers.ListField(
        child=StrictChoice(choices=[one.value for one in TEAM_TIE_BREAKS]),
        required=False,
        max_length=len(TEAM_TIE_BREAKS),
    )


class SeasonIn(StrictSerializer):
    league = StrictText(max_length=80, help_text="A name; made when it is new.")
    name = StrictText(max_length=80)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    public = StrictBoolean(required=False, default=True)
    terms = TermsIn()
    points_win = _points(2)
    points_draw = _points(1)
    points_loss = _points()
    points_walkover = StrictInteger(
        min_value=0,
        max_value=POINTS_MOST,
        required=False,
        allow_null=True,
        default=None,
        help_text="Left out: as for a win.",
    )
    walkover_games = _points()
    points_forfeit = StrictInteger(
        min_value=-POINTS_MOST,
        max_value=POINTS_MOST,
        required=False,
        default=0,
        help_text="For who did not come; below zero it costs them points.",
    )
    points_bye = _points()
    points_half_bye = _points()
    treble_bonus = _points()
    game_bonus = _points()
    value_bonus = _points()
    seed = StrictText(
        max_length=SEED_MOST,
        required=False,
        allow_blank=True,
        default="",
        help_text="Lots are drawn from it; left out, one is made.",
    )
    tie_breaks = serializers.ListField(
        child=StrictChoice(choices=[one.value for one in TIE_BREAKS]),
        required=False,
        max_length=len(TIE_BREAKS),
    )
    teams = TeamTermsIn(
        required=False,
        allow_null=True,
        default=None,
        help_text="For a season of teams; the points above are for a match at a board then.",
    )


class DivisionOut(Out):
    season = serializers.IntegerField(source="pk")
    division = serializers.CharField()
    level = serializers.IntegerField(help_text="1 is the highest.")
    goes_up = serializers.IntegerField()
    goes_down = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")


class DivisionIn(StrictSerializer):
    division = StrictText(max_length=NAME_MOST)
    goes_up = StrictInteger(min_value=0, max_value=NUMBER_MOST, required=False, default=0)
    goes_down = StrictInteger(min_value=0, max_value=NUMBER_MOST, required=False, default=0)
    version = version_in("season")


def _ids_in(help_text: str) -> serializers.ListField:
    options: dict[str, Any] = {"required": False, "default": list, "max_length": ENTRANTS_MOST}
    return serializers.ListField(child=id_in(), help_text=help_text, **options)


class NextIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    newcomers = _ids_in("Players. A new team enters once the season is opened.")
    withdrawn = _ids_in("Players or, in a season of teams, teams.")
    seed = StrictText(
        required=False, default="", max_length=80, allow_blank=True, help_text="Of the lots."
    )
    version = version_in("season")
    preview = preview_in()


class NextDivisionOut(Out):
    division = serializers.CharField()
    level = serializers.IntegerField()
    season = serializers.IntegerField(allow_null=True, help_text="null in a preview.")
    came_down = NamedOut(many=True)
    stayed = NamedOut(many=True)
    came_up = NamedOut(many=True)
    new = NamedOut(many=True)


class NextOut(Out):
    preview = serializers.BooleanField()
    divisions = NextDivisionOut(many=True)
