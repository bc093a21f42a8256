"""Things of a season's plan as plain data."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ecarte_club.clubs.models import Player
from scoring.leagues.models import Entrant, Season
from scoring.leagues.rules.calendar import Dated
from scoring.leagues.selectors.fixtures import Line
from scoring.leagues.selectors.next_divisions import Proposed
from scoring.leagues.selectors.next_divisions import names_of as entrants_named
from scoring.leagues.selectors.plan_preview import ForeseenRound
from scoring.leagues.services.planning import Leaving, Returning

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


def names_of(ids: Iterable[int | None]) -> Mapping[int, Plain]:
    wanted = {pk for pk in ids if pk is not None}
    return {one.pk: named(one) for one in Player.objects.filter(pk__in=wanted)}


def rounds(found: Sequence[ForeseenRound]) -> list[Plain]:
    people = names_of(pk for one in found for at in one.fixtures for pk in (at.home, at.away))
    return [
        {
            "number": one.number,
            "day": one.day,
            "fixtures": [
                {
                    "home": people[at.home],
                    "away": None if at.away is None else people[at.away],
                    "day": at.day,
                    "table": at.table,
                    "moved": at.moved,
                }
                for at in one.fixtures
            ],
        }
        for one in found
    ]


def entrant(one: Entrant) -> Plain:
    return {
        "player": named(one.player),
        "place": one.place,
        "joined_round": one.joined_round,
        "left_round": one.left_round,
        "struck": one.struck,
    }


def dated(found: Sequence[Dated]) -> list[Plain]:
    people = names_of(pk for one in found for pk in one.fixture.entrants)
    return [
        {
            "round": one.fixture.round,
            "day": one.slot.day,
            "home": people[one.fixture.home],
            "away": people[one.fixture.entrants[-1]],
        }
        for one in found
    ]


def withdrawn(found: Leaving[Any, Any]) -> Plain:
    """Of a player or a team, without who it is."""
    return {
        "struck": found.struck,
        "played": found.played,
        "of": found.of,
        **_ids(found),
    }


def returned(found: Returning[Any, Any]) -> Plain:
    return {"struck": found.struck, "byes": found.byes, **_ids(found)}


def _ids(found: Leaving[Any, Any] | Returning[Any, Any]) -> Plain:
    return {name: [one.pk for one in getattr(found, name)] for name in ("settled", "rest")}


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
