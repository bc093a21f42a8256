from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from ecarte_club.clubs.members import tells_figures

        from .figures import figures

        tells_figures(figures)

        from ecarte_club.clubs.signals import player_anonymised, player_kept_asked

        from .forgetting import player_forget, player_kept

        player_anonymised.connect(player_forget, dispatch_uid="player_forget")
        player_kept_asked.connect(player_kept, dispatch_uid="player_kept")
