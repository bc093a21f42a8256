"""What programs read about what may still become of a season."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.matches.api.serializers.matches import Out
from scoring.leagues.selectors.outlook import Chances
from scoring.tables.prospects import Prospect

from .standings import EntrantNameOut


class LimitOut(Out):
    player = EntrantNameOut(source="rival")
    points = serializers.IntegerField(
        help_text="Which they may win at most, in matches against others."
    )
    fixtures = serializers.IntegerField(help_text="How many of these matches are left to them.")


class ProspectsOut(Out):
    prospect = serializers.ChoiceField(
        [*Prospect],
        help_text="Alone first on points: `certain` whatever happens; `own_hands` by `wins`; "
        "`with_others` if all fixtures are won and the `limits` hold; `level` at best shares the "
        "most points, on the same terms; `open`: in reach, before later rounds are drawn; `out`.",
    )
    fixtures = serializers.IntegerField(help_text="The player's own that are left.")
    wins = serializers.IntegerField(
        allow_null=True, help_text="Any so many of them suffice. Null: no number does."
    )
    limits = LimitOut(many=True, help_text="What rivals may win at most; the tightest first.")
    is_exact = serializers.BooleanField(
        help_text="False: a bound, as draws or bonus points may make it harder."
    )


class OutlookChanceOut(Out):
    player = EntrantNameOut(source="entrant")
    places = serializers.ListField(
        child=serializers.FloatField(),
        help_text="Chances of the first place, the second and so on, of 100.",
    )


class ChancesOut(Out):
    runs = serializers.IntegerField(help_text="How often the rest was played out.")
    error = serializers.IntegerField(
        help_text="In 19 cases of 20 no chance is further off than this."
    )
    results = serializers.SerializerMethodField(help_text="In the order of the standings.")

    @extend_schema_field(OutlookChanceOut(many=True))
    def get_results(self, chances: Chances) -> Any:
        return OutlookChanceOut(_rows(chances), many=True, context=self.context).data


def _rows(chances: Chances) -> list[dict[str, Any]]:
    return [{"entrant": entrant, "places": chances.percent(entrant)} for entrant in chances.places]


class OutlookOut(Out):
    """With the names of players in the context."""

    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the standings.")
    prospects = ProspectsOut(
        allow_null=True, help_text="Null: no player was named, or nothing is left to play."
    )
    chances = ChancesOut(allow_null=True, help_text="Null: nothing is left to play.")


class TeamLimitOut(LimitOut):
    player = None  # type: ignore[assignment]  # a team instead
    team = EntrantNameOut(source="rival")
    points = serializers.IntegerField(
        help_text="Match points which it may win at most, in meetings with others."
    )
    fixtures = serializers.IntegerField(help_text="How many of these meetings are left to it.")


class TeamProspectsOut(ProspectsOut):
    fixtures = serializers.IntegerField(help_text="The team’s own meetings that are left.")
    limits = TeamLimitOut(many=True, help_text="What rivals may win at most; the tightest first.")


class TeamOutlookChanceOut(OutlookChanceOut):
    player = None  # type: ignore[assignment]  # a team instead
    team = EntrantNameOut(source="entrant")


class TeamChancesOut(ChancesOut):
    @extend_schema_field(TeamOutlookChanceOut(many=True))
    def get_results(self, chances: Chances) -> Any:
        return TeamOutlookChanceOut(_rows(chances), many=True, context=self.context).data


class TeamOutlookOut(OutlookOut):
    """With the names of teams in the context."""

    prospects = TeamProspectsOut(
        allow_null=True, help_text="Null: no team was named, or nothing is left to play."
    )
    chances = TeamChancesOut(allow_null=True, help_text="Null: nothing is left to play.")
