"""Rounds that can be checked by eye: Alice is 1, Bob 2, and so on down the seeds."""

from dataclasses import replace

import pytest

from scoring.tournaments.rules.swiss.contenders import (
    MOST,
    Choices,
    Contender,
    FirstRound,
    Float,
    Meeting,
    with_past,
    with_topscorers,
)
from scoring.tournaments.rules.swiss.drawing import Drawn, draw
from scoring.tournaments.rules.swiss.reasons import Because, Reason
from scoring.tournaments.rules.swiss.refusals import Refusal, Remedy, Why

pytestmark = pytest.mark.any_database

ALICE, BOB, CHLOE, DORA, EMIL, FARID = range(1, 7)


def seeds(*points: int) -> list[Contender]:
    """With so many points each, in the order of the seeds."""
    return [Contender(rank, rank, points=own) for rank, own in enumerate(points, 1)]


def drawn(contenders: list[Contender], round_number: int = 3, **given: object) -> Drawn:
    found = draw(contenders, round_number=round_number, seed="a seed", **given)  # type: ignore[arg-type]
    assert isinstance(found, Drawn)
    return found


def refused(contenders: list[Contender], round_number: int = 3, **given: object) -> Refusal:
    found = draw(contenders, round_number=round_number, seed="a seed", **given)  # type: ignore[arg-type]
    assert isinstance(found, Refusal)
    return found


def pairs(found: Drawn) -> list[set[int]]:
    return [{board.first, board.second} for board in found.boards]


def why(found: Drawn, one: int) -> tuple[Reason, ...]:
    return next(board.why for board in found.boards if one in (board.first, board.second))


def changed(contenders: list[Contender], one: int, **fields: object) -> list[Contender]:
    return [
        replace(other, **fields) if other.id == one else other  # type: ignore[arg-type]
        for other in contenders
    ]


def met(contenders: list[Contender], *meetings: tuple[int, int]) -> list[Contender]:
    for a, b in meetings:
        for one, other in ((a, b), (b, a)):
            had = next(each.met for each in contenders if each.id == one)
            contenders = changed(contenders, one, met=(*had, other))
    return contenders


def test_in_the_first_round_the_upper_half_meets_the_lower() -> None:
    assert pairs(drawn(seeds(0, 0, 0, 0, 0, 0), 1)) == [{1, 4}, {2, 5}, {3, 6}]


def test_a_first_round_by_lot_depends_on_the_seed_alone() -> None:
    by_lot = Choices(first_round=FirstRound.BY_LOT)
    found = [
        draw(seeds(*[0] * 7), round_number=1, seed=seed, choices=by_lot)
        for seed in ("one", "one", "two", "three")
    ]
    assert found[0] == found[1]
    assert len({str(one) for one in found}) == 3
    assert pairs(drawn(seeds(*[0] * 6), 2, choices=by_lot)) == [{1, 4}, {2, 5}, {3, 6}]


def test_equal_points_meet_and_the_last_of_an_odd_group_floats_to_the_first_of_the_next() -> None:
    """Chloé, the third of three with 4 points, meets Dora, the first of three with 2."""
    found = drawn(seeds(4, 4, 4, 2, 2, 2))
    assert pairs(found) == [{ALICE, BOB}, {CHLOE, DORA}, {EMIL, FARID}]
    assert why(found, CHLOE)[:3] == (
        Reason(Because.FLOATS_DOWN, CHLOE, (4, 2, 3, 3, 2)),
        Reason(Because.FLOATS_UP, DORA, (2, 4, 1, 3, 2)),
        Reason(Because.NEVER_MET),
    )
    assert why(found, ALICE)[:3] == (
        Reason(Because.SAME_POINTS, None, (4,)),
        Reason(Because.FOLD, None, (1, 2, 3, 1)),
        Reason(Because.NEVER_MET),
    )


def test_of_two_who_float_the_first_meets_the_first() -> None:
    """Alice and Bob have met, and so have Chloé and Dora: both pairs of groups must mix."""
    found = drawn(met(seeds(4, 4, 2, 2), (ALICE, BOB), (CHLOE, DORA)))
    assert pairs(found) == [{ALICE, CHLOE}, {BOB, DORA}]
    assert why(found, ALICE)[0] == Reason(Because.FLOATS_DOWN, ALICE, (4, 2, 1, 2, 0))
    assert why(found, DORA)[1] == Reason(Because.FLOATS_UP, DORA, (2, 4, 2, 2, 0))


