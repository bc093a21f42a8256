"""CSV as spreadsheets write it, and as no spreadsheet may understand it."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecarte_club.core.csv_files import FORMULA, defuse, read_rows, undo_defuse, write_rows
from ecarte_club.core.exceptions import Invalid

COLUMNS = ("id", "name")
# All that a text file can hold: no control character but a tab and the ends of lines.
cells = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc"], include_characters="\t\r\n")
)
odd = st.builds("{}{}".format, st.sampled_from(["", "'", "''", *FORMULA]), cells)


def rows(data: bytes | str, **options: int) -> list[tuple[str, ...]]:
    """The cells of each line, which must all be good."""
    found = list(read_rows(data, COLUMNS, optional=("note",), **options))
    assert [row.wrong for row in found] == [""] * len(found)
    return [(row.cells["id"], row.cells["name"], row.cells["note"]) for row in found]


def refused(data: bytes | str, **options: int) -> str:
    with pytest.raises(Invalid) as found:
        list(read_rows(data, COLUMNS, optional=("note",), **options))
    assert found.value.code == "invalid_csv"
    assert list(found.value.errors) == ["csv"]
    return str(found.value.detail)


@given(st.lists(st.tuples(st.integers(1), cells | odd, cells | odd), max_size=8))
def test_what_was_written_is_read_letter_for_letter(written: list[tuple[int, str, str]]) -> None:
    data = write_rows(("id", "name", "note"), written)
    assert rows(data) == [(str(number), name, note) for number, name, note in written]


@given(cells | odd)
def test_no_cell_is_a_formula(text: str) -> None:
    """Read by Python's own reader, as a spreadsheet would take it."""
    data = write_rows(("name", "end"), [(text, "x")]).decode("utf-8-sig")
    cell = list(csv.reader(io.StringIO(data, newline="")))[1][0]
    assert not cell.startswith(FORMULA)
    assert cell in (text, f"'{text}")


@pytest.mark.parametrize("text", ["", "Ann", "'t Hooft", "O'Brien", "1-2", "a=b", "'"])
def test_what_is_no_formula_stays_as_it_is(text: str) -> None:
    assert defuse(text) == undo_defuse(text) == text


@pytest.mark.parametrize("text", ["=1+1", "'=1", "''-2", "@x", "＝1", "+33 1", "\t=1"])
def test_one_apostrophe_comes_and_goes(text: str) -> None:
    assert defuse(text) == f"'{text}"
    assert undo_defuse(defuse(text)) == text


def test_numbers_are_not_text() -> None:
    assert write_rows(("id", "name"), [(-3, "-3")]).endswith(b"-3,'-3\r\n")


TABLE = "id,name\r\n1,Élodie\r\n"
READ = [("1", "Élodie", "")]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"]
)
def test_encodings_are_told_apart(encoding: str) -> None:
    assert rows(TABLE.encode(encoding)) == READ
    assert rows(("\ufeff" + TABLE).encode("utf-16-le")) == READ


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_delimiters_and_line_ends(delimiter: str, end: str) -> None:
    lines = ["id,name", "", "1,Élodie", ",", ""]
    assert rows(end.join(lines).replace(",", delimiter)) == READ


def test_the_names_of_columns_in_any_order_and_size() -> None:
    assert rows("\n NAME ;Id;;\nÉlodie;1;;\n") == READ
    assert rows("note;name;id\n=x;a,b;2\n") == [("2", "a,b", "=x")]


def test_quotes_hold_delimiters_quotes_and_lines() -> None:
    text = 'id,name\n1,"Ann, ""the\nking"""\n2,Bob\n'
    found = list(read_rows(text, COLUMNS))
    assert [(row.line, row.cells["name"]) for row in found] == [(2, 'Ann, "the\nking"'), (4, "Bob")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("id,nom\n1,Ann\n", "Missing: name. Not known here: nom."),
        ("name\nAnn\n", "Missing: id."),
        ("id,name,id\n1,Ann,2\n", "Named twice: id."),
        ("id,name,Age\n1,Ann,9\n", "Not known here: age."),
        ("1,Ann\n2,Bob\n", "Missing: id, name. Not known here: 1, ann."),
        ("id|name\n1|Ann\n", "Missing: id, name. Not known here: id|name."),
    ],
)
def test_wrong_columns_are_told_with_the_right_ones(text: str, told: str) -> None:
    assert refused(text) == (
        f"The first line must name the columns, which are: id, name, note. {told}"
    )


@pytest.mark.parametrize("data", ["", b"", b"\xef\xbb\xbf", "\r\n\n", "  \t", b"\xff\xfe"])
def test_empty_files(data: bytes | str) -> None:
    assert "is empty" in refused(data)


BINARY = {
    "png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
    "zeros": bytes(1000),
    "pdf": b"%PDF-1.7\n\x81\x8d\x8f\x90\x9d",
    "random": bytes(range(256)) * 4,
    "half utf-16": b"\xff\xfei\x00d\x00,",
}


@pytest.mark.parametrize("name", BINARY)
def test_binary_files(name: str) -> None:
    assert "not a text file" in refused(BINARY[name])


@pytest.mark.parametrize("data", [b"PK\x03\x04rest", b"\xd0\xcf\x11\xe0rest"])
def test_the_files_of_spreadsheets(data: bytes) -> None:
    assert "save it as CSV" in refused(data)


@pytest.mark.parametrize("line", ['2,"Bob', '2,"Bob"x', '2,"' + "x" * 200_000])
def test_wrong_quotes_name_the_line_before(line: str) -> None:
    assert "after line 2" in refused(f"id,name\n1,Ann\n{line}\n3,Cyd\n")
    assert "first line must" in refused('id,"name\n1,Ann\n')


def test_a_line_of_another_length_is_wrong_by_itself() -> None:
    found = list(read_rows("id,name\n1\n2,Bob,x\n3,Cyd,,\n", COLUMNS))
    assert [(row.line, bool(row.wrong)) for row in found] == [(2, True), (3, True), (4, False)]
    assert "3 cells" in found[1].wrong
    assert found[2].cells == {"id": "3", "name": "Cyd"}


def test_no_more_than_is_allowed() -> None:
    text = "id,name\n" + "1,Ann\n" * 5
    assert len(rows(text, rows_most=5)) == 5
    assert "more than 4 lines" in refused(text, rows_most=4)
    assert "too large" in refused(text.encode(), bytes_most=30)
