"""The tables of a tournament as the pages and operations about a table take them."""

from dataclasses import dataclass

from ecarte_club.core.collation import sort_key
from ecarte_club.core.exceptions import Absent
from scoring.leagues.selectors.standings.tables import EntrantName, EventTable

from . import qualification
from .reading import Reading


@dataclass(frozen=True, slots=True)
class Standing:
    """`group`: its number; 0 of a table of everybody. Names are already as he may know them."""

    group: int
    whole: EventTable


def wholes(found: Reading) -> tuple[Standing, ...]:
    """None where there is no table, or none yet."""
    return tuple(
        Standing(number, _whole(found, members))
        for number, members in qualification.members(found.progress)
    )


def whole_of(found: Reading, player: int) -> Standing:
    """Raises: Absent for who stands in no table."""
    every = (
        (number, here) for number, here in qualification.members(found.progress) if player in here
    )
    number, members = next(every, (0, None))
    if members is None:
        raise Absent
    return Standing(number, _whole(found, members))


def _whole(found: Reading, members: tuple[int, ...]) -> EventTable:
    progress = found.progress
    tournament = progress.tournament
    names = {pk: EntrantName(found.names[pk], sort_key(found.names[pk]), "") for pk in members}
    open_fixtures = [
        (one.round.number, one.home_id, one.away_id)
        for one in progress.unplayed
        if one.away_id is not None and one.home_id in names
    ]
    return EventTable(
        tournament.pk,
        tournament.version,
        tuple(tournament.order),
        progress.given(members),
        names,
        open_fixtures=open_fixtures,
    )
