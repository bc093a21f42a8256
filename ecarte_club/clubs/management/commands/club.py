from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from ecarte_club.clubs.selectors.roles import link_of
from ecarte_club.clubs.services.new_clubs import NewClub, club_create_for
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.management.migrated import require_migrated
from games.engine.codes import CODES


class Command(BaseCommand):
    help = "Create a club, and print the link by which its committee signs in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--committee", required=True, metavar="EMAIL")
        parser.add_argument("--place", default="")
        parser.add_argument("--code", default="london", choices=list(CODES), help="code of laws")
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", default="en", choices=languages, help="of its e-mails")

    def handle(self, *args: Any, **options: Any) -> None:
        require_migrated()
        names = ("name", "place", "code", "language")
        new = NewClub(**{name: options[name] for name in names})
        try:
            club, invitation = club_create_for(club=new, committee=options["committee"])
        except Invalid as invalid:
            raise CommandError(" ".join(map(str, invalid.errors.values()))) from invalid
        self.stdout.write(f"{club.name} is created: /clubs/{club.slug}/")
        if invitation is None:
            self.stdout.write(f"{options['committee']} has an account and is on its committee.")
        else:
            self.stdout.write(
                f"Its committee signs in by this link, which works once:\n{link_of(invitation)}"
            )
