from celery import shared_task

from .services import importing


@shared_task
def imports_sweep() -> None:
    """Uploads that were never entered are deleted after a day."""
    importing.imports_sweep()
