import logging

from celery import shared_task

from .ledger import BookBusy
from .ledger import recount as recount_book
from .models import Book, RatingBook, Season
from .rating_recount import RatingsBusy
from .rating_recount import recount as recount_ratings
from .recount import SeasonBusy
from .recount import recount as recount_season
from .services import archives, delivering, outbox, ratings, statements, tournaments

log = logging.getLogger(__name__)


@shared_task
def recount() -> int:
    """The number of figures that differ; each is logged. What is busy waits for the next night.

    Of books those that are not settled: nothing is posted in the others any more.
    """
    return _seasons() + _books() + _ratings()


def _seasons() -> int:
    differences = 0
    for season in Season.objects.all():
        try:
            found = recount_season(season)
        except SeasonBusy as busy:
            log.warning("%s", busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Standings differ: %s", difference)
    return differences


def _books() -> int:
    differences = 0
    for book in Book.objects.filter(settled_at=None):
        try:
            found = recount_book(book)
        except BookBusy as busy:
            log.warning("%s", busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Balances differ: %s", difference)
    return differences


def _ratings() -> int:
    differences = 0
    for club_id in RatingBook.objects.values_list("pk", flat=True):
        try:
            found = recount_ratings(club_id)
        except RatingsBusy as busy:
            log.warning("%s", busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Ratings differ: %s", difference)
    return differences


@shared_task
def bring_ratings(club_id: int | None = None) -> None:
    """Up to the record. Without a club: of all."""
    if club_id is None:
        ratings.ratings_bring_all()
    else:
        ratings.ratings_bring(club_id)


@shared_task
def send_statements() -> int:
    """The number sent."""
    return statements.statements_send()


@shared_task
def send_hooks(club_id: int | None = None) -> int:
    """The number that arrived. Without a club: of all."""
    return delivering.hooks_send(club_id)


@shared_task
def make_archive(archive_id: int) -> None:
    archives.archive_make(archive_id)


@shared_task
def sweep_archives() -> None:
    """What is over its time is not kept."""
    archives.archives_sweep()


@shared_task
def draw_rounds() -> int:
    """Of tournaments, those whose time has come; the number drawn."""
    return tournaments.rounds_draw_due()


@shared_task
def sweep_outbox() -> None:
    """What nobody can ask for again any more."""
    outbox.outbox_sweep()
