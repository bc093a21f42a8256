from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from ecarte_club.core.management.migrated import require_migrated
from scoring.leagues.models import Season
from scoring.leagues.selectors.recount import Difference, SeasonBusy, recount
from scoring.leagues.services.standings import season_mend


class Command(BaseCommand):
    help = "Count standings and results from nothing and report every figure that differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("season", nargs="*", type=int, help="ids; all when none is given")
        how = parser.add_mutually_exclusive_group()
        how.add_argument(
            "--mend", action="store_true", help="first write them anew, from the entries"
        )
        how.add_argument(
            "--results",
            action="store_true",
            help="count from the results that are kept: quicker, and blind to a wrong result",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        seasons = list(chosen(options["season"]))
        found: list[Difference] = []
        faults = []
        for season in seasons:
            if options.get("mend"):
                season_mend(season.pk)
            try:
                found += recount(season, from_results=bool(options.get("results")))
            except SeasonBusy as busy:
                faults.append(f"{busy}.")
        for item in found:
            match = f"match {item.match}, " if item.match else ""
            self.stdout.write(
                f"season {item.season}, {match}player {item.player}, {item.field}: "
                f"kept {item.kept}, counted {item.counted}"
            )
        if found:
            faults.append(f"{len(found)} figures differ.")
        if faults:
            raise CommandError(" ".join(faults))
        self.stdout.write(f"{len(seasons)} seasons: standings equal the recount.")


def chosen(ids: list[int]) -> QuerySet[Season]:
    """Those of `ids`, which must all be there; all seasons when none is given."""
    seasons = Season.objects.select_related("event")
    if not ids:
        return seasons
    named = seasons.filter(pk__in=ids)
    missing = sorted(set(ids) - {season.pk for season in named})
    if missing:
        raise CommandError(f"There is no season {', '.join(map(str, missing))}.")
    return named
