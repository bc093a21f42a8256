from django.apps import AppConfig


class WireConfig(AppConfig):
    name = "ecarte_club.core"
