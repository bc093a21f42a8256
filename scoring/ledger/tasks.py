import logging
from functools import partial

from celery import shared_task

from ecarte_club.clubs.models import Club
from ecarte_club.core import replica
from ecarte_club.core.tasks import enqueue_each

from .models import Book
from .selectors.books import BookBusy, recount
from .services import settling

log = logging.getLogger(__name__)


@shared_task
def recount_books() -> int:
    """The number of clubs with books that are not settled yet, each of which is a task."""
    clubs = Book.objects.filter(settled_at=None).order_by("club").values_list("club", flat=True)
    return enqueue_each("scoring.ledger.tasks.recount_club_books", list(clubs.distinct()))


@shared_task
def recount_club_books(club_id: int) -> int:
    """The number of balances that differ in books not settled yet; each is logged."""
    club, differences = Club.objects.get(pk=club_id), 0
    for book in Book.objects.filter(club=club, settled_at=None):
        try:
            found = replica.read(partial(recount, book), patience=replica.PATIENCE_OF_TASKS)
        except BookBusy as busy:
            log.warning("Club %s: %s", club.slug, busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Balances of club %s differ: %s", club.slug, difference)
    return differences


@shared_task
def send_statements() -> int:
    """The number sent."""
    return settling.statements_send()
