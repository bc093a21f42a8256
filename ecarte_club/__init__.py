"""The site: settings, addresses, servers. Celery's app is made with it: tasks find it so."""

from ecarte_club.celery import app as celery_app
from ecarte_club.startup import collect_seldom

__all__ = ["celery_app"]

# Here, where every process begins: a fifth of the import of the site was search for garbage.
collect_seldom()
