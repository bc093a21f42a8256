from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.archive.restoring import MOST, Refused, restore

MB = 1024**2


class Command(BaseCommand):
    help = "Bring a club back from its archive, into a site that has none: all of it, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the zip, as it was downloaded")
        parser.add_argument(
            "--most-mb", type=int, default=MOST // MB, help="the most that it may be, unpacked"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with options["file"].open("rb") as file:
                restored = restore(file, most=options["most_mb"] * MB)
        except OSError as wrong:
            raise CommandError(f"It cannot be opened: {wrong}. Nothing was written.") from wrong
        except Refused as refused:
            raise CommandError(f"{refused} Nothing was written.") from refused
        self.stdout.write(f"{restored.club.name} is restored: {restored.rows} rows.")
        self.stdout.write(
            "Nobody has a password yet: everybody asks for one with “Forgotten password”, and sets "
            "up a second factor anew. Webhooks are switched off and have new secrets. To see that "
            "all adds up: manage.py recount, recount_ledger, recount_ratings."
        )
