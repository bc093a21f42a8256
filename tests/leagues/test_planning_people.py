"""Who leaves a season and who comes late; divisions; fixtures started at an evening."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.services.members import player_leave
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Evening
from games.evenings.services.evenings import evening_open
from games.matches.models import Match
from scoring.leagues.models import Entrant, Fixture, Season
from scoring.leagues.selectors.next_divisions import NextSeasonQuery, divisions_of, proposal
from scoring.leagues.services.decisions import fixture_award_withdraw
from scoring.leagues.services.divisions import Division, division_add, division_set, divisions_open
from scoring.leagues.services.planning import competitor_join, joining_preview
from scoring.leagues.services.starting import FIXTURES, due_start
from scoring.leagues.services.withdrawing import Withdrawal, competitor_withdraw, withdrawal_preview
from tests.support.clubhouse import House
from tests.support.everything import everything
from tests.support.planned import FIRST, fixtures, others, plan, season_of

from .test_planning import play

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.any_database]


def leave(house: House, season: Season, who: str) -> Withdrawal:
    asked: dict[str, Any] = {"by": house.person("director"), "season": season}
    asked["competitor"] = house.club.players.get(name=who).pk
    before = everything()
    foreseen = withdrawal_preview(**asked)
    assert everything() == before
    season.refresh_from_db()
    done = competitor_withdraw(**asked, reason="Moved away.", version=season.version)
    assert (done.struck, done.played, done.of) == (foreseen.struck, foreseen.played, foreseen.of)
    assert [one.pk for one in done.rest] == [one.pk for one in foreseen.rest]
    return done


def awards(season: Season, who: str) -> dict[str, str]:
    """By the other of the two."""
    return {
        (pair[0] if pair[1] == who else pair[1]): one.award
        for pair, one in fixtures(season).items()
        if who in pair
    }


def four(house: House) -> tuple[Season, dict[tuple[str, str], Fixture]]:
    season = season_of(house)
    return season, plan(house, season, [*house.players.values(), *others(house, 1)])


@pytest.mark.postgresql
def test_who_played_one_of_three_is_struck_out(house: House) -> None:
    season, made = four(house)
    play(house, made["Ann", "Dora"])
    found = leave(house, season, "Ann")
    assert (found.struck, found.played, found.of) == (True, 1, 3)
    assert awards(season, "Ann") == {"Dora": "", "Bob": "void", "Cyd": "void"}
    entrant = Entrant.objects.get(player=house.players["ann"])
    assert (entrant.struck, entrant.left_round) == (True, 2)


def test_who_played_two_of_three_leaves_the_last_to_the_other(house: House) -> None:
    season, made = four(house)
    play(house, made["Ann", "Dora"])
    play(house, made["Ann", "Bob"])
    assert not leave(house, season, "Ann").struck
    fixture = fixtures(season)["Cyd", "Ann"]
    assert (fixture.award, fixture.reason) == ("home", "Moved away.")
    assert awards(season, "Ann") == {"Dora": "", "Bob": "", "Cyd": "home"}
    by = house.person("director")
    with pytest.raises(Invalid, match="entrant_left"), transaction.atomic():
        fixture_award_withdraw(by=by, fixture=fixture, version=fixture.version)
    with pytest.raises(Invalid, match="not_an_entrant"), transaction.atomic():
        leave(house, season, "Ann")


def test_nobody_leaves_while_he_plays(house: House) -> None:
    season, _made = four(house)
    house.match(season)
    with pytest.raises(Invalid, match="in_play"), transaction.atomic():
        leave(house, season, "Ann")


def test_who_comes_late_takes_the_byes_that_are_to_come(house: House) -> None:
    """Three and one more: before it begins he has each round's bye, and no day is added."""
    season = season_of(house)
    first = timezone.localdate() + timedelta(days=3)
    plan(house, season, list(house.players.values()), first=first)
    (dora,) = others(house, 1)
    by, before = house.person("director"), everything()
    foreseen = joining_preview(by=by, season=season, competitor=dora.pk)
    assert everything() == before
    competitor_join(by=by, season=season, competitor=dora.pk, version=season.version)
    entrant = season.event.entrants.get(player=dora)
    rows = Fixture.objects.filter(event=season.pk)
    assert rows.filter(away=None).count() == 0
    assert rows.count() == 6
    assert season.event.rounds.count() == 3
    his = {one.fixture: one.slot.day for one in foreseen}
    made = {
        (one.round.number, one.home_id, one.away_id): one.day
        for one in rows.filter(home=dora) | rows.filter(away=dora)
    }
    assert made == his
    assert (entrant.place, entrant.joined_round) == (4, 1)
    for number in range(1, 4):
        numbers = list(rows.filter(round__number=number).values_list("number", flat=True))
        assert len(set(numbers)) == 2
    season.refresh_from_db()
    with pytest.raises(Invalid, match="entrant_twice"), transaction.atomic():
        competitor_join(by=by, season=season, competitor=dora.pk, version=season.version)


