"""What programs read of matches: one serializer for each thing, over models and readings.

Context `with_people` False leaves out who entered something.
"""

from typing import Any

from rest_framework import serializers

from games.engine.codes import Rule
from games.engine.facts import MARK_RULES
from games.engine.records import KingHow, Opening
from games.engine.terms import FormatKind
from games.matches.labels import engine
from games.matches.models import Entry, Match
from games.matches.rules.improbable import Improbable
from games.matches.selectors.statuses import Status, status_of

from .inputs import MARK_KINDS, SEATS
from .rulings import RulingOut


class Out(serializers.Serializer[Any]):
    pass


class SeatField(serializers.ChoiceField):
    """`a`, `b`, or null where the column is empty."""

    def to_representation(self, value: Any) -> Any:
        return super().to_representation(value) or None


def _seat(**options: Any) -> serializers.ChoiceField:
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


class StatusField(serializers.ChoiceField):
    """Over a match."""

    def __init__(self, source: str = "*") -> None:
        text = (
            "`unfinished`: nothing was entered in it for six hours, or its evening is signed off; "
            "`adjourned`: to be continued another day; `abandoned`: it has no result. Nobody is "
            "playing any of these now."
        )
        super().__init__(choices=list(Status), source=source, help_text=text)

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
    winner = _seat(allow_null=True)
    annulled_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it counts for nothing."
    )
    status = StatusField()
    started_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class GameOut(Out):
    number = serializers.IntegerField(source="game.number", help_text="From 1 in the match.")
    score = PairOut(source="game.score")
    winner = _seat(source="game.winner", allow_null=True)
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
    winner = _seat(source="rubber.winner")
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

    status = serializers.ChoiceField(source="kind", choices=Match.Stopped.values)


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
    dealer = _seat(
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

    replacement = ReplacementOut(help_text="Ids of matches, where the players were changed.")


class KingOut(Out):
    seat = _seat()
    how = serializers.ChoiceField(choices=[how.value for how in KingHow])


class NotedMarkOut(Out):
    seat = _seat()
    points = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=MARK_KINDS, allow_null=True)


class RecordOut(Out):
    dealer = _seat(allow_null=True)
    opening = serializers.ChoiceField(choices=[o.value for o in Opening], allow_null=True)
    kings = KingOut(many=True)
    tricks = PairOut(allow_null=True)
    abandoned_by = _seat(allow_null=True)
    marks = NotedMarkOut(many=True, allow_null=True)
    rulings = RulingOut(many=True, help_text="What went wrong, and what was chosen.")


class MarkOut(Out):
    """Over a mark with its sentence."""

    seat = _seat(source="mark.seat")
    points = serializers.IntegerField(source="mark.points")
    kind = serializers.ChoiceField(source="mark.kind", choices=MARK_KINDS, allow_null=True)
    rule = serializers.ChoiceField(
        source="mark.rule", choices=[rule.value for rule in Rule if rule in MARK_RULES]
    )
    law = serializers.CharField(
        source="mark.law", help_text="Where the rule is written, as in `law 49`."
    )
    text = serializers.CharField(help_text="The mark in words, in the language asked for.")


class PlacedOut(Out):
    number = serializers.IntegerField(help_text="The number of an entry.")
    game = serializers.IntegerField(help_text="The game that it belongs to from then on.")


class EntryOut(Out):
    """Over an EntryReading."""

    id = serializers.IntegerField(source="entry.pk")
    match = serializers.IntegerField(source="entry.match_id")
    number = serializers.IntegerField(
        source="entry.number", help_text="In the order of entering, from 1."
    )
    place = serializers.IntegerField(
        source="entry.place",
        help_text="In the order of play, from 1, unless an `order` says otherwise.",
    )
    kind = serializers.ChoiceField(source="entry.kind", choices=Entry.Kind.choices)
    game = serializers.IntegerField(
        allow_null=True,
        help_text="The game's number, for an entry that stands as it is now; null where nothing "
        "was played, as for an undo.",
    )
    hand = RecordOut(allow_null=True, help_text="Of a hand alone.")
    notation = serializers.CharField(
        allow_null=True, help_text="Every card of the hand, where it was entered card by card."
    )
    ruled = serializers.ListField(
        child=serializers.CharField(),
        help_text="Its rulings in words, in the language asked for, each with its law.",
    )
    score = PairOut(allow_null=True, help_text="Of a game entered by its score.")
    games = PairOut(allow_null=True, help_text="Of a rubber entered by its score.")
    stands = serializers.BooleanField(help_text="Neither undone nor replaced.")
    supersedes = serializers.IntegerField(
        source="superseded.number",
        allow_null=True,
        help_text="The number of the entry it replaces.",
    )
    undoes = serializers.IntegerField(
        source="undone.number", allow_null=True, help_text="The number of the entry it undoes."
    )
    inserted = serializers.BooleanField(
        source="entry.inserted", help_text="A correction put it between or before others."
    )
    order = PlacedOut(
        many=True,
        allow_null=True,
        help_text="Of a correction that changes more than one place: what the match consists of "
        "from then on, in the order of play. null for all others.",
    )
    reason = serializers.CharField(source="entry.reason")
    by = EnteredByField("entry")
    law = serializers.CharField(
        allow_null=True,
        help_text="By which the players fixed it themselves: `law 50`, `law 51`.",
    )
    at = serializers.DateTimeField(source="entry.at")


