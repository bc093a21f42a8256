from celery import shared_task

from .services import delivery, outbox


@shared_task
def send_hooks(club_id: int | None = None) -> int:
    """The number that arrived. Without a club: of all."""
    return delivery.hooks_send(club_id)


@shared_task
def sweep_outbox() -> None:
    """What nobody can ask for again any more."""
    outbox.outbox_sweep()
