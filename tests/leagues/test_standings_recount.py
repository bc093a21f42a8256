"""The standings that are kept, and the recount that finds where they are wrong."""

import csv
import io
import json
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from pytest_django import DjangoDbBlocker

from scoring.leagues import tasks
from scoring.leagues.models import Season, Standing
from scoring.leagues.renderers import csv_table, json_page
from scoring.leagues.selectors import recount as recounting
from scoring.leagues.selectors.recount import Difference, SeasonBusy, recount
from scoring.leagues.selectors.seasons import table
from scoring.leagues.tasks import recount_club_seasons as recount_task
from scoring.tables.results import SHARE_FIELDS
from tests.support.clubhouse import House, open_house
from tests.support.clubrooms import undone
from tests.support.seasons import play_season

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def _standing(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[tuple[House, Season]]:
    """A club, and its season of many matches."""
    with django_db_blocker.unblock(), transaction.atomic():
        house = open_house()
        made = house.season()
        play_season(house, made, matches=25)
        yield house, Season.objects.get(pk=made.pk)
        transaction.set_rollback(True)


@pytest.fixture
def season(_standing: tuple[House, Season]) -> Iterator[Season]:
    with undone("the season that was played once"):
        yield deepcopy(_standing[1])


@pytest.fixture
def house(_standing: tuple[House, Season], season: Season) -> House:
    return deepcopy(_standing[0])


@pytest.mark.any_database
@pytest.mark.slow
def test_a_season_of_many_matches_equals_its_recount(season: Season) -> None:
    assert recount(season) == []
    assert sum(Standing.objects.values_list("played", flat=True)) == 50


@pytest.mark.slow
@pytest.mark.any_database
@pytest.mark.parametrize("name", SHARE_FIELDS)
def test_every_damaged_figure_is_found(season: Season, name: str) -> None:
    line = Standing.objects.order_by("pk")[0]
    right = getattr(line, name)
    damage = {name: right + 1}
    if name in ("played", "won", "drawn", "lost"):  # these add up in the database itself
        damage = {"played": line.played + 1, "drawn": line.drawn + 1}
        damage |= {} if name in damage else {name: right + 1, "played": line.played + 2}
    Standing.objects.filter(pk=line.pk).update(**damage)
    found = {difference.field: difference for difference in recount(season)}
    assert found.keys() == damage.keys()
    assert found[name] == Difference(season.pk, line.player_id, name, damage[name], right)


def test_a_missing_line_is_found(season: Season) -> None:
    line = Standing.objects.order_by("pk")[0]
    player = line.player_id
    line.delete()
    assert {difference.player for difference in recount(season)} == {player}


def test_a_line_too_many_is_found(house: House, season: Season) -> None:
    Standing.objects.create(season=season, player=house.players["cyd"], kings=2)
    assert recount(season) == [Difference(season.pk, house.players["cyd"].pk, "kings", 2, 0)]


@pytest.mark.any_database
def test_the_command_says_what_differs_and_fails(
    season: Season, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("recount")
    assert "standings equal the recount" in capsys.readouterr().out
    line = Standing.objects.order_by("pk")[0]
    Standing.objects.filter(pk=line.pk).update(kings=line.kings + 5)
    with pytest.raises(CommandError, match="1 figures differ"):
        call_command("recount", str(season.pk))
    wanted = f"player {line.player_id}, kings: kept {line.kings + 5}, counted {line.kings}"
    assert wanted in capsys.readouterr().out


def test_the_task_says_what_differs(season: Season, caplog: pytest.LogCaptureFixture) -> None:
    club = season.event.club
    assert recount_task(club.pk) == 0
    Standing.objects.filter(pk=Standing.objects.order_by("pk")[0].pk).update(voles=99)
    assert recount_task(club.pk) == 1
    assert "voles" in caplog.text
    assert f"Standings of club {club.slug} differ" in caplog.text


def test_a_club_whose_recount_fails_does_not_stop_the_others(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each club is a task."""
    other = open_house("second").season()
    counted: list[int] = []

    def fails_once(of: Season) -> list[Difference]:
        counted.append(of.pk)
        if len(counted) == 1:
            raise ZeroDivisionError
        return []

    monkeypatch.setattr(tasks, "recount", fails_once)
    assert tasks.recount_seasons.delay().result == 2
    assert sorted(counted) == sorted([season.pk, other.pk])


@pytest.mark.any_database
def test_scores_that_come_in_meanwhile_are_counted_too(
    house: House, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They move the season while it is being counted, and then it is counted again."""
    counted = recounting.counted_from_nothing
    times: list[int] = []

    def disturbed(of: Season) -> object:
        found = counted(of)
        if not times:
            play_season(house, season, matches=1, seed=9)
        times.append(1)
        return found

    monkeypatch.setattr(recounting, "counted_from_nothing", disturbed)
    assert recount(season) == []
    assert len(times) == 2


def test_a_season_that_never_rests(
    house: House, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(of: Season) -> recounting.Counted:
        Season.objects.filter(pk=of.pk).update(version=of.version + 1)
        of.version += 1
        return {}, []

    monkeypatch.setattr(recounting, "counted_from_nothing", busy)
    with pytest.raises(SeasonBusy):
        recount(season)


def test_pages_of_the_table_make_the_whole(season: Season) -> None:
    found = table(season.pk)
    lines, page, after = [], 1, "first"
    while after:
        made = json.loads(json_page(found, page, 3, "https://club.example/"))
        lines += made["results"]
        after, page = made["next"], page + 1
    assert len(lines) == made["count"] == 8
    assert [line["rank"] for line in lines] == sorted(line["rank"] for line in lines)
    assert json.loads(json_page(found, 99, 3, ""))["results"] == []


def test_a_spreadsheet_takes_no_name_for_a_formula(season: Season) -> None:
    player = Standing.objects.order_by("pk")[0].player
    for name in ("=1+1", "+1", "-1", "@x", "\tx"):
        player.name = name
        player.save()
        rows = list(csv.reader(io.StringIO(csv_table(table(season.pk)).decode("utf-8-sig"))))
        assert f"'{name}" in [row[2] for row in rows]
