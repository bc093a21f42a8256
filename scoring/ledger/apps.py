from django.apps import AppConfig


class LedgerConfig(AppConfig):
    name = "scoring.ledger"

    def ready(self) -> None:
        from .labels import accounts

        accounts.register()
