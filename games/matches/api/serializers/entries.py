"""What programs read of entries, and of the changes that one would make."""

from typing import Any

from rest_framework import serializers

from games.engine.codes import Rule
from games.engine.facts import MARK_RULES
from games.engine.records import KingHow, Opening
from games.matches.api.inputs import MARK_KINDS
from games.matches.api.rulings import RulingOut
from games.matches.models import Entry
from games.matches.rules.improbable import Improbable

from .matches import EnteredByField, MatchDetailOut, Out, PairOut, seat_field


class KingOut(Out):
    seat = seat_field()
    how = serializers.ChoiceField(choices=[how.value for how in KingHow])


class NotedMarkOut(Out):
    seat = seat_field()
    points = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=MARK_KINDS, allow_null=True)


class RecordOut(Out):
    dealer = seat_field(allow_null=True)
    opening = serializers.ChoiceField(choices=[o.value for o in Opening], allow_null=True)
    kings = KingOut(many=True)
    tricks = PairOut(allow_null=True)
    abandoned_by = seat_field(allow_null=True)
    marks = NotedMarkOut(many=True, allow_null=True)
    rulings = RulingOut(many=True, help_text="What went wrong, and what was chosen.")


class MarkOut(Out):
    """Over a mark with its sentence."""

    seat = seat_field(source="mark.seat")
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
