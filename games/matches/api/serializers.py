"""What programs read: one serializer for each thing."""

from typing import Any

from rest_framework import serializers

from games.engine.codes import Rule
from games.engine.facts import MARK_RULES
from games.engine.records import KingHow, Opening
from games.engine.terms import FormatKind
from games.matches.models import Entry

from .inputs import MARK_KINDS, SEATS
from .rulings import RulingOut


class Out(serializers.Serializer[Any]):
    pass


def _seat(**options: Any) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices=SEATS, **options)


class PairOut(Out):
    a = serializers.IntegerField()
    b = serializers.IntegerField()


class NamedOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField()


class PlayersOut(Out):
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


class MatchOut(Out):
    id = serializers.IntegerField()
    club = serializers.CharField(help_text="The club's slug.")
    event = NamedOut(allow_null=True, help_text="The season in which it counts; same id.")
    table = serializers.CharField()
    players = PlayersOut()
    terms = TermsOut()
    version = serializers.IntegerField(help_text="Send it with your next write.")
    games = PairOut(help_text="Games won.")
    rubbers = PairOut(help_text="Rubbers won.")
    score = PairOut(help_text="The score of the game being played, or of the last.")
    over = serializers.BooleanField()
    winner = _seat(allow_null=True)
    annulled_at = serializers.DateTimeField(
        allow_null=True, help_text="Since when it counts for nothing."
    )
    started_at = serializers.DateTimeField()
    changed_at = serializers.DateTimeField()


class GameOut(Out):
    number = serializers.IntegerField()
    score = PairOut()
    winner = _seat(allow_null=True)
    value = serializers.IntegerField(allow_null=True, help_text="1, 2 or 3, to the winner.")
    by_score = serializers.BooleanField(help_text="Only the final score was kept.")
    hands = serializers.IntegerField()
    confirmed = serializers.BooleanField(help_text="By the opponent, as it stands now.")


class RubberOut(Out):
    first_game = serializers.IntegerField(help_text="The number of its first game.")
    games = PairOut(help_text="Games won.")
    winner = _seat()
    points = serializers.IntegerField(help_text="The winner's; they can be less than nothing.")


class AnnulledOut(Out):
    at = serializers.DateTimeField()
    reason = serializers.CharField()
    by = serializers.CharField(allow_null=True, help_text="Only to the club's own people.")


class MatchDetailOut(MatchOut):
    annulled = AnnulledOut(
        allow_null=True, help_text="By whom and why; what was entered is among its `entries`."
    )
    game = serializers.IntegerField(help_text="The number of the game being played.")
    dealer = _seat(allow_null=True, help_text="Whose deal is next, where it is known.")
    rubber_points = serializers.IntegerField(allow_null=True)
    rubber_list = RubberOut(many=True, help_text="Those that are over.")
    game_list = GameOut(many=True)


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
    seat = _seat()
    points = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=MARK_KINDS, allow_null=True)
    rule = serializers.ChoiceField(choices=[rule.value for rule in Rule if rule in MARK_RULES])
    law = serializers.CharField(help_text="Where the rule is written, as in `law 49`.")
    text = serializers.CharField(help_text="The mark in words, in the language asked for.")


class EntryOut(Out):
    id = serializers.IntegerField()
    match = serializers.IntegerField()
    number = serializers.IntegerField(help_text="In the order of entering, from 1.")
    place = serializers.IntegerField(help_text="In the order of play, from 1.")
    kind = serializers.ChoiceField(choices=Entry.Kind.choices)
    game = serializers.IntegerField(allow_null=True)
    hand = RecordOut(allow_null=True)
    notation = serializers.CharField(
        allow_null=True, help_text="Every card of the hand, where it was told so."
    )
    ruled = serializers.ListField(
        child=serializers.CharField(),
        help_text="Its rulings in words, in the language asked for, each with its law.",
    )
    score = PairOut(allow_null=True, help_text="Of a game entered by its score.")
    games = PairOut(allow_null=True, help_text="Of a rubber entered by its score.")
    stands = serializers.BooleanField()
    supersedes = serializers.IntegerField(allow_null=True, help_text="A number.")
    undoes = serializers.IntegerField(allow_null=True, help_text="A number.")
    reason = serializers.CharField()
    by = serializers.CharField(allow_null=True, help_text="Only to the club's own people.")
    law = serializers.CharField(
        allow_null=True, help_text="By which the players mended it themselves: `law 50`, `law 51`."
    )
    at = serializers.DateTimeField()


class HandOut(EntryOut):
    marks = MarkOut(many=True, help_text="Those that counted, in order.")
    score_after = PairOut()
    surplus = serializers.BooleanField(help_text="Played after the game was over: no marks.")


class WrittenOut(Out):
    entry = EntryOut()
    marks = MarkOut(many=True)
    match = MatchDetailOut()
