from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ClubsConfig(AppConfig):
    name = "ecarte_club.clubs"
    verbose_name = _("Clubs")

    def ready(self) -> None:
        from . import labels

        labels.register()
