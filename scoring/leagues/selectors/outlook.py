"""What may still become of a table: what must happen to finish first, and how likely each place is
by the ratings.

The rest is played out many times: each player's strength is drawn from what their rating leaves
open, and each match game by game. Chance comes from the event and its version, so that everybody
sees the same figures.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, exp, sqrt
from random import Random
from typing import Any, Final, TypeVar

from django.utils.translation import gettext as _

from ecarte_club.core.etags import VersionCache
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import Format, FormatKind
from games.matches.models import Event
from games.matches.selectors.reading import terms
from scoring.leagues.changes import PlayerSkill, player_skills
from scoring.tables.prospects import Points, Prospects, prospects_of
from scoring.tables.results import Meeting, played
from scoring.tables.table import table_of

from .standings import EventTable
from .what_if import fixtures_left, is_planned, shares_by

MATCHES_PLAYED: Final = 100_000
"""In all runs together, so that it takes a few seconds at most."""
RUNS: Final = (200, 2000)
NINETEEN_IN_TWENTY: Final = 1.96
TREBLE: Final = 3
T = TypeVar("T")
Strengths = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Chances:
    """`places`: of each entrant, of how many of the `runs` each place came out, the first first."""

    runs: int
    places: Mapping[int, tuple[int, ...]]

    @property
    def error(self) -> int:
        """In hundredths, rounded up: no chance is further off in 19 cases of 20."""
        return error_of(self.runs)

    def percent(self, entrant: int) -> tuple[float, ...]:
        return tuple(100 * count / self.runs for count in self.places[entrant])


def error_of(runs: int) -> int:
    return ceil(100 * NINETEEN_IN_TWENTY * sqrt(0.25 / runs))


played_out: VersionCache[Any] = VersionCache(most=32)


def is_foreseeable(event_table: EventTable) -> bool:
    """Where fixtures are planned, and not all have a result."""
    return is_planned(event_table) and bool(fixtures_left(event_table))


def prospects(event_table: EventTable, event: Event, entrant: int) -> Prospects | None:
    """None where nothing is left to play. Raises: Invalid for a player without a place."""
    check_place(event_table, entrant)
    if not is_foreseeable(event_table):
        return None
    return prospects_by(event_table, entrant, points_of_match(event_table, event))


def check_place(event_table: EventTable, entrant: int) -> None:
    """Raises: Invalid for who is not in the table."""
    if entrant not in event_table.table.places:
        text = _("Must be in the standings of this season.")
        raise Invalid("invalid", text, field="team" if event_table.of_teams else "player")


def prospects_by(event_table: EventTable, entrant: int, points: Points) -> Prospects:
    """`points`: of each fixture that is left."""
    standing = {line.entrant: line.points for line in event_table.table.lines}
    pairs = [(home, away) for _round, home, away in fixtures_left(event_table)]
    return prospects_of(entrant, standing, pairs, points)


def points_of_match(event_table: EventTable, event: Event) -> Points:
    scheme, agreed = event_table.data.scheme, terms(event)
    form = agreed.format
    games = form.games if form.kind is FormatKind.GAMES else form.to_win * form.rubbers_to_win
    value = TREBLE if agreed.game_values else 1
    most = games * (scheme.game_bonus + value * scheme.value_bonus)
    most += games * scheme.treble_bonus if agreed.game_values else 0
    return Points(scheme.win, scheme.draw if form.may_end_level else None, scheme.loss, most)


def skills_of(event: Event, players: Iterable[int]) -> Mapping[int, PlayerSkill]:
    (skills,) = player_skills.ask(club=event.club, players=sorted(players))
    found: Mapping[int, PlayerSkill] = skills
    return found


def chances(event_table: EventTable, event: Event) -> Chances | None:
    """Of players who meet in the fixtures that are left; None where there are none."""
    if not is_foreseeable(event_table):
        return None
    skills = skills_of(event, (line.entrant for line in event_table.table.lines))
    fixtures, form = fixtures_left(event_table), terms(event).format
    shares = cache(lambda games: shares_by(event, event_table.data.scheme, games))

    def rest(random: Random, strengths: Strengths) -> list[Meeting]:
        return [
            played(round_, home, away, *shares(games), None)
            for round_, home, away, games in _results(random, form, fixtures, strengths)
        ]

    return from_cache(
        (event_table.event, event_table.version, event_table.data.entrants),
        skills,
        lambda: played_chances(event_table, skills, rest, len(fixtures)),
    )


def from_cache(edition: Hashable, skills: Mapping[int, PlayerSkill], make: Callable[[], T]) -> T:
    """What was made before, if neither the table nor a rating has changed."""
    key = (edition, tuple(sorted(skills.items())))
    found: T | None = played_out.get(key, "")
    if found is None:
        found = make()
        played_out.put(key, "", found)
    return found


def runs_for(matches: int) -> int:
    """`matches`: of which the table of one run is made."""
    least, most = RUNS
    return max(least, min(most, MATCHES_PLAYED // max(matches, 1)))


def strengths_drawn(random: Random, skills: Mapping[int, PlayerSkill]) -> Strengths:
    return {player: random.gauss(skill.strength, skill.doubt) for player, skill in skills.items()}


def played_chances(
    event_table: EventTable,
    skills: Mapping[int, PlayerSkill],
    rest: Callable[[Random, Strengths], Sequence[Meeting]],
    left: int,
) -> Chances:
    """`rest`: the meetings that are left, so many of them, played out once."""
    data = event_table.data
    runs = runs_for(len(data.meetings) + left)
    random = Random(f"{event_table.event}:{event_table.version}")  # noqa: S311  (for everybody the same)
    counts = {line.entrant: Counter[int]() for line in event_table.table.lines}
    for _run in range(runs):
        meetings = rest(random, strengths_drawn(random, skills))
        table = table_of(replace(data, meetings=(*data.meetings, *meetings)), event_table.order)
        for line in table.lines:
            counts[line.entrant][line.rank] += 1
    places = range(1, len(counts) + 1)
    return Chances(
        runs, {pk: tuple(count[place] for place in places) for pk, count in counts.items()}
    )


def _results(
    random: Random,
    form: Format,
    fixtures: Sequence[tuple[int, int, int]],
    strengths: Strengths,
) -> Iterator[tuple[int, int, int, tuple[int, int]]]:
    for round_, home, away in fixtures:
        chance = game_chance(strengths[home], strengths[away])
        yield round_, home, away, match_result(random, form, chance)


def game_chance(own: float, others: float) -> float:
    """To win a game, by the strengths of the two."""
    return 1 / (1 + exp(others - own))


def match_result(random: Random, form: Format, chance: float) -> tuple[int, int]:
    """Games won by each, or rubbers where a match has several; `chance`: of the first, a game."""
    if form.kind is FormatKind.GAMES:
        won = sum(random.random() < chance for _game in range(form.games))
        return won, form.games - won
    if form.rubbers == 1:
        return _first_to(random, form.to_win, chance)
    rubbers = [0, 0]
    while max(rubbers) < form.rubbers_to_win:
        won, lost = _first_to(random, form.to_win, chance)
        rubbers[won < lost] += 1
    return rubbers[0], rubbers[1]


def _first_to(random: Random, games: int, chance: float) -> tuple[int, int]:
    won = lost = 0
    while max(won, lost) < games:
        if random.random() < chance:
            won += 1
        else:
            lost += 1
    return won, lost
