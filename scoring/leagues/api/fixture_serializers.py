"""What programs read of fixtures, and what they send to make and change them."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictChoice,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.matches.api.serializers import NamedOut, Out
from games.matches.services.matches import STARTS_MOST
from scoring.leagues.models import Fixture
from scoring.leagues.selectors.fixtures import State
from scoring.leagues.selectors.plans import (
    ENTRANTS_MOST,
    SPANS_MOST,
    TABLE_NAME_MOST,
    TABLES_MOST,
)
from scoring.leagues.services.decisions import AWARDS
from scoring.leagues.services.divisions import NAME_MOST, NUMBER_MOST
from scoring.leagues.services.seasons import REASON_MOST

ID_MOST = 2**63 - 1
VERSION_MOST = 2**31 - 1
STATES = [state.value for state in State]
AWARD_NAMES = [one.value for one in AWARDS]
AWARDED = ["", *Fixture.Award.values]


def _version(what: str) -> StrictInteger:
    help_text = f"Of the {what}, as you read it."
    return StrictInteger(min_value=0, max_value=VERSION_MOST, help_text=help_text)


def _id(**options: Any) -> StrictInteger:
    return StrictInteger(min_value=1, max_value=ID_MOST, **options)


def _preview() -> StrictBoolean:
    help_text = "Only say what would follow; nothing is changed, and the answer is a 200."
    return StrictBoolean(required=False, default=False, help_text=help_text)


def _reason() -> StrictText:
    return StrictText(max_length=REASON_MOST, help_text="Everybody can read it.")


class HomeAwayOut(Out):
    home = serializers.IntegerField()
    away = serializers.IntegerField()


class FixtureOut(Out):
    id = serializers.IntegerField()
    season = serializers.IntegerField()
    round = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Its place in the round.")
    day = serializers.DateField(allow_null=True)
    postponed_from = serializers.DateField(allow_null=True)
    table = serializers.CharField(help_text="The name of a table; empty where none is given.")
    home = NamedOut()
    away = NamedOut(allow_null=True, help_text="null: the other has a bye.")
    state = serializers.ChoiceField(choices=STATES)
    games = HomeAwayOut(allow_null=True, help_text="Games won, once it is begun.")
    winner = serializers.IntegerField(
        allow_null=True, help_text="A player's id, won by play or not."
    )
    award = serializers.ChoiceField(
        choices=AWARDED, help_text="What was decided without play, if anything."
    )
    reason = serializers.CharField(help_text="Of its award, or of another day.")
    match = serializers.IntegerField(allow_null=True, help_text="The match that it is played in.")
    version = serializers.IntegerField(help_text="Send it with your next write.")


class PlannedOut(Out):
    home = NamedOut()
    away = NamedOut(allow_null=True)
    day = serializers.DateField()
    table = serializers.CharField()
    moved = serializers.BooleanField(help_text="Not on the day of its round.")


class PlannedRoundOut(Out):
    number = serializers.IntegerField()
    day = serializers.DateField()
    fixtures = PlannedOut(many=True)


@extend_schema_serializer(component_name="SeasonPlanOut")
class PlanOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()
    rounds = PlannedRoundOut(many=True)


class SpanIn(StrictSerializer):
    first = serializers.DateField()
    last = serializers.DateField()


class AwayIn(SpanIn):
    player = _id()


class CalendarIn(StrictSerializer):
    """Days of rounds, whoever plays them."""

    first = serializers.DateField(help_text="The first day of play.")
    double = StrictBoolean(required=False, default=False)
    weekdays = serializers.ListField(
        child=StrictInteger(min_value=0, max_value=6),
        required=False,
        default=list,
        max_length=7,
        help_text="0 is Monday. Without any, every `every` days from the first.",
    )
    every = StrictInteger(min_value=1, max_value=366, required=False, default=7)
    closed = serializers.ListField(
        child=SpanIn(), required=False, default=list, max_length=SPANS_MOST
    )


class PlanIn(CalendarIn):
    entrants = serializers.ListField(
        child=_id(), max_length=ENTRANTS_MOST, help_text="Players' ids in the order of places."
    )
    away = serializers.ListField(
        child=AwayIn(), required=False, default=list, max_length=SPANS_MOST
    )
    tables = serializers.ListField(
        child=StrictText(max_length=TABLE_NAME_MOST),
        required=False,
        default=list,
        max_length=TABLES_MOST,
        help_text="Their names.",
    )
    version = _version("season")
    preview = _preview()


class EntrantOut(Out):
    player = NamedOut()
    place = serializers.IntegerField()
    joined_round = serializers.IntegerField(help_text="The first round they are paired in.")
    left_round = serializers.IntegerField(
        allow_null=True, help_text="The first round after their withdrawal; null: they are in."
    )
    struck = serializers.BooleanField(help_text="Left so early that nothing of it counts.")


class JoinIn(StrictSerializer):
    player = _id()
    version = _version("season")
    preview = _preview()


class JoinedFixtureOut(Out):
    round = serializers.IntegerField()
    day = serializers.DateField()
    home = NamedOut()
    away = NamedOut()


class JoinedOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()
    fixtures = JoinedFixtureOut(many=True)


class WithdrawIn(StrictSerializer):
    player = _id()
    reason = _reason()
    version = _version("season")
    preview = _preview()


class WithdrawnOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()
    player = serializers.IntegerField()
    struck = serializers.BooleanField(
        help_text="Nothing of it counts; else what was played stands, and others win the rest."
    )
    played = serializers.IntegerField()
    of = serializers.IntegerField()
    settled = serializers.ListField(child=serializers.IntegerField(), help_text="Fixtures' ids.")
    rest = serializers.ListField(child=serializers.IntegerField(), help_text="Fixtures' ids.")


class ReturnIn(StrictSerializer):
    player = _id()
    version = _version("season")
    preview = _preview()


class BegunSinceOut(Out):
    fixture = serializers.IntegerField()
    match = serializers.IntegerField()


class ReturnedOut(Out):
    season = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")
    preview = serializers.BooleanField()
    player = serializers.IntegerField()
    struck = serializers.BooleanField(help_text="Results that were struck out count again.")
    settled = serializers.ListField(child=serializers.IntegerField(), help_text="Fixtures' ids.")
    rest = serializers.ListField(
        child=serializers.IntegerField(), help_text="Ids of the fixtures that are open again."
    )
    byes = serializers.IntegerField(help_text="How many are there again.")
    matches = BegunSinceOut(many=True, help_text="Begun since, each with the fixture it plays.")


class PostponeIn(StrictSerializer):
    day = serializers.DateField()
    reason = _reason()
    version = _version("fixture")
    preview = _preview()


class AwardIn(StrictSerializer):
    award = StrictChoice(choices=AWARD_NAMES)
    reason = _reason()
    version = _version("fixture")


class AwardBackIn(StrictSerializer):
    version = _version("fixture")


class DivisionOut(Out):
    season = serializers.IntegerField()
    division = serializers.CharField()
    level = serializers.IntegerField(help_text="1 is the highest.")
    goes_up = serializers.IntegerField()
    goes_down = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the season.")


class DivisionIn(StrictSerializer):
    division = StrictText(max_length=NAME_MOST)
    goes_up = StrictInteger(min_value=0, max_value=NUMBER_MOST, required=False, default=0)
    goes_down = StrictInteger(min_value=0, max_value=NUMBER_MOST, required=False, default=0)
    version = _version("season")


class NextIn(StrictSerializer):
    name = StrictText(max_length=NAME_MOST)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    newcomers = serializers.ListField(
        child=_id(),
        required=False,
        default=list,
        max_length=ENTRANTS_MOST,
        help_text="Players. A new team enters once the season is opened.",
    )
    withdrawn = serializers.ListField(
        child=_id(),
        required=False,
        default=list,
        max_length=ENTRANTS_MOST,
        help_text="Players or, in a season of teams, teams.",
    )
    seed = StrictText(
        required=False, default="", max_length=80, allow_blank=True, help_text="Of the lots."
    )
    version = _version("season")
    preview = _preview()


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


class FixtureStartIn(StrictSerializer):
    fixture = _id()
    table = _id(help_text="The id of a table of the evening.")


class StartIn(StrictSerializer):
    fixtures = serializers.ListField(
        child=FixtureStartIn(), max_length=STARTS_MOST, help_text="All of them begin, or none."
    )


class OwnCalendarIn(StrictSerializer):
    version = _version("addresses")


class OwnCalendarOut(Out):
    version = serializers.IntegerField(help_text="Send it when you want new addresses.")
    club = serializers.URLField(help_text="The evenings and fixtures of the club that you may see.")
    player = serializers.URLField(
        allow_null=True, help_text="Your own fixtures; null for who does not play here."
    )
    clubs = serializers.ListField(
        child=serializers.SlugField(),
        help_text="Other clubs of yours: your addresses there have the same key.",
    )
