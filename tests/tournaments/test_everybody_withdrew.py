"""A tournament of any kind is over when everybody has withdrawn, and goes on when a player comes
back where there is more to draw."""

import pytest

from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.services.people import entrant_back, entrant_withdraw
from tests.support.clubhouse import House
from tests.support.tourneys import draw, fresh, opened, players, publish

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.mark.parametrize("kind", Kind)
def test_it_is_over_when_everybody_has_withdrawn(house: House, kind: Kind) -> None:
    entrants = players(house, 6)
    cup, by = opened(house, entrants, kind=kind), house.person("director")
    draw(house, cup)
    publish(house, cup, 1)
    for player in entrants:
        # A knock-out or round robin is over with the last result, when one player is left.
        if fresh(cup).state != "over":
            entrant_withdraw(by=by, tournament=fresh(cup), player=player)
    if kind is Kind.SWISS:
        # What was drawn there is decided by the director.
        cup.event.fixtures.filter(award="").update(award="both_absent")
        entrant_back(by=by, tournament=fresh(cup), player=entrants[0])
        assert fresh(cup).state == "running"
        entrant_withdraw(by=by, tournament=fresh(cup), player=entrants[0])
    assert fresh(cup).state == "over"


def test_groups_go_on_when_a_player_comes_back(house: House) -> None:
    entrants = players(house, 6)
    cup, by = opened(house, entrants, kind=Kind.GROUPS), house.person("director")
    draw(house, cup)
    publish(house, cup, 1)
    for player in entrants:
        assert fresh(cup).state == "running"
        entrant_withdraw(by=by, tournament=fresh(cup), player=player)
    assert fresh(cup).state == "over"
    entrant_back(by=by, tournament=fresh(cup), player=entrants[0])
    assert fresh(cup).state == "running"
