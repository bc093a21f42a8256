"""What a result costs with 3, 30 and 300 bets on it, and to look at a correction far back."""

from tests.databases import postgres_database, sqlite_database

from . import report
from .worker import worked

BETS = (3, 30, 300)
GAMES_BACK, MOST_MS = 50, 500
COLUMNS = ("", *(f"ms, {bets} bets" for bets in BETS), *(f"queries, {bets}" for bets in BETS))

Figures = dict[str, dict[str, float]]


def run() -> None:
    for name, database in (("SQLite", sqlite_database), ("PostgreSQL", postgres_database)):
        found = []
        for bets in BETS:
            with database() as url:
                found.append(worked("contesting", "betting", bets, database_url=url))
        with database() as url:
            back = worked("contesting", "looking_back", GAMES_BACK, database_url=url)
        report.heading(f"A contest on {name}: CPU of site and database together")
        _print_acts(found)
        _print_previews(back)


def _print_acts(found: list[Figures]) -> None:
    rows = [
        (
            act,
            *(f"{figures[act]['ms']:.1f}" for figures in found),
            *(f"{figures[act]['queries']:.0f}" for figures in found),
        )
        for act in found[0]
    ]
    report.table(COLUMNS, rows)
    fewest, *more = ({act: one["queries"] for act, one in figures.items()} for figures in found)
    report.goal("as many queries with 300 bets as with 3", all(one == fewest for one in more))


def _print_previews(back: Figures) -> None:
    for act, figures in back.items():
        text = f"{act} {GAMES_BACK} games back looked at in less than {MOST_MS} ms of CPU"
        found = f"{figures['ms']:.0f} ms, {figures['changes']:.0f} figures change"
        report.goal(f"{text}: {found}", figures["ms"] < MOST_MS)
