from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ecarte_club import env


class Command(BaseCommand):
    help = "Make a new secret key; what was signed with the old one stays good."

    def handle(self, *args: Any, **options: Any) -> None:
        if env.key_is_given():
            self.stdout.write(
                "The key is in the environment. Set these, and start all servers again:\n"
                f"SECRET_KEY={env.new_key()}\n"
                f"OLD_SECRET_KEYS={','.join([settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS])}"
            )
            return
        env.rotate_key(settings.DATA_DIR)
        self.stdout.write(
            f"There is a new key in {settings.DATA_DIR / env.KEY_FILE}, and the old one is kept in "
            f"{env.OLD_KEYS_FILE} beside it. Start all servers again. Sessions, "
            "calendars, tables online and secrets of webhooks go on. Remove the old key when no "
            "receiver has a secret from before, and no table online from before is in play."
        )
