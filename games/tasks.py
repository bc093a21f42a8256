from celery import shared_task

from .services.importing import imports_sweep as sweep_imports


@shared_task
def imports_sweep() -> None:
    """Uploads that were never entered are kept for a day."""
    sweep_imports()
