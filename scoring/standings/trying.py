"""A table with results or rulings that are only tried: nothing of it is kept."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.utils.translation import gettext as _

from ecarte_club.wire.faults import Invalid
from games import words as game_words
from games.engine.match import begin, refusal, replay
from games.engine.seats import Seat
from games.engine.terms import RubberEntry
from games.models import Event
from games.record import terms
from scoring.rules.points import Scheme, Share, share
from scoring.rules.standings.adjustments import Ruling
from scoring.rules.standings.results import Meeting, played
from scoring.rules.standings.table import Table, tabled
from scoring.rules.standings.what_if import Change, what_if

from .reading import Whole


class Tried(NamedTuple):
    """Games won by the first and by the second of two players."""

    one: int
    other: int
    games: tuple[int, int]


@dataclass(frozen=True)
class Changed:
    """The table as it would be, and each entrant's change of place."""

    table: Table
    changes: Sequence[Change]

    @property
    def moved(self) -> Sequence[Change]:
        """Those whose place or points change, as they would stand."""
        return [one for one in self.changes if one.risen or one.points != one.points_before]


def tried(whole: Whole, event: Event, scheme: Scheme, results: Iterable[Tried]) -> Changed:
    """Raises: Invalid, naming the field, for who has no place and for what cannot be the games."""
    meetings: list[Meeting] = []
    for one in results:
        _check_players(whole, one)
        shares = _shares(event, scheme, one.games)
        round_ = _round(whole, one, meetings)
        meetings.append(played(round_, one.one, one.other, *shares))
    found = what_if(whole.table, meetings)
    return Changed(found.table, [found.changes[line.entrant] for line in found.table.lines])


def changed_by(whole: Whole, rulings: Iterable[Ruling]) -> Changed:
    given = replace(whole.gathered.given, rulings=(*whole.gathered.given.rulings, *rulings))
    after = tabled(given, whole.order)
    return Changed(after, list(_changes(whole.table, after)))


def _changes(before: Table, after: Table) -> Iterable[Change]:
    for line in after.lines:
        was = before.line(line.entrant)
        yield Change(line.entrant, line.rank, was.rank, line.points, was.points)


def _check_players(whole: Whole, one: Tried) -> None:
    errors = {
        field: _("Must stand in the table of this season.")
        for field, player in (("player_a", one.one), ("player_b", one.other))
        if player not in whole.table.places
    }
    if one.one == one.other:
        errors["player_b"] = _("Must be another player than the first.")
    if errors:
        raise Invalid("invalid_try", _("This cannot be tried."), errors=errors)


def _shares(event: Event, scheme: Scheme, games: tuple[int, int]) -> tuple[Share, Share]:
    """As for a match of which only the games won were kept."""
    agreed, entry = terms(event), RubberEntry(*games)
    refused = refusal(begin(agreed, None), entry)
    if refused is not None:
        text = game_words.refusal(refused)
        raise Invalid(refused.code, text, errors={"games": text})
    state = replay(agreed, None, [entry])
    return share(state, Seat.A, scheme), share(state, Seat.B, scheme)


def _round(whole: Whole, one: Tried, before: Sequence[Meeting]) -> int:
    """That of their next fixture without a result; else, one after all others."""
    pair = {one.one, one.other}
    taken = {meeting.round for meeting in before if {meeting.home, meeting.away} == pair}
    free = [round_ for round_, *two in whole.open_fixtures if set(two) == pair]
    left = sorted(round_ for round_ in free if round_ not in taken)
    return left[0] if left else max((0, *whole.rounds, *(m.round for m in before))) + 1
