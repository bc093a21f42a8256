from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from games.laws.laws_table import laws_table, page_with


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
