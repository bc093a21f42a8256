"""The addresses that somebody gave to his calendar programs."""

from django.db import transaction
from django.db.models import F

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import User
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.core.exceptions import Absent, Stale


@transaction.atomic(savepoint=False)
def calendar_renew(*, by: Person, version: int) -> int:
    """All that he gave are good for nothing from now on, in each of his clubs.

    The number of the new ones. Raises: Denied; Stale when they were renewed meanwhile.
    """
    require(by, Act.CHOOSE_OWN)
    his = User.objects.filter(pk=by.user_id or 0)
    moved = his.filter(calendar_number=version).update(calendar_number=F("calendar_number") + 1)
    number = his.values_list("calendar_number", flat=True).first()
    if number is None:
        raise Absent
    if not moved:
        raise Stale(sent=version, current=number)
    log_act(by, "calendar_renew", kind="user", about=by.user_id)
    return number
