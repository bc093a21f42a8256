from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from scoring.models import Season
from scoring.recount import recount


class Command(BaseCommand):
    help = "Count the standings from nothing and report every figure that differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("season", nargs="*", type=int, help="ids; all when none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        seasons = Season.objects.select_related("event")
        if options["season"]:
            seasons = seasons.filter(pk__in=options["season"])
        found = [difference for season in seasons for difference in recount(season)]
        for item in found:
            self.stdout.write(
                f"season {item.season}, player {item.player}, {item.field}: "
                f"kept {item.kept}, counted {item.counted}"
            )
        if found:
            raise CommandError(f"{len(found)} figures differ.")
        self.stdout.write(f"{seasons.count()} seasons: standings equal the recount.")
