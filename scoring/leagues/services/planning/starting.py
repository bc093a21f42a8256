"""The fixtures that are due, started at the tables of an evening in one act."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening
from games.matches.models import Match
from scoring.leagues.selectors.due import due_at
from scoring.leagues.services.due_starting import Due, due_start

from .following import fixture_link


class FixtureStart(NamedTuple):
    """A fixture at a table of the evening; both by their ids."""

    fixture: int
    table: int


@transaction.atomic(savepoint=False)
def fixtures_start(*, by: Person, evening: Evening, starts: Sequence[FixtureStart]) -> list[Match]:
    """As due_start."""
    due = Due(
        {fixture.pk: fixture for fixture in due_at(evening)},
        many="fixtures",
        one="fixture",
        event_of=lambda fixture: fixture.event_id,
        link=fixture_link,
        not_due=_("Choose a fixture that is due and has not started."),
        once=_("Must name each fixture once."),
        cannot=_("Nothing was started: these fixtures cannot all start."),
    )
    return due_start(by=by, evening=evening, starts=starts, due=due)
