"""What programs read of matches: one serializer for each thing, over models and readings.

Context `with_people` False leaves out who entered something.
"""

from typing import Any

from rest_framework import serializers

from games.engine.terms import FormatKind
from games.matches.api.inputs import SEATS
from games.matches.changes import counts
from games.matches.labels import engine
from games.matches.models import Match
from games.matches.selectors.statuses import Status, status_of


class Out(serializers.Serializer[Any]):
    pass


class SeatField(serializers.ChoiceField):
    """`a`, `b`, or null where the column is empty."""

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


def seat_field(**options: Any) -> serializers.ChoiceField:
    return SeatField(choices=SEATS, **options)


class SeatsOut(Out):
    """Something of the first and of the second player. `columns`: read from NAME_a and NAME_b."""

    def __init__(self, *args: Any, columns: str = "", **options: Any) -> None:
        self.columns = columns
        if columns:
            options["source"] = "*"
        super().__init__(*args, **options)

    def get_fields(self) -> dict[str, Any]:
        fields = super().get_fields()
        if self.columns:
            for seat, field in fields.items():
                field.source = f"{self.columns}_{seat}"
        return fields


class PairOut(SeatsOut):
    a = serializers.IntegerField()
    b = serializers.IntegerField()


class NamedOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()


class PlayersOut(SeatsOut):
    a = NamedOut()
    b = NamedOut()


class TermsOut(Out):
    code = serializers.CharField(help_text="Printed, or what the house rules were made from.")
    rules = serializers.CharField(help_text="The name of the house rules; empty if there are none.")
    options = serializers.DictField(
        child=serializers.CharField(), help_text="In what the house rules differ from the code."
    )
    format = serializers.ChoiceField(choices=[kind.value for kind in FormatKind])
    games = serializers.IntegerField()
    rubbers = serializers.IntegerField(help_text="The match is the best of so many.")
    game_values = serializers.BooleanField()
    rubber_bonus = serializers.IntegerField()


STATUSES = [status.value for status in Status]
STOPPED = Match.Stopped.values


class StatusField(serializers.ChoiceField):
    """Over a match."""

    def __init__(self, source: str = "*") -> None:
        text = (
            "`unfinished`: nothing was entered in it for six hours, or its evening is signed off; "
            "`adjourned`: to be continued another day; `abandoned`: it has no result. Nobody is "
            "playing any of these now."
        )
        super().__init__(choices=STATUSES, source=source, help_text=text)

    def to_representation(self, value: Any) -> Any:
        return status_of(value).value


class EveningOfMatchOut(Out):
    """Over a table."""

    id = serializers.IntegerField(source="evening_id")
    name = serializers.CharField(source="evening.name", help_text="Empty where it has none.")
    held_on = serializers.DateField(source="evening.held_on")
    table = NamedOut(source="*")


class EveningField(EveningOfMatchOut):
    """Over a match: null to the public where the evening is not public."""

    def to_representation(self, value: Any) -> Any:
        table = value.evening_table
        is_hidden = table is None or (value.is_veiled and not table.evening.public)
        return None if is_hidden else super().to_representation(table)


class MatchOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(source="club.slug", help_text="The club's slug.")
    event = NamedOut(allow_null=True, help_text="The season in which it counts; same id.")
    table = serializers.CharField()
    evening = EveningField(
        source="*",
        allow_null=True,
        help_text="Where it is played, with the table; null: at no evening, or at one that is not "
        "public.",
    )
    players = PlayersOut(columns="player")
    terms = TermsOut(source="*")
    version = serializers.IntegerField(help_text="Send it with your next write.")
    games = PairOut(columns="games", help_text="Games won.")
    rubbers = PairOut(columns="rubbers", help_text="Rubbers won.")
    score = PairOut(columns="score", help_text="The score of the game in play, or of the last one.")
    over = serializers.BooleanField()
    winner = seat_field(allow_null=True)
    annulled_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it counts for nothing."
    )
    status = StatusField()
    started_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


COUNTS = (
    "Whether it counts in its season. Where fixtures are planned, a match that plays none of them "
    "does not."
)


class ListedMatchOut(MatchOut):
    """Of lists whose matches are marked by `changes.mark_uncounted`."""

    counts = serializers.SerializerMethodField(help_text=COUNTS)

    def get_counts(self, match: Match) -> bool:
        return not (match.event_id is None or match.annulled_at or match.is_uncounted)


class GameOut(Out):
    number = serializers.IntegerField(source="game.number", help_text="From 1 in the match.")
    score = PairOut(source="game.score")
    winner = seat_field(source="game.winner", allow_null=True)
    value = serializers.IntegerField(
        source="game.value", allow_null=True, help_text="1, 2 or 3, to the winner (law 46)."
    )
    by_score = serializers.BooleanField(
        source="game.by_score", help_text="Only the final score was entered."
    )
    hands = serializers.IntegerField(source="game.hands", help_text="Hands entered in it.")
    confirmed = serializers.BooleanField(help_text="By the opponent, as it stands now.")


class RubberOut(Out):
    first_game = serializers.IntegerField(
        source="rubber.first", help_text="The number of its first game."
    )
    games = PairOut(columns="rubber.games", help_text="Games won.")
    winner = seat_field(source="rubber.winner")
    points = serializers.IntegerField(help_text="The winner's; they can be negative.")


class EnteredByField(serializers.CharField):
    """Who made an entry, for members of the club alone."""

    def __init__(self, source: str = "*") -> None:
        super().__init__(source=source, allow_null=True, help_text="Only to the club's own people.")

    def to_representation(self, value: Any) -> Any:
        with_people = self.context.get("with_people", True)
        return (engine.entered_by(value) or None) if with_people else None


class AnnulledOut(Out):
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    by = EnteredByField()


class StoppedOut(AnnulledOut):
    """`reason` is empty for a match that was adjourned without one."""

    status = serializers.ChoiceField(source="kind", choices=STOPPED)


class MatchDetailOut(MatchOut):
    """Over a Reading."""

    stopped = StoppedOut(
        source="log.stop",
        allow_null=True,
        help_text="Since when and why it is abandoned or adjourned.",
    )
    annulled = AnnulledOut(
        source="log.annulment",
        allow_null=True,
        help_text="By whom and why; what was entered is among its `entries`.",
    )
    game = serializers.IntegerField(
        source="state.game", help_text="The number of the game being played."
    )
    dealer = seat_field(
        source="state.dealer", allow_null=True, help_text="Whose deal is next, where it is known."
    )
    rubber_points = serializers.IntegerField(
        source="state.rubber_points",
        allow_null=True,
        help_text="The winner's points for the match; null until it is over.",
    )
    rubber_list = RubberOut(source="rubbers", many=True, help_text="Those that are over.")
    game_list = GameOut(source="games", many=True)

    def get_fields(self) -> dict[str, Any]:
        """Those of the match itself are read from the reading's match."""
        fields = super().get_fields()
        for name in MatchOut._declared_fields:
            own = fields[name].source or name
            fields[name].source = "match" if own == "*" else f"match.{own}"
        return fields


class ReplacementOut(Out):
    instead_of = serializers.IntegerField(
        allow_null=True, help_text="The annulled match that was entered again as this one."
    )
    replaced_by = serializers.IntegerField(
        allow_null=True, help_text="The match as which this one was entered again."
    )


class FullMatchOut(MatchDetailOut):
    """The one of a match by itself."""

    counts = serializers.SerializerMethodField(help_text=COUNTS)
    replacement = ReplacementOut(help_text="Ids of matches, where the players were changed.")

    def get_counts(self, reading: Any) -> bool:
        return counts(reading.match)
