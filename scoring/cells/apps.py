from django.apps import AppConfig


class CellsConfig(AppConfig):
    name = "scoring.cells"

    def ready(self) -> None:
        from . import labels

        labels.register()
