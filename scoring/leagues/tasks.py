import logging

from celery import shared_task

from .models import Season
from .selectors.recount import SeasonBusy, recount

log = logging.getLogger(__name__)


@shared_task
def recount_seasons() -> int:
    """The number of figures that differ; each is logged. A busy season waits for the next night."""
    differences = 0
    for season in Season.objects.all():
        try:
            found = recount(season)
        except SeasonBusy as busy:
            log.warning("%s", busy)
            continue
        differences += len(found)
        for difference in found:
            log.error("Standings differ: %s", difference)
    return differences
