import logging
from functools import partial

from celery import shared_task

from ecarte_club.clubs.models import Club
from ecarte_club.core import replica
from ecarte_club.core.tasks import enqueue_each

from .models import Season
from .selectors.recount import SeasonBusy, recount

log = logging.getLogger(__name__)


@shared_task
def recount_seasons() -> int:
    """The number of clubs, each of which is a task."""
    clubs = Season.objects.order_by("event__club").values_list("event__club", flat=True).distinct()
    return enqueue_each("scoring.leagues.tasks.recount_club_seasons", list(clubs))


@shared_task
def recount_club_seasons(club_id: int) -> int:
    """The number of figures that differ; each is logged. A busy season waits for the next night."""
    club, differences = Club.objects.get(pk=club_id), 0
    for season in Season.objects.filter(event__club=club):
        try:
            found = replica.read(partial(recount, season), patience=replica.PATIENCE_OF_TASKS)
        except SeasonBusy as busy:
            log.warning("Club %s: %s", club.slug, busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Standings of club %s differ: %s", club.slug, difference)
    return differences
