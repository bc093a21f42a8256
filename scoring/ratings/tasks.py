import logging

from celery import shared_task

from . import services as ratings
from .models import RatingBook
from .selectors.recount import RatingsBusy, recount

log = logging.getLogger(__name__)


@shared_task
def recount_ratings() -> int:
    """The number of ratings that differ; each is logged."""
    differences = 0
    for club_id in RatingBook.objects.values_list("pk", flat=True):
        try:
            found = recount(club_id)
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
        ratings.ratings_synchronise_all()
    else:
        ratings.ratings_synchronise(club_id)
