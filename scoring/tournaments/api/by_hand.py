"""/api/v1/: pairings by hand in a Swiss, before and after the draw, and what they cost."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Person
from ecarte_club.core.pagination import SortedPages
from games.matches.api.serializers.matches import NamedOut, Out
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.swiss.by_hand import Criterion
from scoring.tournaments.selectors.by_hand import Comparison, change_comparison
from scoring.tournaments.selectors.pairings import fixtures_of, pairings_among
from scoring.tournaments.selectors.reading import reading_of
from scoring.tournaments.services import by_hand

from . import inputs
from .reads import tournament_of
from .serializers import PairingOut, RoundOut, TournamentDetailOut
from .writes import Acting, round_answer


class PairingCostOut(Out):
    """Of a `CostLine`."""

    criterion = serializers.CharField(help_text=f"One of {', '.join(Criterion)}.")
    drawn = serializers.IntegerField(help_text="Of the round that was drawn; the less, the better.")
    changed = serializers.IntegerField(help_text="Of the round as it would be.")


class ChangedBoardOut(Out):
    one = NamedOut(help_text="Either deals first: that is worked out with the change.")
    other = NamedOut(allow_null=True, help_text="Null: a bye.")


class PairingPreviewOut(Out):
    """Of a `Comparison`."""

    boards = ChangedBoardOut(many=True, help_text="Those that would be new, against the draw.")
    costs = PairingCostOut(
        source="lines", many=True, help_text="In the order in which a draw weighs them."
    )
    decides = serializers.CharField(
        allow_null=True,
        help_text="The first criterion by which the two rounds differ; null: none.",
    )
    version = serializers.IntegerField(help_text="Of the tournament.")


class FixingPairs(Acting):
    @extend_schema(request=inputs.FixedPairIn, responses={200: TournamentDetailOut})
    def post(self, request: Request, pk: int) -> Response:
        """Fix a pairing or the bye of the next round before its draw, or release it."""

        def fix_or_release(
            *, fixed: bool, player: int, other: int | None, reason: str, **facts: Any
        ) -> Tournament:
            if not fixed:
                return by_hand.pair_release(player=player, **facts)
            return by_hand.pair_fix(player=player, other=other, reason=reason, **facts)

        return self.acted(request, pk, inputs.FixedPairIn, fix_or_release)


class PairingPreview(Acting):
    @extend_schema(request=inputs.PairingPreviewIn, responses={200: PairingPreviewOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Preview what a change of a pairing costs, against the round as it was drawn."""

        def preview(*, by: Person, tournament: Tournament, **change: Any) -> Comparison:
            now = reading_of(tournament, by)
            row = by_hand.changeable_round(now.progress, number)
            return change_comparison(now, row, by_hand.change_swap(now.progress, row, **change))

        def answer(_person: Person, found: Comparison) -> Any:
            return PairingPreviewOut(found).data

        return self.acted(request, pk, inputs.PairingPreviewIn, preview, answer)


class ChangingPairing(Acting):
    pagination_class = SortedPages

    @extend_schema(responses=PairingOut(many=True))
    def get(self, request: Request, pk: int, number: int) -> Response:
        """List the pairings of a round, in the order of their numbers; a pool has none."""
        found, person = tournament_of(request, pk)
        self.read_version = found.version
        return self.paginated(
            fixtures_of(found, person, number),
            lambda page: PairingOut(pairings_among(found, person, page), many=True).data,
        )

    @extend_schema(request=inputs.PairingChangeIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Change a pairing of a round that is drawn, until one of its matches starts."""
        form, service = inputs.PairingChangeIn, by_hand.pairing_change
        return self.acted(request, pk, form, service, round_answer, number=number)


class ChangingPairingBack(Acting):
    @extend_schema(request=inputs.TournamentVersionIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, number: int) -> Response:
        """Undo the last change of a pairing of a round."""
        form, service = inputs.TournamentVersionIn, by_hand.pairing_change_back
        return self.acted(request, pk, form, service, round_answer, number=number)
