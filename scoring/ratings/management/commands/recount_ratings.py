from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from ecarte_club.clubs.models import Club
from ecarte_club.core.management.migrated import require_migrated
from scoring.ratings.selectors.recount import Difference, RatingsBusy, recount
from scoring.ratings.services import ratings_synchronise


class Command(BaseCommand):
    help = (
        "Take in what the ratings of a club do not have yet, compute them from nothing, and "
        "report every figure that differs."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", nargs="*", help="slugs; all when none is given")

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        clubs = chosen(options["club"])
        found: list[Difference] = []
        faults = []
        for club in clubs:
            ratings_synchronise(club.pk)
            try:
                found += recount(club.pk)
            except RatingsBusy as busy:
                faults.append(f"{busy}.")
        for one in found:
            after = f"match {one.match}" if one.match else "now"
            self.stdout.write(
                f"club {one.club}, player {one.player}, {after}, {one.field}: "
                f"kept {one.kept}, counted {one.counted}"
            )
        if found:
            faults.append(f"{len(found)} figures differ.")
        if faults:
            raise CommandError(" ".join(faults))
        self.stdout.write(f"{len(clubs)} clubs: ratings equal the recount.")


def chosen(slugs: list[str]) -> list[Club]:
    """Those of `slugs`, which must all be there; all clubs when none is given."""
    if not slugs:
        return list(Club.objects.order_by("pk"))
    clubs = list(Club.objects.filter(slug__in=slugs).order_by("pk"))
    if missing := sorted(set(slugs) - {club.slug for club in clubs}):
        raise CommandError(f"There is no club {', '.join(missing)}.")
    return clubs
