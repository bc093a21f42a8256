"""/api/v1/: a match that is not played to its end, and taking it up again."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import StrictInteger, StrictText
from games.matches.api.serializers.entries import ForeseenOut, WrittenOut
from games.matches.services.entries import REASON_MOST
from games.matches.services.stopping import (
    match_abandon,
    match_abandon_preview,
    match_adjourn,
    match_resume,
)

from . import inputs
from .views import EntryView


class AdjournmentIn(inputs.Version):
    reason = StrictText(max_length=REASON_MOST, required=False, help_text="Only if there is one.")


class ResumptionIn(inputs.Version):
    evening_table = StrictInteger(
        min_value=1,
        max_value=2**63 - 1,
        required=False,
        allow_null=True,
        help_text="The id of a free table of an open evening; left out, it is played at no table.",
    )


class Abandonment(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Abandon a match: it has no result

        What was played stays on record. What it was played for is to be played again.
        """
        return self.enter(request, pk, inputs.AnnulmentIn, match_abandon)


class AbandonmentPreview(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={200: ForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Preview what abandoning a match would change"""
        return self.preview(request, pk, inputs.AnnulmentIn, match_abandon_preview)


class Adjournment(EntryView):
    @extend_schema(request=AdjournmentIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Adjourn a match, which is to be continued another day"""
        return self.enter(request, pk, AdjournmentIn, match_adjourn)


class Resumption(EntryView):
    @extend_schema(request=ResumptionIn, responses={201: WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """Resume a match that was adjourned or abandoned

        An abandoned match is resumed by a director, where what it was played for is still open.
        """
        return self.enter(request, pk, ResumptionIn, match_resume)
