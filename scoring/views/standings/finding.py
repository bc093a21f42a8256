"""The season of an address, and of when its table is asked for."""

from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django.http import HttpRequest

from ecarte_club.clubs import naming
from ecarte_club.clubs.askers import asker_of
from ecarte_club.clubs.rights import Person
from ecarte_club.wire.digits import whole as whole_number
from ecarte_club.wire.faults import Absent
from scoring import queries
from scoring.models import Season
from scoring.queries import When
from scoring.standings.reading import Whole, whole

ROUND_MOST = 10**4


@dataclass(frozen=True, slots=True)
class Found:
    season: Season
    person: Person
    whole: Whole

    @property
    def shown(self) -> str:
        """What the club lets him see of names; empty: everything."""
        return "" if naming.sees_names(self.person) else self.season.event.club.names_shown


def season_of(request: HttpRequest, slug: str, pk: int) -> tuple[Season, Person]:
    """Raises: Absent also when the address names another club."""
    found, person = queries.season(asker_of(request), pk)
    if found.event.club.slug != slug:
        raise Absent
    return found, person


def found_of(request: HttpRequest, slug: str, pk: int) -> Found:
    season, person = season_of(request, slug, pk)
    return Found(season, person, whole(season.pk))


def when_of(request: HttpRequest) -> When:
    """An address that was bent asks for now."""
    try:
        as_of = date.fromisoformat(request.GET.get("on", ""))
    except ValueError:
        as_of = None
    after = whole_number(request.GET.get("after", ""))
    return When(as_of, after if after and after <= ROUND_MOST else None)


def query_of(when: When) -> str:
    """To be put behind an address; empty for now."""
    asked = {"on": when.as_of and when.as_of.isoformat(), "after": when.after_round}
    return urlencode({name: value for name, value in asked.items() if value})
