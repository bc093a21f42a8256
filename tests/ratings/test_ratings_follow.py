"""Ratings follow the record: whatever happens, they are as computed from nothing."""

from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from ecarte_club.clubs.changes import StoredData, stored_data
from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from games.matches.models import Match
from scoring.ratings import services as catching_up
from scoring.ratings import services as following
from scoring.ratings import tasks
from scoring.ratings.models import Rating, RatingBook, RatingPoint
from scoring.ratings.rules.skill import USUAL, meet
from scoring.ratings.selectors.recount import RatingsBusy, recount
from tests.support.clubhouse import House
from tests.support.rated import (
    FIRST,
    add_players,
    after,
    brought,
    correct,
    kept,
    learn_scale_from,
    rubber,
    undo,
    worked_out,
)

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow
FURTHER = [pytest.mark.any_database, pytest.mark.thorough]

NAMES = ("ann", "bob", "cyd", "dan", "eve")
GAMES = ((2, 0), (2, 1), (1, 2), (0, 2))


@pytest.fixture
def five(house: House) -> House:
    add_players(house, "dan", "eve")
    brought(house)
    return house


@pytest.mark.any_database
def test_the_first_two_results_by_hand(five: House) -> None:
    rubber(five, "ann", "bob", (2, 0), after(0))
    rubber(five, "bob", "cyd", (1, 2), after(7))
    days = after(0).toordinal(), after(7).toordinal()
    ann, bob = meet(USUAL.newcomer, USUAL.newcomer, (2, 0), days[0])
    bob, cyd = meet(bob, USUAL.newcomer, (1, 2), days[1])
    pks = (five.players[name].pk for name in ("ann", "bob", "cyd"))
    assert kept(five.club) == dict(zip(pks, (ann, bob, cyd), strict=True))


@pytest.mark.any_database
def test_the_newest_result_needs_no_task(five: House) -> None:
    for day in range(6):
        rubber(five, NAMES[day % 2], NAMES[day % 2 + 1], GAMES[day % 4], after(day))
        assert RatingBook.objects.get(pk=five.club.pk).is_up_to_date
        assert kept(five.club) == worked_out(five.club)
    points = RatingPoint.objects.filter(player=five.players["bob"])
    assert [one.matches for one in points] == [1, 2, 3, 4, 5, 6]
    assert points[5].games == sum(sum(GAMES[day % 4]) for day in range(6))


def test_the_first_result_of_a_club_is_learnt_at_once(house: House) -> None:
    """And that of a club with older results, which were never taken in, after all of them."""
    match = rubber(house, "ann", "bob", (2, 0), after(0))
    assert RatingBook.objects.get(pk=house.club.pk).is_up_to_date
    RatingBook.objects.all().delete()
    RatingPoint.objects.filter(match=match).delete()
    rubber(house, "ann", "cyd", (2, 0), after(1))
    assert not RatingBook.objects.get(pk=house.club.pk).is_up_to_date
    brought(house)
    assert kept(house.club) == worked_out(house.club)
    assert recount(house.club.pk) == []


@pytest.mark.any_database
def test_two_tables_that_end_in_another_order_need_none_either(five: House) -> None:
    """Their players have nothing to do with each other."""
    rubber(five, "ann", "bob", (2, 0), after(2))
    rubber(five, "cyd", "dan", (2, 1), after(1))
    assert RatingBook.objects.get(pk=five.club.pk).is_up_to_date
    assert recount(five.club.pk) == []


@pytest.mark.any_database
def test_a_result_costs_the_same_whatever_was_played(five: House) -> None:
    costs = []
    for day in range(12):
        with CaptureQueriesContext(connection) as found:
            rubber(five, "ann", "bob", (2, 1), after(day))
        costs.append(len(found))
    assert costs[0] == costs[-1]
    # Django cannot print every prepared statement that is composed once; none of ratings is one.
    touching = [query for query in found.captured_queries if "_rating" in (query["sql"] or "")]
    assert len(touching) <= 5


@pytest.mark.any_database
def test_a_match_going_on_moves_nothing(five: House) -> None:
    match = five.match()
    five.api("scorer").enter(
        match.pk, {"dealer": "a", "opening": "stood", "tricks": {"a": 3, "b": 2}}
    )
    assert not RatingPoint.objects.exists()


@pytest.mark.any_database
def test_what_is_corrected_reaches_everything_after_it(five: House) -> None:
    first = rubber(five, "ann", "bob", (2, 0), after(0))
    rubber(five, "bob", "cyd", (2, 0), after(1))
    rubber(five, "cyd", "dan", (2, 0), after(2))
    before = kept(five.club)
    correct(five, first, (0, 2))
    with pytest.raises(RatingsBusy):
        recount(five.club.pk)
    assert brought(five).is_up_to_date
    assert kept(five.club) == worked_out(five.club) != before
    for name in ("ann", "bob", "cyd", "dan"):
        pk = five.players[name].pk
        assert kept(five.club)[pk] != before[pk]


