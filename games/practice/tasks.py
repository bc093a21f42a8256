from celery import shared_task
from django.utils import timezone

from .selectors.problems import problem_prepare


@shared_task
def prepare_problem() -> None:
    """Of today, so that nobody waits for it."""
    problem_prepare(timezone.localdate())
