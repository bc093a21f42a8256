"""Who goes on follows the groups, until something of the knock-out has begun."""

from django.utils.translation import gettext as _

from ecarte_club.wire.faults import Invalid
from scoring.models import Fixture, Round, Tournament
from scoring.rules.tournaments.plan import Kind
from scoring.rules.tournaments.refusals import NotTakenError
from scoring.services.outbox_acts import round_taken_back_told
from scoring.tournaments import bracket, going
from scoring.tournaments.course import Course, course

from .tree import is_there


def goers_follow(found: Tournament) -> None:
    """After something of a group has changed, within the lock: where others go on, or stand
    elsewhere, the tree is dropped, to be drawn anew.

    Raises: Invalid naming a match of the tree that has begun, or was awarded.
    """
    if found.kind != Kind.GROUPS or not is_there(found) or _stands(now := course(found)):
        return
    for row in bracket.rows(now):
        if row.match_id is not None or bracket.is_awarded(row):
            text = _(
                "Who goes on would change, and %(one)s against %(other)s of the knock-out has "
                "begun: undo what was entered in it first."
            )
            raise Invalid("next_begun", text % {"one": row.home, "other": row.away})
    tree = Round.objects.filter(event_id=found.pk, number__gt=now.group_rounds)
    Fixture.objects.filter(round__in=tree).delete()
    tree.delete()
    round_taken_back_told(found, now.group_rounds + 1)


def _stands(now: Course) -> bool:
    if now.is_open_in_groups:
        return False
    try:
        return going.placed(now).order == bracket.order(now)
    except NotTakenError:
        return False
