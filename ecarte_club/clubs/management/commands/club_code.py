from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ecarte_club.clubs.models import Club, ClubInvitation
from ecarte_club.clubs.selectors.new_clubs import start_link
from ecarte_club.clubs.services.new_clubs import club_invitation_create
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.management.migrated import require_migrated


class Command(BaseCommand):
    help = "Print a code by which somebody creates a club on the site. It works once."
    # `migrate` has checked, which comes before.
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--email", default="", help="send the code there")
        parser.add_argument(
            "--first", action="store_true", help="only while there is no club; else do nothing"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        if options["first"]:
            if Club.objects.exists():
                return
            # Those printed at earlier starts: one code for the first club is enough.
            ClubInvitation.objects.filter(used_at=None, email="").delete()
        try:
            invitation, code = club_invitation_create(email=options["email"])
        except Invalid as invalid:
            raise CommandError(f"{invalid.detail} (SIGN_UP=invited allows it.)") from invalid
        self.stdout.write(
            f"Create the {'first ' if options['first'] else ''}club at {start_link(invitation)}\n"
            f"The code is {code}. It works once, within two days."
        )
