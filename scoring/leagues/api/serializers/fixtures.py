"""What programs read of fixtures, and what they send to change and start them.

Fixtures are read from the lines of their selectors.
"""

from typing import Any

from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.matches.api.inputs import seat_anyway_field
from games.matches.api.serializers.matches import NamedOut, Out
from games.matches.services.matches import GAMES_MOST, STARTS_MOST
from games.online.selectors.places import invitation_to
from scoring.leagues.models import Fixture
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.services.decisions import AWARDS
from scoring.leagues.services.results import PlayedResult
from scoring.leagues.services.seasons import REASON_MOST

ID_MOST = 2**63 - 1
VERSION_MOST = 2**31 - 1
STATES = [state.value for state in State]
AWARD_NAMES = [one.value for one in AWARDS]
AWARDED = ["", *Fixture.Award.values]
SITTING = "Of its day, from 1; null where the day has one."
LAST_DAY = "Later than `day` where the round is spread."


def version_in(what: str) -> StrictInteger:
    help_text = f"Of the {what}, as you read it."
    return StrictInteger(min_value=0, max_value=VERSION_MOST, help_text=help_text)


def id_in(**options: Any) -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST, **options)


class ReasonIn(StrictSerializer):
    reason = StrictText(max_length=REASON_MOST, help_text="Everybody can read it.")


def preview_in() -> StrictBoolean:
    help_text = "Only say what would follow; nothing is changed, and the answer is a 200."
    return StrictBoolean(required=False, default=False, help_text=help_text)


class PreviewIn(StrictSerializer):
    preview = preview_in()


class HomeAwayOut(Out):
    home = serializers.IntegerField()
    away = serializers.IntegerField()

    def to_representation(self, instance: tuple[int, int]) -> dict[str, Any]:
        return dict(zip(self.fields, instance, strict=True))


class FixtureOut(Out):
    id = serializers.IntegerField(source="fixture.pk")
    season = serializers.IntegerField(source="fixture.event_id")
    round = serializers.IntegerField(source="fixture.round.number")
    number = serializers.IntegerField(source="fixture.number", help_text="Its place in the round.")
    day = serializers.DateField(source="fixture.day", allow_null=True)
    sitting = serializers.IntegerField(source="fixture.sitting", allow_null=True, help_text=SITTING)
    postponed_from = serializers.DateField(source="fixture.moved_from", allow_null=True)
    table = serializers.CharField(
        source="fixture.table", help_text="The name of a table; empty where none is given."
    )
    home = NamedOut(source="fixture.home")
    away = NamedOut(source="fixture.away", allow_null=True, help_text="null: the other has a bye.")
    state = serializers.ChoiceField(choices=STATES)
    games = HomeAwayOut(allow_null=True, help_text="Games won, once it is begun.")
    winner = serializers.IntegerField(
        allow_null=True, help_text="A player's id, won by play or not."
    )
    award = serializers.ChoiceField(
        source="fixture.award",
        choices=AWARDED,
        help_text="What was decided without play, if anything.",
    )
    reason = serializers.CharField(
        source="fixture.reason", help_text="Of its award, or of another day."
    )
    match = serializers.IntegerField(
        source="fixture.match_id", allow_null=True, help_text="The match that it is played in."
    )
    version = serializers.IntegerField(
        source="fixture.version", help_text="Send it with your next write."
    )


class FixtureDetailOut(FixtureOut):
    invitation = serializers.SerializerMethodField(
        help_text="The table online at which one of the two invites the other to play it, for "
        "members of the club; null: none is open."
    )

    def get_invitation(self, line: Any) -> int | None:
        table = invitation_to(line.fixture.pk, self.context["person"]) if line.is_open else None
        return table.pk if table else None


class HomeAwayIn(StrictSerializer):
    home = StrictInteger(min_value=0, max_value=GAMES_MOST)
    away = StrictInteger(min_value=0, max_value=GAMES_MOST)


class ResultIn(StrictSerializer):
    """Exactly one of `games` and `rubbers`."""

    played_on = serializers.DateField(help_text="Not in the future, and in the season.")
    games = serializers.ListField(
        child=HomeAwayIn(),
        required=False,
        max_length=GAMES_MOST,
        help_text="The score of each game in the order of play, such as 5 and 3.",
    )
    rubbers = serializers.ListField(
        child=HomeAwayIn(),
        required=False,
        max_length=GAMES_MOST,
        help_text=(
            "The games won in each rubber, such as 2 and 1, where the games' scores were not kept. "
            "A match of games alone is one rubber."
        ),
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """As arguments of result_enter."""
        scores = {
            name: tuple((one["home"], one["away"]) for one in attrs.get(name, ()))
            for name in ("games", "rubbers")
        }
        return {"played_on": attrs["played_on"], "result": PlayedResult(**scores)}


class SeasonChangeOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()


class AwardBackIn(StrictSerializer):
    version = version_in("fixture")


class DayIn(StrictSerializer):
    day = serializers.DateField()


class PostponeIn(DayIn, ReasonIn, AwardBackIn, PreviewIn):
    pass


class DecisionIn(StrictSerializer):
    award = StrictChoice(choices=AWARD_NAMES)


class AwardIn(DecisionIn, ReasonIn, AwardBackIn):
    pass


class FixtureStartIn(StrictSerializer):
    fixture = id_in()
    table = id_in(help_text="The id of a table of the evening.")


class SeatAnyway(StrictSerializer):
    seat_anyway = seat_anyway_field()


class StartIn(SeatAnyway):
    fixtures = serializers.ListField(
        child=FixtureStartIn(), max_length=STARTS_MOST, help_text="All of them begin, or none."
    )
