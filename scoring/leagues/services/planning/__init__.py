"""The only code that writes the fixtures of a season."""

from .awards import fixture_award, fixture_award_back
from .dates import fixture_postpone, postponed
from .divisions import division_add, division_set, divisions_foreseen, divisions_open
from .leaving import Leaving, Returning
from .making import season_plan, season_plan_foreseen
from .people import entrant_join, entrant_withdraw, joining_foreseen, withdrawal_foreseen
from .returning import PlayerReturning, entrant_return, return_foreseen
from .starting import FixtureStart, fixtures_start

__all__ = [
    "FixtureStart",
    "Leaving",
    "PlayerReturning",
    "Returning",
    "division_add",
    "division_set",
    "divisions_foreseen",
    "divisions_open",
    "entrant_join",
    "entrant_return",
    "entrant_withdraw",
    "fixture_award",
    "fixture_award_back",
    "fixture_postpone",
    "fixtures_start",
    "joining_foreseen",
    "postponed",
    "return_foreseen",
    "season_plan",
    "season_plan_foreseen",
    "withdrawal_foreseen",
]
