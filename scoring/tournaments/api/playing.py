"""/api/v1/: the matches of a round: started, decided without play, and both undone."""

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.api import View, require_sign_in
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from scoring.leagues.models import Fixture
from scoring.tournaments.services.awards import meeting_award, meeting_award_back
from scoring.tournaments.services.starting import Seated, meeting_start_back, round_start

from . import inputs
from .reads import round_data, tournament_of
from .serializers import RoundOut, StartedOut


class Starting(View):
    @extend_schema(request=inputs.RoundStartIn, responses={201: StartedOut})
    def post(self, request: Request, pk: int) -> Response:
        """Start matches of a round at the tables of an evening: all of them, or none."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.START_ANY)
        given = self.given(inputs.RoundStartIn)
        seated = [Seated(one["fixture"], one["table"]) for one in given["matches"]]

        def act() -> Any:
            evening = evening_of(person, given["evening"])
            made = round_start(by=person, tournament=found, evening=evening, seated=seated)
            return {"matches": [one.pk for one in made]}

        return self.write(request, act)


def evening_of(person: Person, pk: int) -> Evening:
    evening = Evening.objects.filter(pk=pk, club_id=person.club_id).first()
    if evening is None:
        text = _("Must be an evening of this club.")
        raise Invalid("unknown_evening", text, errors={"evening": text})
    return evening


class StartingBack(View):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Undo the start of a match in which nothing is entered; the answer is its round."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(inputs.NothingIn)

        def act() -> Any:
            row = meeting_start_back(by=person, tournament=found, fixture=fixture)
            return _round_of(row, person)

        return self.write(request, act, 200)


class Awarding(View):
    @extend_schema(request=inputs.MeetingAwardIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Decide a match without play: a walkover, or neither came; the answer is its round."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        given = self.given(inputs.MeetingAwardIn)

        def act() -> Any:
            row = meeting_award(by=person, tournament=found, fixture=fixture, **given)
            return _round_of(row, person)

        return self.write(request, act, 200)


class AwardingBack(View):
    @extend_schema(request=inputs.NothingIn, responses={200: RoundOut})
    def post(self, request: Request, pk: int, fixture: int) -> Response:
        """Withdraw a decision without play, until the next round is published."""
        require_sign_in(request)
        found, person = tournament_of(request, pk)
        require(person, Act.RUN_SEASON)
        self.given(inputs.NothingIn)

        def act() -> Any:
            row = meeting_award_back(by=person, tournament=found, fixture=fixture)
            return _round_of(row, person)

        return self.write(request, act, 200)


def _round_of(row: Fixture, person: Person) -> Any:
    return round_data(row.event_id, person, row.round.number)