def test_nobody_floats_the_same_way_twice_running_nor_twice_in_three_rounds() -> None:
    group = seeds(4, 4, 4, 2, 2, 2)
    down = changed(group, CHLOE, floats=(None, Float.DOWN))
    assert {BOB, DORA} in pairs(drawn(down))
    both = changed(down, BOB, floats=(Float.DOWN, None))
    assert {ALICE, DORA} in pairs(drawn(both))
    up = changed(both, DORA, floats=(None, Float.UP))
    assert {ALICE, EMIL} in pairs(drawn(up))
    other_way = changed(group, CHLOE, floats=(Float.UP, Float.UP))
    assert {CHLOE, DORA} in pairs(drawn(other_way))


def test_who_must_float_again_is_told_so() -> None:
    again = changed(seeds(4, 2), ALICE, floats=(Float.DOWN, Float.DOWN))
    again = changed(again, BOB, floats=(Float.UP, None))
    assert [one for one in why(drawn(again), BOB) if one.code is Because.FLOATS_AGAIN] == [
        Reason(Because.FLOATS_AGAIN, ALICE, (1,)),
        Reason(Because.FLOATS_AGAIN, ALICE, (2,)),
        Reason(Because.FLOATS_AGAIN, BOB, (2,)),
    ]


def test_points_beyond_a_thousand_apart_still_say_who_is_nearer() -> None:
    """Counters for points: Bob with a million meets Alice, not Chloé with nothing."""
    found = drawn(seeds(2_000_000, 1_000_000, 1, 0))
    assert pairs(found) == [{ALICE, BOB}, {CHLOE, DORA}]


def test_the_bye_goes_to_the_last_of_those_who_had_none() -> None:
    found = drawn(seeds(4, 2, 0, 0, 0))
    assert found.bye == (EMIL, (Reason(Because.BYE, EMIL, (0, 0, 5)),))
    had = changed(changed(seeds(4, 2, 0, 0, 0), EMIL, byes=1), DORA, byes=1)
    assert drawn(had).bye == (CHLOE, (Reason(Because.BYE, CHLOE, (0, 0, 3)),))


def test_a_bye_that_would_leave_others_without_a_round_passes_to_the_next() -> None:
    """Without Chloé, Alice and Bob are left, who have met."""
    found = drawn(met(seeds(4, 2, 0), (ALICE, BOB)))
    assert found.bye == (
        BOB,
        (Reason(Because.BYE, BOB, (0, 2, 2)), Reason(Because.BYE_PASSED, CHLOE)),
    )


def test_who_has_the_first_deal_and_why() -> None:
    two = seeds(0, 0)
    less = changed(two, ALICE, firsts=1, dealt_last=-1)
    found = drawn(less).boards[0]
    assert found.first == BOB
    assert Reason(Because.DEALS_LESS, BOB, (0, 1)) in found.why
    turn = changed(changed(two, ALICE, dealt_last=1), BOB, dealt_last=-1)
    found = drawn(turn).boards[0]
    assert found.first == BOB
    assert Reason(Because.DEALS_IN_TURN, BOB, (0,)) in found.why
    running = changed(two, ALICE, firsts=-1, dealt_before=1, dealt_last=1)
    found = drawn(running).boards[0]
    assert found.first == BOB
    assert Reason(Because.DEALS_RUNNING, BOB) in found.why
    firsts = set()
    for seed in "abcdefgh":
        by_lot = draw(two, round_number=1, seed=seed)
        assert isinstance(by_lot, Drawn)
        board = by_lot.boards[0]
        assert Reason(Because.DEALS_BY_LOT, board.first, (0,)) in board.why
        firsts.add(board.first)
    assert firsts == {ALICE, BOB}


