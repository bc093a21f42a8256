"""Roles given and taken. Whatever may not happen twice at once moves the club's version first."""

from django.db import transaction
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.models import Club, Office, User
from ecarte_club.clubs.permissions import Act, Person, Role, require, role_name
from ecarte_club.clubs.selectors.roles import (
    committee_has_second_factor,
    committee_left,
    users_of_club,
)
from ecarte_club.core.exceptions import Denied, Invalid

from .locks import club_moved


def still_committee(by: Person) -> None:
    """That nobody took his role while he was waiting. Raises: Denied."""
    held = Office.objects.filter(club_id=by.club_id, role=Role.COMMITTEE)
    if by.user_id is None or not held.filter(user_id=by.user_id).exists():
        raise Denied(_("You are no longer on the committee of this club."))


@transaction.atomic(savepoint=False)
def role_give(*, by: Person, user_id: int, role: Role) -> Office:
    """Given twice is held once. Raises: Denied; Invalid for who has nothing to do with the club."""
    require(by, Act.GIVE_ROLE)
    club_moved(by.club_id)
    still_committee(by)
    user = _user(by, user_id)
    office, is_new = Office.objects.get_or_create(
        club_id=by.club_id, user=user, role=office_role(role)
    )
    if is_new:
        log_act(by, "role_give", kind="user", about=user.pk, role=role.value)
    return office


@transaction.atomic(savepoint=False)
def role_take(*, by: Person, user_id: int, role: Role) -> User:
    """Raises: Denied; Invalid when he does not hold it, or when nobody of the committee would be
    left."""
    require(by, Act.GIVE_ROLE)
    club_moved(by.club_id)
    still_committee(by)
    user = _user(by, user_id)
    office = Office.objects.filter(club_id=by.club_id, user=user, role=office_role(role)).first()
    if office is None:
        text = _("Must be a role this person has: %(role)s is not one of them.")
        text %= {"role": role_name(role)}
        raise Invalid("not_held", text, errors={"role": text})
    if refusal := take_refusal(by.club_id, user.pk, role):
        raise refusal
    office.delete()
    log_act(by, "role_take", kind="user", about=user.pk, role=role.value)
    return user


def take_refusal(club_id: int, user_id: int, role: Role) -> Invalid | None:
    """Why the role cannot be taken from him, if so."""
    if role is not Role.COMMITTEE or committee_left(club_id, without=user_id):
        return None
    text = _(
        "This would leave nobody on the committee who can act for the club. "
        "Give the role to somebody else first."
    )
    return Invalid("last_committee", text, errors={"user": text})


def office_role(role: Role) -> Role:
    """Raises: Invalid for a role that nobody is given."""
    if role not in Office.OFFICES:
        text = _("Must be one of: %(allowed)s.")
        text %= {"allowed": ", ".join(one.value for one in Office.OFFICES)}
        raise Invalid("no_office", text, errors={"role": text})
    return role


def _user(by: Person, user_id: int) -> User:
    user = users_of_club(by.club_id).filter(pk=user_id).first()
    if user is None:
        text = _("Must be somebody with an account in this club. Invite others first.")
        raise Invalid("unknown_user", text, errors={"user": text})
    return user


@transaction.atomic(savepoint=False)
def second_factor_set(*, by: Person, wanted: bool) -> Club:
    """Require two-step sign-in; a role is suspended until its holder turns it on.

    Raises: Denied; Invalid when nobody on the committee has it.
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
    """Why it cannot be required now, if anything."""
    if committee_has_second_factor(club_id):
        return None
    text = _(
        "Nobody on the committee has turned on two-step sign-in yet, so nobody "
        "could act for the club. Turn on yours first, on your account page."
    )
    return Invalid("nobody_awake", text, errors={"second_factor": text})
