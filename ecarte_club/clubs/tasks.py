from celery import shared_task
from django.conf import settings

from . import emails
from .models import ClubInvitation, Invitation, User

# In place of a worker nobody waits between tries, so there is one.
TRIES = 0 if settings.CELERY_TASK_ALWAYS_EAGER else 6


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=TRIES)
def invitation_email(invitation_id: int) -> None:
    invitation = Invitation.objects.select_related("club", "player", "made_by").get(
        pk=invitation_id
    )
    emails.invitation_send(invitation)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=TRIES)
def new_address_email(user_id: int, new: str) -> None:
    emails.new_address_send(User.objects.get(pk=user_id), new)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=TRIES)
def address_changed_email(user_id: int, old: str) -> None:
    emails.address_changed_send(User.objects.get(pk=user_id), old)


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=TRIES)
def club_invitation_email(invitation_id: int) -> None:
    emails.club_invitation_send(ClubInvitation.objects.get(pk=invitation_id))


@shared_task(autoretry_for=(OSError,), retry_backoff=30, max_retries=TRIES)
def account_linked_email(user_id: int) -> None:
    emails.account_linked_send(User.objects.get(pk=user_id))