def test_those_who_are_both_due_the_deal_do_not_meet_where_points_are_equal() -> None:
    """By the fold Alice meets Chloé; both have dealt first more often than not."""
    four = seeds(0, 0, 0, 0)
    for one, firsts in ((ALICE, 2), (BOB, -2), (CHLOE, 2), (DORA, -2)):
        four = changed(four, one, firsts=firsts)
    assert {ALICE, CHLOE} not in pairs(drawn(four))
    once = [replace(one, firsts=one.firsts // 2) for one in four]
    assert {ALICE, CHLOE} not in pairs(drawn(once))
    assert {ALICE, CHLOE} in pairs(drawn(seeds(0, 0, 0, 0)))


def test_those_who_both_dealt_first_twice_running_float_rather_than_meet() -> None:
    twice: dict[str, object] = {"dealt_before": 1, "dealt_last": 1}
    four = changed(changed(seeds(2, 2, 0, 0), ALICE, **twice), BOB, **twice)
    assert {ALICE, BOB} not in pairs(drawn(four))


def best_meet(seed: str, *, last: bool) -> bool:
    """Whether the two of eight who won twice meet in the third round; `last`: it is the last."""
    points, meetings = dict.fromkeys(range(1, 9), 0), list[Meeting]()
    for number in (1, 2, 3):
        entered = [Contender(pk, rank=pk, points=won) for pk, won in points.items()]
        if last and number == 3:
            entered = with_topscorers(entered, 2, number)
        found = draw(with_past(entered, meetings, number), round_number=number, seed=seed)
        assert isinstance(found, Drawn)
        for first, second, table, _why in found.boards:
            had = points[first], points[second]
            meetings.append(Meeting(number, first, second, *had, table))
        best = {pk for pk, won in points.items() if won == 4}
        last_pairs = pairs(found)
        for pair in last_pairs:
            points[min(pair)] += 2
    return best in last_pairs


def test_in_the_last_round_those_who_won_all_meet_whoever_dealt_first() -> None:
    """C.04.3: topscorers may meet in the last round whatever colours they had. Without that, one
    draw in forty keeps them apart, as both dealt first twice running, or both did not."""
    lots = [f"lot {number}" for number in range(75)]
    assert all(best_meet(seed, last=True) for seed in lots)
    assert not all(best_meet(seed, last=False) for seed in lots)


def test_topscorers_have_more_than_half_of_what_could_be_won() -> None:
    """After four rounds of two points: more than four."""
    found = with_topscorers(seeds(8, 5, 4, 0), 2, 5)
    assert [one.is_topscorer for one in found] == [True, True, False, False]


def test_who_goes_comes_late_or_asks_for_a_half_bye_is_not_paired() -> None:
    six = seeds(0, 0, 0, 0, 0, 0)
    six = changed(six, ALICE, withdrawn=True, half_bye=True)
    six = changed(six, BOB, half_bye=True)
    six = changed(six, CHLOE, joined=4)
    six = changed(six, DORA, joined=3)
    found = drawn(six)
    assert (pairs(found), found.bye and found.bye.player) == ([{DORA, EMIL}], FARID)
    assert found.half_byes == (BOB,)
    assert Reason(Because.JOINED_LATE, DORA, (3,)) in why(found, DORA)
    assert {one.code for one in why(drawn(seeds(0, 0), 1), ALICE)}.isdisjoint({Because.JOINED_LATE})


def test_when_all_have_met_the_director_may_allow_second_meetings() -> None:
    four = met(seeds(4, 4, 2, 0), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4), (1, 2))
    assert refused(four) == Refusal(
        Why.ALL_MET, stuck=refused(four).stuck, remedies=((Remedy.SECOND_MEETINGS,),)
    )
    assert len(refused(four).stuck) == 4
    found = drawn(four, choices=Choices(second_meetings=True))
    assert pairs(found) == [{ALICE, CHLOE}, {BOB, DORA}], "Alice and Bob have met twice already"
    assert Reason(Because.MET_BEFORE, None, (1,)) in why(found, ALICE)


def test_forbidden_pairs_never_meet_and_can_make_a_round_impossible() -> None:
    four = seeds(0, 0, 0, 0)
    apart = frozenset({frozenset((ALICE, CHLOE))})
    assert {ALICE, CHLOE} not in pairs(drawn(four, forbidden=apart))
    alone = frozenset(frozenset((ALICE, other)) for other in (BOB, CHLOE, DORA))
    found = refused(four, forbidden=alone)
    assert (found.why, found.remedies) == (Why.FORBIDDEN, ((Remedy.LIFT_FORBIDDEN,),))
    assert ALICE in found.stuck
    assert len(found.stuck) == 2


def test_where_neither_alone_helps_both_are_named() -> None:
    """Alice has met Bob and Chloé, Bob has met Chloé too, and Dora may meet nobody."""
    four = met(seeds(0, 0, 0, 0), (ALICE, BOB), (ALICE, CHLOE), (BOB, CHLOE))
    alone = frozenset(frozenset((DORA, other)) for other in (ALICE, BOB, CHLOE))
    found = refused(four, forbidden=alone)
    both = (Remedy.SECOND_MEETINGS, Remedy.LIFT_FORBIDDEN)
    assert (found.why, found.remedies) == (Why.ALL_MET, (both,))


def test_too_few_or_too_many() -> None:
    assert refused(seeds(0)) == Refusal(Why.TOO_FEW)
    assert refused(seeds(*[0] * (MOST + 1))) == Refusal(Why.TOO_MANY)


def test_nobody_stands_in_the_list_twice() -> None:
    with pytest.raises(ValueError, match="twice"):
        drawn([*seeds(0, 0), Contender(ALICE, 9)])
