from django.apps import AppConfig


class ContestsConfig(AppConfig):
    name = "scoring.contests"

    def ready(self) -> None:
        from .labels import audit_log

        audit_log.register()
