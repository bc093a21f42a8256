"""What a file cannot say, line by line: where it is told, and that the words say what to do."""

from datetime import date

import pytest

from ecarte_club.clubs.services.members import player_add
from ecarte_club.core.csv_files import read_rows
from games.evenings.services.evenings import evening_open, evening_sign_off
from games.matches.models import Match
from games.sheets.csv_format.lines import COLUMNS, OPTIONAL, REQUIRED
from games.sheets.csv_format.sheets import Sheet, sheets
from tests.site.pages import Browser, page
from tests.support.clubhouse import House
from tests.support.sheets import faults, file_of, upload

pytestmark = pytest.mark.any_database

GOOD = {
    "player_a": "Ann",
    "player_b": "Bob",
    "format": "one_game",
    "first_dealer": "a",
    "opening": "stood",
    "tricks_a": "3",
}
Change = dict[str, str]


def row(label: object, **cells: str) -> str:
    """A line of every column, in quotes."""
    named = {"match": str(label), **cells}
    return ",".join('"{}"'.format(named.get(column, "").replace('"', '""')) for column in COLUMNS)


def typed(*changes: Change) -> bytes:
    """Each change of a good line as a match of its own, on the lines from 2 on."""
    lines = [row(n, **{**GOOD, **change}) for n, change in enumerate(changes, start=1)]
    return file_of(*lines, head=",".join(COLUMNS))


def read(*lines: str) -> list[Sheet]:
    text = file_of(*lines, head=",".join(COLUMNS)).decode()
    return list(sheets(read_rows(text, REQUIRED, optional=OPTIONAL)))


def wrong_in(*lines: str) -> list[tuple[int, str, str]]:
    return [(one.line, one.column, one.text) for sheet in read(*lines) for one in sheet.wrong]


CELLS: list[tuple[Change, str, str]] = [
    # What is changed, the column that is named, and what its message must say.
    ({"match": "x" * 41}, "match", "40 characters"),
    ({"table": "t" * 21}, "table", "20 characters"),
    ({"rules": "r" * 81}, "rules", "80 characters"),
    ({"player_a": "a" * 81}, "player_a", "80 characters"),
    ({"player_a": "", "player_a_id": ""}, "player_a", "the name or the id"),
    ({"player_b": " "}, "player_b", "the name or the id"),
    ({"player_b_id": "7a"}, "player_b_id", "“7a”"),
    ({"player_b_id": "-7"}, "player_b_id", "whole number"),
    ({"evening_id": "1.0"}, "evening_id", "whole number"),
    ({"season_id": "9" * 20}, "season_id", "9223372036854775807"),
    ({"code": "paris"}, "code", "london, "),
    ({"options": "treble"}, "options", "game_value=single"),
    ({"options": "a=b c"}, "options", "“a=b c”"),
    ({"format": "best of three"}, "format", "one_game, games, rubber"),
    ({"games": "three"}, "games", "up to 99"),
    ({"games": "100"}, "games", "“100”"),
    ({"game_values": "perhaps"}, "game_values", "empty or one of: yes, no."),
    ({"rubber_bonus": "½"}, "rubber_bonus", "“½”"),
    ({"first_dealer": "Ann"}, "first_dealer", "empty or one of: a, b."),
    ({"started_at": "19.11.2026"}, "started_at", "2026-11-19 21:30"),
    ({"started_at": "1815-06-18 11:00"}, "started_at", "“1815-06-18 11:00”"),
    ({"at": "half past nine"}, "at", "2026-11-19 21:30"),
    ({"line": "rubbers"}, "line", "hand, game, rubber, match"),
    ({"game": "one"}, "game", "whole number"),
    ({"dealer": "bob"}, "dealer", "empty or one of: a, b."),
    ({"opening": "stand"}, "opening", "stood, refused, exchanged"),
    ({"king": "a"}, "king", "a-turned, a-held, a-turned_late, b-turned, b-held, b-turned_late"),
    ({"tricks_a": "all"}, "tricks_a", "“all”"),
    ({"tricks_a": "٣"}, "tricks_a", "whole number"),
    ({"tricks_b": "2,5"}, "tricks_b", "“2,5”"),
    ({"abandoned_by": "both"}, "abandoned_by", "empty or one of: a, b."),
    ({"abandoned_by": "a", "tricks_a": "2"}, "tricks_b", "how many tricks each player made"),
    ({"abandoned_by": "a", "tricks_a": "", "tricks_b": "2"}, "tricks_a", "each player made"),
    ({"marks": "c1"}, "marks", "king_turned, king_held, point, vole"),
    ({"marks": "a0"}, "marks", "“none” if nobody marked"),
    ({"marks": "a1:trick"}, "marks", "“a1:trick”"),
    ({"marks": " ".join(["a1"] * 7)}, "marks", "a1:king_held b2"),
    ({"score_a": "5"}, "score_a", "empty in a line of this kind"),
    ({"line": "game"}, "opening", "empty in a line of this kind"),
    ({"line": "match"}, "tricks_a", "empty in a line of this kind"),
    (
        {"line": "rubber", "opening": "", "tricks_a": "", "dealer": "a"},
        "dealer",
        "this kind",
    ),
    ({"rubbers": "two"}, "rubbers", "whole number"),
    ({"line": "", "score_b": "5"}, "score_b", "empty in a line of this kind"),
    ({"line": "rubber", "opening": "", "tricks_a": ""}, "score_a", "both players"),
]
# What a good hand's cells, and those that are missing, are told for in another kind of line.
FOLLOWS = {
    "game": {"opening", "tricks_a", "score_a", "score_b"},
    "rubber": {"score_a", "score_b"},
    "match": {"opening", "tricks_a"},
}


