"""Pages of standings that all visitors share: never old, and purged where a cache stored them."""

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from django.test import Client
from pytest_django import Settings

from ecarte_club.clubs.services.clubs import Settings as ClubSettings
from ecarte_club.clubs.services.clubs import club_set
from ecarte_club.clubs.services.members import player_rename
from ecarte_club.core.shared_cache import KEYS
from ecarte_club.core.shared_pages import shared_pages
from games.engine.terms import GameEntry, Score
from games.matches.models import Match
from games.matches.services import entries
from scoring.leagues.models import Season
from scoring.leagues.services.adjustments import adjustment_give
from tests.support.clubhouse import House

pytestmark = [pytest.mark.any_database, pytest.mark.django_db, pytest.mark.slow]
# What differs each time a page is made.
EACH_TIME = re.compile(r'data-live="[^"]*')


@dataclass
class Played:
    """Ann won the first match of a public season; the second is in play."""

    house: House
    season: Season
    second: Match

    @property
    def paths(self) -> list[str]:
        return [
            f"/clubs/{self.house.club.slug}/seasons/{self.season.pk}/",
            f"/api/v1/seasons/{self.season.pk}/standings",
        ]


def wins(house: House, match: Match) -> None:
    by = house.person("scorer")
    what = GameEntry(1, Score(5, 3))
    entries.play_record(by=by, match=match, what=what, version=match.version)


@pytest.fixture
def played(house: House, settings: Settings) -> Played:
    settings.SHARED_CACHE_SECONDS = 60
    season = house.season()
    first, second = house.match(season), house.match(season)
    wins(house, first)
    return Played(house, season, second)


@pytest.fixture
def purged(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    keys: set[str] = set()
    for place in ("ecarte_club.core.live", "ecarte_club.clubs.audit_log"):
        monkeypatch.setattr(f"{place}.purge_after_commit", keys.add)
    return keys


def enters(played: Played) -> None:
    wins(played.house, played.second)


def renames(played: Played) -> None:
    ann = played.house.players["ann"]
    by = played.house.person("committee")
    player_rename(by=by, player=ann, name="Annabel Stone", version=ann.version)


def hides(played: Played) -> None:
    club, by = played.house.club, played.house.person("committee")
    club_set(by=by, version=club.version, settings=ClubSettings(names_shown="hidden"))


def adjusts(played: Played) -> None:
    adjustment_give(
        by=played.house.person("committee"),
        season=played.season,
        player=played.house.players["bob"].pk,
        points=-1,
        reason="Came late",
    )


def text(path: str) -> str:
    return EACH_TIME.sub("", Client().get(path).content.decode())


@pytest.mark.parametrize("change", [enters, renames, hides, adjusts])
def test_every_change_is_seen_at_once_and_purged(
    change: Callable[[Played], None], played: Played, purged: set[str]
) -> None:
    before = [text(path) for path in played.paths]
    assert before == [text(path) for path in played.paths]
    keys = [set(Client().get(path)[KEYS].split()) for path in played.paths]
    purged.clear()
    change(played)
    after = [text(path) for path in played.paths]
    assert not set(before) & set(after)
    shared_pages.clear()
    assert after == [text(path) for path in played.paths]
    assert all(one & purged for one in keys)


def test_one_page_is_made_for_all_visitors(played: Played) -> None:
    pages = {Client().get(played.paths[0]).content for _visitor in range(3)}
    assert len(pages) == 1
    member = Client()
    member.force_login(played.house.users["ann"])
    assert member.get(played.paths[0]).content not in pages
