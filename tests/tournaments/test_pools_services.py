"""A pool tournament, run by its director: the evenings are worked by hand."""

from datetime import timedelta
from hashlib import sha256
from itertools import combinations
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Invalid
from games.evenings.models import Attendance
from scoring.contests.models import Contest
from scoring.contests.rules.events import Left
from scoring.contests.selectors.courses import read
from scoring.contests.services.events import contest_undo
from scoring.leagues.models import Round
from scoring.tournaments.models import Pool, Tournament
from scoring.tournaments.rules import pools
from scoring.tournaments.selectors import pool_states
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.people import pair_keep_apart, players_enter
from scoring.tournaments.services.rounds import round_schedule, round_take_back
from scoring.tournaments.tasks import draw_rounds
from tests.support.clubhouse import ONE_GAME, House
from tests.support.pooling import (
    award,
    best,
    closes,
    comes_back,
    correct,
    evening,
    game,
    go,
    leaves,
    of_one_pool,
    pools_of,
    ranks,
    refuses,
    rows,
    seat,
    won_by,
)
from tests.support.tourneys import draw, fresh, opened, players, publish, withdraw

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def _undo(house: House, contest: Contest) -> None:
    contest.refresh_from_db()
    contest_undo(by=house.person("scorer"), contest=contest, version=contest.version)


def _place_of(contest: Contest, event: Any) -> int:
    return next(one.place for one in read(contest).happened if one.event == event)


def _back(house: House, cup: Tournament, number: int) -> None:
    by, version = house.person("director"), fresh(cup).version
    round_take_back(by=by, tournament=cup, number=number, version=version)


def test_nine_play_three_pools_and_their_winners_the_final(house: House) -> None:
    cup, ids = pools_of(house, 9, seeds=3)
    drawn = rows(cup, 1)
    assert [len(pool_states.players(one)) for one in drawn] == [3, 3, 3]
    assert (progress_of(cup).rounds_planned, progress_of(cup).undecided, cup.state) == (
        2,
        3,
        "running",
    )
    for one, contest in zip(drawn, seat(house, cup, drawn, evening(house)), strict=True):
        assert not progress_of(cup).may_be_drawn
        version = fresh(cup).version
        won_by(house, contest, min(pool_states.players(one)))
        # Once, when it is over: whoever has the page open hears of it.
        assert fresh(cup).version == version + 1
    assert pools.left(progress_of(cup).pool_state) == tuple(ids[:3])
    go(house, cup)
    (final,) = rows(cup, 2)
    assert sorted(pool_states.players(final)) == ids[:3]
    (contest,) = seat(house, cup, [final], evening(house))
    assert fresh(cup).state == "running"
    won_by(house, contest, ids[1])
    assert fresh(cup).state == "over"
    assert ranks(cup) == {
        ids[1]: (1, 1),
        ids[0]: (2, 3),
        ids[2]: (2, 3),
        **dict.fromkeys(ids[3:], (4, 9)),
    }


def test_places_are_the_lots_of_the_published_seed(house: House) -> None:
    cup, ids = pools_of(house, 4, size=4, seed="king")
    (only,) = rows(cup, 1)
    lots = {one: sha256(f"king/places:{one}".encode()).hexdigest() for one in ids}
    assert pool_states.players(only) == tuple(sorted(ids, key=lots.__getitem__))
    (contest,) = seat(house, cup, [only], evening(house))
    state = read(contest).state.contest
    assert (state.order, state.to_win, contest.kind) == (pool_states.players(only), 3, "pool")
    here_now = Attendance.objects.filter(evening=contest.evening_id, left_at=None)
    assert set(here_now.values_list("player", flat=True)) == set(ids)


def test_of_seven_the_first_by_seed_sits_out_and_is_in_the_final(house: House) -> None:
    cup, ids = pools_of(house, 7)
    (bye,) = Pool.objects.filter(round__event=cup.pk, how="bye")
    assert (bye.number, bye.winner_id, pool_states.players(bye)) == (3, ids[0], (ids[0],))
    best(house, cup)
    go(house, cup)
    assert [sorted(pool_states.players(one)) for one in rows(cup, 2)] == [ids[:3]]
    refuses("no_such_pool", award, house, cup, bye, ids[0])


