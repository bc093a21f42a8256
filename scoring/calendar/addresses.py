"""The addresses of feeds that are somebody's own: they show a program what he himself may see."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin

from django.conf import settings

from ecarte_club.clubs.authentication import PARAMETER, Actor, key_of
from ecarte_club.clubs.models import Club, User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.clubs import clubs_of
from ecarte_club.core.exceptions import Absent


@dataclass(frozen=True, slots=True)
class Addresses:
    """`version`: moves with each renewal. `player`: of his own fixtures, if he plays here.

    `clubs`: where else his addresses have the same key, and stop with these.
    """

    version: int
    club: str
    player: str | None
    clubs: tuple[Club, ...]


def addresses(club: Club, person: Person, version: int | None = None) -> Addresses:
    """`version`: of other than the newest. Raises: Absent; Denied."""
    require(person, Act.CHOOSE_OWN)
    user = User.objects.filter(pk=person.user_id or 0).first()
    if user is None:
        raise Absent
    number = user.calendar_number if version is None else version
    key = {PARAMETER: key_of(user.pk, number)}
    own = {"player": person.player_id, **key} if person.player_id else None
    others = clubs_of(Actor(user)).exclude(pk=club.pk)
    return Addresses(number, feed_of(club, key), feed_of(club, own) if own else None, tuple(others))


def feed_of(club: Club, asked: Mapping[str, object]) -> str:
    """The whole address, of the site as its settings name it."""
    path = f"/api/v1/clubs/{club.slug}/calendar.ics?{urlencode(asked)}"
    return urljoin(settings.SITE_URL, path)
