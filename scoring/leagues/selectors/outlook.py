"""What may still become of a season of single players: what must happen to finish first, and how
likely each place is by the ratings.

The rest of the season is played out many times: each player's strength is drawn from what their
rating leaves open, and each match game by game. Chance comes from the season and its version, so
that everybody sees the same figures.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import ceil, exp, sqrt
from random import Random
from typing import Final

from django.utils.translation import gettext as _

from ecarte_club.core.etags import VersionCache
from ecarte_club.core.exceptions import Invalid
from games.engine.terms import Format, FormatKind
from games.matches.selectors.reading import terms
from scoring.leagues.changes import PlayerSkill, player_skills
from scoring.leagues.models import Season
from scoring.tables.prospects import Points, Prospects, prospects_of
from scoring.tables.results import played
from scoring.tables.table import table_of

from .standings import EventTable
from .what_if import fixtures_left, is_planned, shares_by

MATCHES_PLAYED: Final = 200_000
"""In all runs together, so that it takes about a second."""
RUNS: Final = (200, 2000)
NINETEEN_IN_TWENTY: Final = 1.96
TREBLE: Final = 3


@dataclass(frozen=True, slots=True)
class Chances:
    """`places`: of each entrant, of how many of the `runs` each place came out, the first first."""

    runs: int
    places: Mapping[int, tuple[int, ...]]

    @property
    def error(self) -> int:
        """In hundredths, rounded up: no chance is further off in 19 cases of 20."""
        return ceil(100 * NINETEEN_IN_TWENTY * sqrt(0.25 / self.runs))

    def percent(self, entrant: int) -> tuple[float, ...]:
        return tuple(100 * count / self.runs for count in self.places[entrant])


played_out: VersionCache[Chances] = VersionCache(most=32)


def is_foreseeable(event_table: EventTable) -> bool:
    """Where fixtures are planned, and not all have a result."""
    return is_planned(event_table) and bool(fixtures_left(event_table))


def prospects(event_table: EventTable, season: Season, player: int) -> Prospects | None:
    """None where nothing is left to play. Raises: Invalid for a player without a place."""
    if player not in event_table.table.places:
        text = _("Must be in the standings of this season.")
        raise Invalid("invalid", text, field="player")
    if not is_foreseeable(event_table):
        return None
    standing = {line.entrant: line.points for line in event_table.table.lines}
    pairs = [(home, away) for _round, home, away in fixtures_left(event_table)]
    return prospects_of(player, standing, pairs, points_of_match(event_table, season))


def points_of_match(event_table: EventTable, season: Season) -> Points:
    scheme, agreed = event_table.data.scheme, terms(season.event)
    form = agreed.format
    games = form.games if form.kind is FormatKind.GAMES else form.to_win * form.rubbers_to_win
    value = TREBLE if agreed.game_values else 1
    most = games * (scheme.game_bonus + value * scheme.value_bonus)
    most += games * scheme.treble_bonus if agreed.game_values else 0
    return Points(scheme.win, scheme.draw if form.may_end_level else None, scheme.loss, most)


def chances(event_table: EventTable, season: Season) -> Chances | None:
    """From the cache, if nothing has changed. None where nothing is left to play."""
    if not is_foreseeable(event_table):
        return None
    players = [line.entrant for line in event_table.table.lines]
    (skills,) = player_skills.ask(club=season.event.club, players=players)
    edition = (event_table.event, event_table.version, tuple(sorted(skills.items())))
    found = played_out.get(edition, "")
    if found is None:
        found = _played_out(event_table, season, skills)
        played_out.put(edition, "", found)
    return found


def _played_out(
    event_table: EventTable, season: Season, skills: Mapping[int, PlayerSkill]
) -> Chances:
    fixtures = fixtures_left(event_table)
    least, most = RUNS
    matches = len(event_table.data.meetings) + len(fixtures)
    runs = max(least, min(most, MATCHES_PLAYED // matches))
    random = Random(f"{event_table.event}:{event_table.version}")  # noqa: S311  (for everybody the same)
    form = terms(season.event).format
    shares = cache(lambda games: shares_by(season.event, event_table.data.scheme, games))
    counts = {line.entrant: Counter[int]() for line in event_table.table.lines}
    data = event_table.data
    for _run in range(runs):
        strengths = {
            player: random.gauss(skills[player].strength, skills[player].doubt) for player in counts
        }
        meetings = [
            played(round_, home, away, *shares(games), None)
            for round_, home, away, games in _results(random, form, fixtures, strengths)
        ]
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
    strengths: Mapping[int, float],
) -> Iterator[tuple[int, int, int, tuple[int, int]]]:
    for round_, home, away in fixtures:
        chance = 1 / (1 + exp(strengths[away] - strengths[home]))
        yield round_, home, away, match_result(random, form, chance)


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
