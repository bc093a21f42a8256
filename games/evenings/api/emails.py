"""/api/v1/: the letters with the results of an evening."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.authentication import actor_of
from ecarte_club.clubs.permissions import Act, require
from ecarte_club.core.api import StrictInteger, StrictSerializer, View, require_sign_in
from games.evenings import selectors
from games.evenings.results.emails import post_of
from games.evenings.results.services import letters_send_rest
from games.matches.api import serializers as shapes

MOST = 2**31 - 1


class PostOut(shapes.Out):
    written = serializers.IntegerField(help_text="One for each who came and wants the results.")
    sent = serializers.IntegerField()


class RestIn(StrictSerializer):
    version = StrictInteger(
        min_value=1, max_value=MOST, help_text="The version of the evening that you looked at."
    )


class EveningLetters(View):
    @extend_schema(responses=PostOut)
    def get(self, request: Request, pk: int) -> Response:
        """The letters with the results: how many there are, and how many are sent."""
        evening, person = selectors.evening(actor_of(request), pk)
        require(person, Act.SIGN_OFF)
        self.read_version = evening.version
        return Response(PostOut(post_of(evening)).data)

    @extend_schema(request=RestIn, responses={202: PostOut})
    def post(self, request: Request, pk: int) -> Response:
        """Send those that are still to be sent; they leave after the answer, which says how many
        had been sent before."""
        require_sign_in(request)
        evening, person = selectors.evening(actor_of(request), pk)
        version = self.given(RestIn)["version"]

        def act() -> Any:
            letters_send_rest(by=person, evening=evening, version=version)
            return PostOut(post_of(evening)).data

        return self.write(request, act, status=202)
