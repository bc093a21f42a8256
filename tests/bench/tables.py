"""Tables from results, in memory: all tie-breaks at once, and a recount, against a plain sum.

The plain sum adds up points and games of the same meetings in two dictionaries and sorts.
"""

import gc
from collections.abc import Callable, Sequence
from random import Random
from statistics import median
from time import process_time

from scoring.tables.counted import Unplayed
from scoring.tables.criteria import Criterion
from scoring.tables.explain import explain
from scoring.tables.results import How, Meeting, Scheme, Share, played, sat_out, walkover
from scoring.tables.table import Table
from tests.support.standings_tables import table
from tests.tables.seasons import history

from . import report

PLAYERS, ROUNDS = 500, 9
SEASON, RESULTS = 1_000, 100_000
TABLE_GOAL, RECOUNT_GOAL = 0.3, 5
TIMES = 5
SCHEME = Scheme(bye=2, half_bye=1)
GAMES = ((2, 0), (2, 1), (1, 2), (0, 2), (1, 1))
PLAIN_ORDER = (
    Criterion.WON,
    Criterion.GAMES_DIFFERENCE,
    Criterion.RUBBER_POINTS,
    Criterion.VOLES,
)


def run() -> None:
    random = Random(1)
    _tie_breaks(_swiss(random))
    _recount(_league(random))


def _tie_breaks(meetings: list[Meeting]) -> None:
    report.heading(f"A table of {PLAYERS} players after {ROUNDS} rounds, CPU time")
    entrants = range(PLAYERS)
    bare = _middle(lambda: plain_sum(meetings))
    found = _table(entrants, meetings, tuple(Criterion))
    acts: dict[str, Callable[[], object]] = {
        "points alone": lambda: _table(entrants, meetings, ()),
        "all tie-breaks": lambda: _table(entrants, meetings, tuple(Criterion)),
        "places by round, all tie-breaks": lambda: history(found),
        "one place explains itself": lambda: explain(found, found.lines[PLAYERS // 2].entrant),
    }
    spent = {name: _middle(act) for name, act in acts.items()}
    report.table(
        ("", "ms", "of plain"),
        [
            ("plain sum", f"{bare * 1e3:.1f}", "1"),
            *((name, f"{one * 1e3:.1f}", f"{one / bare:.1f}") for name, one in spent.items()),
        ],
    )
    whole = spent["all tie-breaks"]
    text = f"all tie-breaks in less than {TABLE_GOAL} s: {whole:.3f} s"
    report.goal(text, whole < TABLE_GOAL)


def _recount(meetings: list[Meeting]) -> None:
    report.heading(f"{RESULTS:,} results of {SEASON:,} players counted from nothing, CPU time")
    bare = _middle(lambda: plain_sum(meetings))
    whole = _middle(lambda: _table(range(SEASON), meetings, PLAIN_ORDER))
    report.table(
        ("", "ms", "of plain"),
        [
            ("plain sum", f"{bare * 1e3:.0f}", "1"),
            ("table with four tie-breaks", f"{whole * 1e3:.0f}", f"{whole / bare:.1f}"),
        ],
    )
    text = f"at most {RECOUNT_GOAL} times a plain sum: {whole / bare:.1f}"
    report.goal(text, whole <= RECOUNT_GOAL * bare)


def plain_sum(meetings: Sequence[Meeting]) -> list[int]:
    points: dict[int, int] = {}
    games: dict[int, int] = {}
    for one in meetings:
        home, away, own, other = one.home, one.away, one.home_share, one.away_share
        points[home] = points.get(home, 0) + own.points
        games[home] = games.get(home, 0) + own.games_for - own.games_against
        if away is not None:
            points[away] = points.get(away, 0) + other.points
            games[away] = games.get(away, 0) + other.games_for - other.games_against
    return sorted(points, key=lambda entrant: (-points[entrant], -games[entrant], entrant))


def _table(entrants: Sequence[int], meetings: list[Meeting], order: Sequence[Criterion]) -> Table:
    return table(entrants, meetings, (), SCHEME, order, "bench", unplayed=Unplayed.DRAWN_2026)


def _swiss(random: Random) -> list[Meeting]:
    """Paired by points, as far as that goes; one in fifty sits out or does not come."""
    points = dict.fromkeys(range(PLAYERS), 0)
    meetings: list[Meeting] = []
    for round_ in range(1, ROUNDS + 1):
        ranked = sorted(points, key=lambda entrant: (-points[entrant], random.random()))
        made = [
            meeting
            for place in range(0, PLAYERS, 2)
            for meeting in _paired(random, round_, *ranked[place : place + 2])
        ]
        for one in made:
            points[one.home] += one.home_share.points
            if one.away is not None:
                points[one.away] += one.away_share.points
        meetings += made
    return meetings


def _paired(random: Random, round_: int, one: int, other: int) -> list[Meeting]:
    chance = random.random()
    if chance < 0.01:
        return [walkover(SCHEME, round_, one, other)]
    if chance < 0.02:
        return [sat_out(SCHEME, round_, entrant, How.HALF_BYE) for entrant in (one, other)]
    return [_match(random, round_, one, other)]


def _league(random: Random) -> list[Meeting]:
    return [
        _match(random, number * 10 // RESULTS, *random.sample(range(SEASON), 2))
        for number in range(RESULTS)
    ]


def _match(random: Random, round_: int, one: int, other: int) -> Meeting:
    own, against = random.choice(GAMES)
    voles = random.randrange(2)
    return played(round_, one, other, _share(own, against, voles), _share(against, own, 1 - voles))


def _share(own: int, against: int, voles: int) -> Share:
    won, drawn, lost = own > against, own == against, own < against
    return Share(
        1, won, drawn, lost, own, against, 0, 0, own, own, against, own - against, 1, voles,
        2 * won + drawn,
    )  # fmt: skip


def _middle(act: Callable[[], object]) -> float:
    """Seconds of CPU, the middle of some."""
    spent = []
    for _time in range(TIMES):
        gc.collect()
        begun = process_time()
        act()
        spent.append(process_time() - begun)
    return median(spent)
