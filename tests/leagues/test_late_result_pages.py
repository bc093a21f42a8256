"""Entering the result of a fixture, of a board and of a round on pages."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone

from games.matches.models import Match
from games.matches.services.matches import MatchTerms
from scoring.leagues.models import Fixture, Season
from scoring.leagues.selectors.recount import recount
from scoring.leagues.views.results import pairs_of
from tests.site.pages import Browser, goes, page
from tests.support.clubhouse import House
from tests.support.planned import FIRST, others, plan, season_of
from tests.support.teamed import lined_up, planned, teamed, teams

from .test_late_results import agreed, fixture_of_both, lines

pytestmark = [pytest.mark.django_db, pytest.mark.any_database, pytest.mark.slow]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", ()),
        ("5-3", ((5, 3),)),
        (" 5 – 3, 2:5;5-1\n", ((5, 3), (2, 5), (5, 1))),
    ],
)
def test_scores_as_people_type_them(typed: str, expected: tuple[tuple[int, int], ...]) -> None:
    assert pairs_of(typed) == expected


@pytest.mark.parametrize("typed", ["five", "5", "5-3 and 2-5", "5-3-1"])
def test_what_is_no_score(typed: str) -> None:
    with pytest.raises(ValueError, match=re.escape(typed)):
        pairs_of(typed)


def test_a_player_enters_their_own_late_result(house: House) -> None:
    fixture = fixture_of_both(house)
    where = f"fixtures/{fixture.pk}/"
    ann, cyd = Browser(house, "ann"), Browser(house, "cyd")
    assert "Enter the result" in page(ann.get(where))
    assert "Enter the result" not in page(cyd.get(where))
    assert cyd.get(f"{where}result/").status_code == 403
    form = page(ann.get(f"{where}result/"))
    home, away = fixture.home.name, str(fixture.away)
    assert f"{home} wins 5–3" in form
    assert f"{away} wins 5–4" in form
    sent = {**ann.hidden(f"{where}result/"), "result": "3-5", "played_on": "12/11/2026"}
    tomorrow = timezone.localdate() + timedelta(days=1)
    wrong = page(ann.post(f"{where}result/", {**sent, "played_on": tomorrow.isoformat()}), 422)
    assert "is still to come" in wrong
    assert '<option value="3-5" selected>' in wrong
    for _time in range(2):
        assert goes(ann.post(f"{where}result/", sent)).endswith(where)
    assert lines(fixture.event_id) == {home: (1, 0, 0, 1), away: (1, 1, 1, 0)}
    text = page(ann.get(where))
    assert "0–1" in text
    assert "Enter the result" not in text
    refused = page(ann.post(f"{where}result/", {**sent, "key": "other"}), 422)
    assert "Correct the result in its match" in refused


def test_a_rubber_with_the_score_of_each_game(house: House) -> None:
    fixture = fixture_of_both(house, agreed(house, MatchTerms()))
    where, scorer = f"fixtures/{fixture.pk}/result/", Browser(house, "scorer")
    sent = {**scorer.hidden(where), "result": "2-0", "played_on": "2026-11-12"}
    other = page(scorer.post(where, {**sent, "games": "5-3 1-5 5-4"}), 422)
    assert "These games come to 2–1" in other
    assert "5-3 1-5 5-4" in other
    half = page(scorer.post(where, {**sent, "result": "", "games": "5-3 1-5"}), 422)
    assert "not over with this result" in half
    assert "Must be scores such as" in page(scorer.post(where, {**sent, "games": "many"}), 422)
    nothing = page(scorer.post(where, {**sent, "result": ""}), 422)
    assert "Enter the games won" in nothing
    goes(scorer.post(where, {**sent, "result": "2-1", "games": "5-3 1-5 5-4"}))
    match = Match.objects.get()
    assert (match.games_a, match.games_b, match.version) == (2, 1, 3)


def test_the_best_of_several_rubbers_is_typed(house: House) -> None:
    fixture = fixture_of_both(house, agreed(house, MatchTerms(rubbers=3)))
    where, scorer = f"fixtures/{fixture.pk}/result/", Browser(house, "scorer")
    sent = {**scorer.hidden(where), "played_on": "2026-11-12"}
    assert "Enter the games won" in page(scorer.post(where, sent), 422)
    goes(scorer.post(where, {**sent, "rubbers": "2-0 1-2 2-1"}))
    assert Match.objects.get().rubbers_a == 2


def four(house: House) -> tuple[Season, list[Fixture]]:
    """Ann, Bob, Cyd and Dora; the two fixtures of the first round."""
    season = season_of(house)
    plan(house, season, [*house.players.values(), *others(house, 1)])
    rows = Fixture.objects.filter(event=season.pk, round__number=1).order_by("number")
    return season, list(rows.select_related("home", "away"))


def test_a_round_is_entered_on_one_page(house: House) -> None:
    """One result is right and one is of a day to come: the first is entered, the second says
    why not and keeps what was chosen; sent again, nothing is entered twice."""
    season, (first, second) = four(house)
    where, scorer = f"seasons/{season.pk}/results/", Browser(house, "scorer")
    assert where in page(scorer.get(f"seasons/{season.pk}/"))
    assert f"{where}?round=1" in page(scorer.get(f"seasons/{season.pk}/fixtures/"))
    assert where not in page(Browser(house, "ann").get(f"seasons/{season.pk}/"))
    text = page(scorer.get(where))
    for one in (first, second):
        assert f"{one.home.name} – {one.away}" in text
    assert "12/11/2026" in text
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    sent = {
        **scorer.hidden(where),
        "round": "1",
        f"r{first.pk}-result": "5-3",
        f"r{first.pk}-played_on": "2026-11-12",
        f"r{second.pk}-result": "0-5",
        f"r{second.pk}-played_on": tomorrow,
    }
    for _time in range(2):
        wrong = page(scorer.post(where, sent), 422)
        assert "1 result entered" in wrong
        assert "1 result was not entered" in wrong
        assert "is still to come" in wrong
        assert '<option value="0-5" selected>' in wrong
        assert f'name="r{first.pk}-result"' not in wrong
        assert Match.objects.count() == 1
    right = {**sent, "key": "again", f"r{second.pk}-played_on": "2026-11-13"}
    del right[f"r{first.pk}-result"]
    there = goes(scorer.post(where, right))
    assert "round=1&entered=" in there
    assert "1 result entered" in page(scorer.get(there))
    assert recount(season) == []
    played = {first.home.name: 1, str(first.away): 0, second.home.name: 0, str(second.away): 1}
    assert {name: won for name, (_played, won, *_games) in lines(season.pk).items()} == played
    days = {timezone.localdate(one.started_at) for one in Match.objects.all()}
    assert days == {FIRST, date(2026, 11, 13)}
    # The next round is offered now.
    assert "Round 2" in page(scorer.get(where))


def test_nothing_filled_in_enters_nothing(house: House) -> None:
    season, (first, _second) = four(house)
    where, scorer = f"seasons/{season.pk}/results/", Browser(house, "scorer")
    sent = {**scorer.hidden(where), "round": "1", f"r{first.pk}-played_on": "2026-11-12"}
    goes(scorer.post(where, sent))
    assert not Match.objects.exists()


@pytest.mark.slow
def test_boards_of_a_round_and_one_by_itself(house: House) -> None:
    season = teamed(house)
    teams(house, season, {"Reds": "Ann, Cyd", "Blues": "Bob, Dora"})
    (meeting,) = planned(house, season).values()
    sides = {"Reds": "Ann, Cyd", "Blues": "Bob, Dora"}
    home, away = sides[meeting.home.name], sides[str(meeting.away)]
    first, second = lined_up(house, meeting, home, away)
    scorer, where = Browser(house, "scorer"), f"seasons/{season.pk}/results/"
    text = page(scorer.get(where))
    assert "board 1" in text
    sent = {
        **scorer.hidden(where),
        "round": "1",
        f"r{first.pk}-result": "5-3",
        f"r{first.pk}-played_on": "2026-11-12",
    }
    goes(scorer.post(where, sent))
    first.refresh_from_db()
    assert first.match is not None
    alone = f"boards/{second.pk}/result/"
    assert alone in page(scorer.get(f"meetings/{meeting.pk}/"))
    assert alone in page(Browser(house, "cyd").get(f"meetings/{meeting.pk}/"))
    sent = {**scorer.hidden(alone), "result": "5-0", "played_on": "2026-11-12"}
    assert goes(scorer.post(alone, sent)).endswith(f"meetings/{meeting.pk}/")
    assert recount(season) == []
    assert "Every result is entered" in page(scorer.get(where))


def test_from_home_to_a_late_result_in_four_clicks(house: House) -> None:
    """Home, season, results, save: each page has the link to the next."""
    season, (first, _second) = four(house)
    scorer = Browser(house, "scorer")
    here, clicks = "", 0
    for path in (f"seasons/{season.pk}/", f"seasons/{season.pk}/results/"):
        assert f'href="{scorer.address(path)}"' in page(scorer.get(here))
        here, clicks = path, clicks + 1
    sent = {
        **scorer.hidden(here),
        "round": "1",
        f"r{first.pk}-result": "5-3",
        f"r{first.pk}-played_on": "2026-11-12",
    }
    goes(scorer.post(here, sent))
    # One to choose the result, one to save it.
    assert clicks + 2 <= 4
    assert Match.objects.filter(over=True).count() == 1
