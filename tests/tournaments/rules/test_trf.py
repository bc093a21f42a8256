"""TRF16: read and written. Alice is 1, Bob 2, Chloé 3."""

from datetime import date
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tournaments.rules.trf.reading import Fault, FaultCode, read
from scoring.tournaments.rules.trf.report import Cell, Games, Player, Report, Result
from scoring.tournaments.rules.trf.writing import write

pytestmark = pytest.mark.any_database

ALICE = f"{'001    1      Alice':<80} 1.0    1"
BOB = f"{'001    2      Bob':<80} 0.0    2"
DATA = Path(__file__).parents[1] / "data"


def faults(*lines: str) -> list[Fault]:
    return read("\n".join(lines)).faults


def test_a_line_stands_in_the_columns_of_the_handbook() -> None:
    """Number 5-8, name 15-47, rating 49-52, points 81-84, rank 86-89; the second round's opponent
    102-105, colour 107, result 109."""
    cells = (Cell(2, True, Result.WIN), Cell(3, False, Result.DRAW))
    report = Report("Cup", (Player(1, "Chloé", cells, rank=12, rating=1850),))
    line = write(report).split("\r\n")[2]
    columns = {
        (1, 3): "001",
        (5, 8): "   1",
        (15, 47): "Chloé".ljust(33),
        (49, 52): "1850",
        (81, 84): " 1.5",
        (86, 89): "  12",
        (92, 95): "   2",
        (97, 97): "w",
        (99, 99): "1",
        (102, 105): "   3",
        (107, 107): "b",
        (109, 109): "=",
    }
    assert {at: line[at[0] - 1 : at[1]] for at in columns} == columns
    assert len(line) == 109


def test_a_file_of_another_program_is_read() -> None:
    """Made by bbpPairings' generator: 41 players, nine rounds, lines that end in CR."""
    found = read((DATA / "bbp.trf").read_bytes().decode())
    assert found.faults == []
    assert found.report.name == "AutoTest Tournament 1"
    assert (len(found.report.players), found.report.rounds_drawn) == (41, 9)
    first = found.report.players[0]
    assert first.name == "Test0001 Player0001"
    assert first.rounds[0] == Cell(21, False, Result.WIN)
    # What the file says of everybody's points, in columns 81 to 84.
    lines = [line for line in (DATA / "bbp.trf").read_text().split("\n") if line[:3] == "001"]
    assert len(lines) == 41
    assert [one.half_points for one in found.report.players] == [
        2 * float(line[80:84]) for line in lines
    ]


def some_report(random: Random) -> Report:
    number, rounds = random.randint(1, 12), random.randint(0, 5)
    cells: dict[int, list[Cell]] = {one: [] for one in range(1, number + 1)}
    games = []
    for at in range(1, rounds + 1):
        order = random.sample(range(1, number + 1), number)
        while order:
            one = order.pop()
            if not order or random.random() < 0.2:
                alone = random.choice(["H", "F", "U", "Z"])
                cells[one].append(Cell(0, None, Result(alone)))
                continue
            other = order.pop()
            first = random.choice([True, False, None])
            own, others = map(str, random.choice([*["10", "01", "=="] * 3, "  ", "+-", "-+", "--"]))
            cells[one].append(Cell(other, first, Result(own)))
            cells[other].append(Cell(one, None if first is None else not first, Result(others)))
            if own == "1" and random.random() < 0.5:
                games.append(Games(at, one, other, (2, random.randint(0, 1))))
    while rounds and all(row[-1] == Cell(0, None, Result.ABSENT) for row in cells.values()):
        rounds -= 1
        cells = {one: row[:-1] for one, row in cells.items()}
    players = tuple(
        Player(
            one,
            f"Player {one} é",
            tuple(_trimmed(row)),
            rank=random.randint(0, number),
            rating=random.choice([None, 1200]),
        )
        for one, row in cells.items()
    )
    return Report(
        name=random.choice(["", "Cup of the club"]),
        city=random.choice(["", "Lyon"]),
        kind=random.choice(["", "Individual: Swiss-System"]),
        players=players,
        rounds=random.choice([None, 9]),
        begins_on=random.choice([None, date(2026, 3, 14)]),
        ends_on=random.choice([None, date(2026, 3, 15)]),
        days=random.choice([(), (date(2026, 3, 14), None, date(2026, 3, 15))]),
        begins_white=random.choice([None, True, False]),
        games=tuple(sorted(games)),
    )


