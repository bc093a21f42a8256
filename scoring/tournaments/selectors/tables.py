"""The tables of a tournament as explanations take them, and with results that are only tried."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _

from ecarte_club.core.collation import sort_key
from ecarte_club.core.exceptions import Absent, Invalid
from scoring.leagues.selectors.standings import EntrantName, EventTable
from scoring.leagues.selectors.what_if import TrialResult, table_with_results
from scoring.tables.table import WhatIf

from . import qualification
from .reading import Reading


@dataclass(frozen=True, slots=True)
class GroupTable:
    """`group`: its number; 0 of a table of everybody. Names are as the reader may know them."""

    group: int
    whole: EventTable


def tables_of(found: Reading) -> tuple[GroupTable, ...]:
    """None where there is no table, or none yet."""
    return tuple(
        GroupTable(number, _whole(found, members))
        for number, members in qualification.members(found.progress)
    )


def table_of(found: Reading, player: int) -> GroupTable:
    """Raises: Absent for who stands in no table."""
    every = (
        (number, here) for number, here in qualification.members(found.progress) if player in here
    )
    number, members = next(every, (0, None))
    if members is None:
        raise Absent
    return GroupTable(number, _whole(found, members))


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


class Then(NamedTuple):
    standing: GroupTable
    changed: WhatIf


def tried_out(found: Reading, results: Sequence[TrialResult]) -> list[Then]:
    """Each table as it would be. Raises: Absent where there is none; Invalid, naming the field, for
    what is not to be played and for what cannot be the games."""
    tables = tables_of(found)
    if not tables:
        raise Absent
    _check(tables, results)
    event = found.progress.tournament.event
    return [
        Then(
            one,
            table_with_results(
                one.whole, event, [two for two in results if two.first in one.whole.entrants]
            ),
        )
        for one in tables
    ]


def _check(tables: Sequence[GroupTable], results: Sequence[TrialResult]) -> None:
    """Each is published, between two, not decided, and tried once."""
    left = Counter(frozenset(pair) for one in tables for _round, *pair in one.whole.open_fixtures)
    left.subtract(frozenset((one.first, one.second)) for one in results)
    if any(number < 0 for number in left.values()):
        text = _("Must have a published match with the first player that is not decided yet.")
        raise Invalid(
            "invalid_try", _("This result cannot be tried out."), errors={"player_b": text}
        )
