"""The Celery application: `celery -A ecarte_club worker`, `celery -A ecarte_club beat`."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")

app = Celery("ecarte_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "recount": {"task": "scoring.tasks.recount", "schedule": crontab(hour="4", minute="10")},
    "sweep": {"task": "ecarte_club.wire.tasks.sweep", "schedule": crontab(minute="25")},
    "letters": {"task": "games.tasks.send_letters", "schedule": crontab()},
    "statements": {"task": "scoring.tasks.send_statements", "schedule": crontab()},
    "hooks": {"task": "scoring.tasks.send_hooks", "schedule": crontab()},
    "outbox": {"task": "scoring.tasks.sweep_outbox", "schedule": crontab(minute="50")},
    "ratings": {"task": "scoring.tasks.bring_ratings", "schedule": crontab()},
    "archives": {"task": "scoring.tasks.sweep_archives", "schedule": crontab(minute="5")},
    "rounds": {"task": "scoring.tasks.draw_rounds", "schedule": crontab()},
    "imports": {"task": "games.tasks.imports_sweep", "schedule": crontab(minute="40")},
}
