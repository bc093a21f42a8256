"""Who goes on follows the groups, until something of the knock-out has begun."""

from django.utils.translation import gettext as _

from scoring.leagues.models import Fixture, Round
from scoring.tournaments.messages import round_taken_back_message
from scoring.tournaments.models import Tournament
from scoring.tournaments.rules.plan import Kind
from scoring.tournaments.rules.refusals import NotTakenError
from scoring.tournaments.selectors import qualification, stage_states
from scoring.tournaments.selectors.progress import Progress, progress_of

from .tree import is_there, next_begun


def qualifiers_follow(found: Tournament) -> None:
    """After something of a group has changed, within the lock: where others go on, or stand
    elsewhere, the tree is dropped, to be drawn anew.

    Raises: Invalid naming a match of the tree that has begun, or was awarded.
    """
    if found.kind != Kind.GROUPS or not is_there(found) or _stands(now := progress_of(found)):
        return
    if begun := stage_states.begun_rows(now):
        text = _("This would change the qualifiers, and the knock-out has started.")
        way = sorted(begun.items(), reverse=True, key=lambda one: one[0])
        raise next_begun(text, way, len(stage_states.tree_order(now)))
    tree = Round.objects.filter(event_id=found.pk, number__gt=now.group_rounds)
    Fixture.objects.filter(round__in=tree).delete()
    tree.delete()
    round_taken_back_message(found, now.group_rounds + 1)


def _stands(now: Progress) -> bool:
    if now.is_open_in_groups:
        return False
    try:
        return qualification.placed(now).order == stage_states.tree_order(now)
    except NotTakenError:
        return False
