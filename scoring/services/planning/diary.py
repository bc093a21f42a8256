"""A season's fixtures as the pure rooms know them, and the rows again by what they are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.models import Fixture, Season
from scoring.planning.states import State, state_of
from scoring.rules.fixtures.berger import Fixture as Planned
from scoring.rules.fixtures.calendar import Dated
from scoring.rules.fixtures.dates import Slot


@dataclass(frozen=True, slots=True)
class Diary:
    """`rows` by what they are to the rules; those not played since somebody left are no part of
    it, nor those without a day."""

    rows: Mapping[Planned, Fixture]

    @property
    def dated(self) -> Sequence[Dated]:
        return [self.one(row) for row in self.rows.values()]

    @staticmethod
    def one(row: Fixture) -> Dated:
        if row.day is None:
            raise ValueError("a fixture without a day is no part of a diary")
        return Dated(_planned(row), Slot(row.day), row.moved_from is not None)

    def of(self, *states: State) -> list[Planned]:
        return [planned for planned, row in self.rows.items() if state_of(row) in states]


def diary_of(season: Season) -> Diary:
    rows = Fixture.objects.filter(event=season.pk, day__isnull=False)
    found = rows.exclude(award=Fixture.Award.VOID).select_related("round", "match")
    return Diary({_planned(row): row for row in found})


def _planned(row: Fixture) -> Planned:
    return Planned(row.round.number, row.home_id, row.away_id)