@pytest.mark.postgresql
def test_each_cell_that_cannot_be_is_named_with_what_it_may_be() -> None:
    """One line each, so that a message on the wrong line or of the wrong column is seen."""
    told: dict[int, list[tuple[str, str]]] = {}
    data = typed(*(change for change, _column, _says in CELLS)).decode()
    for sheet in sheets(read_rows(data, REQUIRED, optional=OPTIONAL)):
        for one in sheet.wrong:
            told.setdefault(one.line, []).append((one.column, one.text))
    for line, (change, column, says) in enumerate(CELLS, start=2):
        found = dict(told.pop(line, []))
        assert says in found.get(column, ""), (change, found)
        also = FOLLOWS.get(change.get("line", ""), set())
        assert found.keys() == {column, *also}, change
    assert told == {}, "a good cell is not told"


def test_a_message_has_room_for_much_of_what_was_typed_and_not_for_all() -> None:
    (found,) = wrong_in(row(1, **{**GOOD, "king": "k" * 5000}))
    assert "k" * 40 + "…" in found[2]
    assert len(found[2]) < 200


def test_the_lines_of_a_match_say_the_same() -> None:
    """What is not empty must be as in the first line, which is named; ends do not count."""
    first = row("A", **{**GOOD, "table": "1"})
    assert wrong_in(first, row("A", player_a=" Ann ", opening="stood", tricks_a="5")) == []
    found = wrong_in(
        row("0", **GOOD), first, row("", table="2", player_b="Cyd", opening="stood", tricks_a="5")
    )
    assert [(line, column) for line, column, _text in found] == [(4, "table"), (4, "player_b")]
    assert all(
        "line 3" in text and "Must be empty or the same" in text for _line, _column, text in found
    )


def test_a_file_that_never_names_its_match_says_so_once() -> None:
    found = wrong_in(row("", **GOOD), row("", opening="stood", tricks_a="5"))
    assert [one[:2] for one in found] == [(2, "match")]
    assert "a number or a word" in found[0][2]


def test_lines_of_another_length_are_told_as_a_whole() -> None:
    """In a file of 43 columns; cells too many that are empty do not count."""
    whole = row(1, **GOOD)
    assert len(COLUMNS) == 43
    assert wrong_in(whole + ",,") == []
    (short,) = wrong_in("1,2", whole)[:1]
    (long,) = wrong_in(whole, row(1) + ",x")
    assert (short[:2], long[:2]) == ((2, ""), (3, ""))
    assert "2 cells" in short[2]
    assert "44 cells" in long[2]
    assert "43 columns" in long[2]


def test_quotes_commas_and_lines_within_a_cell_do_not_move_the_lines_told() -> None:
    """A cell of three lines: what comes after it is told two lines further down, as an editor
    counts them."""
    name = 'Ann, "the\r\nfirst\r\n" of them'
    found = read(row(1, **{**GOOD, "player_a": name}), row(2, **{**GOOD, "king": "z"}))
    assert [sheet.line for sheet in found] == [2, 5]
    assert found[1].wrong[0].line == 5
    assert found[0].frame is not None
    assert found[0].frame.player_a.name == 'Ann, "the first " of them'


# --- what only the club can know ---


@pytest.fixture
def club(house: House) -> House:
    """Two who are called Cyd, an evening that is over and one that goes on, a season."""
    director = house.person("director")
    player_add(by=director, name="cyd", confirm_name=True)
    house.season()
    for day, tables in ((19, ("1",)), (20, ("1", "Blue room"))):
        evening = evening_open(by=director, held_on=date(2026, 11, day), tables=tables)
        if day == 19:
            evening_sign_off(by=director, evening=evening, version=evening.version)
    return house


