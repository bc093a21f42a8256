"""Matches that come in whole, as by an import, play the fixtures of the two, each its own."""

from typing import Any

import pytest

from games.engine.states import Tally
from games.matches.changes import EnteredMatch
from scoring.leagues.models import Fixture
from scoring.leagues.services.starting import fixtures_gather
from tests.support.clubhouse import House
from tests.support.planned import fixtures, others, plan, season_of

from .test_planning import start

NOTHING = Tally(*[0] * 11)
pytestmark = pytest.mark.any_database


def test_each_plays_the_earliest_that_is_open_and_the_rest_none(house: House) -> None:
    season = season_of(house)
    plan(house, season, others(house, 3))
    one, other = next(pair for pair in fixtures(season) if all(pair))
    begun = start(house, season, one, other)
    assert begun is not None
    match = begun.match
    assert match is not None
    Fixture.objects.filter(pk=begun.pk).update(match=None)
    told: dict[str, Any] = {"over": True, "winner": None, "tallies": (NOTHING, NOTHING)}
    again = EnteredMatch(match.pk, season.pk, match.player_ids, **told)
    friendly = EnteredMatch(match.pk, None, match.player_ids, **told)
    fixtures_gather(entered=[friendly])
    assert Fixture.objects.get(pk=begun.pk).match is None
    fixtures_gather(entered=[friendly, again])
    assert Fixture.objects.get(pk=begun.pk).match == match
    assert Fixture.objects.filter(match=match).count() == 1
