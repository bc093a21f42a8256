from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ecarte_club.clubs.openid_provider import client_make
from ecarte_club.core.management.migrated import require_migrated
from ecarte_club.env import WrongSetting
from ecarte_club.federation import web_address


class Command(BaseCommand):
    help = "Let another site sign its people in with the accounts of this one; print its settings."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the other site, as in https://north.example.org")

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.OIDC_PROVIDER:
            raise CommandError("Set OIDC_PROVIDER=yes first, and restart the site.")
        require_migrated()
        try:
            address = web_address(options["address"], "address")
        except WrongSetting as wrong:
            raise CommandError(str(wrong)) from wrong
        for name, value in client_make(address=address).items():
            self.stdout.write(f"{name}={value}")
