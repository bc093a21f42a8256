"""/api/v1/: the next round of an evening, as it is proposed."""

from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import View
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.parsing import whole
from games.evenings import selectors as evenings
from games.evenings.live_state import evening_now
from games.evenings.models import Table
from games.matches.api.serializers import NamedOut, Out
from scoring.leagues.models import Season
from scoring.leagues.rules.pairing import Mode
from scoring.leagues.selectors.pairings import Proposal, Proposed, proposal


class ProposedOut(Out):
    table = NamedOut(allow_null=True, help_text="A free one; null when there are too few.")
    player_a = NamedOut()
    player_b = NamedOut()
    met_tonight = serializers.IntegerField()
    met_evenings_ago = serializers.IntegerField(
        allow_null=True, help_text="At which evening before, 1 being the last; null: at none."
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
        plain = {"evening": evening.pk, "version": evening.version, "pairing": mode}
        return Response(PairingsOut({**plain, **_plain(found)}).data)


def _mode(asked: str) -> Mode:
    if asked and asked not in list(Mode):
        text = _("Must be one of: %(allowed)s.") % {"allowed": ", ".join(Mode)}
        raise Invalid("invalid", text, errors={"pairing": text})
    return Mode(asked) if asked else Mode.VARIED


def _season(club_id: int, asked: str) -> int | None:
    """The one asked for, or the club's newest, if it has one."""
    seasons = Season.objects.filter(event__club=club_id).order_by("-pk")
    if asked:
        seasons = seasons.filter(pk=whole(asked) or 0)
    season = seasons.first()
    if asked and season is None:
        text = _("Must be a season of this club, or none.")
        raise Invalid("unknown_event", text, errors={"event": text})
    return season.pk if season else None


def _plain(found: Proposal) -> dict[str, Any]:
    return {
        "pairs": [_pair(pair) for pair in found.pairs],
        "sits_out": _named(found.out) if found.out else None,
    }


def _pair(pair: Proposed) -> dict[str, Any]:
    return {
        "table": _named(pair.table) if pair.table else None,
        "player_a": _named(pair.player_a),
        "player_b": _named(pair.player_b),
        "met_tonight": pair.met.tonight,
        "met_evenings_ago": pair.met.evenings_ago or None,
    }


def _named(thing: Player | Table) -> dict[str, Any]:
    return {"id": thing.pk, "name": thing.name}


PATHS = [path("evenings/<int:pk>/pairings", Pairings.as_view())]
