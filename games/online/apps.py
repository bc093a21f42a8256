from django.apps import AppConfig


class OnlineConfig(AppConfig):
    name = "games.online"

    def ready(self) -> None:
        from . import labels

        labels.register()
