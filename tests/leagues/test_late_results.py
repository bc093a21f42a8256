"""Results of fixtures and boards that were played without the site, entered afterwards."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from ecarte_club.core.exceptions import Denied, Invalid
from games.matches.models import Match
from games.matches.services.entries import entry_undo, match_annul
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Fixture, Result, Season, Standing
from scoring.leagues.selectors import meetings
from scoring.leagues.selectors.recount import recount
from scoring.leagues.services import results
from scoring.leagues.services.decisions import fixture_award
from scoring.leagues.services.results import PlayedResult, result_enter
from scoring.leagues.services.seasons import SeasonPlan, season_open
from scoring.ratings.selectors.recount import recount as ratings_recount
from tests.support.clubhouse import House, problem, read
from tests.support.hooks import kinds
from tests.support.planned import STARTS, plan, season_of
from tests.support.teamed import lined_up, planned, teamed, teams

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]

THURSDAY = date(2026, 11, 12)


def fixture_of_both(house: House, season: Season | None = None) -> Fixture:
    """Of Ann and Bob, in a season of three."""
    made = plan(house, season or season_of(house), list(house.players.values()))
    return made.get(("Ann", "Bob")) or made["Bob", "Ann"]


def enter(house: House, slot: Any, result: PlayedResult, who: str = "scorer", **at: Any) -> Match:
    fields = {"played_on": THURSDAY, **at}
    return result_enter(by=house.person(who), slot=slot, result=result, **fields)


def refused(code: str, field: str, act: Any) -> str:
    with pytest.raises(Invalid) as fault, transaction.atomic():
        act()
    assert (fault.value.code, [*fault.value.errors]) == (code, [field])
    return str(fault.value.detail)


def lines(season: int) -> Mapping[str, tuple[int, int, int, int]]:
    """Of who played: matches played, won, games won and lost."""
    rows = Standing.objects.filter(season=season, played__gt=0).select_related("player")
    return {
        row.player.name: (row.played, row.won, row.games_for, row.games_against) for row in rows
    }


def agreed(house: House, terms: MatchTerms) -> Season:
    ends = timezone.localdate() + timedelta(days=400)
    by, season_plan = house.person("committee"), SeasonPlan("Long", STARTS, ends, terms)
    return season_open(by=by, league="Other", plan=season_plan)


@pytest.mark.postgresql
def test_a_game_played_at_home_is_entered_with_its_day(house: House) -> None:
    """The second player won 5–3 on Thursday the 12th; nobody noted a hand."""
    fixture = fixture_of_both(house)
    match = enter(house, fixture, PlayedResult(games=((3, 5),)))
    fixture.refresh_from_db()
    assert fixture.match == match
    assert (match.over, match.winner, match.score_a, match.score_b, match.hands) == (
        *(True, "b", 3, 5),
        0,
    )
    assert match.evening_table is None
    home, away = fixture.home.name, str(fixture.away)
    assert lines(fixture.event_id) == {home: (1, 0, 0, 1), away: (1, 1, 1, 0)}
    assert {row.day for row in Result.objects.filter(match=match)} == {THURSDAY}
    assert timezone.localdate(match.started_at) == THURSDAY
    assert recount(fixture.event.season) == []
    assert ratings_recount(house.club.pk) == []
    told = [kind for kind in kinds(house) if kind.startswith("match.")]
    assert told == ["match.started", "match.ended"]


def test_the_fixture_that_was_named_takes_it_and_not_the_first(house: House) -> None:
    """The two meet twice; they played their second fixture before the first."""
    season = season_of(house)
    plan(house, season, list(house.players.values()), double=True)
    ann, bob = house.players["ann"].pk, house.players["bob"].pk
    rows = Fixture.objects.filter(event=season.pk, home__in=(ann, bob), away__in=(ann, bob))
    first, second = rows.order_by("round__number")
    match = enter(house, second, PlayedResult(games=((5, 0),)))
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.match is None
    assert second.match == match
    assert match.player_a_id == second.home_id


@pytest.mark.parametrize(
    ("terms", "result", "expected"),
    [
        # Best of three: two games won to one, without their scores.
        (MatchTerms(), PlayedResult(rubbers=((2, 1),)), (2, 1, "a")),
        # The same with them: 5–3, 1–5, 5–4.
        (MatchTerms(), PlayedResult(games=((5, 3), (1, 5), (5, 4))), (2, 1, "a")),
        # Four games, two each: drawn.
        (MatchTerms(format="games", games=4), PlayedResult(rubbers=((2, 2),)), (2, 2, "")),
        # The best of three rubbers: 2–0, 1–2, 2–1.
        (MatchTerms(rubbers=3), PlayedResult(rubbers=((2, 0), (1, 2), (2, 1))), (5, 3, "a")),
    ],
)
def test_each_format_takes_its_own_results(
    house: House, terms: MatchTerms, result: PlayedResult, expected: tuple[int, int, str]
) -> None:
    fixture = fixture_of_both(house, agreed(house, terms))
    match = enter(house, fixture, result)
    assert (match.games_a, match.games_b, match.winner) == expected
    assert recount(fixture.event.season) == []


@pytest.mark.parametrize(
    ("result", "code", "field"),
    [
        (PlayedResult(), "result_needed", "games"),
        (PlayedResult(games=((5, 3),), rubbers=((2, 0),)), "result_needed", "games"),
        (PlayedResult(games=((5, 3), (6, 2))), "score_impossible", "games.1"),
        (PlayedResult(games=((5, 3), (1, 5))), "result_unfinished", "games"),
        (PlayedResult(games=((5, 3), (5, 1), (5, 0))), "match_over", "games.2"),
        (PlayedResult(rubbers=((3, 1),)), "games_impossible", "rubbers.0"),
        (PlayedResult(rubbers=((2, 1), (2, 0))), "match_over", "rubbers.1"),
    ],
)
def test_what_cannot_be_the_result_of_a_rubber(
    house: House, result: PlayedResult, code: str, field: str
) -> None:
    fixture = fixture_of_both(house, agreed(house, MatchTerms()))
    refused(code, field, lambda: enter(house, fixture, result))
    assert not Match.objects.exists()


def test_the_day_is_past_and_in_the_season(house: House) -> None:
    fixture, won = fixture_of_both(house), PlayedResult(games=((5, 1),))
    tomorrow = timezone.localdate() + timedelta(days=1)
    for day, said in ((tomorrow, "still to come"), (STARTS - timedelta(days=1), "begins on")):
        assert said in refused(
            "day_impossible",
            "played_on",
            lambda day=day: enter(house, fixture, won, played_on=day),
        )
    Season.objects.filter(pk=fixture.event_id).update(ends_on=THURSDAY)
    text = refused(
        "day_impossible",
        "played_on",
        lambda: enter(house, fixture, won, played_on=THURSDAY + timedelta(days=1)),
    )
    assert "12 November 2026" in text
    enter(house, fixture, won)


def test_today_is_before_now(house: House) -> None:
    match = enter(
        house,
        fixture_of_both(house),
        PlayedResult(games=((5, 1),)),
        played_on=timezone.localdate(),
    )
    assert match.started_at <= timezone.now()


def test_a_fixture_has_one_result(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    fixture, won = fixture_of_both(house), PlayedResult(games=((5, 1),))
    stale = Fixture.objects.get(pk=fixture.pk)
    enter(house, fixture, won)
    fixture.refresh_from_db()
    text = refused("fixture_decided", "fixture", lambda: enter(house, fixture, won))
    assert "in its match" in text
    refused("fixture_decided", "fixture", lambda: enter(house, stale, won))
    # Where the other came in after this was looked at, it is found out under the lock.
    monkeypatch.setattr(results, "_check_open", lambda _slot: None)
    refused("decided_since", "result", lambda: enter(house, fixture, won))
    assert Match.objects.count() == 1


def test_neither_a_walkover_nor_a_bye_takes_a_result(house: House) -> None:
    fixture, won = fixture_of_both(house), PlayedResult(games=((5, 1),))
    by = house.person("director")
    fixture_award(by=by, fixture=fixture, award="home", reason="Ill.", version=fixture.version)
    fixture.refresh_from_db()
    assert "Withdraw that decision" in refused(
        "fixture_decided", "fixture", lambda: enter(house, fixture, won)
    )
    bye = Fixture.objects.filter(event=fixture.event_id, away=None)[0]
    refused("fixture_decided", "fixture", lambda: enter(house, bye, won))


def test_who_may(house: House) -> None:
    """The two players, and whoever enters any result."""
    fixture, won = fixture_of_both(house), PlayedResult(games=((5, 1),))
    with pytest.raises(Denied), transaction.atomic():
        enter(house, fixture, won, "cyd")
    enter(house, fixture, won, "ann")


def test_it_is_taken_back_by_the_match_s_own_undo_or_by_annulling_it(house: House) -> None:
    fixture = fixture_of_both(house)
    match = enter(house, fixture, PlayedResult(games=((5, 1),)), "ann")
    entry_undo(by=house.person("ann"), match=match, version=1)
    match.refresh_from_db()
    assert (match.over, lines(fixture.event_id)) == (False, {})
    by = house.person("director")
    match_annul(by=by, match=match, reason="Another day.", version=2)
    fixture.refresh_from_db()
    assert fixture.match is None
    enter(house, fixture, PlayedResult(games=((1, 5),)))
    assert recount(fixture.event.season) == []


def test_a_board_of_a_meeting(house: House) -> None:
    """Two boards; one was played late, and the meeting goes on at the other."""
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Cyd", "Blues": "Bob, Dora"})
    made = planned(house, season)
    meeting = made.get(("Reds", "Blues")) or made["Blues", "Reds"]
    won = PlayedResult(games=((5, 2),))
    home, away = ("Ann, Cyd", "Bob, Dora")
    if meeting.home.name == "Blues":
        home, away = away, home
    first, second = lined_up(house, meeting, home, away)
    match = enter(house, first, won)
    first.refresh_from_db()
    assert first.match == match
    meeting.refresh_from_db()
    (line,) = meetings.lines([meeting], house.person("director"))
    assert line.points == (2, 0)
    assert line.boards[0].day == THURSDAY
    refused("decided_since", "result", lambda: enter(house, first, won))
    enter(house, second, PlayedResult(games=((0, 5),)))
    assert recount(season) == []


def test_nothing_is_entered_before_the_line_ups(house: House) -> None:
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Cyd", "Blues": "Bob, Dora"})
    (meeting,) = planned(house, season).values()
    board = meeting.boards.create(number=1)
    refused("not_lined_up", "board", lambda: enter(house, board, PlayedResult(games=((5, 2),))))


def test_programs_enter_a_result_in_one_write(house: House) -> None:
    fixture, api = fixture_of_both(house), house.api("scorer")
    path = f"fixtures/{fixture.pk}/result"
    body = {"played_on": "2026-11-12", "games": [{"home": 5, "away": 3}]}
    wrong = problem(api.post(path, {**body, "played_on": "2030-01-01"}), 422, "day_impossible")
    assert [one["field"] for one in wrong["errors"]] == ["played_on"]
    wrong = problem(api.post(path, {**body, "games": [{"home": 4, "away": 3}]}), 422)
    assert [one["field"] for one in wrong["errors"]] == ["games.0"]
    key = "late-result"
    first = read(api.post(path, body, key=key), 201)
    assert (first["state"], first["games"], first["winner"]) == (
        "played",
        {"home": 1, "away": 0},
        fixture.home_id,
    )
    assert read(api.post(path, body, key=key), 201) == first
    assert Match.objects.count() == 1
    problem(api.post(path, body), 422, "fixture_decided")
    pair = {"player_a": fixture.home_id, "player_b": fixture.away_id}
    again = {**pair, "event": fixture.event_id}
    wrong = problem(api.post(f"clubs/{house.club.slug}/matches", again), 422, "no_fixture")
    assert [one["field"] for one in wrong["errors"]] == ["event"]
    friendly = read(api.post(f"clubs/{house.club.slug}/matches", pair), 201)
    assert (friendly["status"], friendly["event"]) == ("in_play", None)
