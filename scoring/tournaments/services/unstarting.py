"""A match that was begun by mistake, of the wrong two or too early, before anything is entered."""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.live import announce
from games.evenings.services.evenings import evening_moved
from games.matches.models import Match
from scoring.leagues.models import Fixture
from scoring.tournaments.models import Tournament

from .locking import state_settle, tournament_lock_for


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
