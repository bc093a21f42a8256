from celery import shared_task
from django.conf import settings

from . import letters
from .models import Invitation

# In place of a worker nobody waits between tries, so there is one.
TRIES = 0 if settings.CELERY_TASK_ALWAYS_EAGER else 6


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=TRIES)
def invitation_letter(invitation_id: int) -> None:
    invitation = Invitation.objects.select_related("club", "player", "made_by").get(
        pk=invitation_id
    )
    letters.invitation_send(invitation)
