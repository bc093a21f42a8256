from celery import shared_task, signals

from .services.devices import devices_sweep
from .services.sending import LAST, sender


@shared_task
def send_notifications() -> None:
    """Threads of the worker send, so that no task waits for a push service."""
    sender.wake()


@signals.worker_process_shutdown.connect
def _end(**_signal: object) -> None:
    sender.stop(LAST)


@shared_task
def sweep_devices() -> None:
    devices_sweep()
