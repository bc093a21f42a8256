from celery import shared_task

from .services.sweeping import sweep


@shared_task
def sweep_deadlines() -> None:
    """Whose time is over at tables online abandons the hand."""
    sweep()
