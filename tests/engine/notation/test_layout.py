"""Comments, line ends and streams; what is written stands where a program writes it."""

from collections.abc import Iterator

import pytest

from games.engine.notation import loads, read
from games.engine.notation.contests import follow
from games.engine.notation.files import dump, dumps
from games.engine.notation.values import Comment, Contest, Header

from .texts import FIRST, fault

PLACES = """\
[Code "london"]
{of the head}
[A "Alice"]

game:1 {of the game} cut:KS,7H {of the cut}
deal:A {of the deal} B:5? A:5? {of the cards} up:8H
stand {of the talk}
? ? /A {of the play} ? ? /B
tricks:3-2 {of the tricks} =2-0
{of the hand
on two lines}
"""


def comments(contest: Contest) -> list[str]:
    """In the order in which they stand."""
    found = [one.text for one in contest.head if isinstance(one, Comment)]
    for game in contest.games:
        found += [one.text for one in game.before if isinstance(one, Comment)]
        for hand in game.hands:
            found += [one.text for one, _place in hand.each(Comment)]
    return found


def test_a_comment_stays_in_its_place() -> None:
    contest = loads(PLACES)
    said = ["head", "game", "cut", "deal", "cards", "talk", "play", "tricks"]
    assert comments(contest) == [*(f"of the {one}" for one in said), "of the hand\non two lines"]
    assert dumps(contest) == PLACES.replace("=2-0\n{", "=2-0 {")
    assert loads(dumps(contest)) == contest


def test_what_is_counted_does_not_depend_on_comments() -> None:
    bare = PLACES
    for said in comments(loads(PLACES)):
        bare = bare.replace(f"{{{said}}}", "")
    (with_them,), (without,) = follow(loads(PLACES)), follow(loads(bare))
    assert (with_them.record, with_them.after) == (without.record, without.after)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{}", ""),
        ("{ a  b }", " a  b "),
        (r"{a\}b}", "a}b"),
        (r"{a\\}", "a\\"),
        ("{a{b}", "a{b"),
        ('{[A "B"]}', '[A "B"]'),
        ("{KS 7H =9-9}", "KS 7H =9-9"),
        ("{a\n\nb}", "a\n\nb"),
        ("{a\tb}", "a\tb"),
    ],
)
def test_what_stands_in_braces_is_no_token(written: str, said: str) -> None:
    contest = loads(f'[Code "london"] deal:A {written}stand')
    assert comments(contest) == [said]
    assert comments(loads(dumps(contest))) == [said]


@pytest.mark.parametrize(
    ("text", "line", "column", "code"),
    [
        ('[Code "london"] {a\nb} deal:A\tprpose', 2, 11, "token_expected"),
        ('[Code "london"]\r\n\r\ndeal:A\r\n  prpose\r\n', 4, 3, "token_expected"),
        ('\ufeff[Code "london"] prpose', 1, 18, "token_expected"),
        ('\ufeff[Code "paris"]', 1, 2, "header_value"),
        ('{a}\n\n[A "B"]\n[Code "paris"]', 4, 1, "header_value"),
        ('[Code "london"]\n\n\n\t\tdeal:A {\n\n', 4, 10, "comment_open"),
        ('[Code "london"] {é\u2660} deal:A prpose', 1, 29, "token_expected"),
        (r'[Code "london"] deal:A {a\}', 1, 24, "comment_open"),
        ('[Code "london"] deal:A{no blank}{none}7H', 1, 39, "proposal_due"),
    ],
)
def test_lines_and_columns_are_those_of_the_file(
    text: str, line: int, column: int, code: str
) -> None:
    assert fault(text) == (code, line, column)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n", " \t\n\t", "\r\n \r\n"])
def test_line_ends_and_blanks_between_tokens_are_nothing(end: str) -> None:
    text = PLACES.replace("{of the hand\non two lines}\n", "")
    plain = loads(text)
    assert loads(text.replace("\n", end)) == plain
    assert loads(text.replace("} ", "}" + end).replace(" {", end + "{")) == plain
    assert loads("\ufeff" + end + text.replace("\n", end)) == plain


