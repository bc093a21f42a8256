"""What is true of every match, whatever was entered."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.codes import Code
from games.engine.marks import marks, record_refusal
from games.engine.match import apply, begin, refusal, replay
from games.engine.records import HandRecord
from games.engine.refusals import RefusalCode, RefusalError
from games.engine.seats import Seat
from games.engine.serialization import EntryDataError, dump, load
from games.engine.states import GameWon, MatchState, tally
from games.engine.terms import Entry, FormatKind, GameEntry, HandEntry, Score, Terms

from .strategies import any_entries, any_records, codes, real_hands, seats, terms

FIELDS = {"kings", "tricks", "opening", "dealer", "marks", "score", "games", "rubbers", "game"}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=4,
)


def entered(state: MatchState, entries: list[Entry]) -> tuple[MatchState, list[Entry]]:
    """The match after those that are taken, and which these are."""
    taken: list[Entry] = []
    for entry in entries:
        if refusal(state, entry) is None:
            state, _ = apply(state, entry)
            taken.append(entry)
    return state, taken


def played_out(terms_: Terms, records: list[HandRecord]) -> tuple[MatchState, list[Entry]]:
    """Hands one after the other, each in the game then being played, until the match is over."""
    state, entries = begin(terms_, Seat.A), list[Entry]()
    for record in records:
        if not state.over:
            entries.append(HandEntry(state.game, record))
            state, _ = apply(state, entries[-1])
    return state, entries


@given(codes, any_records)
def test_a_record_is_refused_by_a_known_code_or_has_marks(code: Code, record: HandRecord) -> None:
    found = record_refusal(code, record)
    if found is None:
        assert 0 <= sum(mark.points for mark in marks(code, record)) <= 3
    else:
        assert found.code in set(RefusalCode)
        assert found.field in FIELDS
        assert found.law


@given(terms(), st.none() | seats, st.lists(any_entries, max_size=8))
def test_an_entry_is_taken_or_refused_and_nothing_else(
    terms_: Terms, dealer: Seat | None, entries: list[Entry]
) -> None:
    state = begin(terms_, dealer)
    for entry in entries:
        found = refusal(state, entry)
        if found is None:
            state, _ = apply(state, entry)
            assert state.lines[-1].entry is entry
        else:
            with pytest.raises(RefusalError) as caught:
                apply(state, entry)
            assert caught.value.refusal == found
            assert found.field in FIELDS


@given(terms(), st.lists(real_hands(), max_size=40))
def test_no_score_passes_five_and_the_game_ends_at_the_mark_that_reaches_it(
    terms_: Terms, records: list[HandRecord]
) -> None:
    state, _ = played_out(terms_, records)
    before, game = Score(0, 0), 1
    for line in state.lines:
        assert isinstance(line.entry, HandEntry)
        if line.entry.game != game:
            before, game = Score(0, 0), line.entry.game
        for mark in line.marks:
            assert before.winner is None
            before = before.plus(mark.seat, mark.points)
        assert before == line.score_after
        assert max(before.a, before.b) <= 5
    assert all(game.winner is game.score.winner for game in state.games)


@given(terms(), st.lists(real_hands(), min_size=1, max_size=3))
def test_a_match_always_ends(terms_: Terms, records: list[HandRecord]) -> None:
    """Every hand counts one at least, so a game takes nine hands at most."""
    games, rubbers = terms_.format.games, terms_.format.rubbers
    state, entries = played_out(terms_, records * (9 * games * rubbers))
    assert state.over
    assert len(entries) <= 9 * games * rubbers
    won = state.games_won(Seat.A), state.games_won(Seat.B)
    if terms_.format.kind is not FormatKind.RUBBER:
        assert sum(won) == games
        return
    assert max(map(state.rubbers_won, Seat)) == rubbers // 2 + 1
    assert all(max(one.games_a, one.games_b) == games // 2 + 1 for one in state.rubbers)
    ends = [(one.games_a, one.games_b) for one in state.rubbers]
    assert won == (sum(a for a, _ in ends), sum(b for _, b in ends))


@given(terms(), st.none() | seats, st.lists(any_entries, max_size=8))
def test_replay_is_apply_again_and_again(
    terms_: Terms, dealer: Seat | None, entries: list[Entry]
) -> None:
    state, taken = entered(begin(terms_, dealer), entries)
    assert replay(terms_, dealer, taken) == state
    assert replay(terms_, dealer, [load(dump(entry)) for entry in taken]) == state


@given(terms(), st.lists(real_hands(), max_size=30), st.data())
def test_a_hand_of_a_game_that_is_over_changes_nothing_but_the_lines(
    terms_: Terms, records: list[HandRecord], data: st.DataObject
) -> None:
    state, _ = played_out(terms_, records)
    won = [game.number for game in state.games if game.winner]
    if won:
        late = HandEntry(data.draw(st.sampled_from(won)), data.draw(real_hands()))
        after, events = apply(state, late)
        assert events == ()
        assert after.lines[:-1] == state.lines
        assert after.lines[-1].surplus
        assert [tally(after, seat) for seat in Seat] == [tally(state, seat) for seat in Seat]
        assert (after.games, after.score, after.over) == (state.games, state.score, state.over)


@given(terms(), st.lists(real_hands(), max_size=30))
def test_the_shares_of_both_players_mirror_each_other(
    terms_: Terms, records: list[HandRecord]
) -> None:
    state, _ = played_out(terms_, records)
    a, b = tally(state, Seat.A), tally(state, Seat.B)
    assert (a.games, a.value, a.hands) == (b.against, b.value_against, b.hands)
    assert a.rubber_points == -b.rubber_points
    for own in (a, b):
        assert own.games == own.trebles + own.doubles + own.singles
        assert own.value == 3 * own.trebles + 2 * own.doubles + own.singles


@given(terms(), st.lists(real_hands(), max_size=30))
def test_a_game_by_hands_is_worth_what_it_is_worth_by_its_score(
    terms_: Terms, records: list[HandRecord]
) -> None:
    state, _ = played_out(terms_, records)
    won = [game for game in state.games if game.winner]
    by_score = replay(terms_, None, [GameEntry(game.number, game.score) for game in won])
    for seat in Seat:
        assert by_score.value_won(seat) == state.value_won(seat)
        assert by_score.games_won(seat) == state.games_won(seat)
    assert by_score.rubber_points == state.rubber_points


@given(terms(), st.lists(real_hands(), max_size=30))
def test_games_won_are_told_once_each(terms_: Terms, records: list[HandRecord]) -> None:
    _, entries = played_out(terms_, records)
    state, told = begin(terms_, Seat.A), list[GameWon]()
    for entry in entries:
        state, events = apply(state, entry)
        told += [event for event in events if isinstance(event, GameWon)]
    assert [(one.game, one.seat, one.score, one.value) for one in told] == [
        (game.number, game.winner, game.score, game.value) for game in state.games if game.winner
    ]


@given(any_entries)
def test_what_is_dumped_loads_again(entry: Entry) -> None:
    assert load(json.loads(json.dumps(dump(entry)))) == entry


@given(any_entries, st.data())
def test_loading_anything_gives_an_entry_or_names_the_field(
    entry: Entry, data: st.DataObject
) -> None:
    spoilt = dump(entry)
    field = data.draw(st.sampled_from([*spoilt, "dealer", "tricks", "kings", "marks", "score"]))
    spoilt[field] = data.draw(JSON)
    try:
        loaded = load(spoilt)
    except EntryDataError as error:
        named = error.field
    else:
        assert load(dump(loaded)) == loaded
        return
    assert named.split(".")[0] == field or (field == "kind" and named in spoilt)
