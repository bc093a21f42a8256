"""The Celery application: `celery -A ecarte_club worker`, `celery -A ecarte_club beat`."""

import os

from celery import Celery
from celery.schedules import crontab

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ecarte_club.settings")

app = Celery("ecarte_club")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "seasons": {
        "task": "scoring.leagues.tasks.recount_seasons",
        "schedule": crontab(hour="4", minute="10"),
    },
    "books": {
        "task": "scoring.ledger.tasks.recount_books",
        "schedule": crontab(hour="4", minute="15"),
    },
    "recounted_ratings": {
        "task": "scoring.ratings.tasks.recount_ratings",
        "schedule": crontab(hour="4", minute="20"),
    },
    "alive": {
        "task": "ecarte_club.core.tasks.note_alive",
        "schedule": 30.0,
        "options": {"expires": 30},
    },
    "sweep": {"task": "ecarte_club.core.tasks.sweep", "schedule": crontab(minute="25")},
    "letters": {"task": "games.evenings.tasks.send_result_emails", "schedule": crontab()},
    "statements": {"task": "scoring.ledger.tasks.send_statements", "schedule": crontab()},
    # What a killed worker had begun is taken over within seconds.
    "hooks": {
        "task": "scoring.webhooks.tasks.send_hooks",
        "schedule": 4.0,
        "options": {"expires": 4},
    },
    # What failed is tried again, and who left a table is looked for.
    "notifications": {
        "task": "scoring.notifications.tasks.send_notifications",
        "schedule": 10.0,
        "options": {"expires": 10},
    },
    "devices": {
        "task": "scoring.notifications.tasks.sweep_devices",
        "schedule": crontab(minute="45"),
    },
    "outbox": {"task": "scoring.webhooks.tasks.sweep_outbox", "schedule": crontab(minute="50")},
    "ratings": {"task": "scoring.ratings.tasks.bring_ratings", "schedule": crontab()},
    "archives": {"task": "scoring.archive.tasks.sweep_archives", "schedule": crontab(minute="5")},
    "rounds": {"task": "scoring.tournaments.tasks.draw_rounds", "schedule": crontab()},
    "tournament_imports": {
        "task": "scoring.tournaments.tasks.resume_imports",
        "schedule": crontab(),
    },
    "online": {
        "task": "games.online.tasks.sweep_deadlines",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "robots": {
        "task": "games.online.tasks.act_robots",
        "schedule": 2.0,
        "options": {"expires": 2},
    },
    "problem": {
        "task": "games.practice.tasks.prepare_problem",
        "schedule": crontab(hour="0", minute="1"),
    },
    "imports": {"task": "games.sheets.tasks.imports_sweep", "schedule": crontab(minute="40")},
}
