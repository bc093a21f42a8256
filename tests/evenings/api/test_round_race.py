"""Six screens start a round at once: nobody plays twice, and nobody waits in a ring."""

from datetime import date

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.models import Player
from ecarte_club.core.exceptions import Invalid
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services import matches as starting
from games.matches.services.matches import matches_start
from games.matches.services.seating import Start
from tests.support.clubhouse import ONE_GAME, House, open_house
from tests.support.depth import on_both
from tests.support.elsewhere import at_once, django_on

pytestmark = pytest.mark.slow

SCREENS = 6


def _round(house: House) -> list[Start]:
    evening = evening_open(
        by=house.person("director"), held_on=date(2026, 11, 20), tables=("1", "2", "3")
    )
    names = [f"Guest {number}" for number in range(6)]
    players = [Player.objects.create(club=house.club, name=name).pk for name in names]
    tables = evening.tables.values_list("pk", flat=True)
    return [
        Start(table, players[2 * number], players[2 * number + 1])
        for number, table in enumerate(tables)
    ]


def _all_at_once(house: House, round_: list[Start]) -> list[list[Match] | Exception]:
    """Half of the screens name the players in the other order."""
    director, evening = house.person("director"), house.club.evenings.get()

    def start(screen: int) -> list[Match]:
        turned = [Start(one.table, one.player_b, one.player_a) for one in reversed(round_)]
        chosen = turned if screen % 2 else round_
        return matches_start(by=director, evening=evening, starts=chosen, terms=ONE_GAME)

    return at_once(SCREENS, start)


@on_both("database_url")
def test_of_six_screens_one_starts_the_round(
    database_url: str, django_db_blocker: DjangoDbBlocker
) -> None:
    with django_on(database_url, django_db_blocker):
        house = open_house()
        found = _all_at_once(house, _round(house))
        faults = [one for one in found if isinstance(one, Exception)]
        assert [type(fault) for fault in faults] == [Invalid] * (SCREENS - 1)
        assert {getattr(fault, "code", "") for fault in faults} == {"cannot_start"}
        assert Match.objects.count() == 3


def test_without_the_look_at_who_plays_all_six_do(
    database_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starting, "check_seats", lambda *_args, **_options: None)
    with django_on(database_url, django_db_blocker):
        house = open_house()
        found = _all_at_once(house, _round(house))
        assert [one for one in found if isinstance(one, Exception)] == []
        assert Match.objects.count() == 3 * SCREENS
