from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ScoringConfig(AppConfig):
    name = "scoring"
    verbose_name = _("Scoring")

    def ready(self) -> None:
        from games.signals import match_changed, match_started

        from . import services

        match_started.connect(services.standing_enter, dispatch_uid="standing_enter")
        match_changed.connect(services.standing_follow, dispatch_uid="standing_follow")
