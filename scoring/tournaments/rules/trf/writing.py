"""A file written."""

from collections.abc import Iterator

from .report import NAME_WIDTH, Cell, Player, Report


def write(report: Report) -> str:
    """With the line ends of Windows, as the format asks for."""
    return "".join(f"{line.rstrip()}\r\n" for line in _lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield f"012 {_line(report.name)}"
    if report.city:
        yield f"022 {_line(report.city)}"
    for code, day in (("042", report.begins_on), ("052", report.ends_on)):
        if day is not None:
            yield f"{code} {day:%Y/%m/%d}"
    yield f"062 {len(report.players)}"
    if report.kind:
        yield f"092 {_line(report.kind)}"
    if any(report.days):
        days = "  ".join(f"{day:%y/%m/%d}" if day else " " * 8 for day in report.days)
        yield f"{'132':<91}{days}"
    if report.rounds:
        yield f"XXR {report.rounds}"
    if report.begins_white is not None:
        yield f"XXC {'white' if report.begins_white else 'black'}1"
    for one in report.players:
        yield _player_line(one)
    for game in report.games:
        won, lost = game.won
        yield f"XXG {game.round:>2} {game.first:>4} {game.second:>4} {won}-{lost}"


def _player_line(one: Player) -> str:
    points = f"{one.half_points // 2}.{5 * (one.half_points % 2)}"
    head = f"001 {one.number:>4}      {_line(one.name)[:NAME_WIDTH]:<33} {one.rating or '':>4}"
    return f"{head:<80}{points:>4} {one.rank or '':>4}" + "".join(map(_cell_text, one.rounds))


def _cell_text(cell: Cell) -> str:
    if not cell.opponent:
        return f"  0000 - {cell.result}"
    colour = "-" if cell.first is None else "w" if cell.first else "b"
    return f"  {cell.opponent:>4} {colour} {cell.result}"


def _line(text: str) -> str:
    """Without what would end it."""
    return " ".join(text.split())
