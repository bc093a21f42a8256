"""The site: settings, addresses, servers. Celery's app is made with it: tasks find it so."""

from ecarte_club.celery import app as celery_app

__all__ = ["celery_app"]