def _trimmed(row: list[Cell]) -> list[Cell]:
    while row and row[-1] == Cell(0, None, Result.ABSENT):
        row = row[:-1]
    return row


@given(st.integers(0, 10**6))
def test_what_is_written_is_read_back(seed: int) -> None:
    report = some_report(Random(seed))
    found = read(write(report))
    assert found.faults == []
    assert found.report == report


@given(st.text(max_size=300), st.integers(0, 10**6))
def test_whatever_is_read_has_faults_with_lines_or_a_report(text: str, seed: int) -> None:
    """Of a good file a part is replaced by anything."""
    good = write(some_report(Random(seed)))
    at = seed % len(good)
    found = read(good[:at] + text + good[at + len(text) :])
    assert found.faults or found.report.players
    assert all(one.line >= 1 for one in found.faults if one.code is not FaultCode.DAY)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([""], Fault(1, 0, FaultCode.NO_PLAYERS)),
        (["012 Cup", ALICE.replace("   1 ", "   x ", 1)], Fault(2, 5, FaultCode.NUMBER, 0, "x")),
        ([ALICE, ALICE], Fault(2, 5, FaultCode.NUMBER_TWICE)),
        ([ALICE, ALICE.replace("   1 ", "   2 ", 1)], Fault(2, 15, FaultCode.NAME_TWICE)),
        (["001    1"], Fault(1, 15, FaultCode.NO_NAME)),
        (["013 Red team", ALICE], Fault(1, 1, FaultCode.TEAMS)),
        ([f"{ALICE}    zz w 1"], Fault(1, 92, FaultCode.OPPONENT, 1, "zz")),
        ([f"{ALICE}     9 w 1"], Fault(1, 92, FaultCode.OPPONENT, 1, "9")),
        ([f"{ALICE}     1 w 1"], Fault(1, 92, FaultCode.OPPONENT, 1, "1")),
        ([f"{ALICE}     2 x 1", f"{BOB}     1 b 0"], Fault(1, 97, FaultCode.COLOUR, 1, "x")),
        ([f"{ALICE}     2 w 7", BOB], Fault(1, 99, FaultCode.RESULT, 1, "7")),
        ([f"{ALICE}     2 w U", BOB], Fault(1, 99, FaultCode.RESULT_ALONE, 1, "U")),
        ([f"{ALICE}     2 w 1", BOB], Fault(1, 92, FaultCode.MISMATCH, 1, "2")),
        ([f"{ALICE}     2 w 1", f"{BOB}     1 b 1"], Fault(1, 92, FaultCode.MISMATCH, 1, "2")),
        ([f"{ALICE}     2 w 1", f"{BOB}     1 w 0"], Fault(1, 92, FaultCode.MISMATCH, 1, "2")),
        ([f"{ALICE}     2 w +", f"{BOB}     1 b +"], Fault(1, 92, FaultCode.MISMATCH, 1, "2")),
        (["XXR none", ALICE], Fault(1, 5, FaultCode.ROUNDS, 0, "none")),
        (["042 2026/02/30", ALICE], Fault(1, 5, FaultCode.DAY, 0, "2026/02/30")),
        (["XXG 1 1 2 two", ALICE], Fault(1, 5, FaultCode.GAMES)),
        (["XXG 1 1 2 2-1", ALICE], Fault(1, 5, FaultCode.GAMES, 1)),
    ],
)
def test_what_is_wrong_names_its_line(lines: list[str], fault: Fault) -> None:
    assert fault in faults(*lines)


def test_fewer_rounds_than_were_drawn_are_wrong() -> None:
    lines = [f"{ALICE}     2 w 1     2 b 1", f"{BOB}     1 b 0     1 w 0", "XXR 1"]
    assert faults(*lines) == [Fault(3, 5, FaultCode.ROUNDS, 0, "1")]
    assert faults(*lines[:2], "XXR 2") == []


def test_results_of_older_files_without_an_opponent() -> None:
    """A full point, a half and none, and unrated results as any others."""
    found = read(
        f"{ALICE}  0000 - +  0000 - =  0000 - -     2 w W\n{BOB}" + " " * 30 + "     1 b L"
    )
    assert found.faults == []
    alice = found.report.players[0]
    assert [cell.result for cell in alice.rounds] == ["F", "H", "Z", "1"]
    assert alice.half_points == 5
