from django.apps import AppConfig
from django.contrib.admin import apps


class OperatorsConfig(AppConfig):
    name = "ecarte_club.operators"
    default = True


class AdminConfig(apps.AdminConfig):
    """Django's own, with the site's way to sign in."""

    default_site = "ecarte_club.operators.site.OperatorSite"
    default = False
