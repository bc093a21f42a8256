from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club
from ecarte_club.clubs.permissions import Act, Person, require
from ecarte_club.clubs.selectors.roles import committee_has_second_factor
from ecarte_club.core.exceptions import Invalid

from .locks import club_moved


@transaction.atomic(savepoint=False)
def second_factor_set(*, by: Person, wanted: bool) -> Club:
    """Whether committee and directors need a second factor; who has none rests until he does.

    Raises: Denied; Invalid when nobody of the committee would be left awake.
    """
    require(by, Act.SET_CLUB)
    club_moved(by.club_id)
    club = Club.objects.get(pk=by.club_id)
    if wanted and (refusal := second_factor_refusal(club.pk)):
        raise refusal
    if club.second_factor != wanted:
        club.second_factor = wanted
        club.save(update_fields=["second_factor"])
        log_act(by, "second_factor_set", kind="club", about=club.pk, wanted=wanted)
    return club


def second_factor_refusal(club_id: int) -> Invalid | None:
    """Why it cannot be asked for now, if so."""
    if committee_has_second_factor(club_id):
        return None
    text = _(
        "Nobody on the committee has turned on two-step sign-in yet, so nobody "
        "could act for the club. Turn on yours first, on your account page."
    )
    return Invalid("nobody_awake", text, errors={"second_factor": text})
