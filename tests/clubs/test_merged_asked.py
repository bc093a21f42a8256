"""Whoever kept the id of a player who was merged into another finds the other's matches by it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import player_add, players_merge
from games.matches.models import Match
from scoring.leagues.models import Season
from tests.site.pages import Browser, page
from tests.support.clubhouse import Api, House, read
from tests.support.nights import evening, game, played

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@dataclass(frozen=True, slots=True)
class Twins:
    """Ann was entered twice: as `gone` she played Bob, as Ann she played Cyd. Bob played Cyd too.

    `old` is her second id.
    """

    hers: list[Match]
    others: Match
    old: int


def _merged(house: House, kept: Player, gone: Player) -> None:
    kept.refresh_from_db()
    gone.refresh_from_db()
    versions = {"version": kept.version, "gone_version": gone.version}
    with transaction.atomic():
        players_merge(by=house.person("committee"), kept=kept.pk, gone=gone.pk, **versions)


@pytest.fixture
def season(house: House) -> Season:
    return house.season()


@pytest.fixture
def twins(house: House, season: Season) -> Twins:
    gone = house.players["a. lee"] = player_add(by=house.person("director"), name="A. Lee")
    night = evening(house, "ann", "bob", "cyd")
    first = played(house, night, "a. lee", "bob", [game(5, 2)], season=season)
    second = played(house, night, "cyd", "ann", [game(5, 3)], season=season)
    others = played(house, night, "bob", "cyd", [game(5, 4)], season=season)
    _merged(house, house.players["ann"], gone)
    return Twins([second, first], others, gone.pk)


@pytest.mark.postgresql
@pytest.mark.parametrize("who", ["", "ann", "director"])
def test_programs_find_all_her_matches_by_either_id(who: str, twins: Twins, house: House) -> None:
    asks = house.api(who) if who else Api()
    by_old = read(asks.get(f"matches?player={twins.old}"))["results"]
    assert [match["id"] for match in by_old] == [one.pk for one in twins.hers]
    assert read(asks.get(f"matches?player={house.players['ann'].pk}"))["results"] == by_old


@pytest.mark.parametrize("who", ["", "ann", "director"])
def test_the_page_lists_them_too(who: str, twins: Twins, house: House) -> None:
    browser = Browser(house, who)
    text = page(browser.get(f"matches/?player={twins.old}"))
    for match in twins.hers:
        assert f"/matches/{match.pk}/" in text
    assert f"/matches/{twins.others.pk}/" not in text
    if who:
        # And the field says who is meant.
        assert f'value="{house.players["ann"].pk}" selected' in text


def test_her_score_sheet_is_whole(twins: Twins, house: House) -> None:
    def sheet(player: int) -> str:
        answer = house.api("director").get(f"clubs/cercle/score-sheet.csv?player={player}")
        return b"".join(cast(Iterable[bytes], answer)).decode()

    text = sheet(twins.old)
    assert text == sheet(house.players["ann"].pk)
    assert text.count("\r\n") == 1 + len(twins.hers)
    assert "A. Lee" not in text


def test_as_an_adversary_she_is_found_by_either_id(twins: Twins, house: House) -> None:
    bob, api = house.players["bob"].pk, house.api("bob")
    found = read(api.get(f"players/{bob}/record?adversary={twins.old}"))
    assert found["total"]["lost"] == 1
    assert found == read(api.get(f"players/{bob}/record?adversary={house.players['ann'].pk}"))
    text = page(Browser(house, "bob").get(f"players/{bob}/?adversary={twins.old}"))
    assert f"/matches/{twins.hers[1].pk}/" in text
    assert f"/matches/{twins.others.pk}/" not in text


def test_merged_again_the_first_id_still_leads_to_who_is_kept(twins: Twins, house: House) -> None:
    """Ann turns out to be Eve, who never played."""
    eve = player_add(by=house.person("director"), name="Eve")
    _merged(house, eve, house.players["ann"])
    for pk in (twins.old, house.players["ann"].pk, eve.pk):
        found = read(house.api("director").get(f"matches?player={pk}"))["results"]
        assert [match["id"] for match in found] == [one.pk for one in twins.hers]


def test_an_id_of_nobody_finds_nothing(twins: Twins, house: House) -> None:
    for pk in (0, 10**9, 10**17):
        assert read(house.api("ann").get(f"matches?player={pk}"))["results"] == []
