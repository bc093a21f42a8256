from datetime import timedelta

from celery import shared_task
from django.utils import timezone

from .models import IdempotencyRecord

KEPT = timedelta(days=30)


@shared_task
def sweep() -> None:
    """Forget receipts nobody retries any more."""
    IdempotencyRecord.objects.filter(at__lt=timezone.now() - KEPT).delete()
