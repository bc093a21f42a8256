"""A season with fewer tables than a round has fixtures: planned, read, moved and started."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import Q

from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Fixture, Meeting, Season
from scoring.leagues.services.decisions import fixture_award, fixture_award_withdraw
from scoring.leagues.services.planning import competitor_join
from scoring.leagues.services.withdrawing import competitor_return, competitor_withdraw
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import Api, House, problem, read
from tests.support.feeds import feed
from tests.support.nights import evening
from tests.support.planned import FIRST, free_day, others, plan, season_of, season_version
from tests.support.teamed import planned as planned_teams
from tests.support.teamed import teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

SIX_TABLES = ["1", "2", "3", "4", "5", "6"]


@pytest.fixture
def season(house: House) -> Season:
    return season_of(house)


def four(house: House) -> list[Any]:
    """Ann, Bob, Cyd and Dora."""
    return [*house.players.values(), *others(house, 1)]


def sixteen(house: House) -> list[int]:
    by = house.person("director")
    own = [one.pk for one in house.players.values()]
    return own + [player_add(by=by, name=f"P{number}").pk for number in range(16 - len(own))]


def test_sixteen_are_planned_at_six_tables(house: House, season: Season) -> None:
    api, address = house.api("director"), f"seasons/{season.pk}/plan"
    body: dict[str, Any] = {"entrants": sixteen(house), "first": str(FIRST), "tables": SIX_TABLES}
    body["version"] = season_version(season.pk)
    wrong = problem(api.post(address, body), 422, "tables_too_few", "tables")
    assert "spread rounds over several days" in wrong["errors"][0]["detail"]
    read(api.post(address, {**body, "sittings": 2}), 201)
    at = Counter(Fixture.objects.values_list("day", "sitting"))
    assert at == {
        (FIRST + timedelta(7 * week), sitting): 4 for week in range(15) for sitting in (1, 2)
    }
    seats = Counter(Fixture.objects.values_list("day", "sitting", "table"))
    assert set(seats.values()) == {1}
    assert {table for _day, _sitting, table in seats} <= set(SIX_TABLES)


def test_rounds_are_spread_over_evenings(house: House, season: Season) -> None:
    api, address = house.api("director"), f"seasons/{season.pk}/plan"
    body = {"entrants": sixteen(house), "first": str(FIRST), "tables": SIX_TABLES, "spread": True}
    body |= {"version": season_version(season.pk), "preview": True}
    foreseen = read(api.post(address, body))["rounds"]
    first = foreseen[0]
    assert (first["day"], first["last_day"]) == (str(FIRST), str(FIRST + timedelta(7)))
    assert Counter(one["day"] for one in first["fixtures"]) == {
        str(FIRST): 6,
        str(FIRST + timedelta(7)): 2,
    }
    assert not any(one["moved"] for one in first["fixtures"])
    assert {one["sitting"] for one in first["fixtures"]} == {None}
    at = Counter(one["day"] for each in foreseen for one in each["fixtures"])
    assert max(at.values()) == len(SIX_TABLES)


def test_the_committee_plans_several_sittings_on_the_page(house: House, season: Season) -> None:
    four(house)
    browser, address = Browser(house, "director"), f"seasons/{season.pk}/plan/"
    body = {
        **browser.hidden(address),
        "entrants": "Ann\nBob\nCyd\nDora",
        "first": str(FIRST),
        "tables": "1",
    }
    refused = page(browser.post(address, {**body, "act": "make"}), 422)
    assert "a day has too few sittings for the others" in refused
    body |= {"sittings": "2"}
    text = page(browser.post(address, {**body, "act": "look"}))
    assert text.count("Sitting 1") == text.count("Sitting 2") == 3
    goes(browser.post(address, {**body, "act": "make"}))
    text = page(browser.get(f"seasons/{season.pk}/fixtures/")).partition("fixture-rounds")[2]
    assert text.count("Sitting 1") == text.count("Sitting 2") == 3
    again = page(browser.get(address))
    assert 'value="2"' in again
    spread = {**body, "sittings": "", "spread": "on", "act": "look", **browser.hidden(address)}
    text = page(browser.post(address, spread))
    assert "Sitting" not in text.partition("<h2")[2].partition("</section>")[0]
    assert "November 12, 2026 – " in text or "12 November 2026 –" in text


def test_a_calendar_and_its_feed_say_the_sitting(house: House, season: Season) -> None:
    plan(house, season, four(house), tables=("1",), sittings=2)
    events = [str(one["DESCRIPTION"]) for one in feed(Api()).walk("VEVENT")]
    assert "Planned, round 1, sitting 1. To play." in events
    assert "Planned, round 1, sitting 2. To play." in events
    text = page(Browser(house).get(f"calendar/?month={FIRST:%Y-%m}"))
    assert text.count("Sitting 2") == 3
    rows = read(Api().get(f"seasons/{season.pk}/fixtures"))["results"]
    assert sorted(one["sitting"] for one in rows) == [1, 1, 1, 2, 2, 2]
    fixture = rows[0]
    text = page(Browser(house).get(f"fixtures/{fixture['id']}/"))
    assert f"<dd>{fixture['sitting']}</dd>" in text


def test_a_player_reads_at_which_sitting_they_play_next(house: House, season: Season) -> None:
    plan(house, season, four(house), tables=("1",), sittings=2, first=free_day())
    own = Fixture.objects.filter(Q(home__name="Ann") | Q(away__name="Ann"))
    first = own.order_by("day", "sitting")[0]
    assert f", sitting {first.sitting}, Planned" in page(Browser(house, "ann").get(""))


def test_an_evening_offers_the_first_sitting_and_then_the_next(
    house: House, season: Season
) -> None:
    night = evening(house, "ann", "bob", "cyd")
    made = plan(house, season, four(house), tables=("1",), sittings=2, first=night.held_on)
    tonight = [one for one in made.values() if one.day == night.held_on]
    first, second = sorted(tonight, key=lambda one: one.sitting or 0)
    browser, address = Browser(house, "scorer"), f"evenings/{night.pk}/fixtures/"

    def ticked() -> list[bool]:
        text = page(browser.get(address))
        boxes = [text.partition(f'name="use_{one.pk}"')[2].partition(">")[0] for one in tonight]
        return ["checked" in box for box in boxes]

    assert ticked() == [one is first for one in tonight]
    table = night.tables.order_by("pk")[0].pk
    body = {"fixtures": [{"fixture": first.pk, "table": table}]}
    read(house.api("scorer").post(f"evenings/{night.pk}/fixtures", body), 201)
    text = page(browser.get(address))
    assert "Sitting 2" in text
    assert "Sitting 1" not in text
    assert f'name="use_{second.pk}"' in text


def test_a_fixture_moves_to_a_sitting_with_a_free_table(house: House, season: Season) -> None:
    made = plan(house, season, four(house), tables=("1",), sittings=2)
    api = house.api("director")
    one = made["Ann", "Dora"]
    body = {"day": str(FIRST + timedelta(21)), "reason": "Ill.", "version": one.version}
    preview = read(api.post(f"fixtures/{one.pk}/postpone", {**body, "preview": True}))
    assert (preview["sitting"], preview["table"]) == (1, "1")
    moved = read(api.post(f"fixtures/{one.pk}/postpone", body), 201)
    assert (moved["sitting"], moved["table"]) == (1, "1")
    other = made["Bob", "Cyd"]
    body["version"] = other.version
    moved = read(api.post(f"fixtures/{other.pk}/postpone", body), 201)
    assert (moved["sitting"], moved["table"]) == (2, "1")
    third = made["Ann", "Bob"]
    body["version"] = third.version
    problem(api.post(f"fixtures/{third.pk}/postpone", body), 422, "plays_already", "day")


def test_no_fixture_moves_to_a_day_whose_table_is_taken(house: House, season: Season) -> None:
    made = plan(house, season, four(house), tables=("1",), spread=True)
    last = max(made.values(), key=lambda one: one.day or FIRST)
    pairs = {frozenset(pair): one for pair, one in made.items()}
    free = pairs[frozenset({"Ann", "Bob", "Cyd", "Dora"} - {last.home.name, str(last.away)})]
    body = {"day": str(last.day), "reason": "Ill.", "version": free.version}
    api = house.api("director")
    problem(api.post(f"fixtures/{free.pk}/postpone", body), 422, "no_table_free", "day")


def test_who_comes_late_has_a_sitting_and_a_table(house: House, season: Season) -> None:
    plan(house, season, list(house.players.values()), tables=("1",), sittings=2)
    (dora,) = others(house, 1)
    version = season_version(season.pk)
    by = house.person("director")
    added = competitor_join(by=by, season=season, competitor=dora.pk, version=version)
    assert len(added) == 3
    seats = Counter(Fixture.objects.exclude(away=None).values_list("day", "sitting", "table"))
    assert set(seats.values()) == {1}
    assert {sitting for _day, sitting, _table in seats} <= {1, 2}


def test_a_withdrawal_undone_has_its_sittings_again(house: House, season: Season) -> None:
    plan(house, season, list(house.players.values()), tables=("1",), sittings=2)
    before = list(Fixture.objects.order_by("pk").values_list("pk", "day", "sitting", "table"))
    by, ann = house.person("director"), house.players["ann"].pk
    for act, more in ((competitor_withdraw, {"reason": "Moved."}), (competitor_return, {})):
        version = season_version(season.pk)
        act(by=by, season=season, competitor=ann, version=version, **more)
    after = list(Fixture.objects.order_by("pk").values_list("pk", "day", "sitting", "table"))
    assert after == before


def test_two_sittings_of_a_day_are_two_fixtures_of_a_player(house: House, season: Season) -> None:
    """A decision is withdrawn though the player has another fixture that day."""
    made = plan(house, season, four(house), sittings=2)
    twice = [one for pair, one in made.items() if one.day == FIRST and "Ann" in pair]
    assert sorted(one.sitting or 0 for one in twice) == [1, 2]
    by = house.person("director")
    fixture_award(by=by, fixture=twice[0], award="void", reason="Snow.", version=1)
    fixture_award_withdraw(by=by, fixture=twice[0], version=2)
    assert Fixture.objects.get(pk=twice[0].pk).award == ""


def test_teams_meet_at_as_many_tables_as_there_are(house: House) -> None:
    season = teamed(house)
    teams(house, season, {"Reds": "Ann", "Blues": "Bob", "Greens": "Cyd", "Whites": "Dora"})
    boards = season.boards
    with pytest.raises(Invalid) as wrong, transaction.atomic():
        planned_teams(house, season, table_count=boards - 1)
    assert wrong.value.errors.keys() == {"tables"}
    with pytest.raises(Invalid) as wrong, transaction.atomic():
        planned_teams(house, season, table_count=boards)
    assert wrong.value.code == "tables_too_few"
    planned_teams(house, season, table_count=boards, sittings=2)
    at = Counter(Meeting.objects.values_list("day", "sitting"))
    assert at == {(FIRST + timedelta(7 * n), sitting): 1 for n in range(3) for sitting in (1, 2)}
    text = page(Browser(house, "director").get(f"seasons/{season.pk}/meetings/"))
    text = text.partition("fixture-rounds")[2]
    assert text.count("Sitting 2") == 3
    assert f'name="tables" value="{boards}"' in page(
        Browser(house, "director").get(f"seasons/{season.pk}/teams/plan/")
    )