@pytest.mark.parametrize(
    ("head", "line", "column", "code"),
    [
        ('[Code "london"] [Score "0-5"]', 1, 17, "header_value"),
        ('[Code "london"] [Score "3 - 2"]', 1, 17, "header_value"),
        ('[Code "london"]\n[Dealer "a"]', 2, 1, "header_value"),
        ('[Code "London"]', 1, 1, "header_value"),
        ('[code "london"]', 1, 1, "code_expected"),
        ('[Code "london"] [A "x"] [A "y"]\n[Score "?"] [Score "?"]', 2, 13, "header_twice"),
        ('[Code "london"] [RubberBonus "100"]', 1, 17, "header_value"),
        ('[Code "london"] [RubberBonus "-1"]', 1, 17, "header_value"),
        ('[Code "london"] [GameValues "maybe"]', 1, 17, "header_value"),
        ('[Code "london"]\n[Format "rubber 2"]', 2, 1, "rubber_not_odd"),
        ('[Code "london"]\n[Format "games 0"]', 2, 1, "games_out_of_range"),
        ('[Code "london"] [Format "one_game 2"]', 1, 17, "games_out_of_range"),
        (
            '[GameValues "yes"] [Format "games 2"] [Code "household"]',
            1,
            1,
            "game_value_not_in_code",
        ),
        ('[Code "london"] [Options "lost_vole=three"]', 1, 17, "option_value_unknown"),
        ('[Code "london"] [Orders "3-2  -"]', 1, 17, "header_value"),
    ],
)
def test_headers_that_cannot_stand_or_contradict_one_another(
    head: str, line: int, column: int, code: str
) -> None:
    assert fault(head) == (code, line, column)


def test_headers_that_no_program_knows_are_kept_and_may_stand_twice() -> None:
    text = '[Code "london"]\n[Round "1"]\n[Round "2"]\n[x-y_2 "a \\"b\\" \\\\ c\\nd"]\n'
    contest = loads(text)
    assert list(contest.headers())[1:] == [
        Header("Round", "1"),
        Header("Round", "2"),
        Header("x-y_2", 'a "b" \\ c\nd'),
    ]
    assert contest.header("Round") == "1"
    assert dumps(contest) == text


# streams

ONE = '[Code "modern"]\n[A "{}"]\n\ngame:1\ndeal:A\nstand\ntricks:3-2\n'


def stream(number: int, bad: int) -> Iterator[str]:
    """Contest after contest of eight lines; one of them has no such tricks."""
    for one in range(number):
        text = ONE.format(one) + "\n"
        yield from (text.replace("3-2", "3-3") if one == bad else text).splitlines(keepends=True)


@pytest.mark.parametrize("bad", [0, 1, 7, 19])
def test_all_before_the_bad_one_are_given(bad: int) -> None:
    given: list[str | None] = []

    def to_its_end(_text: str) -> None:
        given.extend(one.header("A") for one in read(stream(20, bad)))

    assert fault("", to_its_end) == ("tricks_too_many", 8 * bad + 7, 1)
    assert given == [str(one) for one in range(bad)]


def test_a_contest_is_given_once_the_next_begins() -> None:
    """Of a stream that is still being written no more is read than is needed."""
    lines = stream(20, 5)
    contests = read(lines)
    assert [next(contests).header("A") for _one in range(3)] == ["0", "1", "2"]
    assert next(lines) == '[A "3"]\n', "its first header has ended the contest before"


def test_an_unknown_word_stops_the_stream_where_it_stands() -> None:
    text = ONE.format(1) + ONE.format(2).replace("stand", "stnd") + ONE.format(3)
    found = read(text.split("\n"))
    assert next(found).header("A") == "1"
    assert fault("", lambda _text: next(found)) == ("token_expected", 13, 1)


def test_between_contests_stands_one_empty_line() -> None:
    contests = [loads(FIRST), loads(PLACES), loads(ONE.format(1))]
    parts = list(dump(contests))
    assert all(part.endswith("\n") for part in parts)
    assert "".join(parts) == "\n".join(map(dumps, contests))
    assert list(read("".join(parts).split("\n"))) == contests
    assert "".join(dump([])) == ""
    assert "".join(dump(contests[:1])) == FIRST


def test_a_game_is_written_by_lines_of_dealing_talk_play_and_notes() -> None:
    loose = """[Code "london"] game:1 deal:A score:2-2 B:5? A:5? up:7S propose accept B-2? A-0
    B+2? propose king:B refuse ? ? /A ? ? /A abandon:A tricks:2-0 stock:3? =2-4"""
    written = """\
[Code "london"]

game:1
deal:A score:2-2 B:5? A:5? up:7S
propose accept B-2? A-0 B+2? propose king:B refuse
? ? /A ? ? /A abandon:A
tricks:2-0 stock:3? =2-4
"""
    assert dumps(loads(loose)) == written


def test_a_line_is_broken_before_the_eighty_first_sign() -> None:
    """`game:1`, a blank, and a comment of seventy-three signs are eighty."""
    for length, lines in ((73, 1), (74, 2)):
        contest = loads('[Code "london"] game:1 {' + "x" * (length - 2) + "}")
        written = dumps(contest).splitlines()[2:]
        assert len(written) == lines
        assert max(map(len, written)) == (80 if lines == 1 else 74)
