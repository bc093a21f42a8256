from django.apps import AppConfig


class LeaguesConfig(AppConfig):
    name = "scoring.leagues"

    def ready(self) -> None:
        from .labels import audit_log

        audit_log.register()
