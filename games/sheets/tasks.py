from celery import shared_task

from .services import imports


@shared_task
def imports_sweep() -> None:
    """Uploads that were never entered are deleted after a day."""
    imports.imports_sweep()
