"""/api/v1/: what the home page of a club says to whoever asks."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api.clubs import club_of
from ecarte_club.clubs.authentication import actor_of
from ecarte_club.core.api import View
from games.evenings.api.serializers import OpenFlagOut, UnconfirmedOut
from games.matches.api.serializers.matches import ListedMatchOut, MatchOut, NamedOut, Out
from games.online.models import OnlineTable
from scoring.leagues.selectors.home import home


class NumberOfField(serializers.IntegerField):
    def to_representation(self, value: Any) -> int:
        return len(value)


class HomeLineOut(Out):
    title = serializers.CharField(help_text="In the language of the request.")
    note = serializers.CharField(help_text="In the language of the request; may be empty.")
    address = serializers.CharField(help_text="Path of the page where it is done or read.")
    day = serializers.DateField(allow_null=True, help_text="When it is due, if on a day.")


class NextEveningOut(Out):
    id = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty: the evening is called by its day.")
    held_on = serializers.DateField()


class TonightOut(NextEveningOut):
    id = serializers.IntegerField(source="evening.pk")
    name = serializers.CharField(
        source="evening.name", help_text="Empty: the evening is called by its day."
    )
    held_on = serializers.DateField(source="evening.held_on")
    here = NumberOfField(help_text="How many players are here.")
    in_play = NumberOfField(help_text="How many matches are being played.")
    unconfirmed = UnconfirmedOut(many=True, help_text="Games that wait for confirmation.")


class TopLineOut(Out):
    rank = serializers.IntegerField()
    entrant = NamedOut(help_text="The player, or the team where teams play.")
    points = serializers.IntegerField(source="share.points")


class TopOut(Out):
    season = serializers.IntegerField(source="season.pk")
    name = serializers.CharField(source="season.event.name", help_text="The name of the season.")
    of_teams = serializers.BooleanField(help_text="Whether teams are ranked, not players.")
    lines = TopLineOut(many=True, help_text="The first places.")
    own = TopLineOut(allow_null=True, help_text="Your line, if it is further down; else null.")


class OwnOnlineTableOut(Out):
    id = serializers.IntegerField(source="table.pk", help_text="Of the table online.")
    status = serializers.ChoiceField(
        source="table.status",
        choices=OnlineTable.Status.choices,
        help_text="`open`: you are invited. `playing`: the match is in play.",
    )
    match = serializers.IntegerField(
        source="table.match_id", allow_null=True, help_text="null: the match has not begun."
    )
    opponent = NamedOut()
    your_turn = serializers.BooleanField(
        source="is_turn", help_text="Whether it waits for you: for an answer, an action or a deal."
    )
    deadline = serializers.DateTimeField(
        allow_null=True, help_text="Until when; null: no clock runs for you."
    )


class HomeOut(Out):
    tonight = TonightOut(many=True, help_text="Evenings in progress; for directors alone.")
    flags = OpenFlagOut(many=True, help_text="The newest open flags; for directors alone.")
    flag_count = serializers.IntegerField(help_text="How many flags are open; for directors alone.")
    to_do = HomeLineOut(many=True, help_text="What waits for a director or the committee.")
    next = HomeLineOut(many=True, help_text="Your match in play, then what you play next.")
    online = OwnOnlineTableOut(
        many=True, help_text="Tables online where you play or are invited, your turn first."
    )
    to_confirm = UnconfirmedOut(many=True, help_text="Games that wait for your confirmation.")
    payments = HomeLineOut(many=True, help_text="What you owe or get.")
    own_results = ListedMatchOut(many=True, help_text="Your latest results.")
    next_evening = NextEveningOut(
        allow_null=True, help_text="Today’s evening or the first to come that you may see."
    )
    playing = MatchOut(many=True, help_text="Matches in play.")
    top = TopOut(
        allow_null=True, help_text="Of the season in progress, your own first; null: no season yet."
    )
    results = ListedMatchOut(many=True, help_text="The latest results of the club.")


class ClubHome(View):
    @extend_schema(responses=HomeOut)
    def get(self, request: Request, slug: str) -> Response:
        """Get what happens at a club now, and what waits for you there."""
        club, person = club_of(request, slug)
        return Response(HomeOut(home(club, person, actor_of(request))).data)
