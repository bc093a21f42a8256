"""The knock-out as players know it: byes, third place, consolation, and what is taken back."""

import pytest

from scoring.tables.ranking import drawn
from scoring.tournaments.rules import knockout
from scoring.tournaments.rules.knockout import Part, State, Terms
from scoring.tournaments.rules.stages import (
    Because,
    Begun,
    CameBack,
    Drew,
    How,
    NotTakenError,
    Rank,
    Reason,
    Slot,
    Status,
    TakenBack,
    WalkedOver,
    Why,
    Withdrew,
    Won,
)

from . import play
from .play import ALICE, BOB, CHLOE, DAVID, after

PLAIN, THIRD, CONSOLED = Terms(), Terms(third_place=True), Terms(consolation=True)


def begun(number: int, terms: Terms = PLAIN) -> State:
    return knockout.begin(terms, range(1, number + 1))


def winning(state: State, *winners: int, part: Part = Part.MAIN) -> State:
    found = play.winning(knockout, state, winners, part)
    assert isinstance(found, State)
    return found


def refused(state: State, event: object) -> Why:
    return play.refused(knockout, state, event)


def ranks(state: State, part: Part = Part.MAIN) -> dict[int, tuple[int, int]]:
    return {one.entrant: (one.first, one.last) for one in knockout.ranking(state, part)}


def test_eight_by_their_seeds_and_the_better_always_wins() -> None:
    state = begun(8)
    assert play.pairs(knockout.due(state)) == [(1, 8), (5, 4), (3, 6), (7, 2)]
    state = winning(state, 1, 4, 3, 2)
    assert play.pairs(knockout.due(state)) == [(1, 4), (3, 2)]
    state = winning(state, 1, 2)
    assert play.pairs(knockout.due(state)) == [(1, 2)]
    assert knockout.ranking(state) == ()
    state = winning(state, 2)
    assert knockout.is_over(state)
    assert knockout.ranking(state) == (
        Rank(2, 1, 1),
        Rank(1, 2, 2),
        *(Rank(one, 3, 4) for one in (3, 4)),
        *(Rank(one, 5, 8) for one in (5, 6, 7, 8)),
    )


def test_six_have_two_byes_for_the_two_best_and_each_says_why() -> None:
    state = begun(6)
    found = knockout.fixtures(state)
    assert play.pairs(found[:4]) == [(1, None), (5, 4), (3, 6), (None, 2)]
    byes = [one for one in found if one.how is How.BYE]
    assert [(one.winner, one.status) for one in byes] == [(1, Status.OVER), (2, Status.OVER)]
    assert byes[1].reason == Reason(Because.BYE, {"place": 2, "of": 6, "byes": 2})
    assert found[1].reason == Reason(Because.PLACES, {"home": 5, "away": 4, "of": 6})
    semi_final = play.at(knockout, state, Part.MAIN, 2, 1)
    assert semi_final.sides == (1, None)
    assert semi_final.status is Status.WAITING
    assert semi_final.reason == Reason(Because.WINNERS, {"round": 1, "home": 1, "away": 2})
    assert semi_final.losers == ()


def test_places_are_drawn_behind_the_seeds() -> None:
    entrants = (11, 12, 13, 14, 15)
    mixed = knockout.begin(Terms(seeds=2, seed="king"), entrants)
    assert mixed.places == (11, 12, *drawn((13, 14, 15), "king"))
    assert knockout.begin(Terms(seeds=0, seed="king"), entrants).places == drawn(entrants, "king")
    assert knockout.begin(PLAIN, entrants).places == entrants


