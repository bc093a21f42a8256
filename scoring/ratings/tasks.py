import logging
from functools import partial

from celery import shared_task

from ecarte_club.clubs.models import Club
from ecarte_club.core import replica
from ecarte_club.core.tasks import enqueue_each

from . import services as ratings
from .models import RatingBook
from .selectors.recount import RatingsBusy, recount

log = logging.getLogger(__name__)


@shared_task
def recount_ratings() -> int:
    """The number of clubs with ratings, each of which is a task."""
    clubs = RatingBook.objects.order_by("pk").values_list("pk", flat=True)
    return enqueue_each("scoring.ratings.tasks.recount_club_ratings", list(clubs))


@shared_task
def recount_club_ratings(club_id: int) -> int:
    """The number of ratings that differ; each is logged."""
    club = Club.objects.get(pk=club_id)
    try:
        found = replica.read(partial(recount, club_id), patience=replica.PATIENCE_OF_TASKS)
    except RatingsBusy as busy:
        log.warning("Club %s: %s", club.slug, busy)
        return 0
    for difference in found:
        log.error("Ratings of club %s differ: %s", club.slug, difference)
    return len(found)


@shared_task
def bring_ratings(club_id: int | None = None) -> None:
    """Up to the record. Without a club: of all that are behind, each in a task."""
    if club_id is None:
        enqueue_each("scoring.ratings.tasks.bring_ratings", ratings.clubs_behind())
    else:
        ratings.ratings_synchronise(club_id)
