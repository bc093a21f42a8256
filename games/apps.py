from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        from ecarte_club.clubs import members, signals

        from . import deed_words, figures, forgetting, paper_words
        from .services import forgetting as forgets
        from .services import importing, letters, merging

        deed_words.register()
        members.tells_figures(figures.figures)
        signals.player_anonymised.connect(forgets.player_forget, dispatch_uid="player_forget")
        signals.player_kept_asked.connect(forgetting.player_kept, dispatch_uid="player_kept")
        signals.players_merging.connect(merging.matches_move, dispatch_uid="matches_move")
        signals.players_merged.connect(merging.letters_move, dispatch_uid="letters_move")
        signals.player_anonymised.connect(importing.imports_forget, dispatch_uid="imports_forget")
        paper_words.tell()
        signals.evening_signed_off.connect(letters.letters_write, dispatch_uid="letters_write")
