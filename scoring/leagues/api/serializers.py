"""What programs read of leagues, and what they send to open a season."""

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
from games.matches.api.serializers import NamedOut, Out, TermsOut
from scoring.leagues.services.seasons import BOARDS_MOST, NAMES, POINTS_MOST, SEED_MOST
from scoring.tables.criteria import TEAM_TIE_BREAKS, TIE_BREAKS

MEETING = ("win", "draw", "loss")


class TeamTermsOut(Out):
    boards = serializers.IntegerField(help_text="At so many boards teams meet.")
    meeting_win = serializers.IntegerField(help_text="Match points for a meeting won.")
    meeting_draw = serializers.IntegerField()
    meeting_loss = serializers.IntegerField()
    team_breaks = serializers.ListField(
        child=serializers.CharField(), help_text="What parts teams with equal match points."
    )


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
    points_walkover = serializers.IntegerField(allow_null=True, help_text="null: as for a win.")
    walkover_games = serializers.IntegerField(help_text="Counted for a walk-over, of no value.")
    points_forfeit = serializers.IntegerField(help_text="For who did not come.")
    points_bye = serializers.IntegerField()
    points_half_bye = serializers.IntegerField()
    treble_bonus = serializers.IntegerField(help_text="For each game won treble.")
    game_bonus = serializers.IntegerField(help_text="For each game won.")
    value_bonus = serializers.IntegerField(help_text="Times the values of the games won.")
    seed = serializers.CharField(help_text="Lots are drawn from it: the SHA-256 of `seed:player`.")
    tie_breaks = serializers.ListField(child=serializers.CharField())
    teams = TeamTermsOut(allow_null=True, help_text="null: single players play it.")
    version = serializers.IntegerField(help_text="Moves with every change of the standings.")


class LeagueOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField(help_text="The club's slug.")
    seasons = SeasonOut(many=True)


def _points() -> StrictInteger:
    return StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=0)


def _meeting(usual: int) -> StrictInteger:
    return StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=usual)


class TeamTermsIn(StrictSerializer):
    boards = StrictInteger(min_value=1, max_value=BOARDS_MOST)
    meeting_win = _meeting(2)
    meeting_draw = _meeting(1)
    meeting_loss = _meeting(0)
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
    points_win = StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=2)
    points_draw = StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=1)
    points_loss = StrictInteger(min_value=0, max_value=POINTS_MOST, required=False, default=0)
    points_walkover = StrictInteger(
        min_value=0,
        max_value=POINTS_MOST,
        required=False,
        allow_null=True,
        default=None,
        help_text="Left out: as for a win.",
    )
    walkover_games = _points()
    points_forfeit = _points()
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


class AdjustedOut(Out):
    points = serializers.IntegerField(help_text="Added, or removed where negative.")
    reason = serializers.CharField()
    on = serializers.DateField(
        allow_null=True, source="day", help_text="The day from which they count."
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
    adjustment = serializers.IntegerField(help_text="Points given or taken; among the points.")
    adjustments = AdjustedOut(many=True)
    decided_by = serializers.CharField(
        allow_null=True,
        help_text="What parts the line from those beside it, first from the one above: `points`, "
        "or a tie-break. null: the place is shared.",
    )
    figures = serializers.DictField(
        child=serializers.ListField(child=serializers.IntegerField()),
        help_text="By tie-break; compared in order, more is better.",
    )


class StandingsOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField())
    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True, help_text="Null on the last page.")
    previous = serializers.URLField(allow_null=True, help_text="Null on the first page.")
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
        "terms": event,
        **{field: getattr(season.scheme, name) for name, field in NAMES.items()},
        "seed": season.seed,
        "tie_breaks": season.tie_breaks,
        "teams": _team_terms(season) if season.boards else None,
        "version": season.version,
    }


def _team_terms(season: Any) -> dict[str, object]:
    points = {f"meeting_{name}": getattr(season, f"meeting_{name}") for name in MEETING}
    return {"boards": season.boards, **points, "team_breaks": season.team_breaks}
