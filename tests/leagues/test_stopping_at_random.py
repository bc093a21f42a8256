"""Whatever is started, adjourned, resumed, abandoned and entered late in a season, the standings
are those of a recount, and no abandoned match is that of a fixture."""

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.db import transaction

from ecarte_club.core.exceptions import Fault
from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.services.entries import entry_undo, play_record
from games.matches.services.matches import match_start
from games.matches.services.stopping import match_abandon, match_adjourn, match_resume
from scoring.leagues.models import Fixture, Season, Standing
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services.results import PlayedResult, result_enter
from tests.support.clubhouse import House
from tests.support.depth import times
from tests.support.planned import FIRST, others, plan, season_of

# Many: not wanted after every edit.
pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]

STEPS = 40


class Acts:
    """What a director may try, whether or not it is possible then."""

    def __init__(self, house: House, season: Season, seed: int) -> None:
        self.by, self.season = house.person("director"), season
        self.random = Random(seed)

    def fixture(self) -> Fixture:
        return self.random.choice(list(Fixture.objects.filter(event=self.season.pk).order_by("pk")))

    def match(self) -> dict[str, Any]:
        """One of them, as services take it."""
        match = self.random.choice(list(Match.objects.filter(event=self.season.pk).order_by("pk")))
        return {"by": self.by, "match": match, "version": match.version}

    def start(self) -> None:
        one = self.fixture()
        pair: dict[str, Any] = {"player_a": one.home_id, "player_b": one.away_id or 0}
        match_start(by=self.by, **pair, event_id=self.season.pk)

    def late(self) -> None:
        result = PlayedResult(games=(self.random.choice([(5, 3), (0, 5)]),))
        result_enter(by=self.by, slot=self.fixture(), result=result, played_on=FIRST)

    def play(self) -> None:
        score = self.random.choice([Score(5, 2), Score(1, 5)])
        play_record(**self.match(), what=GameEntry(1, score))

    def undo(self) -> None:
        entry_undo(**self.match())

    def adjourn(self) -> None:
        match_adjourn(**self.match())

    def abandon(self) -> None:
        match_abandon(**self.match(), reason="A storm.")

    def resume(self) -> None:
        match_resume(**self.match())


NAMES = ("start", "late", "play", "undo", "adjourn", "abandon", "resume")


@pytest.mark.parametrize("seed", range(times(1, thorough=4)))
def test_the_standings_are_those_of_a_recount(house: House, seed: int) -> None:
    season = season_of(house)
    plan(house, season, [*house.players.values(), *others(house, 1)], double=True)
    acts, done = Acts(house, season, seed), Counter[str]()
    for _step in range(STEPS):
        name = acts.random.choice(NAMES)
        with suppress(Fault, IndexError), transaction.atomic():
            getattr(acts, name)()
            done[name] += 1
        assert recount(season) == []
        assert not Match.objects.filter(stopped="abandoned", fixture__isnull=False).exists()
        rows = Standing.objects.filter(season=season, won__gt=0)
        assert {row.player_id: row.won for row in rows} == won_by_hand(season)
    assert set(done) == set(NAMES), done


def won_by_hand(season: Season) -> Counter[int]:
    over = Match.objects.filter(event=season.pk, over=True)
    return Counter(one.player_a_id if one.winner == "a" else one.player_b_id for one in over)
