"""/api/v1/: the next round of an evening, as it is proposed."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole_number
from games.evenings import selectors as evenings
from games.evenings.live_state import evening_now
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.leagues.models import Season
from scoring.leagues.rules.pairing import Mode
from scoring.leagues.selectors.pairings import proposal


class NumberOrNull(serializers.IntegerField):
    def to_representation(self, value: int) -> Any:
        return value or None


class DueFixtureOut(Out):
    event = serializers.IntegerField(
        source="event_id", help_text="The season's id: send it with the match to play the fixture."
    )
    id = serializers.IntegerField(
        source="fixture_id",
        allow_null=True,
        help_text="Send it as `fixture` with the match; the two may have several. null: a board.",
    )
    title = serializers.CharField(help_text="The season and the round.")


class ProposedOut(Out):
    table = NamedOut(allow_null=True, help_text="A free one; null when there are too few.")
    player_a = NamedOut()
    player_b = NamedOut()
    met_tonight = serializers.IntegerField(source="met.tonight")
    met_evenings_ago = NumberOrNull(
        source="met.evenings_ago",
        allow_null=True,
        help_text="At which evening before, 1 being the last; null: at none.",
    )
    fixture = DueFixtureOut(
        source="due",
        allow_null=True,
        help_text="A fixture or board that is due between the two; without it they play a friendly "
        "match.",
    )


class PairingsOut(Out):
    evening = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Of the evening.")
    pairing = serializers.ChoiceField(choices=list(Mode))
    pairs = ProposedOut(many=True)
    sits_out = NamedOut(allow_null=True)


class Pairings(View):
    @extend_schema(
        parameters=[
            OpenApiParameter("pairing", OpenApiTypes.STR, enum=list(Mode)),
            OpenApiParameter("event", OpenApiTypes.INT, description="The season to be level in."),
        ],
        responses=PairingsOut,
    )
    def get(self, request: Request, pk: int) -> Response:
        """Of those who are here and free. Altered or not, `evenings/{id}/matches` starts them."""
        evening, person = evenings.evening(actor_of(request), pk)
        require(person, Act.START_ANY)
        mode = _mode(request.query_params.get("pairing", ""))
        season_id = _season(evening.club_id, request.query_params.get("event", ""))
        found = proposal(evening_now(evening), mode=mode, season_id=season_id)
        own = {"evening": evening.pk, "version": evening.version, "pairing": mode}
        answer = {**own, "pairs": found.pairs, "sits_out": found.out}
        return Response(PairingsOut(answer).data)


def _mode(asked: str) -> Mode:
    if asked and asked not in list(Mode):
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Mode)}
        raise Invalid("invalid", text, field="pairing")
    return Mode(asked) if asked else Mode.VARIED


def _season(club_id: int, asked: str) -> int | None:
    """The one asked for, or the club's newest, if it has one."""
    seasons = Season.objects.filter(event__club=club_id).order_by("-pk")
    if asked:
        seasons = seasons.filter(pk=whole_number(asked) or 0)
    season = seasons.first()
    if asked and season is None:
        raise Invalid("unknown_event", _("Must be a season of this club, or none."), field="event")
    return season.pk if season else None
