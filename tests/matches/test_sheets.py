"""The list of what was played, of matches kept on paper: sentences, headings, crossed-out rows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.records import HandRecord, MarkKind, NotedMark, Tricks
from games.engine.seats import Seat
from games.engine.terms import HandEntry, RubberEntry
from games.matches.views.match_sheet import Row, game_sheets, latest_sentences, sides
from tests.engine.naive import naive_marks
from tests.sheets.paper import Paper, game, hand, paper

POINT_A, POINT_B = hand("a", "exchanged", (3, 2)), hand("b", "exchanged", (2, 3))

VOLE_A = hand("a", "exchanged", (5, 0))
KING_VOLE_A = hand("a", "exchanged", (5, 0), "a turned")
RUBBER = {"format": "rubber", "games": 3}


def rows(sheet: Paper, number: int = 0) -> list[Row]:
    return game_sheets(sheet.reading)[number].rows


TOLD = [
    (POINT_A, "Ann dealt; they exchanged. Ann won the point and marks one (law 48)."),
    (POINT_B, "Bob dealt; they exchanged. Bob won the point and marks one (law 48)."),
    (VOLE_A, "Ann dealt; they exchanged. Ann made the vole and marks two (law 48)."),
    (
        hand("a", "stood", (4, 1)),
        "Ann dealt; Bob stood. Bob stood and lost the point: Ann marks two (law 49).",
    ),
    (hand("a", "stood", (1, 4)), "Ann dealt; Bob stood. Bob won the point and marks one (law 48)."),
    (hand("a", "stood", (5, 0)), "Ann dealt; Bob stood. Ann made the vole and marks two (law 48)."),
    (
        hand("b", "refused", (3, 2)),
        "Bob dealt and refused. Bob refused and lost the point: Ann marks two (law 49).",
    ),
    (
        hand("b", "refused", (2, 3)),
        "Bob dealt and refused. Bob won the point and marks one (law 48).",
    ),
    (
        hand("b", "exchanged", (3, 2), "b turned"),
        "Bob dealt; they exchanged. Bob turned the king and marks one (law 47). "
        "Ann won the point and marks one (law 48).",
    ),
    (
        hand("b", "exchanged", (5, 0), "a held"),
        "Bob dealt; they exchanged. Ann held the king and marks one (law 47). "
        "Ann made the vole and marks two (law 48).",
    ),
    # A vole is the same whatever was proposed, so that need not have been noted; nor who dealt.
    (hand("a", "", (0, 5)), "Ann dealt. Bob made the vole and marks two (law 48)."),
    (hand("", "exchanged", (2, 3)), "Bob won the point and marks one (law 48)."),
]


@pytest.mark.parametrize(("played", "told"), TOLD)
def test_a_hand_is_told_in_its_players_names(played: HandEntry, told: str) -> None:
    sheet = paper()
    sheet.enter(played)
    assert " ".join(rows(sheet)[0].sentences) == told


A, B = Seat.A, Seat.B
NOTED = [
    (
        HandRecord(marks=(NotedMark(A, 2),)),
        "Only the marks were noted. Ann marks two, as noted (law 47, law 48, law 49).",
    ),
    (
        HandRecord(marks=(NotedMark(B, 2, MarkKind.POINT),)),
        "Only the marks were noted. "
        "Ann stood or refused, and lost the point: Bob marks two (law 49).",
    ),
    (
        HandRecord(dealer=A, opening=POINT_A.record.opening, tricks=Tricks(1, 1), abandoned_by=B),
        "Ann dealt; they exchanged. Bob abandoned the hand: Ann marks one (law 42).",
    ),
    (
        HandRecord(
            dealer=A,
            opening=hand("a", "stood", None).record.opening,
            tricks=Tricks(0, 1),
            abandoned_by=B,
        ),
        "Ann dealt; Bob stood. Bob stood and lost the point: Ann marks two (law 42, law 49).",
    ),
]


@pytest.mark.parametrize(("record", "told"), NOTED)
def test_what_else_may_be_noted_of_a_hand(record: HandRecord, told: str) -> None:
    sheet = paper()
    sheet.enter(HandEntry(1, record))
    assert " ".join(rows(sheet)[0].sentences) == told


def test_a_king_ends_the_game_before_a_card_is_played() -> None:
    """A at four turns the king: the vole that followed marks nothing (law 46, marks in order)."""
    sheet = paper()
    sheet.enter(VOLE_A, VOLE_A, KING_VOLE_A)
    last = rows(sheet)[0]
    assert last.sentences[1:] == ("Ann turned the king and marks one (law 47).",)
    assert (last.marks, last.score) == ((1, 0), sheet.reading.state.score)


played_hands = st.builds(
    hand,
    st.sampled_from("ab"),
    st.sampled_from(["stood", "refused", "exchanged"]),
    st.integers(0, 5).map(lambda made: (made, 5 - made)),
    st.sampled_from(["", "a held", "b held"]),
)


@given(st.lists(played_hands, max_size=14))
def test_rows_add_up_to_the_score_beside_them(played: list[HandEntry]) -> None:
    """Newest first; each score is the marks of the rows below and its own, and stops at five."""
    sheet = paper()
    expected: list[tuple[int, tuple[int, int], tuple[int, int]]] = []
    score = {"a": 0, "b": 0}
    for one in played:
        record, before = one.record, dict(score)
        assert record.dealer
        assert record.opening
        assert record.tricks
        king = (record.kings[0].seat.value, "held") if record.kings else None
        tricks = (record.tricks.a, record.tricks.b)
        for seat, points, _what in naive_marks(
            "london", record.dealer.value, record.opening.value, king, tricks
        ):
            if 5 not in score.values():
                score[seat] = min(5, score[seat] + points)
        marks = (score["a"] - before["a"], score["b"] - before["b"])
        expected.append((len(expected) + 1, marks, (score["a"], score["b"])))
    sheet.enter(*played)
    shown = rows(sheet) if played else []
    assert [
        (row.number, row.marks, (row.score.a, row.score.b)) for row in shown if row.score
    ] == expected[::-1]
    assert [row.surplus for row in shown] == [row.marks == (0, 0) for row in shown]


# --- games and what was crossed out ---


@pytest.mark.parametrize(
    ("loser", "value"), [(0, ", treble"), (1, ", double"), (2, ", double"), (3, ""), (4, "")]
)
def test_a_game_won_is_headed_by_who_won_it_and_its_value(loser: int, value: str) -> None:
    """Law 46; the value is told only where it was agreed."""
    for agreed in (True, False):
        sheet = paper(**RUBBER, game_values=agreed)
        sheet.enter(game(1, loser, 5), HandEntry(2, POINT_A.record))
        going, won = game_sheets(sheet.reading)
        assert (going.number, going.heading, going.won) == (2, "Game 2", "")
        assert (won.number, won.heading) == (1, "Game 1")
        assert won.won == f"Won by Bob Baker, 5–{loser}{value if agreed else ''}"
        assert won.rows[0].sentences == ("Only the score was entered.",)


def test_hands_are_numbered_anew_in_each_game() -> None:
    sheet = paper(**RUBBER)
    sheet.enter(
        KING_VOLE_A, VOLE_A, *(HandEntry(2, one.record) for one in (POINT_A, POINT_B, VOLE_A))
    )
    assert [[row.number for row in one.rows] for one in game_sheets(sheet.reading)] == [
        [3, 2, 1],
        [2, 1],
    ]


def test_a_match_known_by_its_games_alone() -> None:
    sheet = paper(**RUBBER)
    sheet.enter(RubberEntry(1, 2))
    (only,) = game_sheets(sheet.reading)
    assert (only.heading, only.won) == ("The match, score only", "")
    assert [(row.sentences, row.score) for row in only.rows] == [
        (("Only the score was entered.",), None)
    ]
    assert [(side.games, side.wins) for side in sides(sheet.reading)] == [(1, False), (2, True)]
    assert latest_sentences(sheet.reading) == [
        "Only the score was entered.",
        "Bob has won the match.",
    ]


def test_hands_left_over_by_a_correction_stay_and_mark_nothing() -> None:
    sheet = paper()
    sheet.enter(POINT_A, VOLE_A, POINT_B)
    sheet.correct(1, KING_VOLE_A)
    left, last, first = rows(sheet)
    assert left.sentences[-1] == "Played after the game was over: nothing is marked."
    assert (left.surplus, left.marks, left.number) == (True, (0, 0), 3)
    assert left.score
    assert (left.score.a, left.score.b) == (5, 0)
    assert (last.marks, first.marks) == ((2, 0), (3, 0))


def test_what_was_superseded_hangs_on_its_row_newest_first() -> None:
    sheet = paper()
    sheet.enter(hand("a", "stood", (4, 1), "b held"))
    sheet.correct(1, hand("a", "refused", (2, 3)))
    sheet.correct(1, None)
    assert game_sheets(sheet.reading) == []
    sheet.undo()
    (row,) = rows(sheet)
    assert [old.sentences[0] for old in row.old] == [
        "Entry removed.",
        "Ann dealt and refused. Tricks 2–3.",
        "Ann dealt; Bob stood. Bob held the king. Tricks 4–1.",
    ]
    assert {(old.number, old.marks, old.score) for old in row.old} == {(1, (0, 0), None)}
    assert row.entry.data == sheet.written[1].data


def test_crossed_out_marks_can_still_be_read() -> None:
    """Of a hand with its marks alone, the marks are all there was to keep."""
    sheet = paper()
    noted = (NotedMark(A, 1, MarkKind.KING_HELD), NotedMark(B, 2, MarkKind.POINT))
    sheet.enter(HandEntry(1, HandRecord(marks=noted)))
    sheet.correct(1, HandEntry(1, HandRecord(marks=(NotedMark(A, 3),))))
    sheet.correct(1, HandEntry(1, NOTED[2][0]))
    sheet.correct(1, POINT_A)
    assert [old.sentences[0] for old in rows(sheet)[0].old] == [
        "Ann dealt; they exchanged. Bob abandoned the hand. Tricks 1–1.",
        "Only the marks were noted. Ann marks three.",
        "Only the marks were noted. Ann held the king. Bob marks two.",
    ]


def test_a_corrected_score_keeps_the_old_one() -> None:
    sheet = paper(**RUBBER)
    sheet.enter(game(1, 5, 3))
    sheet.correct(1, game(1, 3, 5))
    (row,) = rows(sheet)
    assert [old.sentences for old in row.old] == [("5–3",)]
    whole = paper(**RUBBER)
    whole.enter(RubberEntry(2, 0))
    whole.correct(1, RubberEntry(2, 1))
    assert [old.sentences for old in rows(whole)[0].old] == [("2–0",)]
