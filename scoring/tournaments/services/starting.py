"""The matches of a round, started at the tables of an evening in one act, and a start undone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.live import announce
from games.engine.seats import Seat
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_moved
from games.matches.models import Match
from games.matches.services.matches import Start, matches_start
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind

from .locking import rounds_of_groups, state_settle, tournament_lock_for


@dataclass(frozen=True, slots=True)
class Seated:
    """A fixture, by its id, and a table of the evening."""

    fixture: int
    table: int


@transaction.atomic(savepoint=False)
def round_start(
    *, by: Person, tournament: Tournament, evening: Evening, seated: Sequence[Seated]
) -> list[Match]:
    """All of them or none; each finds its fixture when it begins (`tournament_enter`).

    Raises: Denied; Invalid where a fixture is not to be played, and as matches_start.
    """
    require(by, Act.START_ANY)
    rows = _to_play(tournament, [one.fixture for one in seated])
    starts = [Start(one.table, *rows[one.fixture]) for one in seated]
    return matches_start(by=by, evening=evening, starts=starts, event_id=tournament.pk)


def _to_play(
    tournament: Tournament, ids: Sequence[int]
) -> Mapping[int, tuple[int, int, Seat | None]]:
    """The two, and who deals first."""
    open_ = Fixture.objects.filter(
        event_id=tournament.pk,
        round__published_at__isnull=False,
        match=None,
        award="",
        away__isnull=False,
        pk__in=ids,
    )
    found = {one.pk: one for one in open_.select_related("round")}
    errors = {
        f"matches.{number}.fixture": _("Must be a match of this tournament that is to be played.")
        for number, pk in enumerate(ids)
        if pk not in found or ids.index(pk) < number
    }
    if errors:
        text = _("No match was started: some of them cannot start.")
        raise Invalid("cannot_start", text, errors=errors)
    groups = rounds_of_groups(tournament)
    return {
        pk: (one.home_id, one.away_id, _dealer(tournament, one, groups))
        for pk, one in found.items()
        if one.away_id is not None
    }


def deals_first(tournament: Tournament, one: Fixture) -> Seat | None:
    """As the draw says: who is at home. In a tree it is cut for."""
    return _dealer(tournament, one, rounds_of_groups(tournament))


def _dealer(tournament: Tournament, one: Fixture, groups: int) -> Seat | None:
    """`groups`: the number of rounds before a tree."""
    in_order = tournament.kind == Kind.SWISS or one.round.number <= groups
    return Seat.A if in_order else None


@transaction.atomic(savepoint=False)
def meeting_start_back(*, by: Person, tournament: Tournament, fixture: int) -> Fixture:
    """Its match is there no more, and it is to be played.

    Raises: Denied; Invalid when none was begun, or something was entered in it.
    """
    require(by, Act.RUN_SEASON)
    # A match is locked before what it is a part of.
    here = Fixture.objects.filter(event_id=tournament.pk, pk=fixture)
    pk = here.values_list("match_id", flat=True).first()
    match = Match.objects.select_for_update().filter(pk=pk or 0).first()
    if match is not None and match.evening_table is not None:
        evening_moved(match.evening_table.evening_id)
    found = tournament_lock_for(by, tournament)
    row = found.event.fixtures.filter(pk=fixture).select_related("round").first()
    if row is None or match is None or row.match_id != match.pk:
        text = _("This match has not started.")
        raise Invalid("not_begun", text, errors={"fixture": text})
    if match.version or match.flags.exists():
        text = _(
            "Something was already entered in this match, so its start can no longer be undone."
        )
        raise Invalid("match_begun", text, errors={"fixture": text})
    row.match = None
    row.save(update_fields=["match"])
    announce(f"match:{match.pk}", match.version + 1)
    match.delete()
    state_settle(found)
    log_act(by, "meeting_start_back", kind="tournament", about=found.pk, fixture=row.pk)
    return row
