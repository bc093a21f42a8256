"""The fixtures of a season: made, followed by the matches, moved, awarded, taken back."""

from collections import Counter
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.clubs.models import AuditLogEntry
from ecarte_club.clubs.services.members import player_leave, players_merge
from ecarte_club.core.exceptions import Denied, Invalid, Stale
from games.matches.models import Match
from games.matches.services.matches import match_start
from scoring.leagues.models import Entrant, Fixture, Season
from scoring.leagues.rules.days import Span
from scoring.leagues.selectors.fixtures import FixtureFilters, State, fixtures_of, lines, state_of
from scoring.leagues.selectors.plans import Plan, plan_of
from scoring.leagues.services.decisions import (
    fixture_award,
    fixture_award_withdraw,
    fixture_postpone,
    postponement_preview,
)
from scoring.leagues.services.planning import season_plan, season_plan_preview
from tests.support.clubhouse import House
from tests.support.everything import everything
from tests.support.planned import FIRST, fixtures, free_day, others, plan, season_of
from tests.support.teamed import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

# FIDE Handbook C.05 annex 1, 3 or 4 players: by number, who is at home first.
FOUR = [[(1, 4), (2, 3)], [(4, 3), (1, 2)], [(2, 4), (3, 1)]]
NAMES = ("Ann", "Bob", "Cyd", "Dora")


def four_planned(house: House) -> Season:
    """Of Ann, Bob, Cyd and Dora, once, each week from the first day of play."""
    found = season_of(house)
    plan(house, found, [*house.players.values(), *others(house, 1)])
    return found


_built, built, house, season = built_once(four_planned)


def table_of(season: Season) -> list[list[tuple[int, int]]]:
    found: dict[int, list[tuple[int, int]]] = {}
    for one in fixtures_of(season):
        pair = (NAMES.index(one.home.name) + 1, NAMES.index(str(one.away)) + 1)
        found.setdefault(one.round.number, []).append(pair)
    return [found[number] for number in sorted(found)]


def start(house: House, season: Season, a: str, b: str) -> Fixture | None:
    ids = dict(season.event.club.players.values_list("name", "pk"))
    by = house.person("scorer")
    match = match_start(by=by, player_a=ids[a], player_b=ids[b], event_id=season.pk)
    return Fixture.objects.filter(match=match).first()


def play(house: House, fixture: Fixture, score: Mapping[str, int] | None = None) -> None:
    """Whoever is at home wins by five to three, unless told otherwise."""
    found = start(house, Season.objects.get(pk=fixture.event_id), *_names(fixture))
    assert found is not None
    body = {"score": score or {"a": 5, "b": 3}}
    house.api("scorer").enter(found.match_id or 0, body, kind="games")


def _names(fixture: Fixture) -> tuple[str, str]:
    return fixture.home.name, str(fixture.away)


@pytest.mark.postgresql
def test_four_meet_by_the_published_table_each_week(season: Season) -> None:
    assert table_of(season) == FOUR
    days = list(season.event.rounds.values_list("day", flat=True))
    assert days == [FIRST + timedelta(weeks=week) for week in range(3)]
    at_once = Counter(Fixture.objects.values_list("day", "table"))
    assert set(at_once.values()) == {1}
    assert {table for _day, table in at_once} == {"1", "2"}
    assert list(season.event.entrants.values_list("player__name", flat=True)) == list(NAMES)


def test_a_preview_says_what_is_made_and_changes_nothing(house: House) -> None:
    season, players = season_of(house), [*house.players.values(), *others(house, 2)]
    made = Plan(tuple(one.pk for one in players), FIRST, double=True, tables=("1", "2"))
    by, before = house.person("director"), everything()
    foreseen = season_plan_preview(by=by, season=season, plan=made)
    assert everything() == before
    season_plan(by=by, season=season, plan=made, version=season.version)
    rows = Fixture.objects.filter(event=season.pk).order_by("round__number", "number")
    kept = rows.values_list("round__number", "number", "home", "away", "day", "table")
    assert list(kept) == [
        (round_.number, one.number, one.home, one.away, one.day, one.table)
        for round_ in foreseen
        for one in round_.fixtures
    ]
    season.refresh_from_db()
    assert plan_of(season) == made
    assert AuditLogEntry.objects.filter(act="season_plan", detail__rounds=len(foreseen)).exists()


