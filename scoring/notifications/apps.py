from django.apps import AppConfig


class NotificationsConfig(AppConfig):
    name = "scoring.notifications"

    def ready(self) -> None:
        from . import receivers

        receivers.connect()
