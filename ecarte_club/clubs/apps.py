from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "ecarte_club.clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from .labels import audit_log

        audit_log.register()
