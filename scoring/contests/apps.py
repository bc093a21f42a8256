from django.apps import AppConfig


class ContestsConfig(AppConfig):
    name = "scoring.contests"

    def ready(self) -> None:
        from .labels import texts

        texts.register()
