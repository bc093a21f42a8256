"""What programs send to make the calendar of a season, and read of what is made."""

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from ecarte_club.core.api import (
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
)
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.leagues.selectors.plans import (
    ENTRANTS_MOST,
    SITTINGS_MOST,
    SPANS_MOST,
    TABLE_NAME_MOST,
    TABLES_MOST,
)

from .fixtures import LAST_DAY, SITTING, SeasonChangeOut, id_in, preview_in, version_in


class PlannedMeetingOut(Out):
    home = NamedOut()
    away = NamedOut(allow_null=True)
    day = serializers.DateField()
    sitting = serializers.IntegerField(allow_null=True, help_text=SITTING)
    moved = serializers.BooleanField(help_text="Not on a day of its round.")


class PlannedOut(Out):
    home = NamedOut()
    away = NamedOut(allow_null=True)
    day = serializers.DateField()
    table = serializers.CharField()
    sitting = serializers.IntegerField(allow_null=True, help_text=SITTING)
    moved = serializers.BooleanField(help_text="Not on a day of its round.")


class PlannedRoundOut(Out):
    number = serializers.IntegerField()
    day = serializers.DateField()
    last_day = serializers.DateField(help_text=LAST_DAY)
    fixtures = PlannedOut(many=True)


class PlannedMeetingsOut(Out):
    number = serializers.IntegerField()
    day = serializers.DateField()
    last_day = serializers.DateField(help_text=LAST_DAY)
    meetings = PlannedMeetingOut(many=True, source="fixtures")


@extend_schema_serializer(component_name="SeasonPlanOut")
class PlanOut(SeasonChangeOut):
    rounds = PlannedRoundOut(many=True)


class MeetingPlanOut(SeasonChangeOut):
    rounds = PlannedMeetingsOut(many=True)


class SpanIn(StrictSerializer):
    first = serializers.DateField()
    last = serializers.DateField()


class AwayIn(SpanIn):
    player = id_in()


class AwayTeamIn(SpanIn):
    team = id_in()


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
    sittings = StrictInteger(
        min_value=1,
        max_value=SITTINGS_MOST,
        required=False,
        default=1,
        help_text="Of a day. A round takes several where there are few tables.",
    )
    spread = StrictBoolean(
        required=False,
        default=False,
        help_text="Every sitting is filled; a round may go on at the next day of play.",
    )


class PlanIn(CalendarIn):
    entrants = serializers.ListField(
        child=id_in(), max_length=ENTRANTS_MOST, help_text="Players' ids in the order of places."
    )
    away = serializers.ListField(
        child=AwayIn(), required=False, default=list, max_length=SPANS_MOST
    )
    tables = serializers.ListField(
        child=StrictText(max_length=TABLE_NAME_MOST),
        required=False,
        default=list,
        max_length=TABLES_MOST,
        help_text="Their names. At a sitting each is used once at most; without any, there are "
        "as many as needed.",
    )
    version = version_in("season")
    preview = preview_in()


class MeetingsIn(CalendarIn):
    teams = serializers.ListField(
        child=id_in(), max_length=ENTRANTS_MOST, help_text="Their ids in the order of places."
    )
    away = serializers.ListField(
        child=AwayTeamIn(), required=False, default=list, max_length=SPANS_MOST
    )
    tables = StrictInteger(
        min_value=0,
        max_value=TABLES_MOST,
        required=False,
        default=0,
        help_text="How many there are; a meeting takes one for each board. 0: as many as needed.",
    )
    version = version_in("season")
    preview = preview_in()
