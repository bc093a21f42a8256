from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "scoring.webhooks"

    def ready(self) -> None:
        from . import labels

        labels.register()
