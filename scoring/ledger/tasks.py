import logging

from celery import shared_task

from .models import Book
from .selectors.books import BookBusy, recount
from .services import settling

log = logging.getLogger(__name__)


@shared_task
def recount_books() -> int:
    """The number of balances that differ in books not settled yet; each is logged."""
    differences = 0
    for book in Book.objects.filter(settled_at=None):
        try:
            found = recount(book)
        except BookBusy as busy:
            log.warning("%s", busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Balances differ: %s", difference)
    return differences


@shared_task
def send_statements() -> int:
    """The number sent."""
    return settling.statements_send()
