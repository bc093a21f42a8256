"""Many contests in one stream, one hand by itself, and the entries of a match."""

import tracemalloc
from collections.abc import Iterator

import pytest

from games.engine.cards import card
from games.engine.codes import CODES
from games.engine.hand import replay
from games.engine.hand.state import Say
from games.engine.match import replay as match
from games.engine.notation import hand_dumps, hand_loads, loads, read
from games.engine.notation.contests import entries, follow
from games.engine.notation.files import dump, dumps
from games.engine.notation.headers import Context, context
from games.engine.notation.tokens import text
from games.engine.notation.values import (
    NOWHERE,
    Comment,
    Fault,
    NotationError,
    Place,
    Plays,
    Says,
    Takes,
)
from games.engine.records import Opening, Tricks
from games.engine.seats import Seat
from games.engine.terms import Format, FormatKind, GameEntry, HandEntry, Score, Terms
from tests.support.depth import times

from .texts import FIRST, fault

# Many or slow: not wanted after every edit.
pytestmark = pytest.mark.slow

LONDON = CODES["london"]
SHORT = '[Code "london"]\n\ngame:1\ndeal:A\nstand\ntricks:3-2\n'


def test_contests_follow_one_another() -> None:
    both = [loads(FIRST), loads(SHORT)]
    written = "".join(dump(both))
    assert written == f"{FIRST}\n{SHORT}"
    assert list(read(written.split("\n"))) == both
    assert list(read(written.splitlines(keepends=True))) == both
    assert list(read([])) == []


def test_a_fault_in_a_stream_has_its_line_and_those_before_are_given() -> None:
    stream = read((FIRST + FIRST.replace("=3-0", "=2-0")).split("\n"))
    assert next(stream) == loads(FIRST)
    with pytest.raises(NotationError) as error:
        next(stream)
    assert (error.value.code, error.value.line) == (Fault.SCORE_CONTRADICTS, 18)


def repeated(number: int) -> Iterator[str]:
    for _number in range(number):
        yield from FIRST.splitlines(keepends=True)


def peak(contests: int) -> int:
    """Bytes at most while so many are read and written again."""
    tracemalloc.start()
    for contest in read(repeated(contests)):
        dumps(contest)
    found = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return found


def test_a_long_stream_takes_no_more_memory_than_a_short_one() -> None:
    peak(5)
    contests = times(100, thorough=300)
    assert peak(contests) < peak(20) + 200_000, "one contest takes some ten thousand"


@pytest.mark.thorough
def test_a_very_long_stream_takes_no_more_memory() -> None:
    peak(5)
    assert peak(1_000) < peak(20) + 1_000_000, "all of them, kept, would take ten million"


def test_one_hand_is_stored_with_what_stood_before_it() -> None:
    (told,) = follow(loads(FIRST))
    before = Context(LONDON, Score(1, 4), orders=((3, 2), None))
    stored = hand_dumps(told.hand.__class__(Seat.A, (3, 2), told.hand.steps[:-1]), before, 2)
    assert stored.startswith(
        '[Code "london"]\n[Score "1-4"]\n[Orders "3-2 -"]\n\ngame:2\ndeal:A/3-2'
    )
    again = hand_loads(stored)
    assert (again.game, again.before, again.after) == (2, Score(1, 4), Score(4, 4))
    assert again.record == told.record


def test_one_hand_is_read_beside_what_stood_before_it() -> None:
    """As a score pad takes it: the match knows the code and the score."""
    before = Context(LONDON, Score(3, 0), Seat.B)
    told = hand_loads("stand".join(["deal:? ", " tricks:3-2"]), before)
    assert (told.dealer, told.after) == (Seat.B, Score(4, 0))
    headed = hand_loads('[Score "0-0"] [A "Alice"] deal:? stand tricks:3-2', before)
    assert headed.after == Score(1, 0), "its own headers come first"
    assert hand_dumps(told.hand) == "game:1\ndeal:?\nstand\ntricks:3-2\n"
    assert hand_loads(hand_dumps(told.hand), before) == told


