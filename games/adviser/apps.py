from django.apps import AppConfig


class AdviserConfig(AppConfig):
    name = "games.adviser"
