"""What is planned in a season as the pure rooms know it, and the rows again by what they are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from scoring.leagues.models import Fixture, Meeting, Season
from scoring.leagues.rules.berger import Fixture as Planned
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.rules.dates import Slot
from scoring.leagues.selectors.fixture_states import State, state_of

# Of two players, or of two teams.
Row = TypeVar("Row", Fixture, Meeting)


@dataclass(frozen=True, slots=True)
class Diary(Generic[Row]):
    """`rows` by what they are to the rules; those not played since somebody left are no part of
    it, nor those without a day."""

    rows: Mapping[Planned, Row]
    state: Callable[[Row], State]

    @property
    def dated(self) -> Sequence[Dated]:
        return [dated_of(row) for row in self.rows.values()]

    def of(self, *states: State) -> list[Planned]:
        return [planned for planned, row in self.rows.items() if self.state(row) in states]


def dated_of(row: Fixture | Meeting) -> Dated:
    if row.day is None:
        raise ValueError("a fixture without a day is no part of a diary")
    return Dated(planned_of(row), Slot(row.day), row.moved_from is not None)


def planned_of(row: Fixture | Meeting) -> Planned:
    return Planned(row.round.number, row.home_id, row.away_id)


def diary_of(season: Season) -> Diary[Fixture]:
    rows = Fixture.objects.filter(event=season.pk, day__isnull=False)
    found = rows.exclude(award=Fixture.Award.VOID).select_related("round", "match")
    return Diary({planned_of(row): row for row in found}, state_of)
