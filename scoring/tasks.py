import logging

from celery import shared_task

from .models import Season
from .recount import recount as recount_season

log = logging.getLogger(__name__)


@shared_task
def recount() -> int:
    """The number of figures that differ; each is logged."""
    differences = [found for season in Season.objects.all() for found in recount_season(season)]
    for found in differences:
        log.error("Standings differ: %s", found)
    return len(differences)
