from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "scoring.tournaments"

    def ready(self) -> None:
        from .labels import acts

        acts.register()
