from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ecarte_club.core.management.migrated import require_migrated
from scoring.archive.restoring import MOST, Preview, Refused, preview, restore

MB = 1024**2
NAMED_MOST = 20


class Command(BaseCommand):
    help = "Bring a club back from its archive, also beside other clubs: all of it, or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the zip, as it was downloaded")
        parser.add_argument("--slug", default="", help="another name of the club in addresses")
        parser.add_argument("--preview", action="store_true", help="say what would come, no more")
        parser.add_argument(
            "--no-input", action="store_true", help="do not ask before restoring beside clubs"
        )
        parser.add_argument(
            "--most-mb", type=int, default=MOST // MB, help="the most that it may be, unpacked"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        most, slug = options["most_mb"] * MB, options["slug"]
        try:
            with options["file"].open("rb") as file:
                foreseen = preview(file, most=most, slug=slug)
                if foreseen.beside or options["preview"]:
                    self.show(foreseen)
                if options["preview"]:
                    self.stdout.write("Nothing was written.")
                    return
                asks = foreseen.beside and not options["no_input"]
                if asks and input("Type yes to restore it: ") != "yes":
                    raise CommandError("Nothing was written.")
                file.seek(0)
                restored = restore(file, most=most, slug=slug)
        except OSError as wrong:
            raise CommandError(f"It cannot be opened: {wrong}. Nothing was written.") from wrong
        except Refused as refused:
            raise CommandError(f"{refused} Nothing was written.") from refused
        self.stdout.write(f"{restored.club.name} is restored: {restored.rows} rows.")
        self.stdout.write(
            "New accounts have no password: everybody asks for one with “Forgotten password”, and "
            "sets up a second factor anew. Webhooks are switched off and have new secrets; tables "
            "have new codes. To see that all adds up: manage.py recount, recount_ledger, "
            "recount_ratings."
        )

    def show(self, foreseen: Preview) -> None:
        rows = sum(foreseen.rows.values())
        self.stdout.write(f"{foreseen.name}, at /clubs/{foreseen.slug}/: {rows} rows.")
        for name, count in foreseen.rows.items():
            if count:
                self.stdout.write(f"  {count:>7} {name}")
        self.stdout.write(f"Clubs on this site: {foreseen.beside}. Nothing of them changes.")
        self.stdout.write(f"Accounts: {foreseen.new} are new, {len(foreseen.known)} are here.")
        for email in foreseen.known[:NAMED_MOST]:
            self.stdout.write(f"  {email} gets the roles that the archive gives")
        if foreseen.raised:
            self.stdout.write(
                f"Ids are taken here: all are raised by {foreseen.raised}. Links to pages of the "
                "old site do not lead to the same pages here."
            )
