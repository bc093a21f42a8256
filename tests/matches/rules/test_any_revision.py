"""Any edit of any match, beside a naive second list."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine.match import replay
from games.engine.states import MatchState
from games.engine.terms import Entry, HandEntry
from games.matches.rules.revision import (
    Blocked,
    Edit,
    Later,
    Operation,
    Revision,
    Slot,
    revised,
    state_before,
)
from tests.matches.naive_revision import NaiveSlot, naive_revised, naive_sums

from .test_revision import GAMES, TRICKS, hand

made = st.sampled_from(list(TRICKS))
edits = st.tuples(st.sampled_from(Operation), st.integers(0, 30), made, st.sampled_from(Later))


@given(st.lists(made, max_size=14), st.lists(edits, max_size=6))
def test_any_edits_come_to_what_a_naive_second_list_comes_to(
    start: list[str], story: list[tuple[Operation, int, str, Later]]
) -> None:
    naive: list[NaiveSlot] = []
    for one in start:
        sums = naive_sums(naive, 3)
        if not sums.over:
            naive.append(NaiveSlot(len(naive) + 1, sums.game, one))
    slots = _slots(naive)
    for number, (operation, anywhere, one, later) in enumerate(story, 100):
        if not slots:
            return
        at = anywhere % len(slots)
        expected = naive_revised(naive, operation.value, at, number, one, later.value, 3)
        edit = Edit.of(operation, at, None)
        new = hand(one, _new_game(slots, operation, at))
        slot = None if operation is Operation.REMOVE else Slot(number, new)
        found = revised(GAMES, None, slots, Edit(edit.at, edit.removed, slot), later)
        if expected is None:
            assert isinstance(found, Blocked)
            continue
        assert isinstance(found, Revision)
        assert list(found.slots) == _slots(expected)
        _as_from_the_start(found)
        naive, slots = expected, list(found.slots)


def _slots(naive: list[NaiveSlot]) -> list[Slot]:
    return [Slot(slot.number, hand(slot.made, slot.game)) for slot in naive]


def _new_game(slots: list[Slot], operation: Operation, at: int) -> int:
    """A correction stays in its game; what is inserted is of the game in play."""
    if operation is Operation.REPLACE:
        return slots[at].play.game
    edit = Edit.of(operation, at, None)
    return state_before(GAMES, None, slots, edit).game


def _as_from_the_start(revision: Revision) -> None:
    """The hands that count, entered one after the other, come to the same match."""
    state: MatchState = replay(GAMES, None, [])
    plays: list[Entry] = []
    for slot, line in zip(revision.slots, revision.state.lines, strict=True):
        if not line.surplus:
            assert isinstance(slot.play, HandEntry)
            plays.append(HandEntry(state.game, slot.play.record))
            state = replay(GAMES, None, plays)
    assert state.games == revision.state.games
    assert (state.score, state.over, state.winner) == (
        revision.state.score,
        revision.state.over,
        revision.state.winner,
    )
