from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ecarte_club.clubs.models import Club
from ecarte_club.core.management.migrated import require_migrated
from ecarte_club.env import WrongSetting
from ecarte_club.federation import web_address
from games.online.models import OnlineTable
from scoring.cells.moving import club_move
from scoring.cells.services import NotMoved


class Command(BaseCommand):
    help = "Move a club to another cell. Its members can read all the time, and write at the end."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("club", help="the club's name in addresses")
        parser.add_argument("--to", required=True, help="the other cell, as in https://b.example")
        parser.add_argument(
            "--leave-online", action="store_true", help="also if matches are in play online"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        if not settings.CELL_SECRET:
            raise CommandError("Set CELL_SECRET first, the same in both cells.")
        club = Club.objects.filter(slug=options["club"]).first()
        if club is None:
            raise CommandError(f"There is no club {options['club']}.")
        try:
            address = web_address(options["to"], "--to")
        except WrongSetting as wrong:
            raise CommandError(str(wrong)) from wrong
        online = OnlineTable.objects.filter(club=club, status=OnlineTable.Status.PLAYING).count()
        if online and not options["leave_online"]:
            raise CommandError(
                f"Matches in play online: {online}. They cannot go on in the other cell: let them "
                "end, or add --leave-online."
            )
        try:
            report = club_move(club, address)
        except NotMoved as why:
            raise CommandError(str(why)) from why
        self.stdout.write(f"{club.name} is at {address}/clubs/{club.slug}/ now.")
        if report.rows:
            self.stdout.write(
                f"Rows: {report.rows}. Nobody could write for {report.seconds:.1f} seconds."
            )
        if report.raised:
            self.stdout.write(f"Ids are higher there by {report.raised}; old addresses lead on.")
