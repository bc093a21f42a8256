from celery import shared_task, signals

from .services import outbox
from .services.sending import sender


@shared_task
def send_hooks() -> None:
    """Threads of the worker send, so that no task waits for a receiver."""
    sender.wake()


@signals.worker_process_shutdown.connect
def _end(**_signal: object) -> None:
    sender.stop()


@shared_task
def sweep_outbox() -> None:
    """What nobody can ask for again any more."""
    outbox.outbox_sweep()
