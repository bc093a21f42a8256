"""Writes the table of docs/rules.md: each law, its entry, and the tests that bear its number."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from games.engine.codes import CODES
from games.engine.rulings.ids import Reach
from games.engine.rulings.laws import LAWS, LawEntry
from games.laws.labels.laws import LAWS as WORDS

BEGIN, END = "<!-- laws: written by manage.py laws_table -->", "<!-- laws: end -->"
TEST = re.compile(r"^def (test_laws?_\d\w*)", re.MULTILINE)
NUMBERS = re.compile(r"test_laws?_(\d+)(?:_to_(\d+))?(?:_and_(?:law_)?(\d+))?(?:_|$)")
REACHES = {
    Reach.CONDUCT: "conduct, no score changes",
    Reach.HAND: "the hand",
    Reach.MARKS: "the marks",
}


def named_tests(folder: Path) -> Iterator[tuple[int, str]]:
    """Each test under `folder` that bears a law's number, by number and as the files are read."""
    for file in sorted(folder.rglob("test_*.py")):
        for name in TEST.findall(file.read_text(encoding="utf-8")):
            found = NUMBERS.match(name)
            if found:
                first, last, other = found.groups()
                for number in range(int(first), int(last or first) + 1):
                    yield number, name
                if other:
                    yield int(other), name


def laws_table(folder: Path) -> str:
    tests: dict[int, list[str]] = {number: [] for number in LAWS}
    for number, name in named_tests(folder):
        if name not in tests[number]:
            tests[number].append(name)
    head = ["law", "decides", "what can go wrong", *CODES, "tests"]
    rows = [_row(entry, tests[entry.number]) for entry in LAWS.values()]
    return "\n".join("| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *rows))


def _row(entry: LawEntry, tests: list[str]) -> list[str]:
    return [
        f"{entry.number} {WORDS[entry.number].title}",
        REACHES[entry.reach],
        ", ".join(f"`{what}`" for what in entry.irregularities),
        *(entry.source(code) for code in CODES.values()),
        ", ".join(f"`{name}`" for name in tests),
    ]


def page_with(page: str, table: str) -> str:
    """The page with the table between its markers. Raises ValueError where they are not."""
    before, begin, rest = page.partition(BEGIN)
    _old, end, after = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"no {BEGIN} … {END}")
    return f"{before}{BEGIN}\n\n{table}\n\n{END}{after}"


class Command(BaseCommand):
    help = "Write the table of the laws, their entries and their tests into docs/rules.md."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        home = Path(settings.BASE_DIR)
        parser.add_argument("--page", type=Path, default=home / "docs" / "rules.md")
        parser.add_argument("--tests", type=Path, default=home / "tests" / "engine")

    def handle(self, *args: Any, page: Path, tests: Path, **options: Any) -> None:
        with translation.override("en"):
            table = laws_table(tests)
        try:
            written = page_with(page.read_text(encoding="utf-8"), table)
        except (OSError, ValueError) as error:
            raise CommandError(f"{page} cannot be written: {error}") from error
        page.write_text(written, encoding="utf-8")
        self.stdout.write(f"{page}: {len(table.splitlines()) - 2} laws")
