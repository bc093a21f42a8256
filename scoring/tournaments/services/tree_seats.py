"""Sittings of a knock-out with fewer tables than a round has matches."""

from collections.abc import Mapping

from scoring.leagues.models import Fixture
from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.knockout import Part, State
from scoring.tournaments.rules.stages import How
from scoring.tournaments.selectors.progress import Progress
from scoring.tournaments.selectors.stage_states import place_of

# A sitting and a table; neither where there are tables for all.
Seats = tuple[int | None, str]


def tree_seats_write(now: Progress, state: State) -> None:
    """Within the lock, of what is not begun: the matches of a round sit down in their order, those
    that wait for players keep their places."""
    if not now.tournament.stage.tables:
        return
    seats = _seats(now, state)
    rows = Fixture.objects.filter(event=now.tournament.pk, match=None, award="")
    for row in rows.exclude(away=None).select_related("round"):
        place = (row.round.number, row.number)
        if place in seats and (row.sitting, row.table) != seats[place]:
            row.sitting, row.table = seats[place]
            row.save(update_fields=["sitting", "table"])


def _seats(now: Progress, state: State) -> Mapping[tuple[int, int], Seats]:
    """By the numbers of the round and of the fixture. Who plays for third place does so before the
    final."""
    played = [one for one in knockout.fixtures(state) if one.how is not How.BYE]
    played.sort(key=lambda one: (one.slot.part != Part.THIRD_PLACE, one.slot))
    rounds: dict[int, list[int]] = {}
    for one in played:
        round_, number = place_of(now, one.slot, len(state.places))
        rounds.setdefault(round_, []).append(number)
    tables = now.tournament.stage.tables
    return {
        (round_, number): (place // tables + 1, str(place % tables + 1))
        if len(numbers) > tables
        else (None, "")
        for round_, numbers in rounds.items()
        for place, number in enumerate(numbers)
    }
