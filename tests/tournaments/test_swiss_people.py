"""Who enters a Swiss, in which order, and who leaves it, comes late or is kept apart."""

import pytest
from django.db import transaction

from ecarte_club.clubs.models import Player
from ecarte_club.clubs.services.members import players_merge
from ecarte_club.core.exceptions import Invalid
from scoring.leagues.models import Fixture
from scoring.tournaments.selectors.progress import progress_of
from scoring.tournaments.services.people import (
    entrant_back,
    entrants_order,
    pair_keep_apart,
    pair_let_meet,
    players_enter,
    round_off_ask,
    round_off_drop,
)
from tests.support.clubhouse import House
from tests.support.tourneys import (
    draw,
    meetings,
    opened,
    play_round,
    players,
    points_of,
    publish,
    withdraw,
)

# Many or slow: not wanted after every edit.
pytestmark = [pytest.mark.slow, pytest.mark.any_database]


def test_half_a_bye_that_was_asked_for(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four, rounds=2)
    by = house.person("director")
    round_off_ask(by=by, tournament=cup, player=four[3], number=1)
    play_round(house, cup, 1)
    assert points_of(cup)[four[3]] == 1
    with pytest.raises(Invalid), transaction.atomic():
        round_off_ask(by=by, tournament=cup, player=four[2], number=1)
    round_off_ask(by=by, tournament=cup, player=four[2], number=2)
    round_off_drop(by=by, tournament=cup, player=four[2], number=2)
    draw(house, cup)
    assert not Fixture.objects.filter(event=cup.pk, round__number=2, award="half_bye").exists()


def test_two_who_are_kept_apart_do_not_meet(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    by = house.person("director")
    pair_keep_apart(by=by, tournament=cup, pair=(four[2], four[0]))
    draw(house, cup)
    assert frozenset((four[0], four[2])) not in meetings(cup)
    for other in (four[1], four[3]):
        pair_keep_apart(by=by, tournament=cup, pair=(four[0], other))
    with pytest.raises(Invalid) as refused, transaction.atomic():
        draw(house, cup)
    assert refused.value.code == "cannot_draw_forbidden"
    assert "if nobody was kept apart" in str(refused.value.detail)
    assert refused.value.extra["remedies"] == [["lift_forbidden"]]
    pair_let_meet(by=by, tournament=cup, pair=(four[0], four[2]))
    draw(house, cup)
    assert frozenset((four[0], four[2])) in meetings(cup)


def test_who_withdraws_is_drawn_no_more_and_comes_back(house: House) -> None:
    six = players(house, 6)
    cup = opened(house, six, rounds=3)
    by = house.person("director")
    play_round(house, cup, 1)
    withdraw(house, cup, six[0])
    with pytest.raises(Invalid), transaction.atomic():
        withdraw(house, cup, six[0])
    play_round(house, cup, 2)
    (absent,) = Fixture.objects.filter(event=cup.pk, round__number=2, home=six[0])
    assert absent.award == "absent"
    assert points_of(cup)[six[0]] == 2
    entrant_back(by=by, tournament=cup, player=six[0])
    play_round(house, cup, 3)
    assert points_of(cup)[six[0]] == 4


def test_before_the_first_round_who_withdraws_was_never_in(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    by = house.person("director")
    round_off_ask(by=by, tournament=cup, player=four[1], number=1)
    pair_keep_apart(by=by, tournament=cup, pair=(four[1], four[2]))
    draw(house, cup)
    withdraw(house, cup, four[1])
    assert not cup.rounds_off.exists()
    assert not cup.kept_apart.exists()
    assert progress_of(cup).players == (four[0], four[2], four[3])
    assert progress_of(cup).draft is None


def test_a_late_one_plays_from_the_next_round_on(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four, rounds=2)
    play_round(house, cup, 1)
    (late,) = players(house, 1)
    by = house.person("director")
    players_enter(by=by, tournament=cup, players=[late])
    assert points_of(cup)[late] == 0
    play_round(house, cup, 2)
    assert late in {one.home_id for one in progress_of(cup).of_round(2)} | {
        one.away_id for one in progress_of(cup).of_round(2)
    }
    with pytest.raises(Invalid) as refused, transaction.atomic():
        players_enter(by=by, tournament=cup, players=players(house, 1))
    assert refused.value.code == "cannot_enter"


def test_the_order_of_seeds(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four)
    by = house.person("director")
    entrants_order(by=by, tournament=cup, players=four[::-1])
    assert progress_of(cup).players == tuple(four[::-1])
    with pytest.raises(Invalid), transaction.atomic():
        entrants_order(by=by, tournament=cup, players=four[:3])
    publish(house, cup, draw(house, cup).number)
    with pytest.raises(Invalid) as refused, transaction.atomic():
        entrants_order(by=by, tournament=cup, players=four)
    assert refused.value.code == "begun"


@pytest.mark.parametrize("what", ["nobody", "twice", "stranger", "left", "in already"])
def test_who_cannot_enter(house: House, neighbour: House, what: str) -> None:
    one, other = players(house, 2)
    cup = opened(house, [one])
    Player.objects.filter(pk=other).update(left_on="2026-01-01" if what == "left" else None)
    asked = {
        "nobody": [],
        "twice": [other, other],
        "stranger": [neighbour.players["ann"].pk],
        "left": [other],
        "in already": [one],
    }[what]
    with pytest.raises(Invalid) as refused, transaction.atomic():
        players_enter(by=house.person("director"), tournament=cup, players=asked)
    assert "players" in refused.value.errors
    assert progress_of(cup).players == (one,)


def test_who_is_merged_keeps_his_place_under_his_new_id(house: House) -> None:
    four = players(house, 4)
    cup = opened(house, four, rounds=2)
    by = house.person("committee")
    round_off_ask(by=house.person("director"), tournament=cup, player=four[3], number=2)
    pair_keep_apart(by=house.person("director"), tournament=cup, pair=(four[3], four[0]))
    play_round(house, cup, 1)
    points = points_of(cup)
    kept = house.players["cyd"]
    gone = Player.objects.get(pk=four[3])
    players_merge(
        by=by, kept=kept.pk, gone=gone.pk, version=kept.version, gone_version=gone.version
    )
    now = points_of(cup)
    assert now == {kept.pk if pk == four[3] else pk: number for pk, number in points.items()}
    assert [one.player_id for one in cup.rounds_off.all()] == [kept.pk]
    apart = cup.kept_apart.get()
    assert {apart.one_id, apart.other_id} == {kept.pk, four[0]}
    whys = [who for one in progress_of(cup).fixtures for _code, who, _figures in one.why]
    assert four[3] not in whys
    draw(house, cup)
