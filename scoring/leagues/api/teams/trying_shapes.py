"""What programs send to try meetings of teams."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from ecarte_club.core.api import StrictInteger, StrictSerializer
from scoring.leagues.api.standings.serializers import TRIED_MOST, GamesIn, WhatIfIn
from scoring.leagues.selectors.what_if import POINTS_MOST

from .serializers import id_in


class BoardPointsIn(StrictSerializer):
    a = StrictInteger(min_value=0, max_value=POINTS_MOST)
    b = StrictInteger(min_value=0, max_value=POINTS_MOST)


class TeamTriedIn(StrictSerializer):
    team_a = id_in()
    team_b = id_in()
    board_points = BoardPointsIn(
        required=False, help_text="Of each; the meeting adds nothing to their games then."
    )
    boards = GamesIn(
        many=True,
        required=False,
        help_text="Instead of board points: the games won at each board, rubbers where there are "
        "several.",
    )

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if ("board_points" in given) == bool(given.get("boards")):
            text = _("Give the board points, or the games won at each board.")
            raise serializers.ValidationError({"board_points": text})
        return given


class TeamWhatIfIn(WhatIfIn):
    results = TeamTriedIn(  # type: ignore[assignment]
        many=True, help_text=f"{TRIED_MOST} at most."
    )
