"""The best of several rubbers: Enquire Within plays "for rubbers", each the best of three games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.match import apply, begin, refusal, replay
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.states import DealPassed, MatchOver, MatchState, Rubber, RubberWon, tally
from games.engine.terms import (
    Entry,
    Format,
    FormatKind,
    HandEntry,
    RubberEntry,
    Score,
    Terms,
    terms_refusal,
)

from .people import (
    ALICE,
    BOB,
    HOUSEHOLD,
    LONDON,
    ONE_GAME,
    RUBBER,
    hands,
    london,
    point,
    vole,
    won_game,
)

THREE_RUBBERS = Format(FormatKind.RUBBER, 3, rubbers=3)
FIVE_RUBBERS = Format(FormatKind.RUBBER, 3, rubbers=5)


def games(winners: str, first: int = 1) -> list[Entry]:
    """`winners`: "aab", a game each."""
    return [won_game(number, Seat(one)) for number, one in enumerate(winners, start=first)]


def after(winners: str, form: Format = THREE_RUBBERS) -> MatchState:
    return replay(london(form), ALICE, games(winners))


def test_who_has_won_two_rubbers_of_three_has_won_the_match() -> None:
    """Alice 2-1, Bob 2-0, Alice 2-0."""
    state = after("aba" + "bb" + "aa")
    assert (state.over, state.winner) == (True, ALICE)
    assert [(one.winner, one.games_a, one.games_b) for one in state.rubbers] == [
        (ALICE, 2, 1),
        (BOB, 0, 2),
        (ALICE, 2, 0),
    ]
    assert (state.rubbers_won(ALICE), state.rubbers_won(BOB)) == (2, 1)
    assert (state.games_won(ALICE), state.games_won(BOB)) == (4, 3)


def test_rubbers_decide_and_not_games() -> None:
    """Alice 2-1, 2-1, 2-1 against Bob's 2-0 and 2-0: six games to seven, and she has won."""
    state = after("aba" + "bb" + "aba" + "bb" + "aba", FIVE_RUBBERS)
    assert (state.winner, state.games_won(ALICE), state.games_won(BOB)) == (ALICE, 6, 7)


def test_each_rubber_begins_anew() -> None:
    state = after("aab")
    assert (state.over, state.game, state.rubber_from) == (False, 4, 3)
    assert state.rubbers == (Rubber(1, 2, 0, 2, 0),)
    assert [state.place_of(number) for number in (1, 2, 3, 4)] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert (state.games_here(ALICE), state.games_here(BOB)) == (0, 1)


def test_a_rubber_that_is_won_is_told_and_the_last_one_with_the_match() -> None:
    state = after("a")
    state, events = apply(state, won_game(2, ALICE))
    assert events[-1] == RubberWon(1, ALICE)
    state = replay(london(THREE_RUBBERS), ALICE, games("aaa"))
    _, events = apply(state, won_game(4, ALICE))
    assert events[-1] == MatchOver(ALICE)
    assert not any(isinstance(one, RubberWon) for one in events)


def test_rubber_points_are_the_sum_of_those_of_the_rubbers() -> None:
    """Alice wins 3 and 1, less 1: 3. Bob 1 and 1: 2. Alice 1 and 1: 2. With the bonus of 2 each."""
    entries = [
        *(won_game(1, ALICE, 0), won_game(2, BOB, 3), won_game(3, ALICE, 4)),
        *(won_game(4, BOB, 3), won_game(5, BOB, 4)),
        *(won_game(6, ALICE, 3), won_game(7, ALICE, 4)),
    ]
    state = replay(london(THREE_RUBBERS, game_values=True), ALICE, entries)
    assert state.rubber_points == 3 - 2 + 2
    with_bonus = replay(london(THREE_RUBBERS, game_values=True, bonus=2), ALICE, entries)
    assert with_bonus.rubber_points == 5 - 4 + 4
    assert tally(with_bonus, ALICE).rubber_points == 5
    assert tally(with_bonus, BOB).rubber_points == -5
    assert [one.points(2) for one in with_bonus.rubbers] == [5, 4, 4]


