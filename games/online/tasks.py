from celery import shared_task

from .services.sweeping import robots_act, sweep
from .services.turn_emails import turn_email_send


@shared_task
def sweep_deadlines() -> None:
    """Whose time is over at tables online abandons the hand."""
    sweep()


@shared_task
def act_robots() -> None:
    """Robots at tables online act, on a queue of their own: their thinking delays nothing else."""
    robots_act()


@shared_task
def send_turn_email(table_id: int, seat: str) -> bool:
    """To a player by correspondence, if it is still their turn; sent twice is as once."""
    return turn_email_send(table_id, seat)
