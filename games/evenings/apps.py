from django.apps import AppConfig


class EveningsConfig(AppConfig):
    name = "games.evenings"

    def ready(self) -> None:
        from . import labels

        labels.register()
