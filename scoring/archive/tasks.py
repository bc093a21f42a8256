from celery import shared_task

from . import services as archives


@shared_task
def make_archive(archive_id: int) -> None:
    archives.archive_make(archive_id)


@shared_task
def sweep_archives() -> None:
    """What is over its time is not kept."""
    archives.archives_sweep()
