from celery import shared_task

from scoring.tournaments.services.rounds import rounds_draw_due


@shared_task
def draw_rounds() -> int:
    """Of tournaments, those whose time has come; the number drawn."""
    return rounds_draw_due()
