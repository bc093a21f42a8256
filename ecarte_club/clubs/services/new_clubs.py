"""Clubs that are created on the site, by whoever holds a code for it, or by its operator."""

import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from ecarte_club.clubs.audit_log import log_act
from ecarte_club.clubs.authentication import digest
from ecarte_club.clubs.models import Club, ClubInvitation, Invitation, Office, Player, User
from ecarte_club.clubs.permissions import Person, Role
from ecarte_club.clubs.selectors.new_clubs import (
    check_sign_up,
    club_invitation_of,
    code_of,
    code_used,
)
from ecarte_club.clubs.selectors.roles import secret_of
from ecarte_club.core.exceptions import Invalid
from ecarte_club.core.tasks import enqueue_after_commit

from .accounts import email_fault
from .clubs import Settings
from .roles import GOOD_FOR

CODE_GOOD_FOR = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClub:
    """`code`: the code of laws."""

    name: str
    place: str = ""
    code: str = "london"


def club_invitation_create(*, email: str = "") -> tuple[ClubInvitation, str]:
    """With its code, which is e-mailed if there is an address, and shown nowhere again.

    Raises: Invalid where this site takes no new clubs, or for an address that is none.
    """
    check_sign_up()
    email = email.strip().lower()
    if email and (fault := email_fault(email)):
        raise Invalid("invalid_email", fault, errors={"email": fault})
    now = timezone.now()
    with transaction.atomic():
        # Addresses of people who never came are not kept.
        ClubInvitation.objects.filter(used_at=None, expires_at__lt=now).delete()
        invitation = ClubInvitation.objects.create(
            email=email,
            digest=secrets.token_hex(32),
            created_at=now,
            expires_at=now + CODE_GOOD_FOR,
        )
        code = code_of(invitation)
        invitation.digest = digest(code)
        invitation.save(update_fields=["digest"])
        if email:
            enqueue_after_commit("ecarte_club.clubs.tasks.club_invitation_email", invitation.pk)
    return invitation, code


@transaction.atomic(savepoint=False)
def club_start(*, start_code: str, club: NewClub, user: User) -> Club:
    """Of two who use one code at once, one creates a club. `user` is its committee, and a player.

    Raises: Invalid, naming the field.
    """
    invitation = club_invitation_of(start_code)
    now = timezone.now()
    unused = ClubInvitation.objects.filter(pk=invitation.pk, used_at=None)
    if not unused.update(used_at=now):
        raise code_used()
    created = _created(club)
    ClubInvitation.objects.filter(pk=invitation.pk).update(club=created)
    Office.objects.create(club=created, user=user, role=Role.COMMITTEE)
    Player.objects.create(club=created, name=user.name, user=user, added_by=user)
    log_act(Person(created.pk, user.pk), "club_create", kind="club", about=created.pk)
    return created


@transaction.atomic(savepoint=False)
def club_create_for(*, club: NewClub, committee: str) -> tuple[Club, Invitation | None]:
    """By the operator, for the address of its committee: an account that exists gets the role,
    anybody else an invitation. Raises: Invalid, naming the field."""
    email = committee.strip().lower()
    if fault := email_fault(email):
        raise Invalid("invalid_email", fault, errors={"committee": fault})
    created = _created(club)
    user = User.objects.filter(email=email, is_active=True).first()
    if user is not None:
        Office.objects.create(club=created, user=user, role=Role.COMMITTEE)
        return created, None
    now = timezone.now()
    invitation = Invitation.objects.create(
        club=created,
        role=Role.COMMITTEE,
        email=email,
        digest=secrets.token_hex(32),
        made_at=now,
        expires_at=now + GOOD_FOR,
    )
    invitation.digest = digest(secret_of(invitation))
    invitation.save(update_fields=["digest"])
    enqueue_after_commit("ecarte_club.clubs.tasks.invitation_email", invitation.pk)
    return created, invitation


def _created(club: NewClub) -> Club:
    fields = Settings(name=club.name, place=club.place, code=club.code).checked(0)
    base = slugify(fields["name"])[:36].strip("-") or "club"
    for number in range(1, 1000):
        slug = base if number == 1 else f"{base}-{number}"
        if Club.objects.filter(slug=slug).exists():
            continue
        try:
            with transaction.atomic():
                return Club.objects.create(slug=slug, **fields)
        except IntegrityError:
            continue
    text = _("There are too many clubs with this name. Choose another one.")
    raise Invalid("name_taken", text, errors={"name": text})