def test_terms_that_cannot_be() -> None:
    def why(terms: Terms, entrants: tuple[int, ...]) -> tuple[Why, str]:
        with pytest.raises(NotTakenError) as caught:
            knockout.begin(terms, entrants)
        return caught.value.refusal.why, caught.value.refusal.field

    assert why(PLAIN, (1,)) == (Why.ENTRANTS_TOO_FEW, "entrants")
    assert why(THIRD, (1, 2, 3)) == (Why.ENTRANTS_TOO_FEW, "entrants")
    assert why(CONSOLED, (1, 2, 3)) == (Why.ENTRANTS_TOO_FEW, "entrants")
    both = Terms(third_place=True, consolation=True)
    assert why(both, (1, 2, 3, 4, 5)) == (Why.ENTRANTS_TOO_FEW, "entrants")
    assert why(PLAIN, (1, 2, 1)) == (Why.ENTRANT_TWICE, "entrants")
    assert why(Terms(seeds=3, seed="x"), (1, 2)) == (Why.SEEDS_IMPOSSIBLE, "seeds")
    assert why(Terms(seeds=-1, seed="x"), (1, 2)) == (Why.SEEDS_IMPOSSIBLE, "seeds")
    assert why(Terms(seeds=1), (1, 2)) == (Why.SEED_MISSING, "seed")


def test_who_lost_the_semi_finals_play_for_third_place() -> None:
    state = winning(begun(4, THIRD), ALICE)
    third = play.at(knockout, state, Part.THIRD_PLACE, 1, 1)
    assert (third.sides, third.status) == ((DAVID, None), Status.WAITING)
    assert third.reason == Reason(Because.LOSERS, {"round": 1, "home": 1, "away": 2})
    state = winning(winning(state, BOB, BOB), DAVID, part=Part.THIRD_PLACE)
    assert ranks(state) == {BOB: (1, 1), ALICE: (2, 2), DAVID: (3, 3), CHLOE: (4, 4)}


def test_nobody_came_to_play_for_third_place_and_they_share_it() -> None:
    state = winning(begun(4, THIRD), ALICE, BOB, ALICE)
    assert not knockout.is_over(state)
    state = after(knockout, state, WalkedOver(Slot(Part.THIRD_PLACE, 1, 1), None))
    assert ranks(state) == {ALICE: (1, 1), BOB: (2, 2), CHLOE: (3, 4), DAVID: (3, 4)}


def test_one_semi_final_without_players_leaves_nobody_to_play_for_third_place() -> None:
    state = after(knockout, begun(4, THIRD), WalkedOver(Slot(Part.MAIN, 1, 1), None))
    state = winning(state, BOB)
    final = play.at(knockout, state, Part.MAIN, 2, 1)
    assert (final.how, final.winner) == (How.BYE, BOB)
    assert final.reason == Reason(Because.NO_ADVERSARY, {"round": 1, "number": 1})
    third = play.at(knockout, state, Part.THIRD_PLACE, 1, 1)
    assert (third.how, third.winner) == (How.BYE, CHLOE)
    assert third.reason == final.reason
    assert ranks(state) == {BOB: (1, 1), CHLOE: (2, 2), ALICE: (3, 4), DAVID: (3, 4)}


def test_the_consolation_is_for_who_lost_the_first_match_that_he_played() -> None:
    """Six: 1 and 2 have byes. 5 and 6 lose at once, 1 loses his first match in the semi-final, 3
    his second: the consolation is 1, 5 and 6, and 1 has the bye."""
    state = winning(begun(6, CONSOLED), 4, 3)
    assert knockout.consoled(state) is None
    assert {5, 6} <= knockout.still_in(state)
    state = winning(state, 4, 2)
    assert knockout.consoled(state) == (1, 5, 6)
    assert (1, None) in play.pairs(knockout.fixtures(state))
    assert {one.slot.part for one in knockout.due(state)} == {Part.MAIN, Part.CONSOLATION}
    state = winning(state, 5, 1, part=Part.CONSOLATION)
    assert knockout.ranking(state, Part.CONSOLATION) == ()
    state = winning(state, 2)
    assert ranks(state, Part.CONSOLATION) == {1: (1, 1), 5: (2, 2), 6: (3, 3)}
    assert ranks(state) == {2: (1, 1), 4: (2, 2), 1: (3, 4), 3: (3, 4), 5: (5, 6), 6: (5, 6)}


def test_who_plays_for_third_place_is_not_in_the_consolation() -> None:
    state = winning(begun(6, Terms(third_place=True, consolation=True)), 4, 3)
    assert knockout.consoled(state) == (5, 6)
    state = winning(state, 4, 2)
    assert knockout.consoled(state) == (5, 6)


