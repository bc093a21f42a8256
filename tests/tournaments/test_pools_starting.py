"""Pools of a tournament begun at the tables of an evening, what they are played for, and what is
decided without play."""

from typing import Any

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Club, Player
from ecarte_club.core.exceptions import Denied, Invalid
from games.evenings.services.evenings import table_add
from games.matches.services.matches import match_start
from scoring.contests.models import Contest
from scoring.contests.rules import pool
from scoring.contests.selectors.courses import read
from scoring.ledger.models import Limits, Posting
from scoring.ledger.services.limits import club_limits_set
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.opening import tournament_replan
from scoring.tournaments.services.pool_starting import PoolSeat, pools_start
from scoring.tournaments.services.pools import pool_award_back
from tests.support.clubhouse import ONE_GAME, House
from tests.support.pooling import (
    award,
    closes,
    comes_back,
    correct,
    evening,
    go,
    of_one_pool,
    pools_of,
    ranks,
    refuses,
    rows,
    seat,
    won_by,
)
from tests.support.tourneys import fresh, opened, withdraw

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


@pytest.mark.parametrize(
    ("what", "field"),
    [("twice", "pools.1.pool"), ("begun", "pools.0.pool"), ("strange", "pools.0.pool")],
)
def test_what_does_not_begin_begins_nowhere(house: House, what: str, field: str) -> None:
    cup, _ids = pools_of(house, 9)
    first, second, _third = rows(cup, 1)
    night = evening(house)
    one, other = (table_add(by=house.person("director"), evening=night, name=n) for n in "XY")
    asked = {
        "twice": [PoolSeat(second.pk, one.pk), PoolSeat(second.pk, other.pk)],
        "begun": [PoolSeat(first.pk, one.pk), PoolSeat(second.pk, other.pk)],
        "strange": [PoolSeat(10**9, one.pk), PoolSeat(second.pk, other.pk)],
    }
    seat(house, cup, [first], evening(house))
    before, by = Contest.objects.count(), house.person("director")
    with pytest.raises(Invalid) as refused, transaction.atomic():
        pools_start(by=by, tournament=cup, evening=night, seated=asked[what])
    assert set(refused.value.errors) == {field}
    assert Contest.objects.count() == before


def test_tables_are_free_and_players_too(house: House) -> None:
    cup, _ids = pools_of(house, 9)
    first, second, third = rows(cup, 1)
    night, by = evening(house), house.person("director")
    one, other, last = (table_add(by=by, evening=night, name=n) for n in "XYZ")
    a, b = pool_states.players(second)[:2]
    match_start(by=by, player_a=a, player_b=b, terms=ONE_GAME, evening_table=last.pk)

    def start(*seated: tuple[Pool, Any], anyway: bool = False) -> list[Contest]:
        made = [PoolSeat(row.pk, table.pk) for row, table in seated]
        return pools_start(by=by, tournament=cup, evening=night, seated=made, seat_anyway=anyway)

    refused = refuses("cannot_start", start, (first, one), (third, one), (second, other))
    assert set(refused.errors) == {"pools.1.table"}, "What cannot be comes before what is asked."
    refused = refuses("already_seated", start, (third, one), (second, other))
    assert set(refused.errors) == {"pools.1.pool"}
    for name in Player.objects.filter(pk__in=(a, b)).values_list("name", flat=True):
        assert f"{name}: Still playing at another table." in str(refused.errors["pools.1.pool"])
    refused = refuses("cannot_start", start, (first, last))
    assert set(refused.errors) == {"pools.0.table"}
    start((first, one))
    refused = refuses("invalid_contest", start, (third, one))
    assert set(refused.errors) == {"pools.0.table"}
    (opened_anyway,) = transaction.atomic()(start)((second, other), anyway=True)
    assert set(pool_states.players(second)) <= set(read(opened_anyway).state.contest.order)
    with pytest.raises(Denied), transaction.atomic():
        pools_start(
            by=house.person("ann"),
            tournament=cup,
            evening=night,
            seated=[PoolSeat(third.pk, other.pk)],
        )


def test_the_stake_of_the_tournament_is_put_in_at_the_table(house: House) -> None:
    """Of Foster's deposit with two each: six at once, and two of each who lost a game."""
    cup, _ids = pools_of(house, 3, stake=2)
    (only,) = rows(cup, 1)
    (contest,) = seat(house, cup, [only], evening(house))
    state = read(contest).state.contest
    assert (state.pot, state.terms.paying) == (6, pool.Paying.DEPOSIT)
    won_by(house, contest, state.order[0])
    moved = Posting.objects.filter(contest=contest.pk, cause="pool_won")
    assert [one.amount for one in moved] == [10]


