"""Limits that a club sets for everybody, and that a member sets for himself.

What a member lowers holds at once. What he raises or gives up holds a day later, so that he cannot
do it in the heat of an evening; to lower it again meanwhile is to take that back.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.services.locks import player_held
from ecarte_club.core.exceptions import Invalid
from scoring.ledger.models import ClubLimit, Limits, PlayerLimit
from scoring.ledger.models.books import lower

RAISED_AFTER = timedelta(days=1)
MOST = 10**9


@transaction.atomic(savepoint=False)
def club_limits_set(*, by: Person, limits: Limits) -> ClubLimit:
    """Raises: Denied; Invalid, naming the field."""
    require(by, Act.SET_CLUB)
    _check(limits)
    given = {"most_staked": limits.most_staked, "most_owed": limits.most_owed}
    made, _new = ClubLimit.objects.update_or_create(club_id=by.club_id, defaults=given)
    log_act(by, "club_limits_set")
    return made


@transaction.atomic(savepoint=False)
def player_limits_set(*, by: Person, limits: Limits) -> PlayerLimit:
    """His own. Raises: Denied; Invalid, naming the field, or for who does not play here."""
    require(by, Act.CHOOSE_OWN)
    _check(limits)
    player, now = player_held(by.club_id, by.player_id or 0), timezone.now()
    own = PlayerLimit.objects.filter(player=player).first() or PlayerLimit(player=player)
    held = own.in_force(now)
    own.most_staked, own.staked_asked, own.staked_from = _changed(
        held.most_staked, limits.most_staked, own.staked_asked, own.staked_from, now
    )
    own.most_owed, own.owed_asked, own.owed_from = _changed(
        held.most_owed, limits.most_owed, own.owed_asked, own.owed_from, now
    )
    own.save()
    log_act(by, "player_limits_set", kind="player", about=player.pk)
    return own


def _changed(
    held: int | None, wanted: int | None, asked: int | None, since: datetime | None, now: datetime
) -> tuple[int | None, int | None, datetime | None]:
    """What holds, what will, and from when. To ask for the same once more is not to wait anew."""
    if lower(held, wanted) == wanted:
        return wanted, None, None
    waits = since is not None and since > now and asked == wanted
    return held, wanted, since if waits else now + RAISED_AFTER


def _check(limits: Limits) -> None:
    given = {"most_staked": limits.most_staked, "most_owed": limits.most_owed}
    text = _("Must be a whole number from 0 to %(most)s, or empty.") % {"most": MOST}
    errors = {name: text for name, most in given.items() if not 0 <= (most or 0) <= MOST}
    if errors:
        raise Invalid("invalid_limit", _("The limits were not saved."), errors=errors)
