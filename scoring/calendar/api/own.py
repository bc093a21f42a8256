"""/api/v1/: the addresses by which one's own calendar program reads."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from ecarte_club.clubs.api import club_of
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Person
from ecarte_club.clubs.services.accounts import calendar_renew
from ecarte_club.core.api import View
from scoring.calendar.addresses import addresses
from scoring.leagues.api import fixture_serializers


class OwnCalendar(View):
    @extend_schema(responses=fixture_serializers.OwnCalendarOut)
    def get(self, request: Request, slug: str) -> Response:
        """The addresses of feeds that show your calendar program what you may see here. Whoever
        has one reads the same; a new address, and no token, is what stops it."""
        return Response(_shown(*club_of(request, slug)))

    @extend_schema(
        request=fixture_serializers.OwnCalendarIn,
        responses={201: fixture_serializers.OwnCalendarOut},
    )
    def post(self, request: Request, slug: str) -> Response:
        """New addresses: all that you gave before stop, in each of your clubs. They are not in
        what is kept of the answer, but made again from the site's key."""
        club, person = club_of(request, slug)
        version = self.given(fixture_serializers.OwnCalendarIn)["version"]
        answer = self.write(
            request, lambda: {"version": calendar_renew(by=person, version=version)}
        )
        answer.data = _shown(club, person, answer.data["version"])
        return answer


def _shown(club: Club, person: Person, version: int | None = None) -> Any:
    found = addresses(club, person, version)
    return fixture_serializers.OwnCalendarOut(
        {
            "version": found.version,
            "club": found.club,
            "player": found.player,
            "clubs": [one.slug for one in found.clubs],
        }
    ).data