def test_a_stake_over_a_limit_begins_nothing(house: House) -> None:
    cup, _ids = pools_of(house, 3, stake=2)
    club_limits_set(by=house.person("committee"), limits=Limits(1, None))
    before = Contest.objects.count()
    with pytest.raises(Invalid) as refused, transaction.atomic():
        seat(house, cup, rows(cup, 1), evening(house))
    assert set(refused.value.errors) == {"pools.0.pool"}
    assert Contest.objects.count() == before


def test_a_club_that_plays_for_points_has_no_stakes(house: House) -> None:
    cup, _ids = pools_of(house, 3, stake=2)
    Club.objects.filter(pk=house.club.pk).update(unit="points")
    with pytest.raises(Invalid) as refused, transaction.atomic():
        opened(house, [], kind="pools", stake=1)
    assert set(refused.value.errors) == {"stake"}
    waits, by = opened(house, [], kind="pools"), house.person("director")
    with pytest.raises(Invalid, match="invalid_tournament"), transaction.atomic():
        tournament_replan(by=by, tournament=waits, changes={"stake": 1})
    # One that was opened before it did.
    (contest,) = seat(house, fresh(cup), rows(cup, 1), evening(house))
    assert contest.agreed["stake"] == 0


def test_who_withdraws_before_it_begins_is_not_seated(house: House) -> None:
    cup, _ids = pools_of(house, 3)
    (only,) = rows(cup, 1)
    one, other, third = pool_states.players(only)
    withdraw(house, cup, one)
    comes_back(house, cup, one)
    withdraw(house, cup, one)
    (contest,) = seat(house, cup, [only], evening(house))
    assert read(contest).state.contest.order == (other, third)
    refuses("pool_in_play", comes_back, house, cup, one)
    won_by(house, contest, third)
    assert ranks(cup)[third] == (1, 1)
    # He may be in it again, and has lost it all the same.
    comes_back(house, cup, one)
    assert fresh(cup).state == "over"
    refuses("already_out", withdraw, house, cup, one)


def test_a_pool_that_was_given_up_is_begun_again_elsewhere(house: House) -> None:
    cup, ids, only, given_up = of_one_pool(house)
    closes(house, given_up)
    assert progress_of(cup).undecided == 1
    (contest,) = seat(house, cup, [only], evening(house))
    # The first goes on at its own table, and says nothing to the tournament any more.
    correct(house, given_up, read(given_up).next_place - 1)
    won_by(house, given_up, ids[2])
    assert fresh(cup).state == "running"
    won_by(house, contest, ids[1])
    assert ranks(cup)[ids[1]] == (1, 1)


def test_what_is_awarded_is_taken_back_and_stands_against_its_table(house: House) -> None:
    cup, ids, only, contest = of_one_pool(house)
    refuses("pool_in_play", award, house, cup, only, ids[0])
    closes(house, contest)
    award(house, cup, only, ids[0])
    assert (fresh(cup).state, ranks(cup)[ids[0]]) == ("over", (1, 1))
    refuses("already_over", award, house, cup, only, ids[1])
    last = read(contest).next_place - 1
    refuses("pool_awarded", correct, house, contest, last)
    by = house.person("director")
    pool_award_back(by=by, tournament=cup, pool=only.pk)
    assert fresh(cup).state == "running"
    correct(house, contest, last)
    won_by(house, contest, ids[1])
    refuses("not_awarded", _award_back, house, cup, only)


def _award_back(house: House, cup: Tournament, row: Pool) -> None:
    pool_award_back(by=house.person("director"), tournament=cup, pool=row.pk)


def test_nobody_came_and_nobody_goes_on(house: House) -> None:
    cup, ids = pools_of(house, 9, seeds=3)
    first, second, third = rows(cup, 1)
    award(house, cup, first, None)
    award(house, cup, second, None)
    award(house, cup, third, min(pool_states.players(third)))
    assert fresh(cup).state == "over"
    assert ranks(cup)[min(pool_states.players(third))] == (1, 1)
    _award_back(house, cup, second)
    award(house, cup, second, min(pool_states.players(second)))
    go(house, cup)
    refuses("next_begun", _award_back, house, cup, second)
    stranger = award_to(house, cup, rows(cup, 2)[0], ids[8])
    assert set(stranger.errors) == {"winner"}


def award_to(house: House, cup: Tournament, row: Pool, winner: int) -> Invalid:
    return refuses("not_playing", award, house, cup, row, winner)
