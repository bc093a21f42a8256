from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "scoring.tournaments"

    def ready(self) -> None:
        from .labels import audit_log

        audit_log.register()
