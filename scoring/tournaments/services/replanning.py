"""A plan that is changed before anything is published, as when too few or too many have entered."""

import dataclasses
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Person
from ecarte_club.core.exceptions import Invalid
from games.matches.services.matches import MatchTerms
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind, options_of

from .locking import draft_drop, tournament_lock_for
from .opening import TournamentPlan, check_stake


@transaction.atomic(savepoint=False)
def tournament_replan(
    *, by: Person, tournament: Tournament, changes: Mapping[str, Any]
) -> Tournament:
    """`changes`: by the names that they have in a `TournamentPlan`, of what its kind asks for.
    What is drawn and not published is dropped.

    Raises: Denied; Invalid naming the field.
    """
    found = tournament_lock_for(by, tournament)
    if found.state != Tournament.State.ENTERING:
        raise Invalid("begun", _("The format is fixed once the first round is drawn."))
    names = [option.name for option in options_of(found.kind)]
    if not changes:
        text = _("Choose something to change: %(names)s.") % {"names": ", ".join(names)}
        raise Invalid("nothing_to_change", text, errors={"plan": text})
    text = _("This setting does not apply to a tournament of this format.")
    if errors := {name: text for name in changes if name not in names}:
        raise Invalid("invalid_tournament", text, errors=errors)
    plan = _as_opened(found, changes)
    plan.check()
    check_stake(by.club_id, plan)
    found.plan = {**found.plan, **changes}
    found.save(update_fields=["plan"])
    draft_drop(found)
    log_act(by, "tournament_replan", kind="tournament", about=found.pk, changes=dict(changes))
    return found


def _as_opened(found: Tournament, changes: Mapping[str, Any]) -> TournamentPlan:
    event = found.event
    opened = TournamentPlan(
        name=event.name,
        terms=MatchTerms(format=event.format, games=event.games, rubbers=event.rubbers),
        kind=Kind(found.kind),
        scheme=found.points,
        tie_breaks=tuple(found.tie_breaks),
    )
    return dataclasses.replace(opened, **{**found.plan, **changes})
