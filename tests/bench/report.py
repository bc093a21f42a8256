"""How a result is printed."""

from collections.abc import Sequence


def heading(text: str) -> None:
    print(f"\n{text}\n{'─' * len(text)}", flush=True)


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """The first column to the left, figures to the right."""
    widths = [max(len(row[place]) for row in (columns, *rows)) for place in range(len(columns))]
    for row in (columns, *rows):
        first, *others = (
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join((first, *others)), flush=True)


def goal(text: str, reached: bool) -> None:
    print(f"{'reached' if reached else 'MISSED'}: {text}", flush=True)


def note(text: str) -> None:
    print(text, flush=True)