def test_two_who_are_left_play_for_two_in_succession(house: House) -> None:
    cup, ids = pools_of(house, 9, seeds=3)
    best(house, cup)
    withdraw(house, cup, ids[0])
    assert progress_of(cup).rounds_planned == 2
    go(house, cup)
    (final,) = rows(cup, 2)
    (contest,) = seat(house, cup, [final], evening(house))
    assert contest.agreed["to_win"] == 2
    for winner in (ids[1], ids[2], ids[1], ids[1]):
        assert fresh(cup).state == "running"
        game(house, contest, winner)
    assert ranks(cup) == {
        ids[1]: (1, 1),
        ids[2]: (2, 2),
        ids[0]: (3, 3),
        **dict.fromkeys(ids[3:], (4, 9)),
    }


@pytest.mark.postgresql
def test_an_undo_takes_the_winner_back_until_the_next_round_is_published(house: House) -> None:
    cup, ids = pools_of(house, 9, seeds=3)
    first, *others = rows(cup, 1)
    for one in others:
        award(house, cup, one, min(pool_states.players(one)))
    (contest,) = seat(house, cup, [first], evening(house))
    won_by(house, contest, ids[0])
    draw(house, cup)
    _undo(house, contest)
    # What was drawn on it is dropped, and he wins it again.
    assert progress_of(cup).draft is None
    assert progress_of(cup).undecided == 1
    won_by(house, contest, ids[0])
    assert go(house, cup) == 2
    refused = refuses("next_begun", _undo, house, contest)
    assert "Round 2 is drawn" in str(refused.detail)
    contest.refresh_from_db()
    assert contest.over
    refuses("round_begun", _back, house, cup, 1)
    _back(house, cup, 2)
    _undo(house, contest)
    assert Pool.objects.get(pk=first.pk).winner_id is None


def test_a_corrected_game_makes_another_the_winner(house: House) -> None:
    """A wins both games against B and C; the last was C's in truth, and all goes on."""
    cup, _ids, only, contest = of_one_pool(house)
    one, other, third = pool_states.players(only)
    won_by(house, contest, one)
    assert fresh(cup).state == "over"
    _undo(house, contest)
    assert (fresh(cup).state, Pool.objects.get(pk=only.pk).how) == ("running", "")
    game(house, contest, third)
    game(house, contest, third)
    assert ranks(cup) == {third: (1, 1), one: (2, 3), other: (2, 3)}


def test_who_leaves_the_table_has_withdrawn_and_a_correction_brings_him_back(
    house: House,
) -> None:
    cup, _ids, only, contest = of_one_pool(house)
    one, other, third = pool_states.players(only)
    refuses("pool_in_play", withdraw, house, cup, third)
    leaves(house, contest, third)
    assert progress_of(cup).pool_state.record.withdrawn == (third,)
    refused = refuses("pool_in_play", comes_back, house, cup, third)
    assert set(refused.errors) == {"player"}
    correct(house, contest, _place_of(contest, Left(third)))
    assert progress_of(cup).pool_state.record.withdrawn == ()
    leaves(house, contest, third)
    leaves(house, contest, other)
    # One alone is left: the contest is closed, and he has won without a game.
    contest.refresh_from_db()
    assert contest.over
    assert fresh(cup).state == "over"
    assert ranks(cup)[one] == (1, 1)


@pytest.mark.parametrize(
    ("plan", "field"),
    [
        ({"size": 2}, "size"),
        ({"stake": -1}, "stake"),
        ({"paying": "later"}, "paying"),
        ({"terms": "games"}, "format"),
    ],
)
def test_plans_that_cannot_be(house: House, plan: dict[str, Any], field: str) -> None:
    if "terms" in plan:
        plan = {"terms": type(ONE_GAME)(format="games", games=3)}
    with pytest.raises(Invalid) as refused, transaction.atomic():
        opened(house, [], kind="pools", **plan)
    assert set(refused.value.errors) == {field}


