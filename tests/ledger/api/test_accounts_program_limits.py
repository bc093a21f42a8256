"""Limits of stakes, as members and programs meet them: asked in each kind of stake, whoever tells
it; the club's own hold at once, one's own when lowered at once and when raised a day later."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from scoring.contests.models import ContestEntry
from scoring.ledger.models import Book, Limits, Posting
from scoring.ledger.services.limits import club_limits_set, player_limits_set
from tests.contests.api.contesting import Body, Program, program
from tests.support.clubhouse import House, problem, read

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def nothing_told() -> tuple[int, int, list[int]]:
    versions = Book.objects.order_by("pk").values_list("version", flat=True)
    return ContestEntry.objects.count(), Posting.objects.count(), list(versions)


def refused(here: Program, event: str, name: str = "", /, **fields: object) -> Body:
    """For a limit, and with nothing changed."""
    before = nothing_told()
    body = here.event(event, name, **fields)
    found = problem(here.api.post(here.path("events"), body), 422, "over_limit", "amount")
    assert nothing_told() == before
    return found


def club_sets(house: House, staked: int | None, owed: int | None = None) -> None:
    body = {"most_staked": staked, "most_owed": owed}
    read(house.api("committee").post("clubs/cercle/limits", body))


def sets_own(house: House, name: str, staked: int | None, owed: int | None = None) -> Body:
    body = {"most_staked": staked, "most_owed": owed}
    found: Body = read(house.api(name).post("clubs/cercle/me/limits", body))
    return found


def gallery(house: House) -> Program:
    """Bob and Dan play, Ann and Cyd bet."""
    here = program(house, "dan")
    here.opens("match", "bob", "dan", gallery={"levy": 0, "most": 0})
    return here


def bank(house: House, *, adjudged: int = 0) -> Program:
    """Of Bob, where it is adjudged; Ann faces him, and Cyd waits."""
    here = program(house)
    here.opens("bank", "bob", "ann", "cyd")
    if adjudged:
        here.tells("bid", "bob", amount=adjudged)
        here.tells("adjudged")
    return here


# --- the most at once, in each kind of stake ---


def test_bets_of_one_game_add_up(house: House) -> None:
    club_sets(house, 5)
    here = gallery(house)
    here.tells("bet_laid", "ann", side="a", amount=3)
    here.tells("bet_laid", "ann", side="a", amount=2)
    found = refused(here, "bet_laid", "ann", side="a", amount=1)
    assert (found["limit"], found["most"]) == ("most_staked", 5)
    here.tells("bet_taken_back", "ann", amount=1)
    here.tells("bet_laid", "ann", side="a", amount=1)
    assert here.sums() == {"Ann": -5}


def test_the_next_game_is_another_bet(house: House) -> None:
    """Five and five: what was lost is owed, and is not staked once more."""
    club_sets(house, 5)
    here = gallery(house)
    for _game in range(2):
        here.tells("bet_laid", "ann", side="a", amount=5)
        here.tells("bet_laid", "cyd", side="b", amount=5)
        here.game("dan")
    assert here.sums() == {"Ann": -10, "Cyd": 10}


def test_who_plays_bets_on_himself_within_them_too(house: House) -> None:
    club_sets(house, 5)
    here = gallery(house)
    refused(here, "bet_laid", "bob", side="a", amount=6)
    here.tells("bet_laid", "bob", side="a", amount=5)


def test_a_bid_is_a_stake(house: House) -> None:
    """A promise, but he has to put up what he bid."""
    club_sets(house, 5)
    here = bank(house)
    refused(here, "bid", "bob", amount=6)
    here.tells("bid", "bob", amount=5)
    here.tells("adjudged")
    assert here.sums() == {"Bob": -5}


@pytest.mark.parametrize("event", ["punted", "backed"])
def test_what_is_laid_at_the_bank_is_said_in_all(event: str, house: House) -> None:
    here = bank(house, adjudged=2)
    if event == "backed":
        here.tells("punted", "ann", amount=20)
    club_sets(house, 5)
    name = "ann" if event == "punted" else "cyd"
    here.tells(event, name, amount=4)
    refused(here, event, name, amount=6)
    here.tells(event, name, amount=5)


def test_a_renewed_bank_is_put_up_once_more(house: House) -> None:
    """Bob's four are lost to Ann, and the club has lowered what may be staked since."""
    here = bank(house, adjudged=4)
    here.tells("punted", "ann", amount=4)
    here.game("ann")
    club_sets(house, 3)
    refused(here, "renewed")
    club_sets(house, 4)
    here.tells("renewed")
    assert here.sums() == {"Ann": 4, "Bob": -8}


def test_what_is_named_at_the_social_chouette(house: House) -> None:
    club_sets(house, 5)
    here = program(house)
    here.opens("box", "ann", "bob", "cyd", agreed={"stake": 1, "most": 20})
    refused(here, "stake_set", "cyd", amount=6)
    here.tells("stake_set", "cyd", amount=5)


def test_the_places_of_a_pool_are_taken_within_them(house: House) -> None:
    """Drawn by the site or cut for: nobody puts anything in. Without Cyd the three others do."""
    here = program(house, "dan")
    names = ("ann", "bob", "cyd", "dan")
    here.opens("pool", *names, agreed={"stake": 6})
    sets_own(house, "cyd", 5)
    refused(here, "seated", order=[here.pk(name) for name in names])
    before = nothing_told()
    problem(here.api.post(here.path("draw"), {"version": here.now["version"]}), 422, "over_limit")
    assert nothing_told() == before
    here.tells("left", "cyd")
    here.acts("draw")
    assert here.sums() == {"Ann": -6, "Bob": -6, "Dan": -6}


