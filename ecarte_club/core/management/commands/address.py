from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ecarte_club import network


class Command(BaseCommand):
    help = "Print where the site is found, by other machines too if it listens for them."
    # `migrate` has checked, which comes before.
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"The site is at {settings.SITE_URL} (Ctrl-C stops it)")
        host, _colon, port = settings.LISTEN.rpartition(":")
        if host not in network.EVERYWHERE:
            return
        for text in network.own_addresses():
            if (other := f"http://{text}:{port}/") != settings.SITE_URL:
                self.stdout.write(f"  also at {other}")
        self.stdout.write("Phones on the same wifi open this address, or a table’s QR code.")
