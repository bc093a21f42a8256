"""A table for what is to be played again, or on another day."""

from datetime import date

from scoring.leagues.models import Fixture, Season
from scoring.leagues.plans import plan_of


def table_on(season: Season, fixture: Fixture, day: date | None) -> str:
    """Its own where that is free, or the first that is; none when all are taken."""
    others = Fixture.objects.filter(event=season.pk, day=day, award="").exclude(pk=fixture.pk)
    taken = set(others.values_list("table", flat=True))
    wanted = (fixture.table, *plan_of(season).tables)
    return next((table for table in wanted if table not in taken), "")
