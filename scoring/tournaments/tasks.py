from celery import shared_task

from scoring.tournaments.services.draw_jobs import draw_job_run, draw_jobs_due, draw_jobs_resume
from scoring.tournaments.services.import_jobs import import_job_run, import_jobs_resume
from scoring.tournaments.services.rounds import rounds_draw_due


@shared_task
def draw_rounds() -> int:
    """Of tournaments, those whose time has come; the number drawn."""
    draw_jobs_resume()
    return rounds_draw_due() + draw_jobs_due()


@shared_task
def draw_many(job: int) -> bool:
    """The round of many players that was asked for."""
    return draw_job_run(job)


@shared_task
def import_many(job: int) -> bool:
    """The file of many players that was sent."""
    return import_job_run(job)


@shared_task
def resume_imports() -> None:
    import_jobs_resume()