def test_who_is_away_plays_another_day_and_the_club_closes(house: House) -> None:
    season, players = season_of(house), list(house.players.values())
    ann, closed = players[0].pk, Span(FIRST + timedelta(7), FIRST + timedelta(7))
    away = {ann: (Span(FIRST, FIRST),)}
    plan(house, season, players, away=away, closed=(closed,))
    days = dict(season.event.fixtures.filter(away=None).values_list("home__name", "day"))
    assert days["Ann"] == FIRST, "He sits out when he is away."
    assert closed.first not in days.values()


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"entrants": "one"}, "entrants"),
        ({"entrants": "twice"}, "entrants"),
        ({"entrants": "foreign"}, "entrants"),
        ({"first": date(2035, 1, 1)}, "first"),
        ({"every": 366}, "first"),
        ({"weekdays": frozenset({9})}, "weekdays"),
        ({"every": 0}, "every"),
        ({"tables": ("1",)}, "tables"),
        ({"tables": ("1", "1")}, "tables"),
        ({"closed": (Span(FIRST, FIRST - timedelta(1)),)}, "first"),
        ({"away": {1: (Span(date(2000, 1, 1), date(2100, 1, 1)),)}}, "away"),
    ],
)
def test_what_cannot_be_is_refused_at_its_field(
    asked: dict[str, Any], field: str, house: House
) -> None:
    season = season_of(house)
    ids = [one.pk for one in (*house.players.values(), *others(house, 1))]
    people = {"one": ids[:1], "twice": [*ids, ids[0]], "foreign": [*ids, 10**9]}
    entrants = tuple(people.get(asked.pop("entrants", ""), ids))
    if "away" in asked:
        asked["away"] = {ids[0]: asked["away"][1]}
    made = Plan(entrants, **{"first": FIRST, **asked})
    before = everything()
    with pytest.raises(Invalid) as refused, transaction.atomic():
        season_plan_preview(by=house.person("director"), season=season, plan=made)
    assert field in refused.value.errors
    assert everything() == before


@pytest.mark.slow
def test_it_is_made_anew_until_something_is_begun(house: House, season: Season) -> None:
    players = [one.player for one in season.event.entrants.order_by("-place")]
    plan(house, season, players)
    assert table_of(season)[0] == [(4, 1), (3, 2)]
    start(house, season, "Ann", "Dora")
    with pytest.raises(Invalid, match="season_begun"), transaction.atomic():
        plan(house, season, players)


def test_who_sees_an_old_version_makes_nothing(house: House, season: Season) -> None:
    by = house.person("director")
    asked: dict[str, Any] = {"by": by, "season": season, "plan": plan_of(season)}
    with pytest.raises(Stale), transaction.atomic():
        season_plan(**asked, version=season.version - 1)
    with pytest.raises(Denied), transaction.atomic():
        season_plan(**{**asked, "by": house.person("scorer")}, version=season.version)


def test_a_match_begun_by_hand_is_the_earliest_open_fixture_of_the_two(house: House) -> None:
    season = season_of(house)
    made = plan(house, season, list(house.players.values()), double=True)
    first, second = start(house, season, "Bob", "Ann"), start(house, season, "Ann", "Bob")
    assert first is not None
    assert second is not None
    assert {first.pk, second.pk} == {made["Ann", "Bob"].pk, made["Bob", "Ann"].pk}
    assert first.round.number < second.round.number
    with pytest.raises(Invalid, match="no_fixture"), transaction.atomic():
        start(house, season, "Ann", "Bob")
    assert Match.objects.filter(event=season.pk).count() == len((first, second))
    assert start(house, season_of(house, "Open"), "Ann", "Cyd") is None
    assert Fixture.objects.get(pk=made["Ann", "Cyd"].pk).match is None


def test_results_stand_on_the_side_of_who_is_at_home(house: House, season: Season) -> None:
    made = fixtures(season)
    play(house, made["Ann", "Bob"])
    begun = start(house, season, "Ann", "Cyd")
    assert begun is not None, "Cyd is at home, and Ann was named first."
    house.api("scorer").enter(begun.match_id or 0, {"score": {"a": 5, "b": 0}}, kind="games")
    by = house.person("director")
    found = {_names(line.fixture): line for line in lines(fixtures_of(season), by)}
    assert found["Ann", "Bob"].games == (1, 0)
    assert found["Cyd", "Ann"].games == (0, 1)
    assert found["Cyd", "Ann"].winner == house.players["ann"].pk
    played = FixtureFilters(state=State.PLAYED.value).filter(fixtures_of(season))
    assert {_names(one) for one in played} == {("Ann", "Bob"), ("Cyd", "Ann")}


def test_postponed_and_back_again(house: House, season: Season) -> None:
    fixture, day = fixtures(season)["Ann", "Bob"], free_day()
    by = house.person("director")
    asked: dict[str, Any] = {"by": by, "fixture": fixture, "reason": "Ill."}
    assert postponement_preview(by=by, fixture=fixture, day=day).table == fixture.table
    first = fixture.day
    moved = fixture_postpone(**asked, day=day, version=fixture.version)
    assert (moved.day, moved.moved_from, moved.reason) == (day, first, "Ill.")
    with pytest.raises(Stale), transaction.atomic():
        fixture_postpone(**asked, day=day + timedelta(1), version=fixture.version)
    again = fixture_postpone(**asked, day=day + timedelta(1), version=moved.version)
    assert again.moved_from == first, "What was planned at first is what is said."
    season_version = Season.objects.get(pk=season.pk).version
    assert season_version == season.version + 2


