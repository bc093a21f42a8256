from typing import Any

import requests
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ecarte_club.core.management.migrated import require_migrated
from scoring.cells import client
from scoring.cells.selectors import clubs_here


class Command(BaseCommand):
    help = "Print where each club of this cell and of CELLS is, as a map for nginx at the door."

    def handle(self, *args: Any, **options: Any) -> None:
        """All cells, or nothing: with half a map the clubs of a cell would be nowhere."""
        require_migrated()
        if not settings.CELL_SECRET:
            raise CommandError("Set CELL_SECRET first, the same in all cells.")
        found: dict[str, str] = dict.fromkeys(clubs_here(), str(settings.SITE_URL).rstrip("/"))
        for address in settings.CELLS:
            try:
                clubs = client.directory(address)
            except (client.Refused, requests.RequestException) as error:
                raise CommandError(f"{address} does not answer: {error}") from error
            if twice := sorted(found.keys() & set(clubs)):
                raise CommandError(f"In two cells, {found[twice[0]]} and {address}: {twice[0]}")
            found |= dict.fromkeys(clubs, address)
        for slug, address in sorted(found.items()):
            self.stdout.write(f"{slug} {address};")