class HandOut(EntryOut):
    marks = MarkOut(many=True, help_text="Those that counted, in order.")
    score_after = PairOut()
    surplus = serializers.BooleanField(help_text="Played after the game was over: no marks.")


class WarningOut(Out):
    code = serializers.ChoiceField(choices=[one.value for one in Improbable])
    text = serializers.CharField(help_text="In words, in the language asked for.")


class WrittenOut(Out):
    """Over a Written."""

    entry = EntryOut(source="entry_reading")
    marks = MarkOut(source="entry_reading.marks", many=True)
    warnings = WarningOut(
        many=True,
        help_text="What is improbable about it. It is entered all the same: check it, and undo it "
        "if it is wrong.",
    )
    match = MatchDetailOut(source="reading")


PARTS = (
    *("hand", "game", "match", "confirmation", "evening", "season", "teams", "tournament"),
    *("tree", "contest", "balance", "rating"),
)


class TextOfFigure(serializers.CharField):
    def to_representation(self, value: Any) -> str:
        return str(value.text)


class FigureOut(Out):
    part = serializers.ChoiceField(
        source="figure.part", choices=PARTS, help_text="What kind of thing the figure belongs to."
    )
    about = serializers.IntegerField(
        source="figure.about",
        help_text="The id of the match, evening, season or tournament; of a rating, of the match.",
    )
    row = serializers.IntegerField(
        source="figure.row",
        help_text="Which: a place of the match, a game, or a player's id; of a tree the number "
        "in its round, and ten thousand for each round, and a million for each part before it.",
    )
    figure = serializers.CharField(source="figure.figure", help_text="Its name, for programs.")
    title = serializers.CharField(
        source="figure.title", help_text="The match, evening or season in words."
    )
    of = serializers.CharField(source="figure.of", help_text="The hand, game or player in words.")
    what = serializers.CharField(source="figure.label", help_text="The figure in words.")
    before = TextOfFigure(allow_null=True, help_text="null: it is not there now.")
    after = TextOfFigure(allow_null=True, help_text="null: it would not be there.")
    number_before = serializers.IntegerField(
        source="before.number",
        allow_null=True,
        help_text="`before` as a number, where it is one. Of a tree, the id of the player.",
    )
    number_after = serializers.IntegerField(
        source="after.number", allow_null=True, help_text="The same of `after`."
    )


class ForeseenOut(Out):
    entry = EntryOut(source="written.entry_reading")
    marks = MarkOut(source="written.entry_reading.marks", many=True)
    match = MatchDetailOut(source="written.reading")
    changes = FigureOut(many=True, help_text="Every figure that would change.")


class SumsOut(Out):
    played = serializers.IntegerField(help_text="Matches that are over; the rest is of these.")
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    games_for = serializers.IntegerField()
    games_against = serializers.IntegerField()
    kings = serializers.IntegerField()
    voles = serializers.IntegerField()
    hands = serializers.IntegerField(help_text="Those that were noted.")
    kings_rate = serializers.FloatField(allow_null=True, help_text="In a hundred hands.")
    voles_rate = serializers.FloatField(allow_null=True, help_text="In a hundred hands.")


class AdversaryOut(Out):
    player = NamedOut()
    sums = SumsOut()


class SeasonSumsOut(Out):
    season = NamedOut(allow_null=True, help_text="null: matches of no season.")
    sums = SumsOut()


class ResultOut(Out):
    match = serializers.IntegerField()
    began = serializers.DateTimeField()
    outcome = serializers.IntegerField(help_text="1 won, 0 drawn, -1 lost.")


class PlayerRecordOut(Out):
    player = NamedOut(help_text="Another id than asked for: the two were one.")
    total = SumsOut()
    adversaries = AdversaryOut(many=True)
    seasons = SeasonSumsOut(many=True)
    form = ResultOut(many=True, help_text="The last results, the oldest first.")