def test_rubbers_that_are_over_count_before_the_match_is() -> None:
    state = after("aab")
    assert (state.rubber_points, tally(state, BOB).rubber_points) == (None, -2)


def test_the_deal_goes_on_by_the_london_laws_and_is_cut_for_at_home() -> None:
    """Law 5: the deal alternates. Enquire Within: usual to cut at the end of each rubber."""
    two_games = [*hands(1, vole(ALICE), vole(ALICE), point(ALICE))]
    two_games += hands(2, vole(ALICE), vole(ALICE), point(ALICE))
    played = replay(london(THREE_RUBBERS), ALICE, two_games)
    assert played.dealer is ALICE
    at_home = replay(Terms(HOUSEHOLD, THREE_RUBBERS), ALICE, two_games)
    assert at_home.rubbers_won(ALICE) == 1
    assert at_home.dealer is None
    within = replay(Terms(HOUSEHOLD, THREE_RUBBERS), ALICE, two_games[:3])
    assert within.dealer is BOB


def test_after_the_last_hand_of_a_rubber_nobody_is_told_to_deal_where_it_is_cut_for() -> None:
    terms = Terms(HOUSEHOLD, Format(FormatKind.RUBBER, 1, rubbers=3))
    state = replay(terms, ALICE, [*hands(1, vole(ALICE), vole(ALICE))])
    state, events = apply(state, HandEntry(1, point(ALICE)))
    assert not any(isinstance(one, DealPassed) for one in events)
    assert refusal(state, HandEntry(2, point(ALICE, dealer=BOB))) is None


def test_rubbers_by_their_games_and_games_by_their_hands_go_together() -> None:
    """The first from the slate, 2-1 to Bob; the second played here."""
    state = replay(london(THREE_RUBBERS), ALICE, [RubberEntry(1, 2, game=1)])
    assert (state.game, state.rubber_from, state.dealer, state.over) == (4, 4, None, False)
    entries: list[Entry] = [RubberEntry(1, 2, game=1), *games("aa", first=4)]
    state = replay(london(THREE_RUBBERS), ALICE, entries)
    assert [(one.first, one.winner) for one in state.rubbers] == [(1, BOB), (4, ALICE)]
    assert state.place_of(5) == (2, 2)
    entries.append(RubberEntry(2, 0, game=6))
    state = replay(london(THREE_RUBBERS), ALICE, entries)
    assert (state.over, state.winner, state.game, state.score) == (True, ALICE, 7, Score(0, 0))
    assert (state.games_won(ALICE), state.games_won(BOB)) == (5, 2)
    assert tally(state, ALICE).singles == 5 - sum(one.value == 3 for one in state.games)


def test_a_rubber_by_its_games_that_is_corrected_leaves_the_others_where_they_are() -> None:
    for won in (RubberEntry(2, 0, game=1), RubberEntry(1, 2, game=1)):
        state = replay(london(THREE_RUBBERS), ALICE, [won, *games("bb", first=4)])
        assert state.rubbers[1] == Rubber(4, 0, 2, 0, 2)


@pytest.mark.parametrize(
    ("entries", "entry", "code"),
    [
        ([], RubberEntry(2, 0, game=4), RefusalCode.EARLIER_GAME_UNFINISHED),
        ([], RubberEntry(2, 0), RefusalCode.GAME_NUMBER_IMPOSSIBLE),
        ([RubberEntry(2, 0, game=1)], RubberEntry(2, 0, game=1), RefusalCode.GAME_ALREADY_ENTERED),
        ([RubberEntry(2, 0, game=1)], won_game(1, BOB), RefusalCode.GAME_ALREADY_ENTERED),
        ([RubberEntry(2, 0, game=1)], won_game(2, BOB), RefusalCode.GAME_ALREADY_ENTERED),
        ([RubberEntry(2, 0, game=1)], HandEntry(3, vole(BOB)), RefusalCode.GAME_ALREADY_ENTERED),
        ([won_game(1, BOB)], RubberEntry(2, 0, game=1), RefusalCode.RUBBER_HAS_ENTRIES),
        ([HandEntry(1, vole(BOB))], RubberEntry(2, 0, game=1), RefusalCode.RUBBER_HAS_ENTRIES),
        ([], RubberEntry(3, 0, game=1), RefusalCode.GAMES_IMPOSSIBLE),
        (games("aaaa"), RubberEntry(2, 0, game=5), RefusalCode.MATCH_OVER),
    ],
)
def test_a_rubber_by_its_games_is_the_next_and_one_that_can_be(
    entries: list[Entry], entry: Entry, code: RefusalCode
) -> None:
    found = refusal(replay(london(THREE_RUBBERS), ALICE, entries), entry)
    assert found is not None
    assert found.code == code