@pytest.mark.parametrize(
    ("wrong", "code", "line", "column"),
    [
        ("", "header_expected", 1, 1),
        ("{no hand}", "one_hand_expected", 1, 1),
        ("game:1=5-3", "one_hand_expected", 1, 1),
        ("deal:A marks:0\ndeal:B marks:0", "one_hand_expected", 2, 1),
        ('deal:A [Code "london"]', "end_expected", 1, 8),
        ("deal:A\n7H", "proposal_due", 2, 1),
    ],
)
def test_not_one_hand(wrong: str, code: str, line: int, column: int) -> None:
    before = Context(LONDON)
    assert fault(wrong, lambda text: hand_loads(text, before)) == (code, line, column)


def test_a_contest_is_the_entries_of_a_match() -> None:
    played = """[Code "london"] [Format "rubber 3"]
    game:1 deal:A stand tricks:5-0 deal:B stand tricks:5-0 deal:A propose refuse tricks:3-2
    game:2=4-5
    game:3 deal:B propose accept tricks:2-3 deal:A"""
    found = entries(loads(played))
    assert [type(one) for one in found] == [HandEntry] * 3 + [GameEntry, HandEntry]
    assert found[3] == GameEntry(2, Score(4, 5))
    last = found[-1]
    assert isinstance(last, HandEntry)
    assert (last.record.opening, last.record.tricks) == (Opening.EXCHANGED, Tricks(2, 3))
    terms = context(loads(played)).terms
    assert terms == Terms(LONDON, Format(FormatKind.RUBBER, 3))
    state = match(terms, None, found)
    assert (state.games_won(Seat.A), state.games_won(Seat.B), state.score) == (1, 1, Score(0, 1))
    *_hands, unfinished = follow(loads(played))
    assert (unfinished.before, unfinished.record) == (Score(0, 1), None)


def test_a_hand_wholly_known_has_its_states() -> None:
    (told,) = follow(loads(FIRST))
    assert told.begun
    assert told.state
    assert replay(told.begun, told.state.log) == told.state
    assert told.state.score == told.after == Score(3, 0)


def test_each_step_has_its_place() -> None:
    contest = loads(FIRST)
    (hand,) = contest.games[0].hands
    assert hand.place == Place(6, 1)
    assert next(hand.each(Takes)) == (hand.only(Takes), Place(7, 35))
    assert [place for _step, place in hand.each(Plays)][:2] == [Place(8, 1), Place(8, 4)]
    made = hand.__class__(hand.dealer, hand.order, hand.steps)
    assert made == hand
    assert {place for _step, place in made.each(Plays)} == {made.place} == {NOWHERE}


def test_a_step_is_written_by_itself() -> None:
    assert text(Plays(card("7H"))) == "7H"
    assert text(Says(Say.KING, Seat.B)) == "king:B"
    assert text(Comment("a}")) == "{a\\}}"
    with pytest.raises(KeyError):
        text("7H")


def test_a_line_is_no_wider_than_eighty() -> None:
    whole = FIRST.replace("=3-0", "=3-0 stock:" + "9H,TH,AH,JH,QH,7C,8C,TC,AC,JC,QC,KC,8D,9D,JD,QD")
    lines = dumps(loads(whole)).splitlines()
    assert max(len(line) for line in lines if "stock" not in line) <= 80
    assert dumps(loads(dumps(loads(whole)))) == dumps(loads(whole))


def test_blanks_and_line_ends_are_as_one_likes() -> None:
    loose = FIRST.replace("\n", " \r\n\t ").replace(" ", "  ").replace('[Code  "', '[Code\t"')
    assert loads(loose) == loads(FIRST)
    assert loads("\ufeff" + FIRST) == loads(FIRST)
    assert dumps(loads(loose)) == FIRST
