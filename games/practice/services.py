"""A choice in the problem of a day is counted."""

from datetime import date

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.models import User
from ecarte_club.core.exceptions import Invalid
from games.engine.hand.state import Action

from .models import ProblemChoice
from .selectors.addresses import sent_text
from .selectors.problems import problem_on


@transaction.atomic
def problem_choose(*, day: date, action: Action, user: User | None) -> None:
    """Of an account the first choice counts. Guests are told apart by whoever calls.

    Raises: Absent without a problem that day; Invalid for what cannot be done there.
    """
    if problem_on(day).advice.of(action) is None:
        text = _("That cannot be done here. Choose again in the problem.")
        raise Invalid("not_a_choice", text)
    chosen = sent_text(action)
    if user is None:
        ProblemChoice.objects.create(day=day, action=chosen)
    else:
        ProblemChoice.objects.get_or_create(day=day, user=user, defaults={"action": chosen})
