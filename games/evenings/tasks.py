from celery import shared_task

from . import results


@shared_task
def send_letters(evening_id: int | None = None) -> int:
    """The number sent. Without an evening: whatever is still to be sent, of all."""
    return results.letters_send(evening_id)
