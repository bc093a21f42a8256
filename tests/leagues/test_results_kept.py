"""What each match adds to whom is kept beside the sums, and follows every entry."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from ecarte_club.clubs.services.members import player_add, players_merge
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.models import Result, Season, Standing
from scoring.leagues.selectors.recount import Difference, recount
from scoring.leagues.services.standings import season_mend
from scoring.tables.results import SHARE_FIELDS, Share
from tests.support.clubhouse import House
from tests.support.seasons import play_season

pytestmark = pytest.mark.slow

GAME = {"score": {"a": 5, "b": 3}}


def results() -> dict[tuple[str, str], Share]:
    """By the names of player and opponent."""
    rows = Result.objects.select_related("player", "opponent")
    return {(row.player.name, row.opponent.name): row.share for row in rows}


def test_both_sides_of_a_match_from_its_end_on(house: House) -> None:
    season = house.season()
    match, api = house.match(season), house.api("scorer")
    assert results() == {}
    api.enter(match.pk, GAME, kind="games")
    won = Share(played=1, won=1, games_for=1, singles=1, value=1, value_against=0, points=2)
    lost = Share(played=1, lost=1, games_against=1, value_against=1)
    found = results()
    assert found.keys() == {("Ann", "Bob"), ("Bob", "Ann")}
    for name in ("played", "won", "lost", "games_for", "games_against", "points"):
        assert getattr(found["Ann", "Bob"], name) == getattr(won, name)
        assert getattr(found["Bob", "Ann"], name) == getattr(lost, name)
    assert {row.share for row in Result.objects.all()} == {
        row.share for row in Standing.objects.all()
    }


@pytest.mark.any_database
def test_a_match_that_is_not_over_any_more_adds_nothing(house: House) -> None:
    match, api = house.match(house.season()), house.api("scorer")
    version = api.enter(match.pk, GAME, kind="games")["match"]["version"]
    api.post(f"matches/{match.pk}/undo", {"version": version})
    assert not Match.objects.get(pk=match.pk).over
    assert results() == {}


def test_a_correction_turns_both_rows(house: House) -> None:
    match = house.match(house.season())
    house.api("scorer").enter(match.pk, GAME, kind="games")
    body: dict[str, Any] = {"game": {"score": {"a": 2, "b": 5}}, "reason": "misread"}
    house.api("director").enter(match.pk, body, kind="entries/1/corrections")
    assert results()["Bob", "Ann"].won == results()["Ann", "Bob"].lost == 1
    assert Result.objects.count() == 2


@pytest.mark.any_database
def test_a_match_without_a_season_has_none(house: House) -> None:
    house.api("scorer").enter(house.match().pk, GAME, kind="games")
    assert results() == {}


@pytest.mark.any_database
@pytest.mark.parametrize("at_an_evening", [True, False])
def test_its_day_is_the_evening_s_and_else_that_of_its_beginning(
    house: House, *, at_an_evening: bool
) -> None:
    season, held = house.season(), timezone.localdate() - timedelta(days=3)
    evening = evening_open(by=house.person("director"), held_on=held, tables=("1",))
    match = match_start(
        by=house.person("scorer"),
        player_a=house.players["ann"].pk,
        player_b=house.players["bob"].pk,
        event_id=season.pk,
        evening_table=evening.tables.get().pk if at_an_evening else None,
    )
    house.api("scorer").enter(match.pk, GAME, kind="games")
    wanted = held if at_an_evening else timezone.localdate(match.started_at)
    assert set(Result.objects.values_list("day", flat=True)) == {wanted}


@pytest.mark.any_database
def test_who_turns_out_to_be_another_takes_his_results_along(house: House) -> None:
    season, kept = house.season(), house.players["cyd"]
    gone = player_add(by=house.person("director"), name="Cydalise")
    match = match_start(
        by=house.person("scorer"),
        player_a=house.players["ann"].pk,
        player_b=gone.pk,
        event_id=season.pk,
    )
    house.api("scorer").enter(match.pk, GAME, kind="games")
    players_merge(
        by=house.person("committee"),
        kept=kept.pk,
        gone=gone.pk,
        version=kept.version,
        gone_version=gone.version,
    )
    assert results().keys() == {("Ann", "Cyd"), ("Cyd", "Ann")}
    assert recount(season) == recount(season, from_results=True) == []


@pytest.mark.any_database
def test_many_at_once(house: House) -> None:
    season = house.season()
    play_season(house, season, matches=12)
    assert Result.objects.filter(event=season.pk).count() == 24
    assert recount(season) == recount(season, from_results=True) == []


@pytest.mark.any_database
@pytest.mark.parametrize("name", SHARE_FIELDS)
def test_a_damaged_result_is_found_by_match(house: House, name: str) -> None:
    season = house.season()
    play_season(house, season, matches=2)
    row = Result.objects.order_by("pk")[0]
    right = getattr(row, name)
    Result.objects.filter(pk=row.pk).update(**{name: right + 1})
    wanted = Difference(season.pk, row.player_id, name, right + 1, right, row.match_id)
    assert recount(season) == [wanted]
    # The sums no longer agree with it either, told the other way round.
    (told,) = recount(season, from_results=True)
    assert (told.player, told.field, told.counted - told.kept) == (row.player_id, name, 1)


def test_a_result_that_is_missing_and_one_too_many(house: House) -> None:
    season, open_match = house.season(), house.match()
    play_season(house, season, matches=2)
    gone = Result.objects.order_by("pk")[0]
    pk, match = gone.player_id, gone.match_id
    gone.delete()
    Result.objects.create(
        event=season.event,
        match=house.match(season),
        player=house.players["ann"],
        opponent=house.players["bob"],
        day=date(2026, 11, 1),
        played=1,
        drawn=1,
    )
    assert open_match.event_id is None
    found = {(one.match == match, one.player) for one in recount(season)}
    assert found == {(True, pk), (False, house.players["ann"].pk)}


def test_a_site_of_before_has_its_results_written(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    """`recount --mend`: as when results were not kept, and with a sum that is wrong."""
    season = house.season()
    play_season(house, season, matches=8)
    kept = sorted(Result.objects.values_list("match", "player", "day", *SHARE_FIELDS))
    Result.objects.all().delete()
    line = Standing.objects.order_by("pk")[0]
    Standing.objects.filter(pk=line.pk).update(kings=99)
    with pytest.raises(CommandError):
        call_command("recount")
    assert "match " in capsys.readouterr().out
    call_command("recount", "--mend")
    assert sorted(Result.objects.values_list("match", "player", "day", *SHARE_FIELDS)) == kept
    call_command("recount", "--results")
    assert Season.objects.get(pk=season.pk).version > season.version


@pytest.mark.any_database
def test_there_is_nothing_to_mend_in_what_is_no_season(db: None) -> None:
    season_mend(10**9)
    assert not Result.objects.exists()