def test_who_was_absent_has_played_nothing_and_is_not_in_the_consolation() -> None:
    state = after(
        knockout,
        begun(4, CONSOLED),
        WalkedOver(Slot(Part.MAIN, 1, 1), ALICE),
        Won(Slot(Part.MAIN, 1, 2), BOB),
    )
    assert knockout.consoled(state) == (CHLOE,)
    assert ranks(winning(state, ALICE), Part.CONSOLATION) == {CHLOE: (1, 1)}
    without = winning(begun(4), ALICE, BOB, BOB)
    assert knockout.consoled(without) is None
    assert knockout.ranking(without, Part.CONSOLATION) == ()


def test_who_waits_for_his_first_match_keeps_the_consolation_open() -> None:
    """Five: only 4 and 5 meet in the first round; 1 waits for the winner, and 2 meets 3."""
    state = winning(begun(5, CONSOLED), 2)
    assert knockout.consoled(state) is None
    state = winning(state, 5)
    assert knockout.consoled(state) is None
    assert knockout.consoled(winning(state, 5)) == (1, 3, 4)
    assert knockout.consoled(after(knockout, state, Withdrew(1))) == (3, 4)


def test_who_withdraws_leaves_what_he_has_not_played_to_his_adversary() -> None:
    state = after(knockout, winning(begun(4), ALICE), Withdrew(ALICE))
    assert play.at(knockout, state, Part.MAIN, 2, 1).status is Status.WAITING
    state = winning(state, CHLOE)
    final = play.at(knockout, state, Part.MAIN, 2, 1)
    assert (final.how, final.winner) == (How.WALKOVER, CHLOE)
    assert final.reason == Reason(Because.WITHDREW, {"entrant": ALICE})
    assert ranks(state)[ALICE] == (2, 2)


def test_who_withdraws_after_he_has_come_through_is_out_one_round_later() -> None:
    """Alice has come through by the time she withdraws, and loses the final to whoever wins."""
    state = after(knockout, begun(4), Withdrew(DAVID), Withdrew(ALICE))
    first = play.at(knockout, state, Part.MAIN, 1, 1)
    assert (first.how, first.winner) == (How.WALKOVER, ALICE)
    state = after(knockout, state, Withdrew(BOB))
    assert ranks(state) == {CHLOE: (1, 1), ALICE: (2, 2), BOB: (3, 4), DAVID: (3, 4)}


def test_two_who_have_withdrawn_share_the_third_place() -> None:
    state = after(knockout, winning(begun(4, THIRD), ALICE), Withdrew(DAVID), Withdrew(CHLOE))
    third = play.at(knockout, state, Part.THIRD_PLACE, 1, 1)
    assert (third.how, third.winner) == (How.BOTH_ABSENT, None)
    assert ranks(winning(state, BOB)) == {BOB: (1, 1), ALICE: (2, 2), CHLOE: (3, 4), DAVID: (3, 4)}


def test_who_withdraws_with_a_bye_is_walked_over_in_the_round_after_it() -> None:
    state = winning(after(knockout, begun(3), Withdrew(ALICE)), CHLOE)
    assert play.at(knockout, state, Part.MAIN, 1, 1).how is How.BYE
    assert play.at(knockout, state, Part.MAIN, 2, 1).how is How.WALKOVER
    assert ranks(state) == {CHLOE: (1, 1), ALICE: (2, 2), BOB: (3, 3)}


def test_without_anybody_left_two_share_the_first_place() -> None:
    state = after(knockout, begun(2), WalkedOver(Slot(0, 1, 1), None))
    assert ranks(state) == {ALICE: (1, 2), BOB: (1, 2)}
    empty = after(knockout, begun(4), *(WalkedOver(Slot(0, 1, one), None) for one in (1, 2)))
    final = play.at(knockout, empty, Part.MAIN, 2, 1)
    assert (final.how, final.winner) == (How.BOTH_ABSENT, None)
    alone = after(knockout, begun(4), WalkedOver(Slot(0, 1, 1), None), Won(Slot(0, 1, 2), BOB))
    assert ranks(alone)[BOB] == (1, 1)
    left = after(
        knockout, begun(4), Won(Slot(0, 1, 2), BOB), Withdrew(BOB), WalkedOver(Slot(0, 1, 1), None)
    )
    assert play.at(knockout, left, Part.MAIN, 2, 1).how is How.BOTH_ABSENT