def test_divisions_of_the_next_season(house: House) -> None:
    """Two divisions of three; one goes up, one down: Cyd and Dora change places."""
    by = house.person("committee")
    upper = season_of(house, "Autumn")
    division_set(by=by, season=upper, division=Division("First", 0, 1), version=1)
    upper.refresh_from_db()
    asked: dict[str, Any] = {"by": by, "season": upper, "version": upper.version}
    lower = division_add(**asked, division=Division("Second", 1, 0))
    upper.refresh_from_db()
    assert [(one.division, one.level) for one in divisions_of(lower)] == [
        ("First", 1),
        ("Second", 2),
    ]
    assert (lower.scheme, lower.ends_on, lower.event.games) == (upper.scheme, upper.ends_on, 1)
    ranked = list(house.players.values()), others(house, 3)
    for season, players in zip((upper, lower), ranked, strict=True):
        made = plan(house, season, players)
        for (home, away), fixture in made.items():
            if away:
                order = [one.name for one in players]
                won = order.index(home) < order.index(away)
                play(house, fixture, {"a": 5, "b": 0} if won else {"a": 0, "b": 5})
    found = proposal(upper, NextSeasonQuery(newcomers=(99,), withdrawn=frozenset()))
    ids = {one.pk: one.name for players in ranked for one in players} | {99: "New"}
    names = [[ids[pk] for pk in one.entrants] for one in found]
    assert names == [["Ann", "Bob", "Dora"], ["Cyd", "Emil", "Flora", "New"]]
    _opened(house, upper)


def test_who_has_left_the_club_is_in_no_division(house: House) -> None:
    season = season_of(house, "Autumn")
    cyd = house.players["cyd"]
    plan(house, season, list(house.players.values()))
    player_leave(by=house.person("director"), player=cyd, version=cyd.version)
    (found,) = proposal(season, NextSeasonQuery())
    assert set(found.entrants) == {house.players[name].pk for name in ("ann", "bob")}


def _opened(house: House, upper: Season) -> None:
    by = house.person("committee")
    upper.refresh_from_db()
    days = date(2028, 1, 1), date(2028, 6, 30)
    asked: dict[str, Any] = {"by": by, "season": upper, "query": NextSeasonQuery(), "days": days}
    made = divisions_open(**asked, name="Spring", version=upper.version)
    assert [one.division for one in divisions_of(made[0])] == ["First", "Second"]
    entered = [list(one.event.entrants.values_list("player__name", flat=True)) for one in made]
    assert entered == [["Ann", "Bob", "Dora"], ["Cyd", "Emil", "Flora"]]
    assert [(one.goes_up, one.goes_down) for one in made] == [(0, 1), (1, 0)]
    upper.refresh_from_db()
    with pytest.raises(Invalid, match="season_twice"), transaction.atomic():
        divisions_open(**asked, name="Spring", version=upper.version)


def test_who_is_level_at_the_line_is_parted_by_the_seed_alone(house: House) -> None:
    """Nobody has played: all share the first rank."""
    by = house.person("committee")
    upper = season_of(house, "Autumn")
    division_set(by=by, season=upper, division=Division("First", 0, 1), version=1)
    upper.refresh_from_db()
    lower = division_add(
        by=by, season=upper, division=Division("Second", 1, 0), version=upper.version
    )
    plan(house, upper, list(house.players.values()))
    plan(house, lower, others(house, 3))
    with pytest.raises(Invalid) as refused, transaction.atomic():
        proposal(upper, NextSeasonQuery())
    assert "seed" in refused.value.errors
    one, again = (
        proposal(upper, NextSeasonQuery(seed="king")),
        proposal(upper, NextSeasonQuery(seed="king")),
    )
    assert [p.entrants for p in one] == [p.entrants for p in again]
    assert [len(p.entrants) for p in one] == [3, 3]


@pytest.fixture
def evening(house: House) -> Evening:
    by = house.person("director")
    return evening_open(by=by, held_on=FIRST + timedelta(7), tables=("1", "2"))


def test_what_is_due_begins_in_one_act(house: House, evening: Evening) -> None:
    _season, made = four(house)
    tables = list(evening.tables.order_by("pk"))
    due = [made["Dora", "Cyd"], made["Ann", "Bob"]]
    starts = [(one.pk, table.pk) for one, table in zip(due, tables, strict=True)]
    begun = due_start(due=FIXTURES, by=house.person("scorer"), evening=evening, starts=starts)
    for match, fixture in zip(begun, due, strict=True):
        fixture.refresh_from_db()
        assert fixture.match_id == match.pk
        assert match.player_ids == (fixture.home_id, fixture.away_id)
    assert evening.attendances.count() == 4


def test_the_one_that_was_asked_for_begins_though_another_comes_first(
    house: House, evening: Evening
) -> None:
    """They meet twice within the days that are past; the second is begun."""
    season = season_of(house)
    made = plan(house, season, list(house.players.values())[:2], double=True)
    second = made["Bob", "Ann"]
    table = evening.tables.earliest("pk")
    starts = [(second.pk, table.pk)]
    (match,) = due_start(due=FIXTURES, by=house.person("scorer"), evening=evening, starts=starts)
    second.refresh_from_db()
    assert second.match_id == match.pk
    assert Fixture.objects.get(pk=made["Ann", "Bob"].pk).match is None


def test_all_begin_or_none(house: House, evening: Evening) -> None:
    _season, made = four(house)
    by = house.person("scorer")
    one, other = evening.tables.order_by("pk")

    def refused(*starts: tuple[int, int]) -> set[str]:
        with pytest.raises(Invalid) as found, transaction.atomic():
            due_start(due=FIXTURES, by=by, evening=evening, starts=starts)
        assert not Match.objects.exists()
        return set(found.value.errors)

    due, late = made["Dora", "Cyd"], made["Ann", "Dora"]
    assert refused() == {"fixtures"}
    assert refused((due.pk, one.pk), (late.pk, other.pk)) == {"fixtures.1.fixture"}
    assert refused((due.pk, one.pk), (made["Ann", "Bob"].pk, one.pk)) == {"fixtures.1.table"}
    to_come = made["Cyd", "Ann"]
    assert refused((to_come.pk, one.pk)) == {"fixtures.0.fixture"}
    assert refused((due.pk, 10**9)) == {"fixtures.0.table"}