def test_what_is_taken_back_is_unlearnt_and_its_players_are_unrated(five: House) -> None:
    rubber(five, "ann", "bob", (2, 0), after(0))
    last = rubber(five, "ann", "cyd", (2, 0), after(1))
    undo(five, last)
    brought(five)
    assert set(kept(five.club)) == {five.players["ann"].pk, five.players["bob"].pk}
    assert recount(five.club.pk) == []


@pytest.mark.any_database
def test_a_correction_that_leaves_the_games_leaves_the_ratings(five: House) -> None:
    match = rubber(five, "ann", "bob", (2, 0), after(0))
    version = RatingBook.objects.get(pk=five.club.pk).version
    correct(five, match, (2, 0))
    assert RatingBook.objects.get(pk=five.club.pk).version == version


@pytest.mark.any_database
def test_two_who_are_one_have_one_history(five: House) -> None:
    rubber(five, "ann", "bob", (2, 0), after(0))
    rubber(five, "eve", "bob", (2, 1), after(1))
    rubber(five, "ann", "cyd", (0, 2), after(2))
    ann, eve = (Player.objects.get(pk=five.players[name].pk) for name in ("ann", "eve"))
    players_merge(
        by=five.person("committee"),
        kept=ann.pk,
        gone=eve.pk,
        version=ann.version,
        gone_version=eve.version,
    )
    brought(five)
    assert kept(five.club) == worked_out(five.club)
    assert five.players["eve"].pk not in kept(five.club)
    points = RatingPoint.objects.filter(player=five.players["ann"])
    assert [one.matches for one in points] == [1, 2, 3]
    assert recount(five.club.pk) == []


def test_results_older_than_the_ratings_are_taken_in(five: House, monkeypatch: Any) -> None:
    """In steps smaller than what there is, as after a site was brought up to date."""
    for day in range(9):
        rubber(five, NAMES[day % 4], NAMES[day % 4 + 1], GAMES[day % 4], after(day))
    told = kept(five.club)
    RatingPoint.objects.all().delete()
    Rating.objects.all().delete()
    RatingBook.objects.all().delete()
    monkeypatch.setattr(catching_up, "STEP", 2)
    tasks.bring_ratings()
    assert kept(five.club) == told == worked_out(five.club)
    assert recount(five.club.pk) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed",
    [
        0,
        pytest.param(1, marks=pytest.mark.any_database),
        *(pytest.param(seed, marks=FURTHER) for seed in range(2, 6)),
    ],
)
def test_any_sequence_is_as_from_nothing(five: House, seed: int, monkeypatch: Any) -> None:
    """Results in any order of days, corrections, undoing; brought now and then, in small steps."""
    random = Random(seed)
    monkeypatch.setattr(catching_up, "STEP", random.randint(1, 4))
    if seed % 2:
        learn_scale_from(five, 3, monkeypatch)
    matches: list[Match] = []
    for _act in range(40):
        kind = random.random()
        if kind < 0.55 or not matches:
            a, b = random.sample(NAMES, 2)
            day = random.randint(0, 30)
            matches.append(rubber(five, a, b, random.choice(GAMES), after(day)))
        elif kind < 0.8:
            correct_any(five, random.choice(matches), random.choice(GAMES))
        else:
            undo_any(five, random.choice(matches))
        if random.random() < 0.3:
            brought(five)
            assert kept(five.club) == worked_out(five.club)
    brought(five)
    assert kept(five.club) == worked_out(five.club)
    assert recount(five.club.pk) == []


def correct_any(house: House, match: Match, games: tuple[int, int]) -> None:
    match.refresh_from_db()
    if match.over:
        correct(house, match, games)


def undo_any(house: House, match: Match) -> None:
    match.refresh_from_db()
    if match.over:
        undo(house, match)


def test_what_was_meddled_with_is_found(five: House, capsys: Any) -> None:
    match = rubber(five, "ann", "bob", (2, 0), after(0))
    call_command("recount_ratings")
    assert "ratings equal the recount" in capsys.readouterr().out
    ann = five.players["ann"].pk
    Rating.objects.filter(pk=ann).update(strength=1)
    RatingPoint.objects.filter(match=match, player=ann).update(won=1)
    RatingPoint.objects.filter(match=match).exclude(player=ann).delete()
    found = recount(five.club.pk)
    assert {(one.player == ann, one.field) for one in found} >= {(True, "strength"), (True, "won")}
    assert any(one.player != ann and one.kept is None for one in found)
    assert tasks.recount_club_ratings(five.club.pk) == len(found)
    with pytest.raises(CommandError, match="figures differ"):
        call_command("recount_ratings", five.club.slug)
    with pytest.raises(CommandError, match="There is no club nowhere"):
        call_command("recount_ratings", "nowhere")


@pytest.mark.any_database
def test_who_is_made_anonymous_is_told_what_stays(five: House) -> None:
    rubber(five, "ann", "bob", (2, 0), FIRST)
    told: list[StoredData] = list(following.rating_stored(player=five.players["ann"]))
    assert [one.number for one in told] == [1]
    answers = stored_data.ask(player=five.players["ann"])
    assert told in [list(some) for some in answers]


@pytest.mark.any_database
def test_clubs_are_strangers_to_each_other(five: House) -> None:
    rubber(five, "ann", "bob", (2, 0), FIRST)
    assert Rating.objects.exclude(club=five.club).count() == 0