@pytest.mark.slow
def test_when_it_cannot_be_postponed(house: House, season: Season) -> None:
    made, by = fixtures(season), house.person("director")
    today = timezone.localdate()

    def refused(fixture: Fixture, day: date) -> str:
        with pytest.raises(Invalid) as found, transaction.atomic():
            postponement_preview(by=by, fixture=fixture, day=day)
        assert {"day", "fixture"} & set(found.value.errors)
        return found.value.code

    fixture = made["Ann", "Bob"]
    assert refused(fixture, today - timedelta(1)) == "in_the_past"
    assert refused(fixture, season.ends_on + timedelta(1)) == "season_over"
    other, day = made["Cyd", "Ann"], free_day()
    fixture_postpone(by=by, fixture=other, day=day, reason="Ill.", version=other.version)
    assert refused(fixture, day) == "plays_already"
    play(house, made["Bob", "Cyd"])
    assert refused(made["Bob", "Cyd"], day) == "fixture_decided"
    with pytest.raises(Invalid) as found, transaction.atomic():
        fixture_postpone(
            by=by, fixture=fixture, day=day + timedelta(1), reason="  ", version=fixture.version
        )
    assert "reason" in found.value.errors


def test_awarded_and_taken_back(house: House, season: Season) -> None:
    fixture, by = fixtures(season)["Ann", "Bob"], house.person("director")
    asked: dict[str, Any] = {"by": by, "reason": "Bob did not come."}
    awarded = fixture_award(**asked, fixture=fixture, award="home", version=1)
    assert state_of(awarded) is State.WALK_OVER
    with pytest.raises(Invalid, match="no_fixture"), transaction.atomic():
        start(house, season, "Ann", "Bob")
    with pytest.raises(Invalid, match="fixture_decided"), transaction.atomic():
        fixture_award(**asked, fixture=fixture, award="away", version=2)
    back = fixture_award_withdraw(by=by, fixture=fixture, version=2)
    assert (state_of(back), back.reason) == (State.TO_PLAY, "")
    with pytest.raises(Invalid, match="not_awarded"), transaction.atomic():
        fixture_award_withdraw(by=by, fixture=fixture, version=3)
    with pytest.raises(Invalid, match="invalid_award"), transaction.atomic():
        fixture_award(**asked, fixture=fixture, award="bye", version=3)
    begun = start(house, season, "Ann", "Bob")
    assert begun is not None
    with pytest.raises(Invalid, match="fixture_decided"), transaction.atomic():
        fixture_award(**asked, fixture=fixture, award="home", version=begun.version)


def test_what_is_taken_back_is_played_where_there_is_room(house: House) -> None:
    """Nobody twice on its day, nor two at a table: something else may have come there since."""
    season = season_of(house)
    first = timezone.localdate() + timedelta(7)
    players = [*house.players.values(), *others(house, 1)]
    made = plan(house, season, players, double=True, first=first)
    by = house.person("director")
    early = [made["Ann", "Dora"], made["Bob", "Cyd"]]
    later = made["Cyd", "Bob"]
    assert {one.day for one in early} == {first} != {later.day}
    for one in early:
        asked: dict[str, Any] = {"award": "void", "reason": "Snow.", "version": one.version}
        fixture_award(by=by, fixture=one, **asked)
    # The second of the two takes the day of the first, and a table that nobody needs then.
    Fixture.objects.filter(pk=later.pk).update(table=early[0].table)
    asked = {"day": first, "reason": "Early.", "version": later.version}
    moved = fixture_postpone(by=by, fixture=later, **asked)
    assert moved.table == early[0].table
    with pytest.raises(Invalid, match="plays_already") as refused, transaction.atomic():
        fixture_award_withdraw(by=by, fixture=early[1], version=early[1].version + 1)
    assert set(refused.value.errors) == {"award"}
    back = fixture_award_withdraw(by=by, fixture=early[0], version=early[0].version + 1)
    assert {back.table, moved.table} == {"1", "2"}


@pytest.mark.slow
def test_two_who_are_one_take_one_place(house: House, season: Season) -> None:
    """Cyd is written down twice: who is kept has her fixtures and the days she is away."""
    (hilda,) = others(house, 5)[4:]
    cyd = house.players["cyd"]
    away = {cyd.pk: (Span(free_day(), free_day()),)}
    players = [one.player for one in season.event.entrants.all()]
    plan(house, season, players, away=away)
    asked = {"version": hilda.version, "gone_version": cyd.version}
    cyd.user = None
    cyd.save()
    by = house.person("committee")
    with pytest.raises(Invalid, match="both_enter"), transaction.atomic():
        players_merge(by=by, kept=house.players["ann"].pk, gone=cyd.pk, version=0, gone_version=0)
    players_merge(by=by, kept=hilda.pk, gone=cyd.pk, **asked)
    season.refresh_from_db()
    assert hilda.pk in plan_of(season).entrants
    assert plan_of(season).away == {hilda.pk: away[cyd.pk]}
    assert {pair for pair in fixtures(season) if "Hilda" in pair}
    assert not {pair for pair in fixtures(season) if "Cyd" in pair}
    assert Entrant.objects.filter(player=cyd).count() == 0


def test_who_left_the_club_is_no_entrant(house: House) -> None:
    season, players = season_of(house), list(house.players.values())
    by = house.person("director")
    player_leave(by=by, player=players[2], version=players[2].version, left_on=FIRST)
    with pytest.raises(Invalid, match="unknown_player"), transaction.atomic():
        plan(house, season, players)
