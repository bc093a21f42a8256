"""A start is annulled while the same two are started anew: whoever plays is in the table."""

from threading import Event
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.core.composed import Composed
from games.matches.models import Match
from games.matches.services import matches
from games.matches.services.entries import match_annul, play_record
from games.matches.services.matches import match_start
from scoring.leagues.models import Season, Standing
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services import standings
from tests.leagues.api.test_races_seasons import WON, club
from tests.support.arena import faults
from tests.support.clubhouse import House
from tests.support.elsewhere import at_once

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("unsent")]

PAUSE = 0.3
"""Long enough for the other to come as far as it can."""


def started_anew(house: House, monkeypatch: pytest.MonkeyPatch, wait: float) -> dict[str, int]:
    """The new start, before it is committed, waits that long for the annulling, which begins then.
    The table after the new match, points by name."""
    season = house.season()
    wrong, (ann, bob) = house.match(season), [house.players[name].pk for name in ("ann", "bob")]
    by, director = house.person("scorer"), house.person("director")
    is_begun, is_annulled = Event(), Event()

    def slowly(*args: Any, **kwargs: Any) -> None:
        log_act(*args, **kwargs)
        is_begun.set()
        is_annulled.wait(wait)

    monkeypatch.setattr(matches, "log_act", slowly)

    def act(number: int) -> object:
        if number == 0:
            return match_start(by=by, player_a=ann, player_b=bob, event_id=season.pk)
        is_begun.wait(30)
        try:
            return match_annul(by=director, match=wrong, reason="By mistake.", version=0)
        finally:
            is_annulled.set()

    assert faults([*at_once(2, act)]) == []
    right = Match.objects.get(event=season.pk, annulled_at=None)
    play_record(by=by, match=right, what=WON, version=0)
    lines = Standing.objects.filter(season=season).values_list("player__name", "points")
    assert (recount(season) == []) == bool(lines)
    return dict(lines)


def test_who_is_started_anew_is_in_the_table(
    arena: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    with club(arena, django_db_blocker, "anew") as house:
        assert started_anew(house, monkeypatch, PAUSE) == {"Ann": 2, "Bob": 0}


def test_without_the_seasons_lock_he_is_in_no_table(
    postgres_url: str, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: it shows the race. SQLite has no two writers at once, so none can race."""
    unlocked = Composed(lambda pk: Season.objects.filter(pk=pk), pk=int)
    monkeypatch.setattr(standings, "_held", unlocked)
    with club(postgres_url, django_db_blocker, "nowhere") as house:
        assert started_anew(house, monkeypatch, 10) == {}
