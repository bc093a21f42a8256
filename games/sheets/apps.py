from django.apps import AppConfig


class SheetsConfig(AppConfig):
    name = "games.sheets"

    def ready(self) -> None:
        from . import labels

        labels.register()
