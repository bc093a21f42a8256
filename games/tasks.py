from celery import shared_task

from .services import letters
from .services.importing import imports_sweep as sweep_imports


@shared_task
def imports_sweep() -> None:
    """Uploads that were never entered are kept for a day."""
    sweep_imports()


@shared_task
def send_letters(evening_id: int | None = None) -> int:
    """The number sent. Without an evening: whatever is still to be sent, of all."""
    return letters.letters_send(evening_id)
