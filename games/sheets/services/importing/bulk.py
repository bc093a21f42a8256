"""Many matches entered at once: as `match_enter_whole` would one by one, with few questions."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from django.utils import timezone

from ecarte_club.clubs.permissions import Person
from games.engine import serialization
from games.engine.seats import Seat
from games.engine.states import tally
from games.engine.terms import Entry as Play
from games.evenings.services.evenings import evening_moved, players_seated
from games.matches.changes import Entered, matches_entered
from games.matches.models import Entry, Match
from games.matches.services.summary import summary

from .preparing import Prepared

CHUNK = 500


def matches_write(by: Person, found: Iterable[Prepared]) -> list[int]:
    """Within a transaction; what is written was found to be possible. The ids, in order.

    Locks come in the order of every write: evenings, then (by the signal) seasons, each by id.
    Raises: Invalid when an evening was signed off meanwhile.
    """
    entered: list[Entered] = []
    seated: dict[int, set[int]] = {}
    for chunk in _chunks(found):
        matches = Match.objects.bulk_create([_match(by, one) for one in chunk])
        pairs = list(zip(chunk, matches, strict=True))
        Entry.objects.bulk_create([entry for pair in pairs for entry in _entries(by, *pair)])
        entered += [_entered(one, match) for one, match in pairs]
        for one in chunk:
            if one.table is not None:
                seated.setdefault(one.table.evening_id, set()).update(one.player_ids)
    for evening_id, player_ids in sorted(seated.items()):
        evening_moved(evening_id)
        players_seated(evening_id=evening_id, player_ids=sorted(player_ids))
    matches_entered.send(entered=entered)
    return [one.match_id for one in entered]


def _chunks(found: Iterable[Prepared]) -> Iterator[list[Prepared]]:
    chunk: list[Prepared] = []
    for one in found:
        chunk.append(one)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _match(by: Person, one: Prepared) -> Match:
    a, b = one.player_ids
    return Match(
        club_id=by.club_id,
        event_id=one.event_id,
        table=one.table_name,
        evening_table=one.table,
        player_a_id=a,
        player_b_id=b,
        first_dealer=one.first_dealer,
        started_at=one.started_at,
        changed_at=one.plays[-1][1] if one.plays else timezone.now(),
        started_by_id=by.user_id,
        version=len(one.plays),
        **one.terms.fields(),
        **summary(one.state),
    )


def _entries(by: Person, one: Prepared, match: Match) -> Iterator[Entry]:
    for number, (play, at) in enumerate(one.plays, start=1):
        data = _dumped(play)
        yield Entry(
            match_id=match.pk,
            number=number,
            place=number,
            kind=data["kind"],
            data=data,
            by_id=by.user_id,
            at=at,
        )


@lru_cache(maxsize=4096)
def _dumped(play: Play) -> dict[str, Any]:
    return serialization.dump(play)


def _entered(one: Prepared, match: Match) -> Entered:
    return Entered(
        match_id=match.pk,
        event_id=one.event_id,
        player_ids=one.player_ids,
        over=one.state.over,
        winner=one.state.winner,
        tallies=(tally(one.state, Seat.A), tally(one.state, Seat.B)),
    )
