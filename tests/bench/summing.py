"""A season of many results recounted from what is kept of each: in a process of its own."""

from collections.abc import Callable
from statistics import median
from time import process_time

from django.db import connection

from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import recount
from scoring.leagues.selectors.standings import season_table_now
from scoring.tables.results import SHARE_FIELDS

from .crowding import crowd
from .entering import server_clock

ROUNDS = 3
MEMBERS = 1_000
# The least that a recount can be: all figures added up by the database.
SUMMED = f"""
    SELECT player_id, {", ".join(f"SUM({name})" for name in SHARE_FIELDS)}
    FROM leagues_result WHERE event_id = %s GROUP BY player_id
"""  # noqa: S608 - names of our own


def work(results: str) -> dict[str, float]:
    """CPU in ms, of this process and of the database server's."""
    crowd(MEMBERS, int(results), years=1)
    season = Season.objects.get()
    assert recount(season, from_results=True) == []
    return {
        "results": season.event.results.count() / 2,
        "recount": _cpu(lambda: recount(season, from_results=True)),
        "table": _cpu(lambda: season_table_now(season.pk).table),
        "summed": _cpu(lambda: _summed(season.pk)),
    }


def _summed(season: int) -> object:
    with connection.cursor() as cursor:
        cursor.execute(SUMMED, [season])
        return cursor.fetchall()


def _cpu(act: Callable[[], object]) -> float:
    server, spent = server_clock(), []
    for _round in range(ROUNDS):
        own, other = process_time(), server()
        act()
        spent.append((process_time() - own) * 1e3 + (server() - other) / 1e6)
    return median(spent)
