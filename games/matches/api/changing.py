"""/api/v1/: a match entered for the wrong players, or at the wrong table."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import (
    StrictBoolean,
    StrictInteger,
    StrictSerializer,
    StrictText,
    View,
    require_sign_in,
)
from games.matches.api.serializers.entries import FigureOut
from games.matches.api.serializers.matches import MatchDetailOut, Out
from games.matches.selectors.matches import matches
from games.matches.selectors.reading import read
from games.matches.services.changing import (
    match_change_players,
    match_change_players_preview,
    match_change_table,
)
from games.matches.services.entries import REASON_MOST

from . import inputs
from .views import match_of

ID: dict[str, Any] = {"min_value": 1, "max_value": 2**63 - 1}


class MatchPlayersIn(inputs.Version):
    player_a = StrictInteger(
        **ID, help_text="Who played as the first player. To swap the two, send them crosswise."
    )
    player_b = StrictInteger(**ID, help_text="Who played as the second player.")
    reason = StrictText(max_length=REASON_MOST)


class TableIn(StrictSerializer):
    evening_table = StrictInteger(**ID, help_text="The id of another table of the same evening.")
    from_table = StrictInteger(**ID, help_text="The id of the table where you saw the match.")
    exchange = StrictBoolean(
        required=False,
        default=False,
        help_text="A match that is in play there comes to the table of this one. Without, a table "
        "where one is in play is refused.",
    )


class PlayersChangedOut(Out):
    annulled = serializers.IntegerField(help_text="The id of the match with the wrong players.")
    match = MatchDetailOut(help_text="The same hands, with the right players.")


class PlayersForeseenOut(Out):
    changes = FigureOut(many=True, help_text="Every figure that would change.")


class PlayersChange(View):
    @extend_schema(request=MatchPlayersIn, responses={201: PlayersChangedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Annul a match, and enter the same hands for other players

        The new match keeps the times of the hands and takes the fixture, if there is one between
        its players. Refused for a game of a pool or chouette.
        """
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.validated(MatchPlayersIn)

        def act() -> Any:
            again = match_change_players(by=person, match=match, **given)
            reading = read(matches().get(pk=again.pk))
            return PlayersChangedOut({"annulled": pk, "match": reading}).data

        return self.write(request, act)


class PlayersPreview(View):
    @extend_schema(request=MatchPlayersIn, responses={200: PlayersForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview what changing the players would change

        Nothing of it is written. A key answers again what it answered first.
        """
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.validated(MatchPlayersIn)

        def act() -> Any:
            found = match_change_players_preview(by=person, match=match, **given)
            return PlayersForeseenOut({"changes": found}).data

        return self.write(request, act, status=200)


class TableChange(View):
    @extend_schema(request=TableIn, responses={201: MatchDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Move a match to another table of its evening

        Phones at both tables follow. Nothing that was entered changes, nor does the version.
        """
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.validated(TableIn)

        def act() -> Any:
            match_change_table(by=person, match=match, **given)
            return MatchDetailOut(read(matches().get(pk=pk))).data

        return self.write(request, act)
