"""What programs read of a player's record."""

from rest_framework import serializers

from .matches import NamedOut, Out


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
