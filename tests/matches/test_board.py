"""The board over a match and what it says of the latest act, of matches kept on paper."""

import pytest

from games.engine.seats import Seat
from games.matches.views.match_sheet import latest_sentences, short_names, sides
from tests.sheets.paper import Paper, game, hand, paper, paper_match

POINT_A, POINT_B = hand("a", "exchanged", (3, 2)), hand("b", "exchanged", (2, 3))
VOLE_A = hand("a", "exchanged", (5, 0))
RUBBER = {"format": "rubber", "games": 3}


@pytest.mark.parametrize(
    ("form", "games", "counters"),
    [
        ("one_game", 1, 0),
        ("rubber", 1, 0),
        ("rubber", 3, 2),
        ("rubber", 5, 3),
        ("rubber", 7, 0),
        ("games", 1, 0),
        ("games", 2, 2),
        ("games", 3, 3),
        ("games", 4, 0),
    ],
)
def test_a_counter_for_each_game_to_win_while_they_are_few(
    form: str, games: int, counters: int
) -> None:
    for side in sides(paper(format=form, games=games).reading):
        assert side.counters == (False,) * counters


def test_games_won_fill_the_counters() -> None:
    sheet = paper(**RUBBER)
    sheet.enter(game(1, 5, 3), game(2, 2, 5))
    a, b = sides(sheet.reading)
    assert (a.games, b.games, a.counters, b.counters) == (1, 1, (True, False), (True, False))
    sheet.enter(game(3, 5, 4))
    a, b = sides(sheet.reading)
    assert (a.counters, b.counters) == ((True, True), (True, False))
    assert (a.wins, b.wins) == (True, False)


def test_deals_alternate_until_the_match_is_over() -> None:
    """Law 14. Who dealt is a fact, also when it was not his turn."""
    sheet = paper(first_dealer="b")

    def dealing() -> str:
        return "".join(side.seat.value for side in sides(sheet.reading) if side.deals)

    assert dealing() == "b"
    sheet.enter(hand("", "exchanged", (3, 2)))
    assert dealing() == "a"
    sheet.enter(hand("b", "exchanged", (3, 2)))
    assert dealing() == "a"
    sheet.enter(VOLE_A)
    assert dealing() == "b"
    sheet.enter(POINT_A)
    assert (sides(sheet.reading)[0].score, dealing()) == (5, "")


def test_nobody_deals_where_nobody_knows() -> None:
    assert not any(side.deals for side in sides(paper().reading))
    sheet = paper(**RUBBER, first_dealer="a")
    sheet.enter(game(1, 5, 0))
    assert not any(side.deals for side in sides(sheet.reading))


def test_who_marked_in_the_hand_entered_last_is_shown_once() -> None:
    sheet = paper()

    def marked() -> str:
        return "".join(
            side.seat.value for side in sides(sheet.reading, fresh=True) if side.just_marked
        )

    assert marked() == ""
    sheet.enter(POINT_A)
    assert marked() == "a"
    sheet.enter(hand("b", "exchanged", (3, 2), "b turned"))
    assert marked() == "ab"
    assert not any(side.just_marked for side in sides(sheet.reading))
    sheet.correct(2, POINT_B)
    assert marked() == ""
    sheet.undo()
    assert marked() == ""
    sheet.enter(POINT_B)
    assert marked() == "b"


@pytest.mark.parametrize(
    ("a", "b", "short"),
    [
        ("Ann Archer", "Bob Baker", ("Ann", "Bob")),
        ("Ann Archer", "Ann Baker", ("Ann Archer", "Ann Baker")),
        ("Ann", "Ann Baker", ("Ann", "Ann Baker")),
        ("Plato", "Cher", ("Plato", "Cher")),
        ("Jean-Luc de la Tour", "Élodie  Roux", ("Jean-Luc", "Élodie")),
    ],
)
def test_first_names_where_they_tell_the_two_apart(a: str, b: str, short: tuple[str, str]) -> None:
    reading = Paper(paper_match(a, b)).reading
    assert tuple(short_names(reading)[seat] for seat in Seat) == short
    assert [side.short for side in sides(reading)] == list(short)
    assert [side.name for side in sides(reading)] == [a, b]


def test_each_act_says_what_it_came_to() -> None:
    sheet = paper(**RUBBER)
    point = "Ann won the point and marks one (law 48)."
    vole = "Ann made the vole and marks two (law 48)."
    assert latest_sentences(sheet.reading) == []
    sheet.enter(POINT_A)
    assert latest_sentences(sheet.reading) == [point]
    sheet.correct(1, VOLE_A)
    assert latest_sentences(sheet.reading) == ["Corrected.", vole]
    sheet.undo()
    assert latest_sentences(sheet.reading) == ["Entry undone."]
    sheet.correct(1, None, "another table's")
    assert latest_sentences(sheet.reading) == ["Entry removed: another table's"]
    sheet.enter(VOLE_A, VOLE_A, VOLE_A)
    # Two and two and one of the last vole: a score does not pass five.
    assert latest_sentences(sheet.reading) == [vole.replace("two", "one"), "Ann has won the game."]
    sheet.enter(game(2, 5, 4))
    assert latest_sentences(sheet.reading) == [
        "Only the score was entered.",
        "Ann has won the match.",
    ]


def test_as_many_games_each_is_a_drawn_match() -> None:
    sheet = paper(format="games", games=2)
    sheet.enter(game(1, 5, 3), game(2, 0, 5))
    assert latest_sentences(sheet.reading) == ["Only the score was entered.", "The match is drawn."]
    assert not any(side.wins for side in sides(sheet.reading))