def test_who_is_kept_apart_is_in_different_pools(house: House) -> None:
    """Three whom the same seed has brought together."""
    cup = opened(house, players(house, 9), kind="pools", seeds=0)
    draw(house, cup, "king")
    together = pool_states.players(rows(cup, 1)[0])
    for pair in combinations(together, 2):
        pair_keep_apart(by=house.person("director"), tournament=cup, pair=pair)
    draw(house, cup, "king")
    for row in rows(cup, 1):
        assert len(set(together).intersection(pool_states.players(row))) == 1


def test_a_pool_ends_in_as_many_steps_whatever_the_size(house: House) -> None:
    steps = []
    for size in (9, 9, 27):
        cup, _ids = pools_of(house, size)
        (contest,) = seat(house, cup, rows(cup, 1)[:1], evening(house))
        first = read(contest).state.contest.order[0]
        game(house, contest, first)
        with CaptureQueriesContext(connection) as asked:
            game(house, contest, first)
        contest.refresh_from_db()
        assert contest.over
        steps.append(len(asked))
    assert steps[1] == steps[2]


def test_two_are_too_few_and_late_ones_too_late(house: House) -> None:
    cup = opened(house, players(house, 2), kind="pools")
    refused = refuses("cannot_draw", draw, house, cup)
    assert "At least 3 players" in str(refused.detail)
    by = house.person("director")
    players_enter(by=by, tournament=cup, players=players(house, 1))
    go(house, cup)
    with pytest.raises(Invalid, match="cannot_enter"), transaction.atomic():
        players_enter(by=by, tournament=cup, players=players(house, 1))


def test_a_draw_is_drawn_again_and_taken_back_until_a_pool_has_begun(house: House) -> None:
    cup = opened(house, players(house, 9), kind="pools", seeds=0, seed="king")
    first = draw(house, cup)
    before = [pool_states.players(one) for one in rows(cup, 1)]
    again = draw(house, cup)
    assert first.seed == "king"
    assert again.seed != "king"
    assert [pool_states.players(one) for one in rows(cup, 1)] != before
    draw(house, cup, "king")
    assert [pool_states.players(one) for one in rows(cup, 1)] == before
    assert progress_of(cup).pool_state.rounds == ()
    publish(house, cup, 1)
    _back(house, cup, 1)
    assert not Pool.objects.filter(round__event=cup.pk).exists()
    assert fresh(cup).state == "entering"
    go(house, cup)
    (contest,) = seat(house, cup, rows(cup, 1)[:1], evening(house))
    refuses("round_begun", _back, house, cup, 1)
    closes(house, contest)
    _back(house, cup, 1)
    assert Contest.objects.filter(pk=contest.pk).exists()


def test_the_next_round_is_drawn_by_itself_when_the_last_pool_is_over(house: House) -> None:
    cup, _ids = pools_of(house, 9, seeds=3)
    by, at = house.person("director"), timezone.now() + timedelta(hours=1)
    round_schedule(by=by, tournament=cup, at=at, publish=True)
    Round.objects.filter(event=cup.pk, number=2).update(draws_at=timezone.now())
    assert draw_rounds() == 0
    best(house, cup)
    assert draw_rounds() == 1
    assert len(rows(cup, 2)) == 1
    assert progress_of(fresh(cup)).last_published == 2
    best(house, cup)
    with pytest.raises(Invalid, match="cannot_schedule"), transaction.atomic():
        round_schedule(by=by, tournament=cup, at=at)


def test_two_who_are_one_keep_their_pools(house: House) -> None:
    cup, ids, only, contest = of_one_pool(house)
    won_by(house, contest, ids[0])
    kept = Player.objects.create(club=house.club, name="Zoé")
    gone = Player.objects.get(pk=ids[0])
    players_merge(
        by=house.person("committee"),
        kept=kept.pk,
        gone=gone.pk,
        version=kept.version,
        gone_version=gone.version,
    )
    assert ranks(cup)[kept.pk] == (1, 1)
    assert kept.pk in pool_states.players(rows(cup, 1)[0])
    # The contest knows him by his old number, and what it says is understood.
    _undo(house, contest)
    assert Pool.objects.get(pk=only.pk).winner_id is None
    assert fresh(cup).state == "running"
