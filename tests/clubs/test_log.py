"""What stands, what is next and what undo would take back: as on a sheet kept by hand."""

from hypothesis import given
from hypothesis import strategies as st

from games.engine import serialization
from games.matches.models import Entry
from games.matches.selectors.logs import Log
from games.matches.selectors.reading import play
from tests.sheets.paper import Paper, hand

# Each is told from the others by its tricks and its dealer.
PLAYS = [hand(dealer, "exchanged", (made, 5 - made)) for dealer in "ab" for made in range(6)]
acts = st.tuples(
    st.sampled_from(["enter", "enter", "correct", "void", "undo", "undo"]),
    st.integers(0, 50),
)
Act = tuple[str, int]


def write(paper: Paper, act: Act) -> None:
    """The act, unless there is nothing to correct or undo."""
    what, choice = act
    standing = sorted(paper.stands)
    if what == "enter":
        paper.enter(PLAYS[choice % len(PLAYS)])
    elif what == "undo" and paper.done:
        paper.undo()
    elif what in ("correct", "void") and standing:
        again = PLAYS[choice % len(PLAYS)] if what == "correct" else None
        paper.correct(standing[choice % len(standing)], again)


def check(paper: Paper) -> None:
    log = paper.log
    assert list(log.standing()) == [paper.stands[place] for place in sorted(paper.stands)]
    assert log.next_place() == len(paper.newest) + 1
    assert log.number() == len(paper.written)
    assert log.last_act() == (paper.done[-1][0] if paper.done else None)
    for place, newest in paper.newest.items():
        assert log.at_place(place) == newest
    assert all(log.get(entry.pk) is entry for entry in paper.written)


@given(st.lists(acts, max_size=25))
def test_the_log_is_as_the_sheet_whatever_is_done(told: list[Act]) -> None:
    paper = Paper()
    for one in told:
        write(paper, one)
        check(paper)
    # No entry is superseded or undone twice, as the database asks.
    for pointer in ("supersedes_id", "undoes_id"):
        seen = [getattr(entry, pointer) for entry in paper.written if getattr(entry, pointer)]
        assert len(seen) == len(set(seen))


@given(st.lists(acts, max_size=25))
def test_undoing_all_goes_back_through_every_state(told: list[Act]) -> None:
    paper, before = Paper(), []
    for one in told:
        acts_done = len(paper.done)
        now = [serialization.dump(play(entry)) for entry in paper.log.standing()]
        write(paper, one)
        if len(paper.done) > acts_done:
            before.append(now)
        elif len(paper.done) < acts_done:
            before.pop()
    while paper.log.last_act():
        paper.undo()
        assert [entry.data for entry in paper.log.standing()] == before.pop()
    assert (before, paper.log.standing()) == ([], ())


def test_an_empty_log() -> None:
    log = Log(())
    assert (log.standing(), log.next_place(), log.number()) == ((), 1, 0)
    assert (log.last_act(), log.get(None), log.get(7)) == (None, None, None)


def test_a_hand_taken_back_leaves_its_place_empty_for_good() -> None:
    """The next hand is played after it: it has a place of its own."""
    paper = Paper()
    paper.enter(PLAYS[0], PLAYS[1])
    paper.undo()
    assert paper.log.next_place() == 3
    paper.enter(PLAYS[2])
    assert [entry.number for entry in paper.log.standing()] == [1, 4]


def test_a_correction_is_played_where_the_old_hand_was() -> None:
    paper = Paper()
    paper.enter(PLAYS[0], PLAYS[1], PLAYS[2])
    corrected = paper.correct(1, PLAYS[5])
    assert [entry.number for entry in paper.log.standing()] == [4, 2, 3]
    assert paper.log.at_place(1) == corrected


def test_an_undo_is_not_itself_undone() -> None:
    """Undo twice takes back two acts; it does not swing to and fro."""
    paper = Paper()
    paper.enter(PLAYS[0], PLAYS[1])
    first, second = paper.written
    assert paper.log.last_act() == second
    paper.undo()
    assert paper.log.last_act() == first
    paper.undo()
    assert paper.log.last_act() is None
    assert [entry.kind for entry in paper.written[2:]] == [Entry.Kind.VOID] * 2


def test_after_an_undo_the_old_correction_is_next() -> None:
    paper = Paper()
    paper.enter(PLAYS[0])
    first, second = paper.correct(1, PLAYS[1]), paper.correct(1, PLAYS[2])
    assert paper.log.last_act() == second
    back = paper.undo()
    assert paper.log.last_act() == first
    assert back.data == first.data
    assert paper.log.standing() == (back,)
