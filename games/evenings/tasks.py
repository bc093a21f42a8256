from celery import shared_task

from . import results


@shared_task
def send_result_emails(evening_id: int | None = None) -> int:
    """The number sent. Without an evening: whatever is still to be sent, of all."""
    return results.result_emails_send(evening_id)
