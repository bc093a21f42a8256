import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from ecarte_club.clubs.models import Club
from ecarte_club.core.management.migrated import require_migrated
from scoring.archive.writing import archive_write


class Command(BaseCommand):
    help = "Write everything a club has into one zip, from which manage.py restore brings it back."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the club's name in addresses")
        parser.add_argument("file", type=Path, help="the zip to write, which is not there yet")

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        path: Path = options["file"]
        try:
            # For nobody else to read: it has the addresses of people.
            number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as wrong:
            raise CommandError(f"The file cannot be made: {wrong}.") from wrong
        try:
            with os.fdopen(number, "w+b") as file:
                rows = archive_write(club.pk, file, made_at=timezone.now())
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        self.stdout.write(f"{club.name}: {rows} rows in {path}.")
