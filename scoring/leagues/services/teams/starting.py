"""The boards that are due, started at the tables of an evening in one act."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.permissions import Person
from games.evenings.models import Evening
from games.matches.models import Match
from scoring.leagues.selectors.teams.due import boards_due
from scoring.leagues.services.due_starting import Due, due_start

from .following import board_link


class BoardStart(NamedTuple):
    """A board of a meeting at a table of the evening; both by their ids."""

    board: int
    table: int


@transaction.atomic(savepoint=False)
def boards_start(*, by: Person, evening: Evening, starts: Sequence[BoardStart]) -> list[Match]:
    """As due_start."""
    due = Due(
        {board.pk: board for board in boards_due(evening)},
        many="boards",
        one="board",
        event_of=lambda board: board.meeting.season_id,
        link=board_link,
        not_due=_("Choose a board that is due and has not started."),
        once=_("Must name each board once."),
        cannot=_("Nothing was started: these boards cannot all start."),
    )
    return due_start(by=by, evening=evening, starts=starts, due=due)
