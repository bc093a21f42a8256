"""A file read, with the number of each faulty line."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from .report import (
    AWAY,
    BEGIN,
    BYES,
    FORFEITS,
    NUMBER_MOST,
    ROUNDS_MOST,
    WIDTH,
    Cell,
    Games,
    Player,
    Report,
    Result,
)

_UNRATED = {"W": Result.WIN, "D": Result.DRAW, "L": Result.LOSS}
# Without an opponent, as older files have it.
_ALONE = {
    Result.FORFEIT_WIN: Result.FULL_BYE,
    Result.WIN: Result.FULL_BYE,
    Result.DRAW: Result.HALF_BYE,
    Result.FORFEIT_LOSS: Result.ABSENT,
    Result.LOSS: Result.ABSENT,
    Result.OPEN: Result.ABSENT,
}
_AGAINST = {
    Result.WIN: Result.LOSS,
    Result.LOSS: Result.WIN,
    Result.DRAW: Result.DRAW,
    Result.OPEN: Result.OPEN,
}


class FaultCode(StrEnum):
    NO_PLAYERS = "no_players"
    NUMBER = "number"
    NUMBER_TWICE = "number_twice"
    NO_NAME = "no_name"
    NAME_TWICE = "name_twice"
    OPPONENT = "opponent"
    COLOUR = "colour"
    RESULT = "result"
    RESULT_ALONE = "result_alone"
    MISMATCH = "mismatch"
    ROUNDS = "rounds"
    DAY = "day"
    TEAMS = "teams"
    GAMES = "games"
    NOT_OVER = "not_over"


class Fault(NamedTuple):
    """`column` from 1, as the format counts them; 0: the line. `round` 0: of none."""

    line: int
    column: int
    code: FaultCode
    round: int = 0
    text: str = ""


@dataclass(slots=True)
class Reading:
    """A file as it was read. `lines`: where each player stands; `player_lines`: how many lines
    begin as one of a player."""

    report: Report = field(default_factory=Report)
    faults: list[Fault] = field(default_factory=list)
    lines: dict[int, int] = field(default_factory=dict)
    player_lines: int = 0


def read(text: str) -> Reading:
    """Every fault of the file, in the order of its lines."""
    found = Reading()
    players: dict[int, Player] = {}
    headers: dict[str, str] = {}
    days: list[date | None] = []
    games: list[tuple[int, Games]] = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        match line[:3]:
            case "001":
                found.player_lines += 1
                one = _player(line, number, found.faults)
                if one is not None and one.number in players:
                    found.faults.append(Fault(number, 5, FaultCode.NUMBER_TWICE))
                elif one is not None:
                    players[one.number], found.lines[one.number] = one, number
            case "013":
                found.faults.append(Fault(number, 1, FaultCode.TEAMS))
            case "132":
                parts = (line[at : at + 8] for at in range(91, len(line.rstrip()), WIDTH))
                days = [_day(part, number, found.faults) for part in parts]
            case "XXG":
                games += _games(line, number, found.faults)
            case code if code in ("012", "022", "042", "052", "092", "XXR", "XXC"):
                headers[code] = f"{number} {line[4:].strip()}"
    _check(players, found)
    _check_games(games, players, found.faults)
    found.report = _report(players, headers, days, [one for _line, one in games], found.faults)
    if not players and not found.faults:
        found.faults.append(Fault(1, 0, FaultCode.NO_PLAYERS))
    found.faults.sort()
    return found


def _player(line: str, number: int, faults: list[Fault]) -> Player | None:
    own = _whole(line[4:8])
    name = line[14:47].strip()
    if own is None or not 1 <= own <= NUMBER_MOST:
        faults.append(Fault(number, 5, FaultCode.NUMBER, text=line[4:8].strip()))
    if not name:
        faults.append(Fault(number, 15, FaultCode.NO_NAME))
    if own is None or not 1 <= own <= NUMBER_MOST or not name:
        return None
    cells = [
        _cell(line[at : at + WIDTH], number, at, faults)
        for at in range(BEGIN, min(len(line.rstrip()), BEGIN + ROUNDS_MOST * WIDTH), WIDTH)
    ]
    return Player(
        own,
        name,
        _trimmed(cells),
        rank=_whole(line[85:89]) or 0,
        rating=_whole(line[48:52]) or None,
    )


def _trimmed(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    last = max((at for at, cell in enumerate(cells, 1) if cell != AWAY), default=0)
    return tuple(cells[:last])


def _cell(text: str, line: int, at: int, faults: list[Fault]) -> Cell:
    round_ = (at - BEGIN) // WIDTH + 1
    text = text.ljust(WIDTH)
    opponent = _whole(text[2:6]) if text[2:6].strip() else 0
    colour, sign = text[7].lower(), text[9].upper()
    wrong = len(faults)
    if opponent is None:
        faults.append(Fault(line, at + 3, FaultCode.OPPONENT, round_, text[2:6].strip()))
    if colour not in "wb- ":
        faults.append(Fault(line, at + 8, FaultCode.COLOUR, round_, text[7]))
    result = _UNRATED.get(sign) or (Result(sign) if sign in list(Result) else None)
    if result is None:
        faults.append(Fault(line, at + 10, FaultCode.RESULT, round_, text[9]))
    if len(faults) > wrong or result is None:
        return AWAY
    if not opponent:
        return Cell(0, None, _ALONE.get(result, result))
    if result in BYES:
        faults.append(Fault(line, at + 10, FaultCode.RESULT_ALONE, round_, text[9]))
        return AWAY
    return Cell(opponent, {"w": True, "b": False}.get(colour), result)


def _check(players: Mapping[int, Player], found: Reading) -> None:
    """What one line says is what the other says."""
    names: dict[str, int] = {}
    for one in sorted(players.values(), key=lambda each: found.lines[each.number]):
        if names.setdefault(" ".join(one.name.split()).casefold(), one.number) != one.number:
            found.faults.append(Fault(found.lines[one.number], 15, FaultCode.NAME_TWICE))
        for number, cell in enumerate(one.rounds, 1):
            if cell.opponent:
                at = BEGIN + (number - 1) * WIDTH + 3
                found.faults += _pair_faults(one, cell, number, players, found.lines, at)


def _pair_faults(
    one: Player,
    cell: Cell,
    number: int,
    players: Mapping[int, Player],
    lines: Mapping[int, int],
    at: int,
) -> Iterator[Fault]:
    other = players.get(cell.opponent)
    if other is None or other is one:
        yield Fault(lines[one.number], at, FaultCode.OPPONENT, number, str(cell.opponent))
        return
    back = other.rounds[number - 1] if len(other.rounds) >= number else AWAY
    fits = back.opponent == one.number
    if cell.result in FORFEITS or back.result in FORFEITS:
        fits &= {cell.result, back.result} <= {*FORFEITS}
        fits &= (cell.result, back.result) != (Result.FORFEIT_WIN, Result.FORFEIT_WIN)
    else:
        fits &= _AGAINST.get(cell.result) == back.result
    fits &= cell.first is None if back.first is None else cell.first is not back.first
    if not fits and (back.opponent != one.number or one.number < other.number):
        yield Fault(lines[one.number], at, FaultCode.MISMATCH, number, str(other.number))


def _games(line: str, number: int, faults: list[Fault]) -> Iterator[tuple[int, Games]]:
    found = re.fullmatch(r"XXG\s+(\d{1,2})\s+(\d{1,4})\s+(\d{1,4})\s+(\d{1,2})-(\d{1,2})\s*", line)
    if found is None:
        faults.append(Fault(number, 5, FaultCode.GAMES))
        return
    round_, first, second, won, lost = map(int, found.groups())
    yield number, Games(round_, first, second, (won, lost))


def _check_games(
    games: Iterable[tuple[int, Games]], players: Mapping[int, Player], faults: list[Fault]
) -> None:
    for line, one in games:
        own = players.get(one.first)
        cell = own.rounds[one.round - 1] if own and 0 < one.round <= len(own.rounds) else AWAY
        won, lost = one.won
        outcome = Result.DRAW if won == lost else Result.WIN if won > lost else Result.LOSS
        if cell.opponent != one.second or cell.result is not outcome:
            faults.append(Fault(line, 5, FaultCode.GAMES, one.round))


def _report(
    players: Mapping[int, Player],
    headers: Mapping[str, str],
    days: Sequence[date | None],
    games: Sequence[Games],
    faults: list[Fault],
) -> Report:
    texts = {code: value.split(" ", 1)[1] for code, value in headers.items()}
    lines = {code: int(value.split(" ", 1)[0]) for code, value in headers.items()}
    colour = re.search(r"(?i)\b(white|black)1", texts.get("XXC", ""))
    found = Report(
        name=texts.get("012", ""),
        city=texts.get("022", ""),
        kind=texts.get("092", ""),
        players=tuple(players[number] for number in sorted(players)),
        begins_on=_day(texts.get("042", ""), lines.get("042", 0), faults),
        ends_on=_day(texts.get("052", ""), lines.get("052", 0), faults),
        days=tuple(days),
        begins_white=colour[1].lower() == "white" if colour else None,
        games=tuple(sorted(games)),
    )
    if "XXR" not in texts:
        return found
    rounds = _whole(texts["XXR"])
    if rounds is None or not max(1, found.rounds_drawn) <= rounds <= ROUNDS_MOST:
        faults.append(Fault(lines["XXR"], 5, FaultCode.ROUNDS, text=texts["XXR"]))
        return found
    return replace(found, rounds=rounds)


def _day(text: str, line: int, faults: list[Fault]) -> date | None:
    if not text.strip():
        return None
    found = re.fullmatch(r"(\d{4}|\d{2})[/.-](\d{1,2})[/.-](\d{1,2})", text.strip())
    if found is not None:
        year, month, day = map(int, found.groups())
        try:
            return date(year if year > 99 else 2000 + year, month, day)
        except ValueError:
            pass
    faults.append(Fault(line, 5, FaultCode.DAY, text=text.strip()))
    return None


def _whole(text: str) -> int | None:
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() else None
