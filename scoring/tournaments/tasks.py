from celery import shared_task

from . import services as tournaments


@shared_task
def draw_rounds() -> int:
    """Of tournaments, those whose time has come; the number drawn."""
    return tournaments.rounds_draw_due()
