from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "games.matches"

    def ready(self) -> None:
        from ecarte_club.clubs.selectors import members

        from .labels import audit_log
        from .selectors.player_record import list_figures

        audit_log.register()
        members.register_figures(list_figures)
