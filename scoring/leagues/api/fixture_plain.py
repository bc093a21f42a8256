"""Things of a season's plan as plain data."""

from collections.abc import Mapping, Sequence
from typing import Any

from ecarte_club.clubs.models import Player
from scoring.leagues.models import Season, Team
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.selectors.fixtures import Line
from scoring.leagues.selectors.next_divisions import Proposed
from scoring.leagues.selectors.next_divisions import names_of as entrants_named
from scoring.leagues.selectors.plans import PlannedRound

Plain = dict[str, Any]


def fixture(line: Line) -> Plain:
    one = line.fixture
    home_away = {"home": line.games[0], "away": line.games[1]} if line.games else None
    return {
        "id": one.pk,
        "season": one.event_id,
        "round": one.round.number,
        "number": one.number,
        "day": one.day,
        "postponed_from": one.moved_from,
        "table": one.table,
        "home": named(one.home),
        "away": named(one.away) if one.away else None,
        "state": line.state,
        "games": home_away,
        "winner": line.winner,
        "award": one.award,
        "reason": one.reason,
        "match": one.match_id,
        "version": one.version,
    }


def named(player: Player) -> Plain:
    return {"id": player.pk, "name": player.name}


def _names(ids: set[int], *, of_teams: bool) -> Mapping[int, Plain]:
    model: type[Player] | type[Team] = Team if of_teams else Player
    rows = model._default_manager.filter(pk__in=ids)
    return {pk: {"id": pk, "name": name} for pk, name in rows.values_list("pk", "name")}


def rounds(found: Sequence[PlannedRound], *, of_teams: bool) -> list[Plain]:
    """With the names of players, or of teams, whose meetings have no tables."""
    sides = {pk for row in found for one in row.fixtures for pk in (one.home, one.away) if pk}
    names = _names(sides, of_teams=of_teams)
    return [
        {
            "number": row.number,
            "day": row.day,
            "meetings" if of_teams else "fixtures": [
                {
                    "home": names[one.home],
                    "away": None if one.away is None else names[one.away],
                    "day": one.day,
                    "table": one.table,
                    "moved": one.moved,
                }
                for one in row.fixtures
            ],
        }
        for row in found
    ]


def dated(rows: Sequence[Dated], *, of_teams: bool) -> list[Plain]:
    """Fixtures or meetings that are not made yet, or just were."""
    names = _names({pk for row in rows for pk in row.fixture.entrants}, of_teams=of_teams)
    return [
        {
            "round": row.fixture.round,
            "day": row.slot.day,
            "home": names[row.fixture.home],
            "away": names[row.fixture.entrants[-1]],
        }
        for row in rows
    ]


def division(season: Season) -> Plain:
    return {
        "season": season.pk,
        "division": season.division,
        "level": season.level,
        "goes_up": season.goes_up,
        "goes_down": season.goes_down,
        "version": season.version,
    }


def next_divisions(found: Sequence[Proposed], opened: Sequence[Season] = ()) -> list[Plain]:
    """`opened`: the new seasons, in the same order."""
    ids_of = {pk for one in found for pk in one.entrants}
    names = entrants_named(found[0].season, ids_of)
    ids: list[int | None] = [one.pk for one in opened] or [None] * len(found)
    return [
        {
            "division": one.season.division,
            "level": one.season.level,
            "season": pk,
            **{
                name: [{"id": who, "name": names[who]} for who in some]
                for name, some in one.next._asdict().items()
            },
        }
        for one, pk in zip(found, ids, strict=True)
    ]