@pytest.mark.parametrize(
    ("form", "most"),
    [
        (Format(FormatKind.RUBBER, 3, rubbers=2), 33),
        (Format(FormatKind.RUBBER, 3, rubbers=0), 33),
        (Format(FormatKind.RUBBER, 3, rubbers=-1), 33),
        (Format(FormatKind.RUBBER, 3, rubbers=35), 33),
        (Format(FormatKind.GAMES, 4, rubbers=3), 1),
        (Format(FormatKind.ONE_GAME, 1, rubbers=3), 1),
    ],
)
def test_rubbers_that_no_match_can_have(form: Format, most: int) -> None:
    found = terms_refusal(london(form))
    assert found is not None
    assert (found.code, found.field) == (RefusalCode.RUBBERS_IMPOSSIBLE, "rubbers")
    assert found.params == {"rubbers": form.rubbers, "most": most}
    with pytest.raises(RefusalError):
        begin(london(form), ALICE)


def test_only_an_even_number_of_games_may_end_level() -> None:
    four, five = (Format(FormatKind.GAMES, games) for games in (4, 5))
    assert four.may_end_level
    assert not any(form.may_end_level for form in (five, ONE_GAME, RUBBER, THREE_RUBBERS))


def test_a_match_of_one_rubber_is_a_rubber() -> None:
    found = refusal(begin(london(RUBBER), ALICE), RubberEntry(2, 0, game=1))
    assert found is not None
    assert found.code == RefusalCode.GAME_NUMBER_IMPOSSIBLE
    assert terms_refusal(london(Format(FormatKind.RUBBER, 33, rubbers=3))) is None
    assert Format(FormatKind.RUBBER, 3, rubbers=1) == RUBBER
    assert terms_refusal(london(ONE_GAME)) is None


def naively(winners: list[Seat], to_win: int, rubbers_to_win: int) -> tuple[list[Seat], int]:
    """Who won which rubber, and how many games that took, counted on the fingers."""
    won: list[Seat] = []
    here = {ALICE: 0, BOB: 0}
    for played, winner in enumerate(winners, start=1):
        here[winner] += 1
        if here[winner] == to_win:
            won.append(winner)
            here = {ALICE: 0, BOB: 0}
            if won.count(winner) == rubbers_to_win:
                return won, played
    return won, len(winners)


@given(
    st.sampled_from([1, 3, 5]),
    st.sampled_from([1, 3, 5]),
    st.lists(st.sampled_from(Seat), max_size=25),
)
def test_as_counted_on_the_fingers(per_rubber: int, rubbers: int, winners: list[Seat]) -> None:
    form = Format(FormatKind.RUBBER, per_rubber, rubbers)
    won, played = naively(winners, per_rubber // 2 + 1, rubbers // 2 + 1)
    entries: list[Entry] = [won_game(n, who) for n, who in enumerate(winners[:played], start=1)]
    state = replay(Terms(LONDON, form), ALICE, entries)
    assert [one.winner for one in state.rubbers] == won
    assert state.over == any(won.count(seat) == rubbers // 2 + 1 for seat in Seat)
    assert (state.winner is None) == (not state.over)
    assert sum(one.games_a + one.games_b for one in state.rubbers) <= played
