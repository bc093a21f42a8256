"""Score sheets entered: one typed in from paper, or many from a file at once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Invalid
from games.engine import serialization
from games.engine.seats import Seat
from games.engine.states import tally
from games.engine.terms import Entry as Play
from games.evenings.services.evenings import bump_evening_version, players_seated
from games.matches.changes import EnteredMatch, matches_entered
from games.matches.models import Entry, Match
from games.matches.selectors import matches
from games.matches.selectors.matches import match_fields
from games.matches.services.entries import play_record
from games.matches.services.matches import match_start
from games.sheets.services.preparing import Prepared


@transaction.atomic(savepoint=False)
def sheet_enter(
    *,
    by: Person,
    plays: Sequence[Play],
    match: Match | None = None,
    version: int = 0,
    start: dict[str, Any] | None = None,
) -> Match:
    """Into `match` at its `version`, or into a new one (`start`: arguments of match_start).

    Raises: Invalid, naming `row-N` where a row is refused; Stale, Denied, Absent.
    """
    require(by, Act.ENTER_ANY)
    if not plays:
        raise Invalid("no_rows", _("Type at least one row."), field="row-1")
    if match is None:
        made = match_start(by=by, **(start or {}))
        match, version = matches.matches().get(pk=made.pk), 0
    if match.club_id != by.club_id:
        raise Absent
    for number, play in enumerate(plays, start=1):
        try:
            written = play_record(by=by, match=match, what=play, version=version)
        except Invalid as fault:
            errors = {f"row-{number}": fault.detail}
            raise Invalid(fault.code, fault.detail, errors=errors, extra=fault.extra) from fault
        match, version = written.match, written.match.version
    return match


CHUNK = 500


def matches_write(by: Person, prepared: Iterable[Prepared]) -> list[int]:
    """Within a transaction; what is written was found to be possible. The ids, in order.

    Locks come in the order of every write: evenings, then (by the signal) seasons, each by id.
    Raises: Invalid when an evening was signed off in between.
    """
    entered: list[EnteredMatch] = []
    seated: dict[int, set[int]] = {}
    closed: set[int] = set()
    for chunk in _chunks(prepared):
        matches = Match.objects.bulk_create([_match(by, one) for one in chunk])
        pairs = list(zip(chunk, matches, strict=True))
        Entry.objects.bulk_create([entry for pair in pairs for entry in _entries(by, *pair)])
        entered += [_entered(one, match) for one, match in pairs]
        for one in chunk:
            if one.table is not None:
                seated.setdefault(one.table.evening_id, set()).update(one.player_ids)
                closed |= {one.table.evening_id} if one.after_sign_off else set()
    for evening_id, player_ids in sorted(seated.items()):
        bump_evening_version(evening_id, correcting=evening_id in closed)
        players_seated(evening_id=evening_id, player_ids=sorted(player_ids))
    matches_entered.send(entered=entered)
    return [one.match_id for one in entered]


def _chunks(prepared: Iterable[Prepared]) -> Iterator[list[Prepared]]:
    chunk: list[Prepared] = []
    for one in prepared:
        chunk.append(one)
        if len(chunk) == CHUNK:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


def _match(by: Person, prepared: Prepared) -> Match:
    a, b = prepared.player_ids
    return Match(
        club_id=by.club_id,
        event_id=prepared.event_id,
        table=prepared.table_name,
        evening_table=prepared.table,
        player_a_id=a,
        player_b_id=b,
        first_dealer=prepared.first_dealer,
        started_at=prepared.started_at,
        changed_at=prepared.plays[-1][1] if prepared.plays else timezone.now(),
        started_by_id=by.user_id,
        version=len(prepared.plays) + bool(prepared.stopped),
        stopped=prepared.stopped,
        **prepared.terms.fields(),
        **match_fields(prepared.state),
    )


def _entries(by: Person, prepared: Prepared, match: Match) -> Iterator[Entry]:
    for number, (play, at) in enumerate(prepared.plays, start=1):
        data = _entry_data(play)
        yield Entry(
            match_id=match.pk,
            club_id=match.club_id,
            number=number,
            place=number,
            kind=data["kind"],
            data=data,
            by_id=by.user_id,
            at=at,
        )
    if prepared.stopped:
        number = len(prepared.plays) + 1
        yield Entry(
            match_id=match.pk,
            club_id=match.club_id,
            number=number,
            place=number,
            kind=prepared.stopped,
            by_id=by.user_id,
            at=prepared.plays[-1][1] if prepared.plays else prepared.started_at,
        )


@lru_cache(maxsize=4096)
def _entry_data(play: Play) -> dict[str, Any]:
    return serialization.dump(play)


def _entered(prepared: Prepared, match: Match) -> EnteredMatch:
    return EnteredMatch(
        match_id=match.pk,
        # An abandoned match takes no fixture, which is to be played again.
        event_id=None if prepared.stopped == Match.Stopped.ABANDONED else prepared.event_id,
        player_ids=prepared.player_ids,
        over=prepared.state.over,
        winner=prepared.state.winner,
        tallies=(tally(prepared.state, Seat.A), tally(prepared.state, Seat.B)),
    )