def test_what_follows_from_a_game_is_owed_whatever_the_limit(house: House) -> None:
    """The loser's stake of a pool, by Foster: won at the second game it holds five stakes."""
    here = program(house)
    here.opens("pool", "ann", "bob", "cyd", agreed={"stake": 2, "to_win": 2})
    here.tells("seated", order=[here.pk(name) for name in ("ann", "bob", "cyd")])
    club_sets(house, 0, 0)
    here.game("ann")
    here.game("ann")
    assert here.sums() == {"Ann": 2 * 4, "Bob": 2 * -2, "Cyd": 2 * -2}


@pytest.mark.parametrize("who", ["ann", "scorer", "director"])
def test_it_does_not_matter_who_tells_it(who: str, house: House) -> None:
    here = gallery(house)
    sets_own(house, "ann", 5)
    here.api = house.api(who)
    refused(here, "bet_laid", "ann", side="a", amount=6)
    here.tells("bet_laid", "ann", side="a", amount=5)
    if who != "ann":
        here.tells("bet_laid", "cyd", side="b", amount=50)


# --- the most that may be owed ---


def test_what_was_lost_tonight_leaves_less_to_stake(house: House) -> None:
    """Ann may owe ten; four are lost, so six are left, and six more when she has won them."""
    here = gallery(house)
    sets_own(house, "ann", None, 10)
    here.tells("bet_laid", "ann", side="a", amount=4)
    here.tells("bet_laid", "cyd", side="b", amount=4)
    here.game("dan")
    found = refused(here, "bet_laid", "ann", side="a", amount=7)
    assert (
        found["detail"] == "At most 10 counters may be lost here, which leaves 6 counters to risk."
    )
    assert (found["limit"], found["most"]) == ("most_owed", 10)
    here.tells("bet_laid", "ann", side="a", amount=6)
    refused(here, "bet_laid", "ann", side="a", amount=1)
    here.tells("bet_laid", "cyd", side="b", amount=6)
    here.game("bob")
    assert here.sums() == {"Ann": 2, "Cyd": -2}
    refused(here, "bet_laid", "ann", side="a", amount=13)
    here.tells("bet_laid", "ann", side="a", amount=12)


def test_what_is_lost_at_another_table_counts_and_at_another_evening_does_not(house: House) -> None:
    here = gallery(house)
    sets_own(house, "ann", None, 10)
    here.opens("cul_leve", "ann", "cyd", agreed={"stake": 8}, table=1)
    here.game("cyd")
    here.tells("closed")
    here.opens("match", "ann", "cyd", gallery={"levy": 0, "most": 0}, table=1)
    refused(here, "bet_laid", "ann", side="a", amount=3)
    other = Program(house, program(house).night, here.api)
    other.opens("match", "bob", "dan", gallery={"levy": 0, "most": 0})
    other.tells("bet_laid", "ann", side="a", amount=10)


# --- from when they hold ---


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Sets the time, from now on."""
    start = timezone.now()

    def at(after: timedelta) -> None:
        moment: datetime = start + after
        monkeypatch.setattr(timezone, "now", lambda: moment)

    return at


def test_raised_it_holds_the_next_day_and_not_a_minute_before(
    house: House, clock: Callable[[timedelta], None]
) -> None:
    here = gallery(house)
    clock(timedelta())
    sets_own(house, "ann", 5)
    asked = sets_own(house, "ann", 8)
    assert (asked["most_staked"], asked["most_staked_asked"]) == (5, 8)
    for passed in (timedelta(), timedelta(hours=12), timedelta(hours=23, minutes=59)):
        clock(passed)
        refused(here, "bet_laid", "ann", side="a", amount=6)
    clock(timedelta(days=1))
    here.tells("bet_laid", "ann", side="a", amount=8)
    refused(here, "bet_laid", "ann", side="a", amount=1)


def test_given_up_it_holds_a_day_longer(house: House, clock: Callable[[timedelta], None]) -> None:
    here = gallery(house)
    clock(timedelta())
    sets_own(house, "ann", 5, 5)
    sets_own(house, "ann", None, None)
    refused(here, "bet_laid", "ann", side="a", amount=6)
    clock(timedelta(days=1, seconds=1))
    here.tells("bet_laid", "ann", side="a", amount=600)


def test_lowered_it_holds_for_the_next_bet(
    house: House, clock: Callable[[timedelta], None]
) -> None:
    """What is laid stays laid; a raise that waited is gone."""
    here = gallery(house)
    clock(timedelta())
    sets_own(house, "ann", 5)
    here.tells("bet_laid", "ann", side="a", amount=5)
    sets_own(house, "ann", 9)
    sets_own(house, "ann", 2)
    assert here.reads()["bets"]["laid"]["a"] == 5
    clock(timedelta(days=3))
    refused(here, "bet_laid", "ann", side="a", amount=1)
    here.tells("bet_taken_back", "ann", amount=4)
    here.tells("bet_laid", "ann", side="a", amount=1)


def test_the_clubs_hold_at_once_both_ways(house: House) -> None:
    here = gallery(house)
    club_limits_set(by=house.person("committee"), limits=Limits(3, None))
    refused(here, "bet_laid", "ann", side="a", amount=4)
    club_limits_set(by=house.person("committee"), limits=Limits(4, None))
    here.tells("bet_laid", "ann", side="a", amount=4)
    player_limits_set(by=house.person("cyd"), limits=Limits(2, None))
    refused(here, "bet_laid", "cyd", side="b", amount=3)
    club_limits_set(by=house.person("committee"), limits=Limits(None, None))
    refused(here, "bet_laid", "cyd", side="b", amount=3)
    here.tells("bet_laid", "cyd", side="b", amount=2)
