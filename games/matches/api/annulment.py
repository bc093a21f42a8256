"""/api/v1/: a match that counts for nothing, and that counts again."""

from typing import Any

from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.core.api import View, require_sign_in
from games.matches.services.annulment import match_annul, match_annul_back, match_annul_preview

from . import inputs, serializers
from .corrections import ForeseenOut
from .views import EntryView, match_of


class Annulment(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """The match counts for nothing from now on. Its log stays, and what it was played for is
        to be played again.

        Refused where something rests on it: `in_the_way` then names the matches to annul first.
        """
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.given(inputs.AnnulmentIn)
        return self.written(request, lambda: match_annul(by=person, match=match, **given))


class AnnulmentBack(EntryView):
    @extend_schema(request=inputs.AnnulmentIn, responses={201: serializers.WrittenOut})
    def post(self, request: Request, pk: int) -> Response:
        """The match counts again as it did, where what it was played for is still open."""
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.given(inputs.AnnulmentIn)
        return self.written(request, lambda: match_annul_back(by=person, match=match, **given))


class AnnulmentPreview(View):
    @extend_schema(request=inputs.AnnulmentIn, responses={200: ForeseenOut})
    def post(self, request: Request, pk: int) -> Response:
        """What annulling would change: result, evening, standings, ratings, tournament.

        Nothing of it is written. A key answers again what it answered first.
        """
        require_sign_in(request)
        match, person = match_of(request, pk)
        given = self.given(inputs.AnnulmentIn)

        def act() -> Any:
            found = match_annul_preview(by=person, match=match, **given)
            return ForeseenOut(found).data

        return self.write(request, act, status=200)


PATHS = [
    path("matches/<int:pk>/annulment", Annulment.as_view()),
    path("matches/<int:pk>/annulment/back", AnnulmentBack.as_view()),
    path("matches/<int:pk>/annulment/preview", AnnulmentPreview.as_view()),
]
