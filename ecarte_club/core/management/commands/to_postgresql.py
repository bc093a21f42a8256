from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connections

from ecarte_club import env
from ecarte_club.core.copying import Differs, NotEmpty, copy_all
from ecarte_club.core.management.migrated import require_migrated

TARGET = "target"


class Command(BaseCommand):
    help = "Copy everything from SQLite into an empty PostgreSQL database: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", help="postgresql://user:password@host/club")

    def handle(self, *args: Any, **options: Any) -> None:
        if connections["default"].vendor != "sqlite":
            raise CommandError("This site is on PostgreSQL already: unset DATABASE_URL.")
        try:
            found = env.database({"DATABASE_URL": options["url"]}, settings.DATA_DIR)
        except env.WrongSetting as wrong:
            raise CommandError(str(wrong)) from wrong
        if "postgresql" not in str(found["ENGINE"]):
            raise CommandError("The address must be one of PostgreSQL.")
        require_migrated()
        connections.settings[TARGET] = {**connections.settings["default"], **found}
        try:
            total = copy_all(TARGET, self.report)
        except NotEmpty as taken:
            raise CommandError(
                f"The database there has rows in {taken}: give an empty one. Nothing was copied."
            ) from taken
        except (DatabaseError, Differs) as wrong:
            raise CommandError(f"{wrong}\nNothing was copied.") from wrong
        finally:
            connections[TARGET].close()
            del connections[TARGET]
            del connections.settings[TARGET]
        self.stdout.write(
            f"{total} rows are copied. Start the site with DATABASE_URL set to that address, and "
            "keep the SQLite file until you have seen that all is there."
        )

    def report(self, table: str, count: int) -> None:
        if count:
            self.stdout.write(f"  {count:>8} {table}")
