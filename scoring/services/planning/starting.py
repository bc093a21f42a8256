"""The fixtures that are due, started at the tables of an evening in one act."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import Evening
from ecarte_club.clubs.rights import Act, Person, require
from ecarte_club.wire.faults import Invalid
from games.models import Match
from games.services.starting import STARTS_MOST, Start, beside, matches_start
from scoring.models import Fixture
from scoring.planning.due import due_at

from .following import fixture_link


@dataclass(frozen=True, slots=True)
class FixtureStart:
    """A fixture at a table of the evening; both by their ids."""

    fixture: int
    table: int


@transaction.atomic(savepoint=False)
def fixtures_start(*, by: Person, evening: Evening, starts: Sequence[FixtureStart]) -> list[Match]:
    """All at once, who is at home as the first player.

    Raises: Denied; Invalid, with errors named as `fixtures.0.table`, and as matches_start.
    """
    require(by, Act.START_ANY)
    if not 1 <= len(starts) <= STARTS_MOST:
        text = _("Must be 1 to %(most)s matches.") % {"most": STARTS_MOST}
        raise Invalid("nothing_to_start", text, errors={"fixtures": text})
    due = {fixture.pk: fixture for fixture in due_at(evening)}
    _check(starts, due)
    found: dict[int, Match] = {}
    events = dict.fromkeys(due[start.fixture].event_id for start in starts)
    for event_id in sorted(events):
        places = [at for at, one in enumerate(starts) if due[one.fixture].event_id == event_id]
        asked = [_start(due[starts[at].fixture], starts[at].table) for at in places]
        for at, match in zip(places, _begun(by, evening, asked, event_id, places), strict=True):
            fixture_link(due[starts[at].fixture], match)
            found[at] = match
    return [found[at] for at in range(len(starts))]


def _begun(
    by: Person, evening: Evening, asked: Sequence[Start], event_id: int, places: Sequence[int]
) -> list[Match]:
    try:
        return matches_start(by=by, evening=evening, starts=asked, event_id=event_id)
    except Invalid as fault:
        raise beside(fault, places, "fixtures", "fixture") from fault


def _check(starts: Sequence[FixtureStart], due: dict[int, Fixture]) -> None:
    errors = {}
    seen: set[int] = set()
    players: set[int] = set()
    for at, one in enumerate(starts):
        fixture = due.get(one.fixture)
        name = f"fixtures.{at}.fixture"
        if fixture is None:
            errors[name] = _("Must be a fixture that is due and not begun.")
            continue
        pair = {fixture.home_id, fixture.away_id or 0}
        if one.fixture in seen:
            errors[name] = _("Must name each fixture once.")
        elif pair & players:
            errors[name] = _("Nobody plays twice in a round.")
        if any(one.table == other.table for other in starts[:at]):
            text = _("One match at a table: choose another for one of them.")
            errors[f"fixtures.{at}.table"] = text
        seen.add(one.fixture)
        players |= pair
    if errors:
        text = _("Nothing was started: these fixtures cannot all begin.")
        raise Invalid("cannot_start", text, errors=errors)


def _start(fixture: Fixture, table: int) -> Start:
    return Start(table=table, player_a=fixture.home_id, player_b=fixture.away_id or 0)
