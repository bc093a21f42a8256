"""The tables of a tournament as the pages and operations about a table take them."""

from dataclasses import dataclass

from ecarte_club.core.collation import sort_key
from ecarte_club.core.exceptions import Absent
from scoring.leagues.selectors.standings.gathering import Gathered, Who
from scoring.leagues.selectors.standings.reading import Whole

from . import going
from .reading import Seen


@dataclass(frozen=True, slots=True)
class Standing:
    """`group`: its number; 0 of a table of everybody. Names are already as he may know them."""

    group: int
    whole: Whole


def wholes(found: Seen) -> tuple[Standing, ...]:
    """None where there is no table, or none yet."""
    return tuple(
        Standing(number, _whole(found, members)) for number, members in going.members(found.course)
    )


def whole_of(found: Seen, player: int) -> Standing:
    """Raises: Absent for who stands in no table."""
    every = ((number, here) for number, here in going.members(found.course) if player in here)
    number, members = next(every, (0, None))
    if members is None:
        raise Absent
    return Standing(number, _whole(found, members))


def _whole(found: Seen, members: tuple[int, ...]) -> Whole:
    course = found.course
    tournament = course.tournament
    who = {pk: Who(found.names[pk], sort_key(found.names[pk]), "") for pk in members}
    unplayed = [
        (one.round.number, one.home_id, one.away_id)
        for one in course.unplayed
        if one.away_id is not None and one.home_id in who
    ]
    gathered = Gathered(course.given(members), who, {}, unplayed)
    return Whole(tournament.pk, tournament.version, tuple(tournament.order), gathered)