def test_what_the_club_does_not_know_is_told_with_what_to_do(club: House) -> None:
    ann, season = club.players["ann"].pk, club.club.events.get().pk
    open_evening = club.club.evenings.get(held_on=date(2026, 11, 20)).pk
    cases: list[tuple[Change, str, tuple[str, ...]]] = [
        ({"player_a": "Nemo"}, "player_a", ("“Nemo”", "Correct the name", "add the player")),
        ({"player_a": "Cyd"}, "player_a", ("more than once", "Give the id too")),
        ({"player_a": "", "player_a_id": "999999"}, "player_a", ("id 999999",)),
        (
            {"player_a": "Bob", "player_a_id": str(ann)},
            "player_a",
            ("“Ann”", "“Bob”", "Correct one"),
        ),
        ({"player_b": "ANN"}, "player_b", ("Choose two different players",)),
        ({"season": "Winter"}, "season", ("“Winter”", "or open the season")),
        ({"season_id": "999999"}, "season", ("id 999999",)),
        ({"season": "Autumn", "season_id": str(season)}, "season", ("“Season”", "“Autumn”")),
        ({"season": "Season", "format": "rubber"}, "format", ("Leave this empty",)),
        ({"season": "Season", "format": "", "code": "modern"}, "code", ("Leave this empty",)),
        ({"season": "Season", "rubber_bonus": "2"}, "rubber_bonus", ("Leave this empty",)),
        ({"evening": "2026-11-21"}, "evening", ("“2026-11-21”", "open the evening")),
        ({"evening": "20 November"}, "evening", ("Write the date like",)),
        ({"evening": "2026-11-19", "table": "1"}, "table", ("signed off", "or correct them")),
        ({"evening": "2026-11-20"}, "table", ("1 or Blue room",)),
        ({"evening_id": str(open_evening), "table": "2"}, "table", ("1 or Blue room",)),
        ({"evening": "2026-11-19", "evening_id": str(open_evening)}, "evening", ("Correct one",)),
        ({"options": "nothing=here", "code": "london"}, "options", ("option with this name",)),
        ({"format": "rubber", "games": "4"}, "games", ("odd number",)),
        ({"format": "games", "games": "26"}, "games", ("1 to 25",)),
        ({"format": "rubber", "rubber_bonus": "11"}, "rubber_bonus", ("0 to 10",)),
        ({"opening": ""}, "opening", ("law 49",)),
        ({"king": "b-turned"}, "king", ("dealer",)),
        ({"tricks_a": "6"}, "tricks_a", ("more than five", "law 8")),
        ({"tricks_a": "3", "tricks_b": "3"}, "tricks_a", ("more than five",)),
        ({"marks": "b2:vole"}, "marks", ("marks",)),
    ]
    found = upload(club, typed(*(change for change, _column, _words in cases)))
    told: dict[int, dict[str, str]] = {}
    for line, column, text in faults(found):
        told.setdefault(line, {})[column] = text
    for line, (change, column, words) in enumerate(cases, start=2):
        text = told.get(line, {}).get(column, "")
        missing = [word for word in words if word not in text]
        assert not missing, (change, told.get(line))
    assert found.wrong == sum(len(columns) for columns in told.values())
    assert found.matches == len(cases)
    assert not Match.objects.exists()
    shown = page(Browser(club, "director").get(f"imports/{found.pk}/"))
    for _line, _column, text in faults(found):
        assert text in shown
    saved = Browser(club, "director").get(f"imports/{found.pk}/?faults=1").content.decode()
    assert saved.count("\r\n") == found.wrong + 1


def test_with_new_players_wished_only_what_is_wrong_otherwise_is_told(club: House) -> None:
    data = typed(
        {"player_a": "Nemo"},
        {"player_a": "NEMO", "player_b": "Zoë"},
        {"player_a": "Cyd"},
        {"player_a": "", "player_a_id": "999999"},
    )
    found = upload(club, data, add_players=True)
    assert {(line, column) for line, column, _text in faults(found)} == {
        (4, "player_a"),
        (5, "player_a"),
    }
    assert found.new_players == ["Nemo", "Zoë"]


def test_the_same_label_in_two_places_is_told_once_for_each_return(club: House) -> None:
    lines = [row(label, **GOOD) for label in ("1", "2", "1", "3", "1")]
    found = upload(club, file_of(*lines, head=",".join(COLUMNS)))
    assert [(line, column) for line, column, _text in faults(found)] == [
        (4, "match"),
        (6, "match"),
    ]
    assert all(
        "Keep the lines of a match together" in text for _line, _column, text in faults(found)
    )
