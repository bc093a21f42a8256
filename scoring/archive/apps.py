from django.apps import AppConfig


class ArchiveConfig(AppConfig):
    name = "scoring.archive"

    def ready(self) -> None:
        from . import labels

        labels.register()