def test_a_result_is_taken_back_until_the_next_match_has_begun() -> None:
    played = winning(begun(4), ALICE, BOB)
    first = Slot(Part.MAIN, 1, 1)
    state = after(knockout, played, TakenBack(first), Won(first, ALICE))
    assert state == played
    state = after(knockout, played, Begun(Slot(Part.MAIN, 2, 1)))
    found = knockout.refusal(state, TakenBack(first))
    assert found is not None
    assert (found.why, found.params) == (Why.NEXT_BEGUN, {"part": 0, "round": 2, "number": 1})
    state = after(knockout, state, TakenBack(Slot(Part.MAIN, 2, 1)))
    assert state == played
    assert refused(winning(played, BOB), TakenBack(first)) is Why.NEXT_BEGUN
    assert after(knockout, winning(played, BOB), TakenBack(Slot(0, 2, 1))) == played


def test_a_first_match_is_not_taken_back_once_the_consolation_has_begun() -> None:
    state = winning(begun(4, CONSOLED), ALICE, BOB)
    begun_ = after(knockout, state, Begun(Slot(Part.CONSOLATION, 1, 1)))
    assert refused(begun_, TakenBack(Slot(Part.MAIN, 1, 1))) is Why.NEXT_BEGUN
    assert knockout.refusal(state, TakenBack(Slot(Part.MAIN, 1, 1))) is None


def test_a_withdrawal_is_taken_back_until_his_adversary_has_begun_the_next_match() -> None:
    before = winning(begun(4), BOB)
    state = after(knockout, before, Withdrew(ALICE))
    assert after(knockout, state, CameBack(ALICE)) == before
    assert refused(after(knockout, state, Begun(Slot(0, 2, 1))), CameBack(ALICE)) is Why.NEXT_BEGUN


def test_what_is_not_taken() -> None:
    state = begun(4)
    first, final = Slot(0, 1, 1), Slot(0, 2, 1)
    assert refused(state, Won(first, BOB)) is Why.NOT_PLAYING
    assert refused(state, WalkedOver(first, BOB)) is Why.NOT_PLAYING
    assert refused(state, Drew(first)) is Why.DRAW_IMPOSSIBLE
    assert refused(state, Won(final, ALICE)) is Why.NOT_DUE
    assert refused(state, Begun(final)) is Why.NOT_DUE
    assert refused(state, Won(Slot(0, 3, 1), ALICE)) is Why.NO_SUCH_FIXTURE
    assert refused(state, TakenBack(first)) is Why.NOTHING_TO_TAKE_BACK
    assert refused(state, Withdrew(9)) is Why.NOT_ENTERED
    assert refused(state, CameBack(ALICE)) is Why.NOT_WITHDRAWN
    assert refused(state, "a king") is Why.NOT_AN_EVENT
    running = after(knockout, state, Begun(first), Withdrew(CHLOE))
    assert refused(running, Begun(first)) is Why.ALREADY_BEGUN
    assert refused(running, Withdrew(CHLOE)) is Why.WITHDRAWN
    won = winning(running, ALICE)
    assert refused(won, Won(first, DAVID)) is Why.ALREADY_OVER
    assert refused(won, Withdrew(DAVID)) is Why.ALREADY_OUT


def test_who_has_lost_a_semi_final_may_withdraw_from_the_match_for_third_place() -> None:
    state = after(knockout, winning(begun(4, THIRD), ALICE), Withdrew(DAVID))
    state = winning(state, BOB, BOB)
    assert ranks(state) == {BOB: (1, 1), ALICE: (2, 2), CHLOE: (3, 3), DAVID: (4, 4)}
