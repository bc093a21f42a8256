"""/api/v1/: what a correction would change, and a player's games."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import person_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core import csv_files
from ecarte_club.core.api import AnyAccepted, View, require_sign_in
from ecarte_club.core.exceptions import Absent, Invalid
from ecarte_club.core.parsing import query_whole
from games.matches.selectors.player_record import (
    RecordFilters,
    matches_csv,
    merged_into,
    player_record,
)
from games.matches.services.entries import entry_correct_preview

from . import inputs
from . import serializers as shapes
from .views import match_of

PARTS = (
    *("hand", "game", "match", "confirmation", "evening", "season", "teams", "tournament"),
    *("tree", "contest", "balance", "rating"),
)


class TextOfFigure(serializers.CharField):
    def to_representation(self, value: Any) -> str:
        return str(value.text)


class FigureOut(shapes.Out):
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


class ForeseenOut(shapes.Out):
    entry = shapes.EntryOut(source="written.entry_reading")
    marks = shapes.MarkOut(source="written.entry_reading.marks", many=True)
    match = shapes.MatchDetailOut(source="written.reading")
    changes = FigureOut(many=True, help_text="Every figure that would change.")


class CorrectionPreview(View):
    @extend_schema(request=inputs.CorrectionIn, responses={200: ForeseenOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """What the same correction would change: marks, games, result, evening, standings.

        Nothing of it is written. A key answers again what it answered first.
        """
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.given(inputs.CorrectionIn)

        def act() -> Any:
            try:
                foreseen = entry_correct_preview(
                    by=person,
                    match=match,
                    number=number,
                    what=inputs.correction(given),
                    reason=given["reason"],
                    version=given["version"],
                )
            except Invalid as fault:
                raise inputs.in_correction(fault, given) from fault
            return ForeseenOut(foreseen).data

        return self.write(request, act, status=200)


class SumsOut(shapes.Out):
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


class AdversaryOut(shapes.Out):
    player = shapes.NamedOut()
    sums = SumsOut()


class SeasonSumsOut(shapes.Out):
    season = shapes.NamedOut(allow_null=True, help_text="null: matches of no season.")
    sums = SumsOut()


class ResultOut(shapes.Out):
    match = serializers.IntegerField()
    began = serializers.DateTimeField()
    outcome = serializers.IntegerField(help_text="1 won, 0 drawn, -1 lost.")


class PlayerRecordOut(shapes.Out):
    player = shapes.NamedOut(help_text="Another id than asked for: the two were one.")
    total = SumsOut()
    adversaries = AdversaryOut(many=True)
    seasons = SeasonSumsOut(many=True)
    form = ResultOut(many=True, help_text="The last results, the oldest first.")


SIFTING = [
    OpenApiParameter("season", OpenApiTypes.INT, description="A season's id."),
    OpenApiParameter("adversary", OpenApiTypes.INT, description="A player's id."),
]


def sifting(request: Request) -> RecordFilters:
    query = request.query_params
    season, adversary = query_whole(query, "season"), query_whole(query, "adversary")
    return RecordFilters(season or None, adversary or None)


def player_of(request: Request, pk: int) -> Player:
    """Who he turned out to be. Raises: Absent; Denied to who is not of his club."""
    player = Player.objects.filter(pk=pk).first()
    if player is None:
        raise Absent
    require(person_of(request, player.club_id), Act.SEE_CLUB)
    return merged_into(player)


class PlayerRecordDetail(View):
    @extend_schema(parameters=SIFTING, responses=PlayerRecordOut)
    def get(self, request: Request, pk: int) -> Response:
        """A player's results: in sum, against each adversary, in each season, and his form.

        His games mark by mark: `matches?player=`, and each match's `hands`.
        """
        record = player_record(player_of(request, pk), sifting(request))
        return Response(PlayerRecordOut(record).data)


class PlayerMatchesCsv(View):
    content_negotiation_class = AnyAccepted

    @extend_schema(parameters=SIFTING, responses={(200, "text/csv"): OpenApiTypes.STR})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A line for each match of a player, the newest first."""
        found = player_of(request, pk)
        return csv_files.download(
            f"player-{found.pk}.csv", matches_csv(found, sifting(request).kept())
        )
